import type { OrderSummary } from '#contract/orders/orders.ts'
import { useSignedIn } from '#web/api/session.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { OwnList } from '#web/features/account/OwnList.tsx'
import { OwnTabs } from '#web/features/account/OwnTabs.tsx'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { NextCard } from '#web/ui/NextCard.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { type OrderTab, orderTabs, useOrders } from './api.ts'
import { OrderTag } from './OrderTag.tsx'

export const rendersSignedOut = true

/** One's own orders: upcoming, past and cancelled. */
export default function OrdersPage() {
  return <Page>{useSignedIn() ? <OwnOrders /> : <LoginPrompt />}</Page>
}

function OwnOrders() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('orders.title')} />
      <OwnTabs label={t('orders.tabs')} tabs={orderTabs} nameOf={(tab) => t(`orders.tab.${tab}`)} pathOf={paths.orders}>
        {(tab, page, hrefFor) => <OrderList tab={tab} page={page} hrefFor={hrefFor} />}
      </OwnTabs>
    </>
  )
}

interface OrderListProps {
  tab: OrderTab
  page: number
  hrefFor: (page: number) => string
}

function OrderList({ tab, page, hrefFor }: OrderListProps) {
  const { t } = useTranslation()
  return (
    <OwnList
      list={useOrders(tab, page)}
      hrefFor={hrefFor}
      words={{ loading: t('orders.loading'), pages: t('orders.pages'), past_end: t('orders.past_end') }}
      empty={{
        title: t(`orders.empty.${tab}`),
        text: t(`orders.empty.${tab}_text`),
        action: <ButtonLink to={paths.content('marketplace')}>{t('cart.browse')}</ButtonLink>,
      }}
      next={
        <NextCard
          action={
            <ButtonLink to={paths.content('marketplace')} variant="outline" size="md">
              {t('cart.browse')}
            </ButtonLink>
          }
        >
          {t('orders.empty.upcoming_text')}
        </NextCard>
      }
    >
      {(order) => <OrderCard key={order.id} order={order} />}
    </OwnList>
  )
}

const shownItems = 3

function OrderCard({ order }: { order: OrderSummary }) {
  const { t, locale } = useTranslation()
  const { order_number, branch, items, promised_at, total, is_example } = order
  const rest = items.length - shownItems
  return (
    <Card as="li" className="flex items-start gap-3">
      {items[0] !== undefined && <ItemPicture item={items[0]} className="size-14" />}
      <div className="grid min-w-0 flex-1 gap-1.5">
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
      </div>
    </Card>
  )
}
