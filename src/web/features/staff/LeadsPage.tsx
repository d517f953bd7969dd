import { leadKinds, leadStates } from '#contract/leads.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { useLeads } from './api.ts'
import { LeadCard } from './LeadCard.tsx'
import { SearchField } from './SearchField.tsx'
import { StaffListPage } from './StaffListPage.tsx'
import { useListAddress } from './useListAddress.ts'

/** For staff: messages sent from the public forms. The filters are in the address. */
export default function LeadsPage() {
  const { t } = useTranslation()
  const { params, page, search, show } = useListAddress()
  const kind = leadKinds.find((one) => one === params.get('kind'))
  const state = leadStates.find((one) => one === params.get('state'))
  const result = useLeads({ page, size: 20, kind, state, search: search === '' ? undefined : search })
  return (
    <StaffListPage
      title={t('staff.leads.title')}
      lead={t('staff.leads.lead')}
      filters={
        <div className="grid gap-4 sm:grid-cols-[minmax(0,20rem)_minmax(0,14rem)]">
          <SearchField
            key={search}
            label={t('staff.leads.search')}
            hint={t('staff.leads.search_hint')}
            search={search}
            onSearch={(text) => show({ search: text })}
          />
          <Field label={t('staff.leads.kind')}>
            <NativeSelect
              value={kind ?? ''}
              onChange={({ target }) => show({ kind: target.value })}
              placeholder={t('staff.leads.every_kind')}
              options={leadKinds.map((value) => ({ value, label: t(`staff.leads.kinds.${value}`) }))}
            />
          </Field>
        </div>
      }
      states={{
        label: t('staff.leads.state'),
        value: state ?? '',
        options: [
          { value: '', label: t('staff.leads.every_state') },
          ...leadStates.map((value) => ({ value, label: t(`staff.leads.states.${value}`) })),
        ],
        onChange: (value) => show({ state: value }),
      }}
      result={result}
      loadingLabel={t('staff.leads.loading')}
      empty={
        <EmptyState title={t('staff.leads.none')} live>
          {t('staff.leads.none_text')}
        </EmptyState>
      }
      countLabel={(count) => t('staff.leads.found', { count })}
      renderItem={(lead) => <LeadCard lead={lead} />}
      hrefFor={(number) => paths.staffLeads({ ...Object.fromEntries(params), page: number })}
    />
  )
}
