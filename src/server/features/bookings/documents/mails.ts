import type { Booking } from '#contract/bookings/bookings.ts'
import { formatDate } from '#contract/dates.ts'
import { clockOptions, localeOf, type Locale } from '#contract/formats.ts'
import { toMinor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMails } from '#server/features/accounts/mail/queue-mail.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { translate } from '#server/output/translate.ts'

type Recipient = Pick<SignedIn, 'email' | 'language' | 'country_code'>

/** What a mail reports; the texts of each topic are in `booking_mails` of the catalogue. */
export type BookingMailTopic =
  | 'booked'
  | 'cancelled'
  | 'cancelled_by_park'
  | 'report_waiting'
  | 'report_accepted'
  | 'report_refused'
  | 'event_cancelled'
  | 'extended'
  | 'extend_failed'
  | 'overstayed'
  | 'charge_returned'
  | 'moved'
  | 'plate_changed'
  | 'resent_receipt'
  | 'goodwill'
const endedTopics: ReadonlySet<BookingMailTopic> = new Set([
  'cancelled',
  'cancelled_by_park',
  'event_cancelled',
  'report_accepted',
  'report_refused',
])

interface BookingMailRequest {
  recipient: Recipient
  booking: Booking
  topic: BookingMailTopic
  /** What the wallet was credited with beside a refund, in major units. */
  credited?: number
  /** Words of staff. */
  answer?: string | undefined
}

/** Queues a mail about a booking, in the driver's language, the formats of the account's country and the park's time zone. */
export const mailBooking = (tx: Tx, deps: Deps, mail: BookingMailRequest, now: Date): Promise<void> =>
  mailBookings(tx, deps, [mail], now)

export const mailBookings = (tx: Tx, deps: Deps, mails: readonly BookingMailRequest[], now: Date): Promise<void> =>
  queueMails(
    tx,
    mails.map((mail) => toMail(deps, mail)),
    now,
  )

function toMail(
  { publicUrl }: Deps,
  { recipient: { email, language, country_code }, booking, topic, credited = 0, answer }: BookingMailRequest,
) {
  const locale = localeOf(language, country_code)
  const say = (key: string, params?: Record<string, string>) => translate(locale, `booking_mails.${key}`, params)
  const code = booking.booking_code
  const { park, currency } = booking
  const paid = (toMinor(booking.total, currency) ?? 0n) - (toMinor(booking.due, currency) ?? 0n)
  const money = (amount: number) => formatMinorAmount(toMinor(amount, currency) ?? 0n, currency, locale)
  const when = (at: string) => formatTime(new Date(at), park.timezone, locale)
  const address = park.name === null ? '' : [park.address, park.city].filter((part) => part !== null).join(', ')
  const isCancelled = endedTopics.has(topic)
  const rows: [string, string][] = [
    [say('facts.code'), code],
    [say('facts.park'), labelPark(park, locale)],
    ...(address === '' ? [] : [[say('facts.address'), address] as [string, string]]),
    [say('facts.from'), when(booking.start_time)],
    [say('facts.to'), when(booking.end_time)],
    [say('facts.plate'), booking.plate],
    ...(topic === 'resent_receipt'
      ? booking.lines.map(({ label, amount }): [string, string] => [label, money(amount)])
      : []),
    isCancelled
      ? [say('facts.refunded'), money(booking.refunded)]
      : [say('facts.paid'), formatMinorAmount(paid, currency, locale)],
    ...(credited > 0 && topic !== 'charge_returned'
      ? [[say('facts.credited'), money(credited)] as [string, string]]
      : []),
    ...(booking.due > 0 ? [[say('facts.due'), money(booking.due)] as [string, string]] : []),
  ]
  const hasNote = topic === 'booked' || topic === 'overstayed'
  const isConfirmation = topic === 'booked' || topic === 'moved' || topic === 'plate_changed' || topic === 'extended'
  const url = `${publicUrl()}/booking-details/${code}`
  return {
    to: email,
    language,
    base: publicUrl(),
    subject: say(`${topic}.subject`, { code, amount: money(credited) }),
    title: say(`${topic}.title`),
    ...(isConfirmation ? { booking_id: booking.id } : {}),
    blocks: [
      { kind: 'text' as const, text: say(`${topic}.intro`, { amount: money(credited) }) },
      ...(answer === undefined ? [] : [{ kind: 'text' as const, text: answer }]),
      ...(isConfirmation ? [{ kind: 'qr_code' as const, description: say('qr_code', { code }) }] : []),
      { kind: 'facts' as const, rows },
      topic === 'resent_receipt'
        ? { kind: 'button' as const, label: say('receipt'), url: `${url}#receipt` }
        : { kind: 'button' as const, label: say('open'), url },
      ...(isConfirmation ? [{ kind: 'links' as const, links: linksOf(booking, url, say) }] : []),
      ...(hasNote ? [{ kind: 'note' as const, text: say(`${topic}.note`) }] : []),
    ],
  }
}

/** Directions, and the parts of the booking's page. */
const linksOf = ({ park }: Booking, url: string, say: (key: string) => string) => [
  {
    label: say('directions'),
    url: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${park.lat},${park.lng}`,
  },
  { label: say('receipt'), url: `${url}#receipt` },
  { label: say('change'), url },
]

export const formatTime = (at: Date, timeZone: string, locale: Locale): string =>
  formatDate(at, locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clockOptions(locale),
    timeZoneName: 'short',
  })
