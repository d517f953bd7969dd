import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brand } from '#brand.ts'
import type { OrderRecord } from '#contract/desk/order-record.ts'
import type { Money } from '#contract/fields.ts'
import { Failure } from '#web/features/desk/Failure.tsx'
import { useDeskTitle } from '#web/features/desk/useDeskTitle.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { formatDateTime, formatMoment, formatMoney } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { orderQuery } from './api.ts'

/** A ticket for each work group: what is to be done, for when and where; no prices. */
export function OrderTicketsScreen({ id }: { id: string }) {
  const { t, say, locale } = useDeskWords()
  return (
    <Printed id={id} title={t('desk.orders.tickets.title')}>
      {(order) =>
        [...new Set(order.lines.map(({ work_group }) => work_group))].map((group) => (
          <Paper key={group} label={say(`desk.words.work_groups.${group}`)}>
            <p className="text-base font-bold uppercase">{say(`desk.words.work_groups.${group}`)}</p>
            <p className="text-3xl font-black">{t('desk.orders.tickets.number', { token: order.token })}</p>
            <p className="font-bold">{formatMoment(new Date(order.promised_at), order.timezone, locale)}</p>
            <p>{say(`desk.words.order_types.${order.order_type}`)}</p>
            {order.destination !== null && <p className="font-bold wrap-anywhere">{order.destination}</p>}
            {order.plate !== null && <p className="text-xl font-black">{order.plate}</p>}
            <Rule />
            <ul className="grid gap-2">
              {order.lines
                .filter(
                  ({ work_group, quantity, refunded_quantity }) => work_group === group && quantity > refunded_quantity,
                )
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
            {order.note !== null && (
              <>
                <Rule />
                <p className="font-bold wrap-anywhere">{t('desk.orders.tickets.note', { note: order.note })}</p>
              </>
            )}
            <Rule />
            <p>{t('desk.orders.tickets.order', { number: order.order_number })}</p>
            <Related order={order} />
          </Paper>
        ))
      }
    </Printed>
  )
}

/** What the customer bought and paid, as the counter prints it. */
export function OrderReceiptScreen({ id }: { id: string }) {
  const { t, say, locale } = useDeskWords()
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  return (
    <Printed id={id} title={t('desk.orders.tickets.receipt')}>
      {(order) => (
        <Paper label={t('desk.orders.tickets.receipt')}>
          <p className="text-lg font-black">{brand.name}</p>
          <p className="wrap-anywhere">{order.branch}</p>
          <Rule />
          <p className="font-bold">{t('desk.orders.tickets.order', { number: order.order_number })}</p>
          <p>{t('desk.orders.tickets.number', { token: order.token })}</p>
          <p>
            {t('desk.orders.tickets.placed', {
              time: formatDateTime(new Date(order.created_at), order.timezone, locale),
            })}
          </p>
          <Related order={order} />
          <Rule />
          <dl className="grid gap-1">
            {order.lines.map((line) => (
              <Amount
                key={line.id}
                label={[`${line.quantity} × ${line.name}`, line.variation, ...line.extras]
                  .filter((part) => part !== null)
                  .join(', ')}
                amount={show(line.total)}
              />
            ))}
            {order.delivery !== null && (
              <Amount label={t('desk.orders.lines.delivery')} amount={show(order.delivery)} />
            )}
          </dl>
          <Rule />
          <dl className="grid gap-1">
            <Amount label={t('desk.orders.lines.sum')} amount={show(order.total)} isBold />
            {order.taxes.map(({ name, amount }) => (
              <Amount key={name} label={t('desk.orders.tickets.includes', { name })} amount={show(amount)} />
            ))}
            {order.payments.map(({ method, amount }, index) => (
              <Amount
                key={index}
                label={t('desk.orders.tickets.paid', { method: say(`desk.words.order_payment_methods.${method}`) })}
                amount={show(amount)}
              />
            ))}
            {order.refunded.amount > 0 && (
              <Amount label={t('desk.orders.tickets.refunded')} amount={`−${show(order.refunded)}`} />
            )}
          </dl>
        </Paper>
      )}
    </Printed>
  )
}

/** The order that this one adds to, and those that add to it. */
function Related({ order: { amends, amended_by } }: { order: OrderRecord }) {
  const { t } = useDeskWords()
  return (
    <>
      {amends !== null && <p>{t('desk.orders.tickets.amends', { number: amends })}</p>}
      {amended_by.map((number) => (
        <p key={number}>{t('desk.orders.tickets.amended_by', { number })}</p>
      ))}
    </>
  )
}

function Printed({ id, title, children }: { id: string; title: string; children: (order: OrderRecord) => ReactNode }) {
  const { t } = useDeskWords()
  const { data, error, refetch } = useQuery(orderQuery(id))
  useDeskTitle(data === undefined ? title : `${title} ${data.order_number}`)
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <>
      <div className="mb-4 print:hidden">
        <h1 className="mb-3 text-xl">{`${title} ${data.order_number}`}</h1>
        <div className="flex flex-wrap gap-2">
          <Button size="md" onClick={() => window.print()}>
            {t('desk.orders.tickets.print')}
          </Button>
          <ButtonLink to={paths.desk(`online-orders/${data.order_number}`)} variant="outline" size="md">
            {t('desk.orders.tickets.back')}
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-4 print:block">{children(data)}</div>
    </>
  )
}

/** A strip of 80 mm, of which printers leave some at each side; each on a page of its own. */
const Paper = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="grid w-[72mm] max-w-full gap-1 border border-line bg-qr-paper p-3 text-sm text-qr print:break-after-page print:border-0 print:p-0"
  >
    {children}
  </section>
)

const Rule = () => <hr className="my-1 border-t border-dashed border-qr" />

const Amount = ({ label, amount, isBold = false }: { label: string; amount: string; isBold?: boolean }) => (
  <div className={isBold ? 'flex justify-between gap-3 text-base font-black' : 'flex justify-between gap-3'}>
    <dt className="wrap-anywhere">{label}</dt>
    <dd className="whitespace-nowrap">{amount}</dd>
  </div>
)
