import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { instantOf, wallTime } from '#web/time/quarterHours.ts'
import { formatTypedNumber, parseTypedNumber } from '#web/time/typedNumber.ts'

/** A tariff while it is edited: numbers as they are typed, instants as wall times of the car park. */
export interface TariffDraft {
  free_minutes: string
  increment_minutes: string
  increment_amount: string
  day_cap_amount: string
  day_cap_reset_hour: string
  month_amount: string
  tiers: { up_to_min: string; amount: string }[]
  windows: (Omit<TariffRequest['windows'][number], 'amount'> & { amount: string })[]
  early_bird: (Omit<NonNullable<TariffRequest['early_bird']>, 'amount'> & { amount: string }) | null
  events: { starts_at: string; ends_at: string; amount: string }[]
}

const workingDays = [1, 2, 3, 4, 5]

/** An empty tariff: a price per hour, which is still to be typed. */
export const emptyDraft: TariffDraft = {
  free_minutes: '0',
  increment_minutes: '60',
  increment_amount: '',
  day_cap_amount: '',
  day_cap_reset_hour: '0',
  month_amount: '',
  tiers: [],
  windows: [],
  early_bird: null,
  events: [],
}

export const newTier = { up_to_min: '', amount: '' }
export const newWindow = { code: 'evening' as const, days: workingDays, from: '18:00', to: '23:00', amount: '' }
export const newEarlyBird = {
  days: workingDays,
  enter_from: '06:00',
  enter_until: '09:00',
  leave_by: '18:00',
  amount: '',
}
export const newEvent = { starts_at: '', ends_at: '', amount: '' }

export function toDraft(tariff: TariffRequest, locale: string, timezone: string): TariffDraft {
  const text = (value: number | null) => (value === null ? '' : formatTypedNumber(value, locale))
  const priced = <T extends { amount: number }>(term: T) => ({ ...term, amount: text(term.amount) })
  const { early_bird } = tariff
  return {
    free_minutes: text(tariff.free_minutes),
    increment_minutes: text(tariff.increment_minutes),
    increment_amount: text(tariff.increment_amount),
    day_cap_amount: text(tariff.day_cap_amount),
    day_cap_reset_hour: String(tariff.day_cap_reset_hour),
    month_amount: text(tariff.month_amount),
    tiers: tariff.tiers.map(({ up_to_min, amount }) => ({ up_to_min: text(up_to_min), amount: text(amount) })),
    windows: tariff.windows.map(priced),
    early_bird: early_bird === null ? null : priced(early_bird),
    events: tariff.events.map(({ starts_at, ends_at, amount }) => ({
      starts_at: wallTime(new Date(starts_at), timezone),
      ends_at: wallTime(new Date(ends_at), timezone),
      amount: text(amount),
    })),
  }
}

/** What is sent. What is no number stays as it was typed, so that the server names the field. */
export function toRequest(draft: TariffDraft, locale: string, timezone: string): TariffRequest {
  const number = (text: string): number => parseTypedNumber(text, locale) ?? (text as unknown as number)
  const optional = (text: string): number | null => (text.trim() === '' ? null : number(text))
  const priced = <T extends { amount: string }>(term: T) => ({ ...term, amount: number(term.amount) })
  const instant = (wall: string) => (wall === '' ? '' : instantOf(wall, timezone).toISOString())
  return {
    free_minutes: number(draft.free_minutes),
    increment_minutes: number(draft.increment_minutes),
    increment_amount: number(draft.increment_amount),
    day_cap_amount: optional(draft.day_cap_amount),
    day_cap_reset_hour: number(draft.day_cap_reset_hour),
    month_amount: optional(draft.month_amount),
    tiers: draft.tiers.map(({ up_to_min, amount }) => ({ up_to_min: number(up_to_min), amount: number(amount) })),
    windows: draft.windows.map(priced),
    early_bird: draft.early_bird === null ? null : priced(draft.early_bird),
    events: draft.events.map(({ starts_at, ends_at, amount }) => ({
      starts_at: instant(starts_at),
      ends_at: instant(ends_at),
      amount: number(amount),
    })),
  }
}
