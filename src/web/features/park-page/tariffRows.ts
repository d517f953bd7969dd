import type { Tariff } from '#contract/parks/parks.ts'

/** A row of the tariff table, without texts: the rate, and the amount of each tariff that has it. */
export type TariffRow = TariffLine & { amounts: (number | undefined)[] }
export type TariffLine =
  | { kind: 'free'; minutes: number }
  | { kind: 'tier'; minutes: number }
  | { kind: 'step'; minutes: number; after_min: number | undefined }
  | { kind: 'day'; reset_hour: number }
  | { kind: 'window'; code: Tariff['windows'][number]['code']; days: readonly number[]; from: string; to: string }
  | { kind: 'early_bird'; days: readonly number[]; enter_from: string; enter_until: string; leave_by: string }
  | { kind: 'month' }
  | { kind: 'event'; starts_at: string; ends_at: string }

interface Priced {
  line: TariffLine
  amount: number
}

/** Order of the rows: free minutes, first hours, further hours, then flat rates. */
function priceLines(tariff: Tariff): Priced[] {
  const { tiers, increment_minutes, day_cap_amount, early_bird, month_amount } = tariff
  const lines: Priced[] = []
  if (tariff.free_minutes > 0) lines.push({ line: { kind: 'free', minutes: tariff.free_minutes }, amount: 0 })
  for (const { up_to_min, amount } of tiers) lines.push({ line: { kind: 'tier', minutes: up_to_min }, amount })
  lines.push({
    line: { kind: 'step', minutes: increment_minutes, after_min: tiers.at(-1)?.up_to_min },
    amount: tariff.increment_amount,
  })
  if (day_cap_amount !== null)
    lines.push({ line: { kind: 'day', reset_hour: tariff.day_cap_reset_hour }, amount: day_cap_amount })
  for (const { amount, ...window } of tariff.windows) lines.push({ line: { kind: 'window', ...window }, amount })
  if (early_bird !== null) {
    const { amount, ...hours } = early_bird
    lines.push({ line: { kind: 'early_bird', ...hours }, amount })
  }
  if (month_amount !== null) lines.push({ line: { kind: 'month' }, amount: month_amount })
  for (const { amount, ...event } of tariff.events) lines.push({ line: { kind: 'event', ...event }, amount })
  return lines
}

const order = ['free', 'tier', 'step', 'day', 'window', 'early_bird', 'month', 'event'] as const

/** The rows of all tariffs, each once; the amount is undefined where a tariff lacks the row. */
export function tariffRows(tariffs: readonly Tariff[]): TariffRow[] {
  const rows = new Map<string, TariffRow>()
  for (const [index, tariff] of tariffs.entries())
    for (const { line, amount } of priceLines(tariff)) {
      const key = JSON.stringify(line)
      const row = rows.get(key) ?? { ...line, amounts: tariffs.map(() => undefined) }
      row.amounts[index] = amount
      rows.set(key, row)
    }
  const placeOf = (row: TariffRow) => order.indexOf(row.kind)
  const lengthOf = (row: TariffRow) => ('minutes' in row ? row.minutes : 0)
  return [...rows.values()].toSorted((a, b) => placeOf(a) - placeOf(b) || lengthOf(a) - lengthOf(b))
}

export interface TariffGroup {
  tariff: Tariff
  vehicle_type_ids: number[]
}

/** Vehicle types with the same tariff, grouped; the chosen one's group first. */
export function groupTariffs(tariffs: readonly Tariff[], chosen: number): TariffGroup[] {
  const groups = new Map<string, TariffGroup>()
  for (const tariff of tariffs) {
    const { vehicle_type_id, version: _version, ...terms } = tariff
    const key = JSON.stringify(terms)
    const group = groups.get(key) ?? { tariff, vehicle_type_ids: [] }
    group.vehicle_type_ids.push(vehicle_type_id)
    groups.set(key, group)
  }
  const isOther = ({ vehicle_type_ids }: TariffGroup) => !vehicle_type_ids.includes(chosen)
  return [...groups.values()].toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)))
}

/** Consecutive days as ranges (Monday is 1): `[[1, 5]]`. */
export function dayRanges(days: readonly number[]): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] === day - 1) range[1] = day
    else ranges.push([day, day])
  }
  return ranges
}
