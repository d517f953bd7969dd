import { Check, X } from 'lucide-react'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { listComing } from './stages.ts'

const ended: ReadonlySet<OrderStatus> = new Set(['canceled', 'rejected', 'returned'])

/** The states that an order has passed with their times, and those still to come. */
export function Stages({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const { stages, branch } = order
  const coming = listComing(order)
  return (
    <ol className="grid">
      {stages.map(({ status, at, reason }, n) => {
        const isLast = n === stages.length - 1
        const Icon = ended.has(status) ? X : Check
        return (
          <li
            key={`${status} ${at}`}
            aria-current={isLast ? 'step' : undefined}
            className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
          >
            <Rail isEnd={isLast && coming.length === 0}>
              <span
                className={cx(
                  'grid size-7 place-items-center rounded-full [&_svg]:size-4',
                  ended.has(status) ? 'bg-full-soft text-full' : 'bg-free-soft text-free',
                  isLast && 'ring-2 ring-current',
                )}
              >
                <Icon aria-hidden="true" />
              </span>
            </Rail>
            <div className="pb-4">
              <p className={cx('font-semibold', isLast && 'text-md')}>{t(`orders.status.${status}`)}</p>
              <p className="text-sm text-ink-2">
                <time dateTime={at}>{formatMoment(new Date(at), branch.timezone, locale)}</time>
              </p>
              {reason !== null && <p className="text-sm">{reason}</p>}
            </div>
          </li>
        )
      })}
      {coming.map((status, n) => (
        <li key={status} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 text-ink-2">
          <Rail isEnd={n === coming.length - 1}>
            <span className="size-7 rounded-full border-2 border-line" />
          </Rail>
          <p className="pb-4">{t(`orders.status.${status}`)}</p>
        </li>
      ))}
    </ol>
  )
}

function Rail({ isEnd, children }: { isEnd: boolean; children: React.ReactNode }) {
  return (
    <span className="flex flex-col items-center">
      {children}
      {!isEnd && <span className="w-0.5 flex-1 bg-line" />}
    </span>
  )
}
