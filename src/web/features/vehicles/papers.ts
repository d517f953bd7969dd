import { day_ms } from '#contract/time.ts'
import {
  papersOf,
  paperKinds,
  reminderDays,
  type Paper,
  type PaperKind,
  type Vehicle,
} from '#contract/vehicles/vehicles.ts'
import { formatList } from '#web/time/format.ts'

/** `60, 30, 7 and 1`, formatted as a list for the reader. */
export const reminderDaysIn = (locale: string): string => formatList(reminderDays.map(String), locale)

/** A document is due for renewal from the first reminder on. */
const soon_days = Math.max(...reminderDays)

const daysUntil = (day: string, today: string) => (Date.parse(day) - Date.parse(today)) / day_ms

export interface PaperState {
  state: 'good' | 'soon' | 'expired'
  days: number
}

/** State of a document today: valid through its last day, expired from the next one on. */
export function stateOf({ expires_on }: Paper, today: string): PaperState {
  const days = daysUntil(expires_on, today)
  return { days, state: days < 0 ? 'expired' : days <= soon_days ? 'soon' : 'good' }
}

/** Sorted by expiry date, soonest first. */
export const byExpiry = (papers: readonly Paper[]): Paper[] =>
  papers.toSorted((a, b) => a.expires_on.localeCompare(b.expires_on))

/** The kinds of documents that the form offers: those of the country, and those already saved. */
export function kindsFor(country: Vehicle['country_code'], existing: readonly Paper[]): PaperKind[] {
  const kinds = new Set<PaperKind>([...papersOf[country], ...existing.map(({ kind }) => kind)])
  return paperKinds.filter((kind) => kinds.has(kind))
}
