import { useNavigate, useSearchParams } from 'react-router'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { sendOnce, requestNames } from '#web/api/pendingRequests.ts'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { FundsBar } from '#web/features/topup/FundsBar.tsx'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { usePageParams } from '#web/page/page.ts'
import { Trans, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatCountdown, formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { useForgetOrderedCart, useOrder, useOrderChanges } from './api.ts'
import { CounterPay } from './CounterPay.tsx'
import { Contents, Payments } from './OrderDetailParts.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { useOrderTracking } from './useOrderTracking.ts'

/** Pays for an order that is held: the wallet is topped up here without losing the order. */
export default function OrderPayPage() {
  const { order: order_number = '' } = usePageParams()
  // The link of an order that was taken on the phone makes it the reader's.
  const found = useOrder(order_number, useSearchParams()[0].get('claim') ?? '')
  useForgetOrderedCart()
  // A sale at a counter is nobody's before it is paid.
  const isOfNobody = found.error instanceof CallError && found.error.code === 'order_not_found'
  if (found.data === undefined && isOfNobody) return <CounterPay number={order_number} />
  return <OrderFrame found={found}>{(order) => <Pay order={order} onOver={() => void found.refetch()} />}</OrderFrame>
}

function Pay({ order, onOver }: { order: OrderDetails; onOver: () => void }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { pay, cancel } = useOrderChanges()
  // It may be paid in another tab, or by a top-up.
  useOrderTracking(order)
  const { total, order_number, branch, held_until, can, replaces } = order
  // What it replaces is refunded first, and pays for a part of it.
  const due = replaces?.due ?? total
  const outstanding = useOutstanding(total.currency)
  const funds = useFunds(sumOf([due.amount, outstanding], due.currency), due.currency)
  const amount = formatMoney(due.amount, due.currency, locale)
  if (!can.pay) {
    const isPaid = order.payment_status === 'paid'
    const isSubstitute = order.is_substitute
    return (
      <EmptyState
        level={1}
        live
        picture={isPaid ? 'done' : 'empty'}
        title={t(isPaid ? 'orders.paid_already' : isSubstitute ? 'orders.substitute.over' : 'orders.pay_over')}
        action={
          <ButtonLink to={paths.order(isPaid ? order_number : (order.amends ?? order_number))}>
            {t(isPaid ? 'orders.follow' : 'orders.pay_over_open')}
          </ButtonLink>
        }
        className="py-16"
      >
        {!isPaid && t(isSubstitute ? 'orders.substitute.over_text' : 'orders.pay_over_text')}
      </EmptyState>
    )
  }
  const payNow = async () => {
    const paid = await sendOnce(requestNames.payOrder(order_number), { body: {} }, (_body, retryKey) =>
      pay.mutateAsync({ id: order.id, retryKey }),
    ).catch(() => undefined)
    if (paid === undefined) return
    const next = replaces === null ? paths.orderSuccess(order_number) : paths.order(replaces.order_number)
    void navigate(next, { replace: true })
  }
  const decline = async (first: string) => {
    const declined = await cancel.mutateAsync(order.id).catch(() => undefined)
    if (declined !== undefined) void navigate(paths.order(first), { replace: true })
  }
  return (
    <Page width="form" className="pb-10">
      <PageHead
        title={t(replaces === null ? 'orders.pay_title' : 'orders.substitute.title')}
        lead={
          replaces === null
            ? t('cart.from', { branch: branch.name })
            : t('orders.substitute.lead', { branch: branch.name, replaced: replaces.name })
        }
      />
      {held_until !== null && (
        <Countdown
          end={held_until}
          label={(seconds) =>
            t(replaces === null ? 'orders.pay_held' : 'orders.substitute.held', { left: formatCountdown(seconds) })
          }
          onEnd={onOver}
        />
      )}
      <Section title={t('orders.contents')}>
        <Contents order={order} />
        <div className="mt-3">
          <Payments order={order} />
        </div>
        {replaces !== null && (
          <div className="mt-3">
            <AmountTable
              caption={t('orders.payment')}
              rows={[
                { label: t('orders.this_order'), amount: formatMoney(total.amount, total.currency, locale) },
                {
                  label: t('orders.substitute.refund', { replaced: replaces.name }),
                  amount: formatMoney(-replaces.refund.amount, replaces.refund.currency, locale),
                },
              ]}
              total={{ label: t('orders.substitute.due'), amount }}
            />
          </div>
        )}
      </Section>
      <Section title={t('orders.payment')}>
        <div className="grid gap-4">
          <WalletPart
            price={{ total: due.amount, currency: due.currency }}
            label={t(replaces === null ? 'orders.this_order' : 'orders.substitute.difference')}
            country={branch.country_code}
            returnTo={paths.orderPay(order_number)}
            outstanding={outstanding}
            beforeTopUp={async () => ({
              leave: true,
              returnTo: paths.orderPay(order_number),
              order_id: order.id,
            })}
          />
          {pay.error !== null && <Notice tone="error">{describeFailure(t, pay.error)}</Notice>}
          {cancel.error !== null && <Notice tone="error">{describeFailure(t, cancel.error)}</Notice>}
          {order.is_placed_by_staff && <PayTerms />}
          {replaces !== null && (
            <Button variant="outline" wide busy={cancel.isPending} onClick={() => decline(replaces.order_number)}>
              {t('orders.substitute.decline')}
            </Button>
          )}
        </div>
      </Section>
      <FundsBar total={due} funds={funds} busy={pay.isPending} onPay={payNow}>
        {t(replaces === null ? 'orders.pay' : 'orders.substitute.confirm', { amount })}
      </FundsBar>
    </Page>
  )
}

/** Staff placed the order, so the terms are accepted with the payment. */
function PayTerms() {
  const link = 'text-act underline underline-offset-2'
  return (
    <p className="text-sm text-ink-2">
      <Trans
        sentence="orders.pay_terms"
        components={{
          terms: <PageLink to={paths.terms()} className={link} />,
          privacy: <PageLink to={paths.privacy()} className={link} />,
        }}
      />
    </p>
  )
}
