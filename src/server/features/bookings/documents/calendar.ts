import { createEvent } from 'ics'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Locale } from '#contract/formats.ts'
import { identity, organizerOf } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { createDocumentText } from './document-text.ts'

/** Minutes from the alarm to the end; bookings that are not longer have no alarm. */
const alarm_min = 30

/**
 * Returns a booking as a calendar file (RFC 5545); `url` is its page. A later file of the same booking replaces the
 * earlier one: it has the same UID, a higher sequence, and the method CANCEL for a cancelled or expired booking.
 */
export function createCalendarFile(booking: BookingDetails, locale: Locale, url: string): string {
  const { park, status, history } = booking
  const { t, when, language } = createDocumentText(booking, locale)
  const [start, end] = [Date.parse(booking.start_time), Date.parse(booking.end_time)]
  const title = toOneLine(labelPark(park, locale))
  const isCancelled = status === 'cancelled' || status === 'expired'
  const lines = [
    ...(isCancelled ? [t('calendar.cancelled')] : []),
    t('calendar.code', { code: booking.booking_code }),
    t('calendar.plate', { plate: toOneLine(booking.plate) }),
    t('calendar.window', { from: when(booking.start_time), to: when(booking.end_time) }),
    t('calendar.open', { url }),
  ]
  const alarm = {
    action: 'display' as const,
    description: t('calendar.alarm', { minutes: alarm_min }),
    trigger: end - alarm_min * minute_ms,
  }
  const event = {
    productId: `-//${settings().company.name}//${identity.domain}//${language.toUpperCase()}`,
    method: isCancelled ? 'CANCEL' : 'PUBLISH',
    uid: `${booking.id}@${identity.domain}`,
    sequence: Math.max(0, history.length - 1),
    timestamp: Date.parse(history.at(-1)?.at ?? booking.created_at),
    start,
    end,
    title: t(status === 'pending' ? 'calendar.title_held' : 'calendar.title', { park: title }),
    description: lines.join('\n'),
    location: [title, park.address, park.city]
      .flatMap((part) => (part === null ? [] : [toOneLine(part)]))
      .filter((part, n, parts) => parts.indexOf(part) === n)
      .join(', '),
    geo: { lat: park.lat, lon: park.lng },
    url,
    status: isCancelled
      ? ('CANCELLED' as const)
      : status === 'pending'
        ? ('TENTATIVE' as const)
        : ('CONFIRMED' as const),
    ...organizerOf(),
    alarms: isCancelled || end - start <= alarm_min * minute_ms ? [] : [alarm],
  }
  const { error, value } = createEvent(event)
  if (value === null) throw new Error('the calendar file could not be generated', { cause: error })
  return foldLines(value)
}

/** Text on one line: a control character in a name would start a new line of the file. */
const toOneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()

const maxLine_octets = 75

/** Folds lines at 75 octets, as the format requires; the library counts characters. */
export const foldLines = (file: string): string =>
  file
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n')

function foldLine(line: string): string {
  let text = ''
  let octets = 0
  for (const character of line) {
    const added = Buffer.byteLength(character)
    if (octets + added > maxLine_octets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += added
  }
  return text
}
