import { ArrowDownLeft, ArrowUpRight, Download, Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { identity } from '#contract/settings/company.ts'
import type { Transaction } from '#contract/wallet/wallet.ts'
import { download } from '#web/api/download.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney, formatNumber } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useTransactions } from './api.ts'
import { instantsOf, isFiltered, readFilters } from './filters.ts'
import { Filters } from './Filters.tsx'
import { useSave } from './useSave.ts'

/** Wallet entries, newest first, twenty to a page. */
export function Transactions({ page }: { page: number }) {
  const { t, locale } = useTranslation()
  const count = (number: number) => formatNumber(number, locale)
  const [search] = useSearchParams()
  const filters = readFilters(search)
  const filtered = isFiltered(filters)
  const list = useTransactions({ page, ...filters })
  const isEmpty = list.data?.total === 0 && !filtered
  return (
    <Section
      title={t('wallet.transactions')}
      className="lg:pt-0"
      action={list.data !== undefined && list.data.total > 0 && <Csv filters={filters} />}
    >
      {!isEmpty && <Filters filters={filters} />}
      {list.isError ? (
        <EmptyState
          picture="failed"
          level={3}
          title={t('wallet.transactions_failed')}
          action={<Button onClick={() => list.refetch()}>{t('common.try_again')}</Button>}
        />
      ) : list.data === undefined ? (
        <Loading label={t('common.loading')}>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="mb-2 h-16" />
          ))}
        </Loading>
      ) : isEmpty ? (
        <EmptyState level={3} title={t('wallet.transactions_empty')}>
          {t('wallet.transactions_empty_text')}
        </EmptyState>
      ) : list.data.items.length === 0 ? (
        <EmptyState
          level={3}
          live
          picture="search"
          title={t('wallet.none_found')}
          action={
            <ButtonLink to={paths.wallet()} variant="alt">
              {t('wallet.all')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {list.data.items.map((transaction) => (
              <Row key={transaction.id} transaction={transaction} />
            ))}
          </ul>
          <Pagination
            page={list.data.page}
            pages={list.data.pages}
            label={t('wallet.pages')}
            summary={t('wallet.showing', {
              from: count((list.data.page - 1) * list.data.size + 1),
              to: count((list.data.page - 1) * list.data.size + list.data.items.length),
              total: count(list.data.total),
            })}
            previousLabel={t('wallet.previous')}
            nextLabel={t('wallet.next')}
            pageLabel={(number) => t('wallet.page', { page: number })}
            hrefFor={(number) => paths.wallet({ ...filters, page: number })}
          />
        </>
      )}
    </Section>
  )
}

/** Downloads all entries that match the filters, as a spreadsheet file. */
function Csv({ filters }: { filters: ReturnType<typeof readFilters> }) {
  const { t } = useTranslation()
  const { save, saving } = useSave()
  const query = { kind: filters.kind, ...instantsOf(filters) }
  return (
    <Button
      variant="link"
      busy={saving}
      onClick={() =>
        save(() =>
          download('GET /api/v1/wallet/transactions.csv', undefined, `${identity.slug}-transactions.csv`, query),
        )
      }
    >
      <Download aria-hidden="true" className="size-4.5" />
      {t('wallet.csv')}
    </Button>
  )
}

const icons = { top_up: ArrowDownLeft, refund: Undo2 } as const

function Row({ transaction }: { transaction: Transaction }) {
  const { t, locale } = useTranslation()
  const { kind, amount, balance_after, currency, description, created_at } = transaction
  const Icon = kind === 'top_up' || kind === 'refund' ? icons[kind] : amount > 0 ? ArrowDownLeft : ArrowUpRight
  return (
    <li className="flex items-center gap-x-3 py-3" data-kind={kind}>
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-full',
          amount > 0 ? 'bg-free-soft text-free' : 'bg-sunk text-ink-2',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 grow basis-36">
          <span className="block font-semibold">{t(`wallet.kinds.${kind}`)}</span>
          <span className="block text-sm wrap-break-word text-ink-2">{description}</span>
          <time dateTime={created_at} className="block text-sm text-ink-3">
            {formatMoment(new Date(created_at), deviceZone(), locale)}
          </time>
        </span>
        <span className="ml-auto text-right">
          <span className={cx('block text-md font-black whitespace-nowrap', amount > 0 && 'text-free')}>
            {formatMoney(amount, currency, locale, { sign: 'always' })}
          </span>
          <span className="block text-sm whitespace-nowrap text-ink-3">
            {t('wallet.balance_after', { amount: formatMoney(balance_after, currency, locale) })}
          </span>
        </span>
      </span>
    </li>
  )
}
