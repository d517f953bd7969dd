import { Suspense, useState } from 'react'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

const RefundForm = lazyPanel(async () => (await import('./RefundForm.tsx')).RefundForm)

interface PanelProps {
  record: DeskRecord
  onChanged: (record: DeskRecord) => void
}

/** How an order was paid, what was refunded, and a further refund. */
export function MoneyPanel({ record, onChanged }: PanelProps) {
  const order = record as unknown as OrderRecord
  const { t, translateKey, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const when = (at: string) => formatDateTime(new Date(at), order.timezone, locale)
  const mayRefund = order.actions.includes('refund') && profile?.permissions.includes('orders.refund') === true
  const [isRefunding, setRefunding] = useState(false)
  return (
    <div className="grid items-start gap-4 @2xl:grid-cols-2">
      <Card as="section" padding="lg">
        <h2 className="mb-2 text-md font-bold">{t('desk.orders.money.payments')}</h2>
        {order.payments.length === 0 && (
          <p className="text-ink-2">
            {order.cash_due === null
              ? t('desk.orders.money.no_payments')
              : t('desk.orders.board.cash_due', { amount: show(order.cash_due) })}
          </p>
        )}
        {order.actions.includes('take_payment') && profile?.permissions.includes('pos.sell') === true && (
          <ButtonLink size="md" className="mt-3" to={`${paths.desk('pos')}?order=${order.order_number}`}>
            {t('desk.orders.board.take_payment')}
          </ButtonLink>
        )}
        <ul className="grid">
          {order.payments.map(({ method, amount, at, transfer_id }, index) => (
            <li key={index} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
              <span>
                {translateKey(`desk.words.order_payment_methods.${method}`)}
                <span className="block text-sm text-ink-2">{when(at)}</span>
                <Transfer id={transfer_id} />
              </span>
              <span className="font-semibold">{show(amount)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card as="section" padding="lg">
        <h2 className="mb-2 text-md font-bold">{t('desk.orders.money.refunds')}</h2>
        {order.refunds.length === 0 && <p className="text-ink-2">{t('desk.orders.money.no_refunds')}</p>}
        <ul className="grid">
          {order.refunds.map((refund) => (
            <Refund key={refund.id} order={order} refund={refund} onChanged={onChanged} />
          ))}
        </ul>
        {mayRefund && !isRefunding && (
          <Button variant="outline" size="md" className="mt-3" onClick={() => setRefunding(true)}>
            {t('desk.orders.money.refund')}
          </Button>
        )}
      </Card>
      {mayRefund && isRefunding && (
        <Suspense>
          <RefundForm order={order} onChanged={onChanged} />
        </Suspense>
      )}
    </div>
  )
}

function Transfer({ id }: { id: string | null }) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  if (id === null || profile?.permissions.includes('transactions.view') !== true) return null
  return (
    <PageLink to={paths.desk(`transactions/${id}`)} className="block text-sm text-act underline underline-offset-4">
      {t('desk.orders.money.transfer')}
    </PageLink>
  )
}

interface RefundProps {
  order: OrderRecord
  refund: OrderRecord['refunds'][number]
  onChanged: (record: DeskRecord) => void
}

/** A refund with its state; one that waits can be decided on by another person than who asked. */
function Refund({ order, refund, onChanged }: RefundProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const { data: profile } = useProfile()
  const { id: refund_id, status, amount, cause, reason, requested_by, decided_by, at, can_decide } = refund
  const params = { id: order.id, refund_id }
  const isOwn = status === 'waiting' && !can_decide && profile?.email === requested_by
  const approve = async () => {
    const changed = await run(
      () => call('POST /api/v1/admin/online-orders/{id}/refunds/{refund_id}/approve', { params }),
      t('desk.orders.money.approved'),
    )
    if (changed !== undefined) onChanged(changed as DeskRecord)
  }
  const refuse = async () => {
    const changed = await run(
      () => call('POST /api/v1/admin/online-orders/{id}/refunds/{refund_id}/refuse', { params }),
      t('desk.orders.money.was_refused'),
    )
    if (changed !== undefined) onChanged(changed as DeskRecord)
  }
  return (
    <li className="border-b border-line py-2 last:border-0">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">
          {translateKey(`desk.words.refund_steps.${status}`)}
          {cause !== null && ` · ${translateKey(`desk.words.order_refund_causes.${cause}`)}`}
        </span>
        <span className="font-semibold">{formatMoney(amount.amount, amount.currency, locale)}</span>
      </p>
      {reason !== null && <p className="text-sm wrap-anywhere">{reason}</p>}
      <p className="text-sm wrap-anywhere text-ink-2">
        {[
          formatDateTime(new Date(at), order.timezone, locale),
          ...(requested_by === null ? [] : [t('desk.orders.money.requested', { who: requested_by })]),
          ...(decided_by === null ? [] : [t('desk.orders.money.decided', { who: decided_by })]),
        ].join(' · ')}
      </p>
      <Transfer id={refund.transfer_id} />
      {(can_decide || isOwn) && (
        <p className="mt-2 flex flex-wrap gap-2">
          {can_decide && (
            <Button size="sm" onClick={approve}>
              {t('desk.orders.money.approve')}
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={refuse}>
            {isOwn ? t('desk.orders.money.withdraw') : t('desk.orders.money.refuse')}
          </Button>
        </p>
      )}
      {dialog}
    </li>
  )
}
