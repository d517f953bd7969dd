import { useTranslation } from 'react-i18next'
import { discrepancyKinds, discrepancyProviders, discrepancyStates } from '#contract/money-discrepancies.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { nameOf } from '#web/features/topup/gateway.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useDiscrepancies } from './api.ts'
import { DiscrepancyCard } from './DiscrepancyCard.tsx'
import { SearchField } from './SearchField.tsx'
import { StaffNav } from './StaffNav.tsx'
import { useListAddress } from './useListAddress.ts'

const everyState = 'all'

/** For staff: where a provider and the books do not say the same. What is open is shown unless all is asked for. */
export default function MoneyPage() {
  const { t, i18n } = useTranslation()
  const { params, page, search, show } = useListAddress()
  const kind = discrepancyKinds.find((one) => one === params.get('kind'))
  const provider = discrepancyProviders.find((one) => one === params.get('provider'))
  const asked = params.get('state')
  const state = asked === everyState ? undefined : (discrepancyStates.find((one) => one === asked) ?? 'open')
  const { data, error, refetch } = useDiscrepancies({
    page,
    size: 20,
    state,
    kind,
    provider,
    search: search === '' ? undefined : search,
  })
  const isFiltered = kind !== undefined || provider !== undefined || search !== ''
  const label = (one: (typeof discrepancyStates)[number]) => {
    const count = data?.counts[one] ?? 0
    const name = t(`staff.money.states.${one}`)
    return count === 0 ? name : `${name} · ${formatNumber(count, i18n.language)}`
  }
  return (
    <Page className="pb-12">
      <StaffNav />
      <PageHead title={t('staff.money.title')} lead={t('staff.money.lead')} className="sm:pt-5" />
      <div className="grid gap-4 border-y border-line py-4 lg:grid-cols-[1fr_auto] lg:items-end">
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,15rem)_minmax(0,11rem)]">
          <div className="max-lg:col-span-2">
            <SearchField
              key={search}
              label={t('staff.leads.search')}
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
        <Segmented
          label={t('staff.money.state')}
          value={state ?? everyState}
          onChange={(value) => show({ state: value === 'open' ? '' : value })}
          segments={[
            ...discrepancyStates.map((value) => ({ value, label: label(value) })),
            { value: everyState, label: t('staff.money.every_state') },
          ]}
        />
      </div>
      {error !== null && data === undefined ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading label={t('staff.money.loading')} className="grid gap-3 py-5">
          <Skeleton className="h-72 w-full rounded-xl" />
          <Skeleton className="h-72 w-full rounded-xl" />
        </Loading>
      ) : data.items.length === 0 ? (
        isFiltered || page > 1 || state === 'resolved' ? (
          <EmptyState
            title={t('staff.leads.none')}
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
      ) : (
        <>
          <p role="status" className="pt-4 text-base text-ink-2">
            {t('staff.money.found', { count: data.total })}
          </p>
          <ul className="grid gap-3 py-3">
            {data.items.map((discrepancy) => (
              <li key={discrepancy.id}>
                <DiscrepancyCard discrepancy={discrepancy} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pages={data.pages}
            label={t('staff.money.title')}
            previousLabel={t('search.previous')}
            nextLabel={t('search.next')}
            pageLabel={(number) => t('search.page', { page: number })}
            hrefFor={(number) => paths.staffMoney({ ...Object.fromEntries(params), page: number })}
          />
        </>
      )}
    </Page>
  )
}
