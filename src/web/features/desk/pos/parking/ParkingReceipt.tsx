import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { Money } from '#contract/fields.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { companyLinesOf } from '#contract/settings/issuer.ts'
import { settings } from '#contract/settings/settings.ts'
import { call } from '#web/api/call.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { RecordFailure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Amount, PrintFrame } from '../../orders/PrintFrame.tsx'
import { Paper, Rule } from '../../orders/WorkTickets.tsx'
import { counterBookingQuery } from './api.ts'

/** What a driver paid at the counter, with the pass that they show at the gate. */
export function ParkingReceiptScreen({ id }: { id: string }) {
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const isNarrow = useSearchParams()[0].get('width') === '58'
  const { data: booking, error, refetch } = useQuery(counterBookingQuery(id))
  const [copies, setCopies] = useState(0)
  const { keyOf } = useRetryKey()
  const title = t('desk.orders.tickets.receipt')
  useDeskTitle(`${title} ${id}`)
  if (booking === undefined && error !== null) return <RecordFailure error={error} onRetry={() => void refetch()} />
  if (booking === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  const { park, cash, terminal, mobile, pass, refunded } = booking
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const when = (at: string) => formatDateTime(new Date(at), park.timezone, locale)
  const paid = (method: string) =>
    t('desk.orders.tickets.paid', { method: translateKey(`desk.words.order_payment_methods.${method}`) })
  // Counted before it is printed: what is printed says that it is a copy.
  const count = async () => {
    const { prints } = await call('POST /api/v1/pos/bookings/{id}/prints', {
      params: { id },
      retryKey: keyOf({ id, copies }),
    })
    flushSync(() => setCopies(prints - 1))
  }
  return (
    <PrintFrame
      title={`${title} ${booking.booking_code}`}
      back={{ to: paths.desk('pos'), label: t('desk.pos.parking.back') }}
      beforePrint={count}
    >
      <Paper label={title} isNarrow={isNarrow}>
        {copies > 0 && <p className="font-black uppercase">{t('desk.orders.tickets.copy', { number: copies })}</p>}
        <p className="text-lg font-black">{settings().company.name}</p>
        <p className="wrap-anywhere">{booking.branch}</p>
        {companyLinesOf(park.country_code).map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
        <Rule />
        <p className="font-bold">{t('desk.pos.parking.receipt', { code: booking.booking_code })}</p>
        <p className="wrap-anywhere">{parkLabel(park, site)}</p>
        <p className="text-xl font-black">{booking.plate}</p>
        <dl className="grid gap-1">
          <Amount label={t('desk.pos.parking.start')} amount={when(booking.start_time)} />
          <Amount label={t('desk.pos.parking.end')} amount={when(booking.end_time)} isBold />
        </dl>
        <Rule />
        <dl className="grid gap-1">
          {booking.lines.map(({ code, label, amount }) => (
            <Amount key={code} label={label} amount={show({ ...booking.total, amount })} />
          ))}
        </dl>
        <Rule />
        <dl className="grid gap-1">
          <Amount label={t('desk.orders.lines.sum')} amount={show(booking.total)} isBold />
          {cash !== null && (
            <>
              <Amount label={paid('cash')} amount={show(cash.due)} />
              {cash.rounding.amount !== 0 && (
                <Amount label={t('desk.orders.tickets.rounding')} amount={show(cash.rounding)} />
              )}
              <Amount label={t('desk.orders.tickets.tendered')} amount={show(cash.tendered)} />
              <Amount label={t('desk.orders.tickets.change')} amount={show(cash.change)} />
            </>
          )}
          {terminal !== null && <Amount label={paid('terminal')} amount={show(terminal)} />}
          {mobile !== null && <Amount label={paid('mobile_money')} amount={show(mobile)} />}
          {refunded.amount > 0 && (
            <Amount
              label={t('desk.orders.tickets.refunded')}
              amount={show({ ...refunded, amount: -refunded.amount })}
            />
          )}
        </dl>
        <p className="text-xs">{t('desk.orders.tickets.placed', { time: when(booking.created_at) })}</p>
        {pass !== null && (
          <>
            <svg
              role="img"
              aria-label={t('desk.pos.parking.pass')}
              viewBox={`0 0 ${pass.size} ${pass.size}`}
              shapeRendering="crispEdges"
              className="mt-3 aspect-square w-40 max-w-full justify-self-center"
            >
              <path fill="currentColor" d={pass.qr_path} />
            </svg>
            <p className="text-center font-bold">{t('desk.pos.parking.pass')}</p>
          </>
        )}
      </Paper>
    </PrintFrame>
  )
}
