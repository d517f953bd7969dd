import type { OrderDetails, OrderProblem } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDeadlineInSentence, formatMoment, formatMoney } from '#web/time/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { OrderPhoto } from './OrderPhoto.tsx'

const tones: Record<OrderProblem['status'], TagTone> = {
  open: 'few',
  refunded: 'free',
  refused: 'bad',
  not_answered: 'free',
}

/** The services that the customer reported, with what became of it. Shows nothing while there is none. */
export function Problems({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  if (order.problems.length === 0) return null
  return (
    <Section title={t('order_care.problems.title')}>
      <ul className="divide-y divide-line border-y border-line">
        {order.problems.map((problem) => (
          <Problem key={problem.line_id} order={order} problem={problem} />
        ))}
      </ul>
    </Section>
  )
}

function Problem({ order, problem }: { order: OrderDetails; problem: OrderProblem }) {
  const { t, locale } = useTranslation()
  const { line_id, status, text, photo_id, answer, refunded, reported_at, answer_by } = problem
  const { branch } = order
  const line = order.lines.find(({ id }) => id === line_id)
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={tones[status]}>{t(`order_care.problems.status.${status}`)}</Tag>
        <time dateTime={reported_at} className="text-sm text-ink-2">
          {formatMoment(new Date(reported_at), branch.timezone, locale)}
        </time>
      </p>
      <p className="font-semibold">{line?.item.name}</p>
      <p className="text-ink-2">
        {t(`order_care.problems.status_text.${status}`, {
          branch: branch.name,
          until: formatDeadlineInSentence(new Date(answer_by), branch.timezone, locale),
        })}
        {refunded !== null &&
          ` ${t('order_care.returns.refunded', { amount: formatMoney(refunded.amount, refunded.currency, locale) })}`}
      </p>
      {answer !== null && <p className="wrap-anywhere">{t('order_care.returns.answer', { answer })}</p>}
      <p className="text-sm wrap-anywhere text-ink-2">{text}</p>
      {photo_id !== null && (
        <OrderPhoto order_id={order.id} photo_id={photo_id} alt={t('order_care.problems.photo_alt')} />
      )}
    </li>
  )
}
