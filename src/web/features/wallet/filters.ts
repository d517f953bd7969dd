import { transactionKinds } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import { type Transaction } from '#contract/wallet/wallet.ts'
import { deviceZone, instantOf, wallDay } from '#web/time/quarterHours.ts'

export interface Filters {
  kind: Transaction['kind'] | undefined
  from: string | undefined
  to: string | undefined
}

/** A plausible date in our time; one whose year is still being typed is not. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** Reads the filters from the address; invalid ones are dropped, and so is a last day before the first. */
export function readFilters(search: URLSearchParams): Filters {
  const kind = transactionKinds.find((known) => known === search.get('kind'))
  const [from, to] = [search.get('from'), search.get('to')].map((text) => (isDay(text) ? text : undefined))
  return { kind, from, to: from !== undefined && to !== undefined && to < from ? undefined : to }
}

export const isFiltered = ({ kind, from, to }: Filters): boolean =>
  [kind, from, to].some((candidate) => candidate !== undefined)

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00Z`) + day_ms).toISOString().slice(0, 10)

/** The days as instants in the device's time zone, which is also the zone of the times in the list. */
export function instantsOf({ from, to }: Filters, zone = deviceZone()): { from?: string; to?: string } {
  const start = (day: string) => instantOf(`${day}T00:00`, zone).toISOString()
  return {
    ...(from === undefined ? {} : { from: start(from) }),
    ...(to === undefined ? {} : { to: start(nextDay(to)) }),
  }
}

/** The months between two instants in a time zone, latest first: `2026-11`. */
export function monthsBetween(from: Date, to: Date, zone: string): string[] {
  const monthOf = (at: Date) => wallDay(at, zone).slice(0, 7)
  const [first, last] = [monthOf(from), monthOf(to)]
  const months: string[] = []
  for (let [year, month] = last.split('-').map(Number) as [number, number]; ;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name < first) return months
    months.push(name)
    month -= 1
    if (month === 0) [year, month] = [year - 1, 12]
  }
}
