import { discrepancyKinds, discrepancyProviders, discrepancyStates } from '#contract/money-discrepancies.ts'
import { nameOf } from '#web/features/topup/gateway.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { useDiscrepancies } from './api.ts'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { SearchField } from './SearchField.tsx'
import { StaffListPage } from './StaffListPage.tsx'
import { useListAddress } from './useListAddress.ts'

const everyState = 'all'

/** For staff: payments where a provider's records and ours differ. Shows open ones unless all are selected. */
export default function MoneyPage() {
  const { t } = useTranslation()
  const { params, page, search, show } = useListAddress()
  const kind = discrepancyKinds.find((one) => one === params.get('kind'))
  const provider = discrepancyProviders.find((one) => one === params.get('provider'))
  const selected = params.get('state')
  const state = selected === everyState ? undefined : (discrepancyStates.find((one) => one === selected) ?? 'open')
  const result = useDiscrepancies({
    page,
    size: 20,
    state,
    kind,
    provider,
    search: search === '' ? undefined : search,
  })
  const isFiltered = kind !== undefined || provider !== undefined || search !== '' || page > 1 || state === 'resolved'
  return (
    <StaffListPage
      title={t('staff.money.title')}
      lead={t('staff.money.lead')}
      filters={
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,15rem)_minmax(0,11rem)]">
          <div className="max-lg:col-span-2">
            <SearchField
              key={search}
              label={t('staff.list.search')}
              hint={t('staff.money.search_hint')}
              search={search}
              onSearch={(text) => show({ search: text })}
            />
          </div>
          <Field label={t('staff.money.kind')}>
            <NativeSelect
              value={kind ?? ''}
              onChange={({ target }) => show({ kind: target.value })}
              placeholder={t('staff.money.every_kind')}
              options={discrepancyKinds.map((value) => ({ value, label: t(`staff.money.kinds.${value}`) }))}
            />
          </Field>
          <Field label={t('staff.money.provider')}>
            <NativeSelect
              value={provider ?? ''}
              onChange={({ target }) => show({ provider: target.value })}
              placeholder={t('staff.money.every_provider')}
              options={discrepancyProviders.map((value) => ({ value, label: nameOf(value) }))}
            />
          </Field>
        </div>
      }
      states={{
        label: t('staff.money.state'),
        value: state ?? everyState,
        options: [
          ...discrepancyStates.map((value) => ({ value, label: t(`staff.money.states.${value}`) })),
          { value: everyState, label: t('staff.money.every_state') },
        ],
        onChange: (value) => show({ state: value === 'open' ? '' : value }),
      }}
      result={result}
      loadingLabel={t('staff.money.loading')}
      empty={
        isFiltered ? (
          <EmptyState
            title={t('staff.list.none')}
            picture="search"
            live
            action={
              <ButtonLink to={paths.staffMoney()} variant="alt" size="md">
                {t('staff.money.show_open')}
              </ButtonLink>
            }
          >
            {t('staff.money.none_text')}
          </EmptyState>
        ) : (
          <EmptyState title={t('staff.money.none_open')} picture="done" live>
            {t('staff.money.none_open_text')}
          </EmptyState>
        )
      }
      countLabel={(count) => t('staff.money.found', { count })}
      renderItem={(discrepancy) => <DiscrepancyCard discrepancy={discrepancy} />}
      hrefFor={(number) => paths.staffMoney({ ...Object.fromEntries(params), page: number })}
    />
  )
}
