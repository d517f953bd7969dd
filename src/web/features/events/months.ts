import { wallDay } from '#web/lib/quarterHours.ts'

/** So many months are offered, from this one on. */
const offered = 7

/** `2026-11` and the months after it, in a zone. */
export function comingMonths(now: Date, zone: string): string[] {
  const [year, month] = wallDay(now, zone).split('-').map(Number) as [number, number]
  return Array.from({ length: offered }, (_, n) => new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 7))
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** A month as an address says it; undefined for what is none. */
export const readMonth = (text: string | null): string | undefined =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
