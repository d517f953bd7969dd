import { useNavigate, useSearchParams } from 'react-router'
import type { OrderSummary } from '#contract/orders.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { formatMoment, formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type OrderTab, orderTabs, useOrders } from './api.ts'
import { OrderTag } from './OrderTag.tsx'

export const rendersSignedOut = true

/** One's own orders: upcoming, past and cancelled. */
export default function OrdersPage() {
  return <Page>{useSignedIn() ? <OwnOrders /> : <LoginPrompt />}</Page>
}

function OwnOrders() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const tab = orderTabs.find((name) => name === search.get('tab')) ?? 'upcoming'
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  const show = (next: OrderTab) => void navigate(paths.orders({ tab: next === 'upcoming' ? undefined : next }))
  return (
    <>
      <PageHead title={t('orders.title')} />
      <div className="pb-10">
        <Tabs
          label={t('orders.tabs')}
          value={tab}
          onChange={show}
          tabs={orderTabs.map((value) => ({
            value,
            label: t(`orders.tab.${value}`),
            panel: <OrderList tab={value} page={page} />,
          }))}
        />
      </div>
    </>
  )
}

function OrderList({ tab, page }: { tab: OrderTab; page: number }) {
  const { t } = useTranslation()
  const list = useOrders(tab, page)
  if (list.data === undefined) {
    if (list.error !== null) return <LoadFailed error={list.error} onRetry={() => list.refetch()} />
    return (
      <Loading label={t('orders.loading')} className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-32 rounded-xl" />
      </Loading>
    )
  }
  const { items, total, pages, size } = list.data
  const hrefFor = (n: number) =>
    paths.orders({ tab: tab === 'upcoming' ? undefined : tab, page: n === 1 ? undefined : n })
  if (items.length === 0)
    return (
      <EmptyState
        title={total > 0 ? t('orders.past_end') : t(`orders.empty.${tab}`)}
        action={
          <ButtonLink
            to={total > 0 ? hrefFor(1) : paths.content('marketplace')}
            variant={total > 0 ? 'alt' : 'primary'}
          >
            {t(total > 0 ? 'search.first_page' : 'cart.browse')}
          </ButtonLink>
        }
      >
        {total === 0 && t(`orders.empty.${tab}_text`)}
      </EmptyState>
    )
  return (
    <>
      <ul className={cx('grid gap-4 transition-opacity lg:grid-cols-2', list.isPlaceholderData && 'opacity-60')}>
        {items.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
      {pages > 1 && (
        <ListPages
          page={page}
          pages={pages}
          size={size}
          total={total}
          count={items.length}
          label={t('orders.pages')}
          hrefFor={hrefFor}
        />
      )}
    </>
  )
}

const shownItems = 3

function OrderCard({ order }: { order: OrderSummary }) {
  const { t, locale } = useTranslation()
  const { order_number, branch, items, promised_at, total, is_example } = order
  const rest = items.length - shownItems
  return (
    <Card as="li" className="grid gap-1.5">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <OrderTag order={order} />
        <span className="font-bold tabular-nums">{formatMoney(total.amount, total.currency, locale)}</span>
      </p>
      <h3 className="text-md font-bold">
        <CardLink to={paths.order(order_number)}>
          {formatMoment(new Date(promised_at), branch.timezone, locale)} · {branch.name}
        </CardLink>
      </h3>
      <p className="text-sm text-ink-2">
        {items
          .slice(0, shownItems)
          .map(({ quantity, name }) => `${quantity} × ${name}`)
          .join(', ')}
        {rest > 0 && ` ${t('orders.more_items', { count: rest })}`}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {t('orders.one', { number: order_number })}
        {is_example && <ExampleTag />}
      </p>
    </Card>
  )
}
