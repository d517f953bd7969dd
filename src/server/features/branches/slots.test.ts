import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotIntervals } from '#contract/catalogue/shop-rules.ts'
import {
  findFreeSlots,
  findNextSlot,
  findOverlap,
  listSlotsOfDay,
  sumNeeds,
  toDayNumber,
  type SlotPlan,
  type SlotRule,
} from './slots.ts'

const daily = (rule: Partial<SlotRule> = {}): SlotRule[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    id: `wash-${weekday}`,
    work_group: 'wash',
    weekday,
    opens_min: 8 * 60,
    closes_min: 18 * 60,
    order_type: 'both',
    interval_min: 30,
    capacity: 2,
    ...rule,
  }))
const plan = (changes: Partial<SlotPlan> = {}): SlotPlan => ({
  timezone: 'America/Toronto',
  rules: daily(),
  taken: [],
  closures: [],
  isOpen: () => true,
  order_type: 'takeaway',
  lead_minutes: 15,
  days_ahead: 7,
  ...changes,
})
const wash = [{ work_group: 'wash' as const, units: 1, duration_min: 0 }]
const at = (text: string) => new Date(text)
const startsOf = (slots: readonly { starts_at: Date }[]) => slots.map(({ starts_at }) => starts_at.toISOString())
const monday = toDayNumber('2026-11-23')

describe('the slots of a day', () => {
  test('begin at opening and end at closing', () => {
    const slots = listSlotsOfDay(plan(), monday)
    expect(slots).toHaveLength(20)
    expect([slots[0]!.starts_at, slots.at(-1)!.ends_at].map((entry) => entry.toISOString())).toEqual([
      '2026-11-23T13:00:00.000Z',
      '2026-11-23T23:00:00.000Z',
    ])
  })

  test('of another order type are left out', () => {
    const rules = daily({ order_type: 'delivery' })
    expect(listSlotsOfDay(plan({ rules }), monday)).toEqual([])
    expect(listSlotsOfDay(plan({ rules, order_type: 'delivery' }), monday)).toHaveLength(20)
  })

  test('past midnight belong to the day on which they open', () => {
    const rules = daily({ opens_min: 22 * 60, closes_min: 26 * 60, interval_min: 60 })
    expect(startsOf(listSlotsOfDay(plan({ rules }), monday))).toEqual([
      '2026-11-24T03:00:00.000Z',
      '2026-11-24T04:00:00.000Z',
      '2026-11-24T05:00:00.000Z',
      '2026-11-24T06:00:00.000Z',
    ])
  })

  test('skip the hour that the clocks skip, and have the repeated hour once', () => {
    const rules = daily({ opens_min: 0, closes_min: 4 * 60, interval_min: 30 })
    const forward = listSlotsOfDay(plan({ rules }), toDayNumber('2026-03-08'))
    expect(startsOf(forward)).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-08T05:30:00.000Z',
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T06:30:00.000Z',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T07:30:00.000Z',
    ])
    const back = listSlotsOfDay(plan({ rules }), toDayNumber('2026-11-01'))
    expect(startsOf(back)).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-01T04:30:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T07:00:00.000Z',
      '2026-11-01T07:30:00.000Z',
      '2026-11-01T08:00:00.000Z',
      '2026-11-01T08:30:00.000Z',
    ])
  })

  test('never overlap, and lie within opening and closing, on any day of the year in every zone', () => {
    const rule = fc
      .record({
        opens: fc.integer({ min: 0, max: 143 }),
        length: fc.integer({ min: 6, max: 144 }),
        interval_min: fc.constantFrom(...slotIntervals),
      })
      .map(({ opens, length, interval_min }) => ({
        opens_min: opens * 10,
        closes_min: Math.max(opens * 10 + interval_min, opens * 10 + length * 10),
        interval_min,
      }))
    const zone = fc.constantFrom(
      'America/Toronto',
      'America/St_Johns',
      'Africa/Lagos',
      'Africa/Dakar',
      'America/Phoenix',
    )
    fc.assert(
      fc.property(rule, zone, fc.integer({ min: 20_454, max: 20_820 }), (changes, timezone, day) => {
        const slots = listSlotsOfDay(plan({ rules: daily(changes), timezone }), day)
        for (const [index, slot] of slots.entries()) {
          const next = slots[index + 1]
          if (next !== undefined) expect(slot.ends_at <= next.starts_at).toBe(true)
          expect(slot.ends_at.getTime() - slot.starts_at.getTime()).toBe(changes.interval_min * 60_000)
        }
        const whole = Math.floor((changes.closes_min - changes.opens_min) / changes.interval_min)
        expect(slots.length).toBeLessThanOrEqual(whole)
        expect(slots.length).toBeGreaterThanOrEqual(whole - 60 / changes.interval_min)
      }),
    )
  })
})

describe('a free slot', () => {
  const now = at('2026-11-23T14:00:00Z') // 9:00 in Toronto
  test('does not begin before now and the lead time', () => {
    expect(startsOf(findFreeSlots(plan(), wash, monday, now))[0]).toBe('2026-11-23T14:30:00.000Z')
    expect(startsOf(findFreeSlots(plan({ lead_minutes: 31 }), wash, monday, now))[0]).toBe('2026-11-23T15:00:00.000Z')
  })

  test('has enough left in every slot that its work touches', () => {
    const taken = [{ work_group: 'wash' as const, starts_at: at('2026-11-23T15:30:00Z'), used: 1 }]
    const need = [{ work_group: 'wash' as const, units: 2, duration_min: 50 }]
    const free = findFreeSlots(plan({ taken }), need, monday, now)
    expect(startsOf(free).slice(0, 2)).toEqual(['2026-11-23T14:30:00.000Z', '2026-11-23T16:00:00.000Z'])
    expect(free[0]!.takes.map(({ slot, units }) => [slot.starts_at.toISOString(), units])).toEqual([
      ['2026-11-23T14:30:00.000Z', 2],
      ['2026-11-23T15:00:00.000Z', 2],
    ])
  })

  test('does not touch a closure, nor a time outside the opening hours', () => {
    const closures = [{ starts_at: at('2026-11-23T15:10:00Z'), ends_at: at('2026-11-23T15:20:00Z') }]
    const isOpen = (_start: Date, end: Date) => end <= at('2026-11-23T16:30:00Z')
    expect(startsOf(findFreeSlots(plan({ closures, isOpen }), wash, monday, now))).toEqual([
      '2026-11-23T14:30:00.000Z',
      '2026-11-23T15:30:00.000Z',
      '2026-11-23T16:00:00.000Z',
    ])
  })

  test('is within the days ahead', () => {
    expect(findFreeSlots(plan(), wash, monday + 7, now).length).toBeGreaterThan(0)
    expect(findFreeSlots(plan(), wash, monday + 8, now)).toEqual([])
    expect(findFreeSlots(plan(), wash, monday - 2, now)).toEqual([])
  })

  test('of the delivery takes a unit of its own', () => {
    const rules = [...daily(), ...daily({ work_group: 'delivery', opens_min: 10 * 60, interval_min: 60, capacity: 1 })]
    const lines = [{ work_group: 'wash' as const, work_units: 1, quantity: 2, duration_min: 40 }]
    const needs = sumNeeds(lines, 'delivery')
    expect(needs).toEqual([
      { work_group: 'wash', units: 2, duration_min: 40 },
      { work_group: 'delivery', units: 1, duration_min: 0 },
    ])
    const next = findNextSlot(plan({ rules, order_type: 'delivery' }), needs, now)!
    expect(next.takes.map(({ slot }) => [slot.work_group, slot.starts_at.toISOString()])).toEqual([
      ['wash', '2026-11-23T15:00:00.000Z'],
      ['wash', '2026-11-23T15:30:00.000Z'],
      ['delivery', '2026-11-23T15:00:00.000Z'],
    ])
  })

  test('after closing is that of the next day', () => {
    expect(findNextSlot(plan(), wash, at('2026-11-24T02:00:00Z'))!.starts_at.toISOString()).toBe(
      '2026-11-24T13:00:00.000Z',
    )
    expect(findNextSlot(plan({ rules: [] }), wash, now)).toBeUndefined()
  })

  test('after midnight is still offered while the hours of the evening before run', () => {
    const rules = daily({ opens_min: 20 * 60, closes_min: 27 * 60 })
    expect(findNextSlot(plan({ rules }), wash, at('2026-11-24T06:00:00Z'))!.starts_at.toISOString()).toBe(
      '2026-11-24T06:30:00.000Z',
    )
  })

  test('never takes more than a slot has, however many orders come', () => {
    const order = fc.record({ units: fc.integer({ min: 1, max: 3 }), duration_min: fc.integer({ min: 0, max: 180 }) })
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), fc.integer({ min: 0, max: 4 }), (orders, capacity) => {
        const used = new Map<number, number>()
        for (const order of orders) {
          const taken = [...used].map(([time, units]) => ({
            work_group: 'wash' as const,
            starts_at: new Date(time),
            used: units,
          }))
          const rules = daily({ capacity })
          const next = findNextSlot(plan({ rules, taken, days_ahead: 1 }), [{ work_group: 'wash', ...order }], now)
          for (const { slot, units } of next?.takes ?? []) {
            const time = slot.starts_at.getTime()
            used.set(time, (used.get(time) ?? 0) + units)
          }
        }
        for (const units of used.values()) expect(units).toBeLessThanOrEqual(capacity)
      }),
      { numRuns: 30 },
    )
  })
})

test('rules of one work group that share time are found, also past midnight and from Sunday to Monday', () => {
  const [mondayRule, tuesday, , , , , sunday] = daily() as [SlotRule, SlotRule, ...SlotRule[]]
  expect(findOverlap(daily())).toBeUndefined()
  expect(findOverlap([...daily(), ...daily({ work_group: 'kitchen' })])).toBeUndefined()
  expect(findOverlap([...daily(), { ...tuesday, opens_min: 17 * 60 + 50, closes_min: 20 * 60 }])).toBeDefined()
  const late = { ...sunday!, opens_min: 20 * 60, closes_min: 33 * 60 }
  expect(findOverlap([mondayRule, late])).toEqual([mondayRule, late])
})
