import type { ReactNode } from 'react'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoment } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'

/** The tickets of an order, one for each work group: what is to be done, for when and where. */
export function WorkTickets({ order }: { order: OrderRecord }) {
  const { t, translateKey, locale } = useDeskWords()
  return [...new Set(order.lines.map(({ work_group }) => work_group))].map((group) => (
    <Paper key={group} label={translateKey(`desk.words.work_groups.${group}`)}>
      <p className="text-base font-bold uppercase">{translateKey(`desk.words.work_groups.${group}`)}</p>
      <p className="text-3xl font-black">{t('desk.orders.tickets.number', { token: order.token })}</p>
      <p className="font-bold">{formatMoment(new Date(order.promised_at), order.timezone, locale)}</p>
      <p>{translateKey(`desk.words.order_types.${order.order_type}`)}</p>
      {order.destination !== null && <p className="font-bold wrap-anywhere">{order.destination}</p>}
      {order.plate !== null && <p className="text-xl font-black">{order.plate}</p>}
      <Rule />
      <ul className="grid gap-2">
        {order.lines
          .filter(({ work_group, quantity, refunded_quantity }) => work_group === group && quantity > refunded_quantity)
          .map((line) => (
            <li key={line.id} className="wrap-anywhere">
              <span className="text-lg font-bold">{`${line.quantity - line.refunded_quantity} × ${line.name}`}</span>
              {[line.variation, ...line.extras]
                .filter((part) => part !== null)
                .map((part) => (
                  <span key={part} className="block pl-4">{`+ ${part}`}</span>
                ))}
              {line.note !== null && (
                <span className="block pl-4 font-bold">{t('desk.orders.tickets.note', { note: line.note })}</span>
              )}
            </li>
          ))}
      </ul>
      {order.customer_note !== null && (
        <>
          <Rule />
          <p className="font-bold wrap-anywhere">{t('desk.orders.tickets.note', { note: order.customer_note })}</p>
        </>
      )}
      <Rule />
      <p>{t('desk.orders.tickets.order', { number: order.order_number })}</p>
      <Related order={order} />
    </Paper>
  ))
}

/** The order that this one adds to, and those that add to it. */
export function Related({ order: { amends, amended_by, replaces } }: { order: OrderRecord }) {
  const { t } = useDeskWords()
  return (
    <>
      {amends !== null && <p>{t('desk.orders.tickets.amends', { number: amends })}</p>}
      {replaces !== null && <p>{t('desk.orders.tickets.replaces', { name: replaces })}</p>}
      {amended_by.map((number) => (
        <p key={number}>{t('desk.orders.tickets.amended_by', { number })}</p>
      ))}
    </>
  )
}

interface PaperProps {
  label: string
  /** Whether the printer has paper of 58 mm in place of 80 mm. */
  isNarrow?: boolean
  children: ReactNode
}

/** A strip of paper, of which printers leave some at each side; each on a page of its own. */
export const Paper = ({ label, isNarrow = false, children }: PaperProps) => (
  <section
    aria-label={label}
    className={cx(
      'grid max-w-full gap-1 border border-line bg-qr-paper p-3 text-sm text-qr print:border-0 print:p-0 not-last:print:break-after-page',
      isNarrow ? 'w-[48mm]' : 'w-[72mm]',
    )}
  >
    {children}
  </section>
)

export const Rule = () => <hr className="my-1 border-t border-dashed border-qr" />
