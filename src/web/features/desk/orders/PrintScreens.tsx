import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { Money } from '#contract/fields.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { companyLinesOf } from '#contract/settings/issuer.ts'
import { settings } from '#contract/settings/settings.ts'
import { call } from '#web/api/call.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { RecordFailure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { orderCodeQuery, orderQuery } from './api.ts'
import { nameTax } from './nameTax.ts'
import { Amount, PrintFrame } from './PrintFrame.tsx'
import { Paper, Related, Rule, WorkTickets } from './WorkTickets.tsx'

/** A ticket for each work group: what is to be done, for when and where; no prices. */
export function OrderTicketsScreen({ id }: { id: string }) {
  const { t } = useDeskWords()
  return (
    <Printed id={id} title={t('desk.orders.tickets.title')}>
      {(order) => <WorkTickets order={order} />}
    </Printed>
  )
}

/** Where each currency is sold in. */
const countries = { NGN: 'NG', CAD: 'CA', XOF: 'SN', USD: 'US' } as const

/** What the customer bought and paid, as the counter prints it. */
export function OrderReceiptScreen({ id }: { id: string }) {
  const { t, translateKey, locale } = useDeskWords()
  // A register says how wide its paper is.
  const isNarrow = useSearchParams()[0].get('width') === '58'
  const [copies, setCopies] = useState(0)
  const { keyOf } = useRetryKey()
  // Counted before it is printed: what is printed says that it is a copy.
  const count = async () => {
    const { prints } = await call('POST /api/v1/pos/orders/{id}/prints', {
      params: { id },
      retryKey: keyOf({ id, copies }),
    })
    flushSync(() => setCopies(prints - 1))
  }
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const less = ({ amount, currency }: Money) => formatMoney(-amount, currency, locale)
  const taxes = (order: OrderRecord, write: (name: string) => string) =>
    order.taxes.map((tax) => <Amount key={tax.name} label={write(nameTax(tax, locale))} amount={show(tax.amount)} />)
  return (
    <Printed id={id} title={t('desk.orders.tickets.receipt')} beforePrint={count}>
      {(order) => (
        <Paper label={t('desk.orders.tickets.receipt')} isNarrow={isNarrow}>
          {copies > 0 && <p className="font-black uppercase">{t('desk.orders.tickets.copy', { number: copies })}</p>}
          <p className="text-lg font-black">{settings().company.name}</p>
          <p className="wrap-anywhere">{order.branch}</p>
          {companyLinesOf(countries[order.currency]).map((line) => (
            <p key={line} className="wrap-anywhere">
              {line}
            </p>
          ))}
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
                amount={show(line.subtotal)}
              />
            ))}
            {order.offers.amount > 0 && <Amount label={t('desk.orders.lines.offers')} amount={less(order.offers)} />}
            {order.coupon_amount.amount > 0 && (
              <Amount
                label={
                  order.discount === null
                    ? [t('desk.orders.lines.coupon_amount'), order.coupon].filter((part) => part !== null).join(' ')
                    : t('desk.orders.lines.discount')
                }
                amount={less(order.coupon_amount)}
              />
            )}
            {order.delivery_charge !== null && (
              <Amount label={t('desk.orders.lines.delivery')} amount={show(order.delivery_charge)} />
            )}
            {!order.includes_tax && taxes(order, (name) => name)}
          </dl>
          <Rule />
          <dl className="grid gap-1">
            <Amount label={t('desk.orders.lines.sum')} amount={show(order.total)} isBold />
            {order.includes_tax && taxes(order, (name) => t('desk.orders.tickets.includes', { name }))}
            {order.payments.map(({ method, amount, cash }, index) => (
              <Fragment key={index}>
                <Amount
                  label={t('desk.orders.tickets.paid', {
                    method: translateKey(`desk.words.order_payment_methods.${method}`),
                  })}
                  amount={show(amount)}
                />
                {cash !== null && cash.rounding.amount !== 0 && (
                  <Amount label={t('desk.orders.tickets.rounding')} amount={show(cash.rounding)} />
                )}
                {cash !== null && (
                  <>
                    <Amount label={t('desk.orders.tickets.tendered')} amount={show(cash.tendered)} />
                    <Amount label={t('desk.orders.tickets.change')} amount={show(cash.change)} />
                  </>
                )}
              </Fragment>
            ))}
            {order.refunded.amount > 0 && (
              <Amount label={t('desk.orders.tickets.refunded')} amount={less(order.refunded)} />
            )}
          </dl>
          <OrderCode id={id} number={order.order_number} />
        </Paper>
      )}
    </Printed>
  )
}

/** Leads the customer to the order, and is scanned when it is collected. */
function OrderCode({ id, number }: { id: string; number: string }) {
  const { t } = useDeskWords()
  const { data } = useQuery(orderCodeQuery(id))
  return (
    <svg
      role="img"
      aria-label={t('desk.orders.tickets.order', { number })}
      viewBox={`0 0 ${data?.size ?? 1} ${data?.size ?? 1}`}
      shapeRendering="crispEdges"
      className="mt-3 aspect-square w-28 justify-self-center"
    >
      <path fill="currentColor" d={data?.qr_path} />
    </svg>
  )
}

interface PrintedProps {
  id: string
  title: string
  beforePrint?: () => Promise<void>
  children: (order: OrderRecord) => ReactNode
}

function Printed({ id, title, beforePrint, children }: PrintedProps) {
  const { t } = useDeskWords()
  const { data, error, refetch } = useQuery(orderQuery(id))
  useDeskTitle(data === undefined ? title : `${title} ${data.order_number}`)
  if (data === undefined && error !== null) return <RecordFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <PrintFrame
      title={`${title} ${data.order_number}`}
      back={{ to: paths.desk(`online-orders/${data.order_number}`), label: t('desk.orders.tickets.back') }}
      beforePrint={beforePrint}
    >
      {children(data)}
    </PrintFrame>
  )
}
