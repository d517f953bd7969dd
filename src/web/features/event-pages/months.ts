import { wallDay } from '#web/time/quarterHours.ts'

/** Number of months offered, starting with the current one. */
const offered = 7

/** The current month (`2026-11`) and the following ones, in a time zone. */
export function comingMonths(now: Date, zone: string): string[] {
  const [year, month] = wallDay(now, zone).split('-').map(Number) as [number, number]
  return Array.from({ length: offered }, (_, n) => new Date(Date.UTC(year, month - 1 + n, 1)).toISOString().slice(0, 7))
}

/** The first and last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** A month from the address; undefined if it is invalid. */
export const readMonth = (text: string | null): string | undefined =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
