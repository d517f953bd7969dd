import { useTranslation } from 'react-i18next'
import { leadKinds, leadStates } from '#contract/leads.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { paths } from '#web/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useLeads } from './api.ts'
import { LeadCard } from './LeadCard.tsx'
import { SearchField } from './SearchField.tsx'
import { StaffNav } from './StaffNav.tsx'
import { useListAddress } from './useListAddress.ts'

/** For staff: what people have sent. What is looked for stands in the address. */
export default function LeadsPage() {
  const { t, i18n } = useTranslation()
  const { params, page, search, show } = useListAddress()
  const kind = leadKinds.find((one) => one === params.get('kind'))
  const state = leadStates.find((one) => one === params.get('state'))
  const query = { page, size: 20, kind, state, search: search === '' ? undefined : search }
  const { data, error, refetch } = useLeads(query)
  const label = (one: (typeof leadStates)[number]) => {
    const count = data?.counts[one] ?? 0
    return count === 0
      ? t(`staff.leads.states.${one}`)
      : `${t(`staff.leads.states.${one}`)} · ${formatNumber(count, i18n.language)}`
  }
  return (
    <Page className="pb-12">
      <StaffNav />
      <PageHead title={t('staff.leads.title')} lead={t('staff.leads.lead')} className="sm:pt-5" />
      <div className="grid gap-4 border-y border-line py-4 lg:grid-cols-[1fr_auto] lg:items-end">
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
        <Segmented
          label={t('staff.leads.state')}
          value={state ?? ''}
          onChange={(value) => show({ state: value })}
          segments={[
            { value: '', label: t('staff.leads.every_state') },
            ...leadStates.map((value) => ({ value, label: label(value) })),
          ]}
        />
      </div>
      {error !== null && data === undefined ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading label={t('staff.leads.loading')} className="grid gap-3 py-5">
          <Skeleton className="h-28 w-full rounded-xl" />
          <Skeleton className="h-28 w-full rounded-xl" />
          <Skeleton className="h-28 w-full rounded-xl" />
        </Loading>
      ) : data.total === 0 ? (
        <EmptyState title={t('staff.leads.none')} live>
          {t('staff.leads.none_text')}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="pt-4 text-base text-ink-2">
            {t('staff.leads.found', { count: data.total })}
          </p>
          <ul className="grid gap-3 py-3">
            {data.items.map((lead) => (
              <li key={lead.id}>
                <LeadCard lead={lead} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pages={data.pages}
            label={t('staff.leads.title')}
            previousLabel={t('search.previous')}
            nextLabel={t('search.next')}
            pageLabel={(number) => t('search.page', { page: number })}
            hrefFor={(number) => paths.staffLeads({ ...Object.fromEntries(params), page: number })}
          />
        </>
      )}
    </Page>
  )
}
