import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { transactionKinds } from '#contract/money.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { netCost } from './cost.ts'
import { useCancelPreview } from './dialogs/previews.ts'

/** Price details, wallet entries, and the refund for cancelling now. */
export function Receipt({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const { lines, total, refunded, refunds = [], due, currency, payment_status, entries } = booking
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const title = t(payment_status === 'unpaid' ? 'checkout.summary' : 'bookings.receipt')
  return (
    <Section id="receipt" title={title}>
      <AmountTable
        caption={title}
        rows={lines.map(({ label, amount }) => ({ label, amount: money(amount) }))}
        total={{ label: t('bookings.total'), amount: total === 0 ? t('common.free') : money(total) }}
      />
      <dl className="mt-4 grid border-t border-line">
        {payment_status === 'unpaid' && total > 0 && <Row term={t('bookings.unpaid')} value={money(total)} />}
        {due > 0 && (
          <Row strong term={t('bookings.outstanding.line')} value={t('bookings.owed', { amount: money(due) })} />
        )}
        {booking.can.cancel && total > 0 && <IfCancelled booking={booking} />}
        {refunded > 0 && (
          <>
            <Row term={t('bookings.refunded_line')} value={money(-refunded)} />
            <Row strong term={t('bookings.cost')} value={money(netCost(total, refunded, currency))} />
          </>
        )}
      </dl>
      {refunds.map(({ message, amount, refunded_at }) => (
        <p key={refunded_at} className="mt-3 max-w-prose rounded-xl bg-sunk px-4 py-3 wrap-anywhere">
          {message}
          <span className="block text-sm text-ink-2">
            {t('bookings.event.refunded_of', { amount: money(amount) })}
            {' · '}
            {formatDateTime(new Date(refunded_at), booking.park.timezone, locale)}
          </span>
        </p>
      ))}
      {entries.length > 0 && (
        <>
          <div className="mt-5 mb-1 flex items-baseline justify-between gap-4">
            <h3 className="text-md">{t('bookings.entries')}</h3>
            <PageLink
              to={paths.wallet()}
              className="text-sm font-semibold text-act underline-offset-4 hover:underline touch:py-3"
            >
              {t('bookings.to_wallet')}
            </PageLink>
          </div>
          <ul>
            {entries.map((entry, index) => (
              <Entry
                key={index}
                kind={entry.kind}
                description={entry.description}
                created_at={entry.created_at}
                zone={booking.park.timezone}
                amount={formatMoney(entry.amount, currency, locale, { sign: 'always' })}
              />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

interface EntryProps {
  kind: string
  description: string
  /** The tax rate formatted for the reader's language. */
  amount: string
  created_at: string
  zone: string
}

/** One wallet entry. */
function Entry({ kind, description, amount, created_at, zone }: EntryProps) {
  const { t, locale } = useTranslation()
  const known = transactionKinds.find((name) => name === kind)
  // Overstay charges, also those settled later, are listed as such and not as extensions.
  const topic = description.split(':')[0]
  const label =
    topic === 'overstay'
      ? t('bookings.outstanding.line')
      : topic === 'due'
        ? t('bookings.event.due_paid')
        : topic === 'returned'
          ? t('bookings.event.charge_returned')
          : topic === 'goodwill'
            ? t('bookings.event.goodwill')
            : t(`wallet.kinds.${known ?? 'adjustment'}`)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5 last:border-0">
      <span>
        {label}
        <time dateTime={created_at} className="block text-sm text-ink-3">
          {formatDateTime(new Date(created_at), zone, locale)}
        </time>
      </span>
      <span className="ml-auto font-semibold whitespace-nowrap tabular-nums">{amount}</span>
    </li>
  )
}

/** The refund that the server calculates for cancelling now. */
function IfCancelled({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const { data } = useCancelPreview(booking.id, true)
  if (data === undefined || !data.allowed) return null
  const until =
    data.until === null
      ? undefined
      : describeDeadline(t, locale, {
          until: new Date(data.until),
          start: new Date(booking.start_time),
          zone: booking.park.timezone,
        })
  return (
    <Row
      term={t('bookings.if_cancel')}
      value={data.refund === 0 ? t('bookings.no_refund') : formatMoney(data.refund, data.currency, locale)}
      note={until}
    />
  )
}

function Row({
  term,
  value,
  note,
  strong,
}: {
  term: string
  value: string
  note?: string | undefined
  strong?: boolean
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5">
      <dt className={cx(strong && 'font-semibold')}>{term}</dt>
      <dd className="ml-auto text-right font-semibold">
        {value}
        {note && <span className="block text-sm font-normal text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}
