import { useEffect, useState } from 'react'
import type { BoardCard, BoardStep } from '#contract/orders/desk/order-board.ts'
import { minute_ms } from '#contract/time.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

interface OrderCardProps {
  card: BoardCard
  showsBranch: boolean
  /** Otherwise the number of the day stands alone, as the branch wishes. */
  showsNumber: boolean
  mayMove: boolean
  /** Takes payments at a register. */
  maySell: boolean
  onStep: (step: BoardStep) => unknown
  onReject: () => void
}

/** The present minute, so that a board that stays open counts down. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute_ms / 4)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** An order on the board, with the button that moves it on. */
export function OrderCard({ card, showsBranch, showsNumber, mayMove, maySell, onStep, onReject }: OrderCardProps) {
  const { t, translateKey, labelled, locale } = useDeskWords()
  const now = useMinute()
  const { token, order_number, promised_at, timezone, items, next } = card
  const left = Math.round((Date.parse(promised_at) - now) / minute_ms)
  const isDone = card.column === 'done'
  const isLate = !isDone && left < 0
  const where = [card.destination, card.plate].filter((part) => part !== null)
  return (
    <article
      data-order={card.id}
      tabIndex={0}
      aria-labelledby={`order-${card.id}`}
      className={cx(
        'grid gap-1.5 rounded-xl border bg-card p-3 text-sm',
        isLate ? 'border-bad' : 'border-line',
        isDone && 'opacity-90',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h3 id={`order-${card.id}`} className="text-lg font-black">
          <span className="sr-only">{t('desk.orders.board.number', { token })}</span>
          <span aria-hidden>{token}</span>
        </h3>
        <PageLink
          to={paths.desk(`online-orders/${order_number}`)}
          className="py-1 text-act underline underline-offset-4"
          aria-label={labelled(t('desk.orders.board.more'), order_number)}
        >
          {showsNumber ? order_number : t('desk.orders.board.more')}
        </PageLink>
      </div>
      <p className="flex flex-wrap justify-between gap-x-2">
        <time dateTime={promised_at}>{formatMoment(new Date(promised_at), timezone, locale)}</time>
        {!isDone && (
          <span className={cx('font-semibold', isLate ? 'text-bad' : 'text-ink-2')}>
            {isLate
              ? t('desk.orders.board.late', { count: -left })
              : left < 180 && t('desk.orders.board.left', { count: left })}
          </span>
        )}
      </p>
      <p className="wrap-anywhere text-ink-2">
        {[
          translateKey(`desk.words.order_types.${card.order_type}`),
          ...where,
          ...(showsBranch ? [card.branch] : []),
        ].join(' · ')}
      </p>
      <ul className="grid gap-0.5">
        {items.map(({ name, quantity, details, note }, index) => (
          <li key={index} className="wrap-anywhere">
            <span className="font-semibold">{`${quantity} × ${name}`}</span>
            {details.length > 0 && <span className="text-ink-2">{` (${details.join(', ')})`}</span>}
            {note !== null && <span className="block italic">{note}</span>}
          </li>
        ))}
      </ul>
      {card.note !== null && <p className="rounded-md bg-few-soft px-2 py-1 wrap-anywhere text-few">{card.note}</p>}
      {card.payment_status === 'unpaid' && (
        <p className="font-semibold text-few">
          {card.cash_due === null
            ? t('desk.orders.board.unpaid')
            : t('desk.orders.board.cash_due', {
                amount: formatMoney(card.cash_due.amount, card.cash_due.currency, locale),
              })}
        </p>
      )}
      {maySell && next === null && card.cash_due !== null && !isDone && (
        <ButtonLink size="md" className="min-h-11" to={`${paths.desk('pos')}?order=${order_number}`}>
          {t('desk.orders.board.take_payment')}
        </ButtonLink>
      )}
      {mayMove && next !== null && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button size="md" className="min-h-11 grow" onClick={() => onStep(next)}>
            {t(`desk.orders.board.steps.${next}`)}
          </Button>
          {card.status === 'pending' && (
            <Button size="md" variant="outline" className="min-h-11" onClick={onReject}>
              {t('desk.orders.board.reject')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
