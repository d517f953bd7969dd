import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { BookingRefunds } from './BookingRefunds.tsx'

interface BookingPanelProps {
  record: DeskRecord
  onChanged: (record: DeskRecord) => void
}

/** A booking's price in its lines, its report, and what happened to it, in the car park's time zone. */
export function BookingPanel({ record, onChanged }: BookingPanelProps) {
  const booking = record as unknown as BookingRecord
  return (
    <div className="grid items-start gap-4 @2xl:grid-cols-2">
      {booking.offer !== null && <Offered booking={booking} offer={booking.offer} />}
      <Price booking={booking} />
      <History booking={booking} />
      {booking.refunds.length > 0 && <BookingRefunds booking={booking} onChanged={onChanged} />}
      {booking.series.length > 0 && <Series booking={booking} />}
      {booking.report !== null && <Report report={booking.report} />}
    </div>
  )
}

interface OfferedProps {
  booking: BookingRecord
  offer: NonNullable<BookingRecord['offer']>
}

/** The new times that the customer has not confirmed yet. */
function Offered({ booking: { timezone }, offer: { kind, start_time, end_time, amount, held_until } }: OfferedProps) {
  const { t, locale } = useDeskWords()
  const when = (at: string) => formatDateTime(new Date(at), timezone, locale)
  return (
    <div className="@2xl:col-span-2">
      <Notice tone="info">
        {t(`desk.records.times_dialog.offered_${kind}`, {
          start: when(start_time),
          end: when(end_time),
          amount: formatMoney(amount.amount, amount.currency, locale),
          until: when(held_until),
        })}
      </Notice>
    </div>
  )
}

function Price({ booking: { lines, total, top_up } }: { booking: BookingRecord }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const show = ({ amount, currency }: BookingRecord['total']) => formatMoney(amount, currency, locale)
  return (
    <Card as="section" padding="lg">
      <h2 className="text-md font-bold">{t('desk.records.panels.price')}</h2>
      <DefinitionList
        entries={[
          ...lines.map(({ label, amount }) => ({ term: label, value: show(amount) })),
          { term: t('desk.records.panels.total'), value: show(total) },
        ]}
      />
      {top_up !== null && profile?.permissions.includes('top_ups.view') === true && (
        <PageLink to={paths.desk(`top-ups/${top_up.id}`)} className="text-act underline underline-offset-4">
          {t('desk.records.panels.top_up', { reference: top_up.reference })}
        </PageLink>
      )}
    </Card>
  )
}

function History({ booking: { history, timezone, currency } }: { booking: BookingRecord }) {
  const { t, translateKey, locale } = useDeskWords()
  const when = (at: string) => formatDateTime(new Date(at), timezone, locale)
  const describe = (detail: BookingRecord['history'][number]['detail']): string[] =>
    // JSON from the database keeps no order of its own.
    ['from', 'to', 'until', 'amount', 'owed', 'refund_cause', 'reason'].flatMap((name) => {
      const value = detail?.[name]
      if (value === undefined) return []
      if (typeof value === 'number') return value === 0 ? [] : [formatMoney(value, currency, locale)]
      if (name === 'refund_cause') return [translateKey(`desk.words.refund_causes.${value}`)]
      if (name === 'reason') return [translateKey(`desk.words.park_problems.${value}`)]
      return [name === 'until' ? when(value) : value]
    })
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.panels.history')}</h2>
      <ol className="grid">
        {history.map(({ cause, actor, at, detail }, index) => (
          <li key={index} className="border-b border-line py-2 text-sm last:border-0">
            <p className="font-semibold">{translateKey(`desk.words.booking_events.${cause}`)}</p>
            <p className="text-ink-2">
              {translateKey(`desk.words.actors.${actor}`)}
              {' · '}
              <time dateTime={at}>{when(at)}</time>
            </p>
            {describe(detail).length > 0 && (
              <p className="wrap-anywhere">{describe(detail).join(detail?.['from'] === undefined ? ' · ' : ' → ')}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The other bookings of a weekly series. */
function Series({ booking: { series, timezone } }: { booking: BookingRecord }) {
  const { t, translateKey, locale } = useDeskWords()
  return (
    <Card as="section" padding="lg" className="@2xl:col-span-2">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.panels.series')}</h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {series.map(({ booking_code, start_time, status }) => (
          <li key={booking_code} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-sm">
            <PageLink to={paths.desk(`bookings/${booking_code}`)} className="text-act underline underline-offset-4">
              {booking_code}
            </PageLink>
            <time dateTime={start_time}>{formatDateTime(new Date(start_time), timezone, locale)}</time>
            <span className="text-ink-2">{translateKey(`desk.words.booking_states.${status}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Report({ report: { reason, note, moved_to } }: { report: NonNullable<BookingRecord['report']> }) {
  const { t, translateKey } = useDeskWords()
  return (
    <Card as="section" padding="lg" className="@2xl:col-span-2">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.panels.report')}</h2>
      <p className="font-semibold">{translateKey(`desk.words.park_problems.${reason}`)}</p>
      {note !== null && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{note}</p>}
      {moved_to !== null && (
        <PageLink to={paths.desk(`bookings/${moved_to}`)} className="text-act underline underline-offset-4">
          {t('desk.records.panels.moved_to', { code: moved_to })}
        </PageLink>
      )}
    </Card>
  )
}
