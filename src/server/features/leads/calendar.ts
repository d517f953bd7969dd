import { createEvent } from 'ics'
import { brand } from '#brand.ts'
import { demoMinutes } from '#contract/leads.ts'
import type { Language } from '#contract/places.ts'
import { foldLines } from '#server/features/bookings/documents/calendar.ts'
import { translate } from '#server/translate.ts'

type Demo = { lead_id: string; starts_at: Date; url: string; written_at: Date }

/** A demonstration as a calendar file (RFC 5545); a later one of the same, with `is_off`, takes it out again. */
export function demoCalendar(
  { lead_id, starts_at, url, written_at }: Demo,
  language: Language,
  is_off = false,
): string {
  const say = (key: string) => translate(language, `leads.${key}`, { brand: brand.name })
  const event = {
    productId: `-//${brand.name}//${brand.domain}//${language.toUpperCase()}`,
    method: is_off ? 'CANCEL' : 'PUBLISH',
    uid: `demo-${lead_id}@${brand.domain}`,
    sequence: is_off ? 1 : 0,
    timestamp: written_at.getTime(),
    start: starts_at.getTime(),
    duration: { minutes: demoMinutes },
    title: say('demo_title'),
    description: say('demo_description'),
    url,
    status: is_off ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    organizer: { name: brand.name, email: brand.supportEmail },
    alarms: is_off
      ? []
      : [{ action: 'display' as const, description: say('demo_title'), trigger: { minutes: 15, before: true } }],
  }
  const { error, value } = createEvent(event)
  if (value === null) throw new Error('no calendar file', { cause: error })
  return foldLines(value)
}
