import type { Access } from '#contract/bookings/access.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { chargedLength } from '#contract/bookings/charged-length.ts'
import { formatMailMoment, formatMomentOfMonth } from '#contract/dates.ts'
import type { Locale } from '#contract/formats.ts'
import { toMinor } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { Tx } from '#server/database/connect.ts'
import type { MailBlock } from '#server/features/accounts/mail/mail-format.ts'
import {
  defineMails,
  queueMails,
  type MailKind,
  type MailTranslate,
} from '#server/features/accounts/mail/mail-kinds.ts'
import { findAccessOf } from '#server/features/parks/access.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { queueTexts, type CustomerText, type MessageServices } from '#server/features/sms/texts.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { accountLocale, translate } from '#server/output/translate.ts'

type Recipient = Pick<SignedIn, 'email' | 'language' | 'country_code'>

interface BookingMailData {
  booking: Booking
  /** What the wallet was credited with beside a refund, in major units. */
  credited: number
  /** Words of staff. */
  answer?: string | undefined
  /** How to get in, where anything is known. */
  access?: Access | null | undefined
}

export const toMoney = (amount: number, { currency }: Booking, locale: Locale): string =>
  formatMinorAmount(toMinor(amount, currency) ?? 0n, currency, locale)

const kinds = {
  booked: { cause: 'a booking is paid, or staff send its confirmation again', event: 'booking_confirmed' },
  cancelled: {
    cause: 'the driver cancels the booking, or reports with a photo that they could not park',
    event: 'booking_cancelled',
  },
  cancelled_by_park: { cause: 'the car park or staff cancel the booking', event: 'booking_cancelled' },
  report_waiting: {
    cause: 'the driver reports that they could not park, and staff have to decide',
    event: 'park_reported',
  },
  report_accepted: { cause: 'staff accept that the driver could not park', event: 'park_reported' },
  report_refused: { cause: 'staff refuse a report that the driver could not park', event: 'park_reported' },
  event_cancelled: { cause: 'the event of the booking is cancelled', event: 'booking_cancelled' },
  extended: { cause: 'the driver extends the booking', event: 'booking_changed' },
  extend_failed: { cause: 'the booking could not be extended automatically', event: 'booking_changed' },
  overstayed: { cause: 'the driver stayed longer than booked, and the time is charged' },
  charge_returned: { cause: 'a later scan shows that the driver left earlier than was charged' },
  moved: { cause: 'the driver could not park and takes the space that we found elsewhere', event: 'booking_changed' },
  rescheduled: {
    cause: 'staff move the booking to other times, or the driver confirms them',
    event: 'booking_changed',
  },
  times_offered: {
    cause: 'staff offer the driver new times that cost more, which the driver has to confirm',
    event: 'booking_changed',
  },
  plate_changed: { cause: 'the booking has a new number plate', event: 'booking_changed' },
  resent_receipt: { cause: 'staff send the receipt again' },
  refunded: { cause: 'staff refund the booking in whole or part' },
  goodwill: { cause: 'staff add a credit for the booking to the wallet' },
} satisfies Record<string, MailKind>

/** What a mail reports; the texts of each topic are in `booking_mails` of the catalogue. */
export type BookingMailTopic = keyof typeof kinds

/** Mails about a booking, with the times of the car park's time zone. */
export const bookingMails = defineMails<BookingMailData>()<BookingMailTopic>({
  section: 'booking_mails',
  recipient: 'the driver of the booking',
  event: 'booking_money',
  kinds,
  toParams: ({ booking, credited }, { locale }) => ({
    code: booking.booking_code,
    amount: toMoney(credited, booking, locale),
  }),
  write: (topic, { booking, credited, answer, access }, { locale, base, t, tShared }) => {
    const hasNote = topic === 'booked' || topic === 'overstayed'
    const isConfirmation = confirmations.has(topic)
    const url = base + pagePath('bookingDetails', { bookingCode: booking.booking_code })
    return {
      ...(isConfirmation ? { booking_id: booking.id } : {}),
      blocks: [
        { kind: 'text', text: t('intro') },
        ...(answer === undefined ? [] : [{ kind: 'text' as const, text: answer }]),
        ...(isConfirmation ? [{ kind: 'qr_code' as const, description: tShared('qr_code') }] : []),
        { kind: 'facts', rows: listFacts(topic, { booking, credited }, locale, tShared) },
        topic === 'resent_receipt'
          ? { kind: 'button', label: tShared('receipt'), url: `${url}#receipt` }
          : { kind: 'button', label: tShared('open'), url },
        ...(isConfirmation ? listAccess(access ?? null, locale) : []),
        ...(isConfirmation ? [{ kind: 'links' as const, links: linksOf(booking, url, tShared) }] : []),
        ...(hasNote ? [{ kind: 'note' as const, text: t('note') }] : []),
      ],
    }
  },
})

/** With the pass, and how to get in with it. */
const confirmations: ReadonlySet<BookingMailTopic> = new Set([
  'booked',
  'moved',
  'rescheduled',
  'plate_changed',
  'extended',
])

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

/** Queues mails about bookings, in the driver's language, the formats of the account's country and the park's time zone. */
export const mailBookings = async (
  tx: Tx,
  deps: MessageServices,
  mails: readonly BookingMailRequest[],
  now: Date,
): Promise<void> => {
  const entered = mails.filter(({ topic }) => confirmations.has(topic)).map(({ booking }) => booking.park.id)
  const access = entered.length === 0 ? undefined : await findAccessOf(tx, [...new Set(entered)])
  await queueMails(
    tx,
    bookingMails,
    mails.map(({ recipient: { email, language, country_code }, topic, booking, credited = 0, answer }) => ({
      kind: topic,
      to: email,
      locale: accountLocale(language, country_code),
      base: deps.publicUrl(),
      data: { booking, credited, answer, access: access?.get(booking.park.id)?.(language) },
    })),
    now,
  )
  await queueTexts(tx, deps, mails.flatMap(toText), now)
}

/** What is reported by text message too, to those who have agreed to it. */
const texted = [
  'booked',
  'cancelled',
  'cancelled_by_park',
  'event_cancelled',
  'moved',
  'rescheduled',
  'extend_failed',
] as const satisfies BookingMailTopic[]

function toText({ recipient: { email, language, country_code }, booking, topic }: BookingMailRequest): CustomerText[] {
  const kind = texted.find((name) => name === topic)
  if (kind === undefined) return []
  const locale = accountLocale(language, country_code)
  const { park, booking_code, start_time, end_time } = booking
  const when = (at: string) => formatMomentOfMonth(new Date(at), park.timezone, locale)
  return [
    {
      email,
      topic: 'bookings',
      kind,
      locale,
      name: labelPark(park, locale),
      params: {
        code: booking_code,
        from: when(start_time),
        to: when(end_time),
        plate: booking.plate,
        amount: toMoney(booking.refunded, booking, locale),
      },
      zone: park.timezone,
      about_at: new Date(kind === 'extend_failed' ? end_time : start_time),
      expires_at: new Date(end_time),
    },
  ]
}

/** How to get in, step by step, as the page of the booking says it; nothing where nothing is known. */
export function listAccess(access: Access | null, locale: Locale): MailBlock[] {
  if (access === null) return []
  const { entrances, gate_code, level, steps } = access
  const t = (key: string, params?: Record<string, string>) => translate(locale, `booking_access.${key}`, params)
  const isOnly = entrances.length === 1
  const toEntrance = ({ name, lat, lng }: Access['entrances'][number]) => ({
    text:
      name === null
        ? t(isOnly ? 'entrance' : 'other_entrance')
        : t(isOnly ? 'entrance_named' : 'other_entrance_named', { name }),
    link: { label: translate(locale, 'booking_mails.directions'), url: directionsTo({ lat, lng }) },
  })
  const all = [
    ...entrances.map(toEntrance),
    ...(gate_code === null ? [] : [{ text: `${t('gate_code')} ${gate_code}` }]),
    ...steps.map((text) => ({ text })),
    ...(level === null ? [] : [{ text: t('level', { level }) }]),
  ]
  return [{ kind: 'steps', title: t('title'), steps: all }]
}

const directionsTo = ({ lat, lng }: { lat: number; lng: number }): string =>
  `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${lat},${lng}`

function listFacts(
  topic: BookingMailTopic,
  { booking, credited }: BookingMailData,
  locale: Locale,
  t: MailTranslate,
): [string, string][] {
  const { park, currency } = booking
  const paid = (toMinor(booking.total, currency) ?? 0n) - (toMinor(booking.due, currency) ?? 0n)
  const money = (amount: number) => toMoney(amount, booking, locale)
  const fact = (key: string, value: string): [string, string] => [t(`facts.${key}`), value]
  const when = (at: string) => formatMailMoment(new Date(at), park.timezone, locale)
  const isFreeAtFirst = booking.priced_from > booking.start_time
  const address = park.name === null ? '' : [park.address, park.city].filter((part) => part !== null).join(', ')
  return [
    fact('code', booking.booking_code),
    fact('park', labelPark(park, locale)),
    ...(address === '' ? [] : [fact('address', address)]),
    fact('from', when(booking.start_time)),
    fact('to', when(booking.end_time)),
    ...(isFreeAtFirst
      ? [fact('length', translate(locale, 'common.length_first_free', chargedLength(booking, locale)))]
      : []),
    fact('plate', booking.plate),
    ...(topic === 'resent_receipt'
      ? booking.lines.map(({ label, amount }): [string, string] => [label, money(amount)])
      : []),
    endedTopics.has(topic)
      ? fact('refunded', money(booking.refunded))
      : fact('paid', formatMinorAmount(paid, currency, locale)),
    ...(credited > 0 && topic !== 'charge_returned' && topic !== 'times_offered'
      ? [fact(topic === 'refunded' ? 'refunded' : 'credited', money(credited))]
      : []),
    ...(booking.due > 0 ? [fact('due', money(booking.due))] : []),
  ]
}

/** Directions, and the parts of the booking's page. */
const linksOf = ({ park }: Booking, url: string, t: MailTranslate) => [
  { label: t('directions'), url: directionsTo(park) },
  { label: t('receipt'), url: `${url}#receipt` },
  { label: t('change'), url },
]
