import { Temporal } from 'temporal-polyfill'
import type { WorkGroup } from '#contract/catalogue/shop-rules.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import { minute_ms } from '#contract/time.ts'
import { getZoneDays, weekdayOf, type ZoneDays } from '#server/features/pricing/tariff-days.ts'

/** So many units of work in each interval of a weekday. Minutes are of the branch's day; after midnight they pass 1440. */
export interface SlotRule {
  id: string
  work_group: WorkGroup
  /** 1 is Monday. */
  weekday: number
  opens_min: number
  closes_min: number
  order_type: OrderType | 'both'
  interval_min: number
  capacity: number
}

/** An interval of a branch's day, with what is left of its capacity. */
export interface Slot {
  rule_id: string
  work_group: WorkGroup
  starts_at: Date
  ends_at: Date
  capacity: number
  free: number
}

/** What an order takes in one work group: units from every slot that its work touches. */
export interface WorkNeed {
  work_group: WorkGroup
  units: number
  duration_min: number
}

/** A time at which an order can be placed, with the slots that it takes from. */
export interface OfferedSlot {
  starts_at: Date
  ends_at: Date
  takes: { slot: Slot; units: number }[]
}

/** Everything that says when a branch takes orders of one type. Times are in `timezone`. */
export interface SlotPlan {
  timezone: string
  rules: readonly SlotRule[]
  taken: readonly { work_group: WorkGroup; starts_at: Date; used: number }[]
  /** When it is closed; a slot that touches one is not offered. */
  closures: readonly { starts_at: Date; ends_at: Date }[]
  /** Whether its opening hours cover a period. */
  isOpen: (start: Date, end: Date) => boolean
  order_type: OrderType
  /** Nothing begins earlier than this after now. */
  lead_minutes: number
  /** The last day, counted from today, on which an order can begin. */
  days_ahead: number
}

const day_min = 1_440

/** The number of a calendar day since 1970, of a text such as `2026-11-23`. */
export const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / (day_min * minute_ms)

/** The units and the duration that lines of an order need, summed by work group; delivering takes a unit of its own. */
export function sumNeeds(
  lines: readonly { work_group: WorkGroup; work_units: number; quantity: number; duration_min: number | null }[],
  order_type: OrderType,
): WorkNeed[] {
  const needs = new Map<WorkGroup, WorkNeed>()
  for (const { work_group, work_units, quantity, duration_min } of lines) {
    const before = needs.get(work_group) ?? { work_group, units: 0, duration_min: 0 }
    needs.set(work_group, {
      work_group,
      units: before.units + work_units * quantity,
      duration_min: Math.max(before.duration_min, duration_min ?? 0),
    })
  }
  const delivery: WorkNeed[] = order_type === 'delivery' ? [{ work_group: 'delivery', units: 1, duration_min: 0 }] : []
  return [...needs.values(), ...delivery]
}

/**
 * Returns the slots of one day, numbered from 1970, in the order of their starts. A time that the clocks skip has no slot, and
 * one that they repeat has one. Opening hours past midnight belong to the day on which they open.
 */
export function listSlotsOfDay(
  { timezone, rules, taken, order_type }: Pick<SlotPlan, 'timezone' | 'rules' | 'taken' | 'order_type'>,
  day: number,
): Slot[] {
  const days = getZoneDays(timezone)
  const instantOf = (minute: number) => days.instantOf(day + Math.floor(minute / day_min), minute % day_min)
  const used = new Map(taken.map((entry) => [`${entry.work_group} ${entry.starts_at.getTime()}`, entry.used]))
  const fits = (rule: SlotRule) => rule.order_type === 'both' || rule.order_type === order_type
  return rules
    .filter((rule) => rule.weekday === weekdayOf(day) && fits(rule))
    .flatMap(({ id: rule_id, work_group, opens_min, closes_min, interval_min, capacity }) => {
      const starts = Array.from(
        { length: Math.floor((closes_min - opens_min) / interval_min) },
        (_, index) => opens_min + index * interval_min,
      )
      return starts.flatMap((minute): Slot[] => {
        const start = instantOf(minute)
        const changes = changesClocks(days, day + Math.floor(minute / day_min))
        if (changes && isSkipped(start, minute % day_min, timezone)) return []
        const free = Math.max(0, capacity - (used.get(`${work_group} ${start}`) ?? 0))
        const end = start + interval_min * minute_ms
        return [{ rule_id, work_group, starts_at: new Date(start), ends_at: new Date(end), capacity, free }]
      })
    })
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

/** Whether a day has not 24 hours. */
const changesClocks = (days: ZoneDays, day: number): boolean =>
  days.instantOf(day + 1, 0) - days.instantOf(day, 0) !== day_min * minute_ms

/** Whether the clocks skip a minute of the day: its instant is then called otherwise. */
function isSkipped(instant: number, minute: number, timezone: string): boolean {
  const { hour, minute: shown } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone)
  return hour * 60 + shown !== minute
}

const listed = new WeakMap<SlotPlan, Map<number, Slot[]>>()

/** As `listSlotsOfDay`, once for each plan and day: every item of a branch is looked for in the same slots. */
function findSlotsOfDay(plan: SlotPlan, day: number): Slot[] {
  const known = listed.get(plan) ?? new Map<number, Slot[]>()
  const slots = known.get(day) ?? listSlotsOfDay(plan, day)
  listed.set(plan, known.set(day, slots))
  return slots
}

/**
 * Returns the times of a day at which an order with these needs can begin: not before `now` plus the lead time, within the
 * opening hours and outside closures from its start to its end, with enough left in every slot that its work touches. With
 * `at`, this time alone.
 */
export function findFreeSlots(
  plan: SlotPlan,
  needs: readonly WorkNeed[],
  day: number,
  now: Date,
  at?: Date,
): OfferedSlot[] {
  const days = getZoneDays(plan.timezone)
  const today = days.dayOf(now.getTime())
  // Hours past midnight belong to the day before, which may be yesterday.
  if (needs.length === 0 || day < today - 1 || day > today + plan.days_ahead) return []
  const earliest = now.getTime() + plan.lead_minutes * minute_ms
  const slots = findSlotsOfDay(plan, day)
  return slots
    .filter(
      ({ work_group, starts_at }) =>
        work_group === needs[0]!.work_group &&
        starts_at.getTime() >= earliest &&
        (at === undefined || starts_at.getTime() === at.getTime()),
    )
    .flatMap(({ starts_at, ends_at: slotEnd }): OfferedSlot[] => {
      const longest = Math.max(...needs.map(({ duration_min }) => duration_min)) * minute_ms
      const ends_at = new Date(Math.max(slotEnd.getTime(), starts_at.getTime() + longest))
      const touches = (value: { starts_at: Date; ends_at: Date }) =>
        value.starts_at < ends_at && value.ends_at > starts_at
      if (plan.closures.some(touches) || !plan.isOpen(starts_at, ends_at)) return []
      const takes = needs.map((need) => findTaken(slots, need, starts_at.getTime()))
      return takes.includes(undefined) ? [] : [{ starts_at, ends_at, takes: takes.flatMap((parts) => parts!) }]
    })
}

/** The slots of a group that work from `start` on touches, without a gap and each with enough left; undefined otherwise. */
function findTaken(
  slots: readonly Slot[],
  { work_group, units, duration_min }: WorkNeed,
  start: number,
): OfferedSlot['takes'] | undefined {
  const end = start + Math.max(1, duration_min) * minute_ms
  const takes: OfferedSlot['takes'] = []
  let reached = start
  for (const slot of slots) {
    if (slot.work_group !== work_group || slot.ends_at.getTime() <= start) continue
    if (reached >= end) break
    if (slot.starts_at.getTime() > reached || slot.free < units) return undefined
    reached = slot.ends_at.getTime()
    takes.push({ slot, units })
  }
  return reached >= end ? takes : undefined
}

/**
 * Returns the first time at which an order with these needs can begin and that fits; undefined if there is none within the
 * days ahead.
 */
export function findNextSlot(
  plan: SlotPlan,
  needs: readonly WorkNeed[],
  now: Date,
  fits: (slot: OfferedSlot) => boolean = () => true,
): OfferedSlot | undefined {
  const today = getZoneDays(plan.timezone).dayOf(now.getTime())
  for (let day = today - 1; day <= today + plan.days_ahead; day += 1) {
    const first = findFreeSlots(plan, needs, day, now).find(fits)
    if (first !== undefined) return first
  }
  return undefined
}

/** The first slots of a plan by needs, since when and until when they are the first. */
const firsts = new WeakMap<SlotPlan, Map<string, { slot: OfferedSlot | undefined; from: number; until: number }>>()

/** As `findNextSlot`, once for each plan and needs until time passes over it; with the instant when it has. */
export function findFirstSlot(
  plan: SlotPlan,
  needs: readonly WorkNeed[],
  now: Date,
): { slot: OfferedSlot | undefined; until: number } {
  const found = firsts.get(plan) ?? new Map<string, { slot: OfferedSlot | undefined; from: number; until: number }>()
  firsts.set(plan, found)
  const key = needs.map(({ work_group, units, duration_min }) => `${work_group} ${units} ${duration_min}`).join()
  const [known, at] = [found.get(key), now.getTime()]
  if (known !== undefined && known.from <= at && at < known.until) return known
  const slot = findNextSlot(plan, needs, now)
  const days = getZoneDays(plan.timezone)
  // Without one, the next day has slots that are too far ahead today.
  const until =
    slot === undefined
      ? days.instantOf(days.dayOf(at) + 1, 0)
      : slot.starts_at.getTime() - plan.lead_minutes * minute_ms + 1
  const first = { slot, from: at, until }
  found.set(key, first)
  return first
}

/** Two rules of a branch that share time in one work group, whose counters would be the same; undefined if none do. */
export function findOverlap<R extends SlotRule>(rules: readonly R[]): readonly [R, R] | undefined {
  const week = 7 * day_min
  const spans = rules.map((rule) => {
    const from = (rule.weekday - 1) * day_min + rule.opens_min
    return { rule, from, until: from + rule.closes_min - rule.opens_min }
  })
  for (const [index, a] of spans.entries())
    for (const b of spans.slice(index + 1)) {
      if (a.rule.work_group !== b.rule.work_group) continue
      const meets = (shift: number) => a.from < b.until + shift && a.until > b.from + shift
      if (meets(0) || meets(week) || meets(-week)) return [a.rule, b.rule]
    }
  return undefined
}
