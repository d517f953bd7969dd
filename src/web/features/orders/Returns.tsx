import type { Money } from '#contract/fields.ts'
import type { OrderReturn } from '#contract/orders/order-returns.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { useReturns } from './api-returns.ts'
import { OrderPhoto } from './OrderPhoto.tsx'

const tones: Record<OrderReturn['status'], TagTone> = {
  requested: 'few',
  approved: 'act',
  refused: 'bad',
  received: 'act',
  refunded: 'free',
}

/** What was sent back of an order, with how far it is. Shows nothing while there is none. */
export function Returns({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const isHandedOver = ['delivered', 'completed', 'returned'].includes(order.status)
  const { data } = useReturns(order.id, isHandedOver)
  if (data === undefined || data.items.length === 0) return null
  return (
    <Section title={t('order_care.returns.title')}>
      <ul className="divide-y divide-line border-y border-line">
        {data.items.map((item) => (
          <Return key={item.number} order={order} item={item} />
        ))}
      </ul>
    </Section>
  )
}

function Return({ order, item }: { order: OrderDetails; item: OrderReturn }) {
  const { t, locale } = useTranslation()
  const { status, lines, reason, note, answer, photo_id, refunded, requested_at } = item
  const { branch } = order
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={tones[status]}>{t(`order_care.returns.status.${status}`)}</Tag>
        <time dateTime={requested_at} className="text-sm text-ink-2">
          {formatMoment(new Date(requested_at), branch.timezone, locale)}
        </time>
      </p>
      <p className="font-semibold">{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</p>
      <p className="text-ink-2">
        {refunded === null
          ? t(`order_care.returns.status_text.${status}`, { branch: branch.name })
          : t('order_care.returns.refunded', { amount: format(refunded) })}
      </p>
      {answer !== null && <p className="wrap-anywhere">{t('order_care.returns.answer', { answer })}</p>}
      <p className="text-sm wrap-anywhere text-ink-2">
        {[t(`order_care.returns.reasons.${reason}`), note].filter(Boolean).join(' · ')}
      </p>
      {photo_id !== null && (
        <OrderPhoto order_id={order.id} photo_id={photo_id} alt={t('order_care.returns.photo_alt')} />
      )}
    </li>
  )
}
