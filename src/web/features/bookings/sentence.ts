import { cannotParkReasons, type BookingDetails } from '#contract/bookings/bookings.ts'
import type { Translate } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'

type Entry = BookingDetails['history'][number]

/** Causes whose sentence depends on the actor. */
const seen = {
  arrived: ['guard', 'camera', 'staff', 'clock'],
  left: ['guard', 'camera', 'staff', 'clock'],
} as const

/** Causes whose sentence needs no details. */
const plain = [
  'held',
  'booked',
  'paid',
  'hold_over',
  'given_up',
  'cancelled',
  'park_cancelled',
  'event_cancelled',
  'never_came',
  'stayed_over',
  'auto_extend_failed',
  'auto_extend_met',
  'report_waiting',
  'times_offered',
  'offer_declined',
  'offer_withdrawn',
] as const

const text = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined)
const amountOf = (value: string | number | undefined) => (typeof value === 'number' ? value : undefined)

/** One history entry as a sentence, in the park's local time. */
export function sentenceOf(
  { cause, actor, detail }: Pick<Entry, 'cause' | 'actor' | 'detail'>,
  { park, currency }: Pick<BookingDetails, 'park' | 'currency'>,
  t: Translate,
  locale: string,
): string {
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const { from, to, until, amount, owed, reason } = detail ?? {}
  const [end, sum, left] = [text(until), amountOf(amount), amountOf(owed)]
  switch (cause) {
    case 'arrived':
    case 'left': {
      const witness = seen[cause].find((candidate) => candidate === actor)
      return t(witness === undefined ? `bookings.event.${cause}` : `bookings.event.${cause}_${witness}`)
    }
    case 'scanned':
      return t(actor === 'camera' ? 'bookings.event.scanned_camera' : 'bookings.event.scanned')
    case 'extended':
    case 'auto_extended':
      return end === undefined
        ? t(`bookings.event.${cause}`)
        : t(`bookings.event.${cause}_to`, { end: formatMomentInSentence(new Date(end), park.timezone, locale) })
    case 'plate_changed':
      return from === undefined || to === undefined
        ? t('bookings.event.plate_changed')
        : t('bookings.event.plate_changed_to', { from, to })
    case 'overstay_charged':
      if (sum === undefined) return t('bookings.event.overstay_charged')
      return left === undefined || left === 0
        ? t('bookings.event.overstay_charged_for', { amount: money(sum) })
        : t('bookings.event.overstay_owed', { amount: money(sum), owed: money(left) })
    case 'charge_returned':
      return sum === undefined
        ? t('bookings.event.charge_returned')
        : t('bookings.event.charge_returned_of', { amount: money(sum) })
    case 'goodwill':
      return sum === undefined ? t('bookings.event.goodwill') : t('bookings.event.goodwill_of', { amount: money(sum) })
    case 'refunded':
      return sum === undefined ? t('bookings.event.refunded') : t('bookings.event.refunded_of', { amount: money(sum) })
    case 'due_paid':
      return sum === undefined ? t('bookings.event.due_paid') : t('bookings.event.due_paid_of', { amount: money(sum) })
    case 'cannot_park': {
      const known = cannotParkReasons.find((candidate) => candidate === reason)
      return known === undefined
        ? t('bookings.event.cannot_park')
        : t('bookings.event.cannot_park_because', { reason: t(`bookings.cannot_park.reasons.${known}`) })
    }
    case 'report_accepted':
    case 'report_refused':
      return sum === undefined || sum === 0
        ? t(`bookings.event.${cause}`)
        : t(`bookings.event.${cause}_of`, { amount: money(sum) })
    default: {
      const known = plain.find((candidate) => candidate === cause)
      return t(known === undefined ? 'bookings.event.changed' : `bookings.event.${known}`)
    }
  }
}
