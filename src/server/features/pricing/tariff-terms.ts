import { closingMinute } from '#contract/parks/closing-times.ts'
import type { EarlyBird, EventPrice, RateWindow, TariffTerms, Tier } from './tariff.ts'

/** The terms in the column `terms`: those without a column of their own. */
export type ExtraTerms = Pick<TariffTerms, 'tiers' | 'windows' | 'early_bird' | 'month_minor' | 'events'>

export const noExtraTerms: ExtraTerms = { tiers: [], windows: [], early_bird: null, month_minor: null, events: [] }

/** JSON of the column: amounts and instants as text; missing terms are left out. */
type Stored<T> = { [K in keyof T]: T[K] extends bigint | Date ? string : T[K] }
interface StoredTerms {
  tiers?: Stored<Tier>[]
  windows?: Stored<RateWindow>[]
  early_bird?: Stored<EarlyBird>
  month_minor?: string
  events?: Stored<EventPrice>[]
}

/** Serializes terms for the column. Throws RangeError for invalid terms. */
export function toStoredTerms({ tiers, windows, early_bird, month_minor, events }: ExtraTerms): string {
  checkTerms({ tiers, windows, early_bird, month_minor, events })
  const stored: StoredTerms = {
    ...(tiers.length > 0 && { tiers: tiers.map(asText) }),
    ...(windows.length > 0 && { windows: windows.map(asText) }),
    ...(early_bird !== null && { early_bird: asText(early_bird) }),
    ...(month_minor !== null && { month_minor: String(month_minor) }),
    ...(events.length > 0 && {
      events: events.map((event) => ({
        ...asText(event),
        starts_at: event.starts_at.toISOString(),
        ends_at: event.ends_at.toISOString(),
      })),
    }),
  }
  return JSON.stringify(stored)
}

/** Parses terms written by `toStoredTerms`. */
export function fromStoredTerms(stored: unknown): ExtraTerms {
  const { tiers, windows, early_bird, month_minor, events } = stored as StoredTerms
  return {
    tiers: tiers?.map(asAmount) ?? [],
    windows: windows?.map((window) => ({ ...asAmount(window), to_min: closingMinute(window.to_min) })) ?? [],
    early_bird:
      early_bird === undefined
        ? null
        : {
            ...asAmount(early_bird),
            enter_until_min: closingMinute(early_bird.enter_until_min),
            leave_by_min: closingMinute(early_bird.leave_by_min),
          },
    month_minor: month_minor === undefined ? null : BigInt(month_minor),
    events:
      events?.map((event) => ({
        ...asAmount(event),
        starts_at: new Date(event.starts_at),
        ends_at: new Date(event.ends_at),
      })) ?? [],
  }
}

const asText = <T extends { amount_minor: bigint }>(term: T) => ({ ...term, amount_minor: String(term.amount_minor) })
const asAmount = <T extends { amount_minor: string }>(term: T) => ({ ...term, amount_minor: BigInt(term.amount_minor) })

/** Maximum amount: times the minutes of thirty days it is still a safe integer. */
const maxAmount_minor = 100_000_000_000n
const isAmount = (amount: bigint) => amount >= 0n && amount <= maxAmount_minor
const isMinute = (minute: number) => Number.isInteger(minute) && minute >= 0 && minute <= 24 * 60
const areWeekdays = (days: readonly number[]) =>
  days.length > 0 && days.every((day) => [1, 2, 3, 4, 5, 6, 7].includes(day))

function checkTerms({ tiers, windows, early_bird, month_minor, events }: ExtraTerms): void {
  const rules: Record<string, boolean> = {
    tiers: tiers.every(
      ({ up_to_min, amount_minor }, i) =>
        Number.isInteger(up_to_min) && up_to_min > (tiers[i - 1]?.up_to_min ?? 0) && isAmount(amount_minor),
    ),
    windows: windows.every(
      ({ days, from_min, to_min, amount_minor }) =>
        areWeekdays(days) && isMinute(from_min) && from_min < 24 * 60 && isMinute(to_min) && isAmount(amount_minor),
    ),
    early_bird:
      early_bird === null ||
      (areWeekdays(early_bird.days) &&
        isMinute(early_bird.enter_from_min) &&
        isMinute(early_bird.enter_until_min) &&
        isMinute(early_bird.leave_by_min) &&
        early_bird.enter_from_min <= early_bird.enter_until_min &&
        isAmount(early_bird.amount_minor)),
    month_minor: month_minor === null || isAmount(month_minor),
    events: events.every(
      ({ starts_at, ends_at, amount_minor }, i) =>
        starts_at < ends_at && (i === 0 || events[i - 1]!.ends_at <= starts_at) && isAmount(amount_minor),
    ),
  }
  const wrong = Object.keys(rules).filter((name) => rules[name] === false)
  if (wrong.length > 0) throw new RangeError(`invalid tariff terms: ${wrong.join(', ')}`)
}
