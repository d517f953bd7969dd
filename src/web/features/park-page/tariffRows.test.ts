import { expect, test } from 'vitest'
import type { Tariff } from '#contract/parks/parks.ts'
import { dayRanges, groupTariffs, tariffRows } from './tariffRows.ts'

const tariff = (change: Partial<Tariff> = {}): Tariff => ({
  vehicle_type_id: 1,
  currency: 'CAD',
  version: 1,
  free_minutes: 0,
  tiers: [],
  increment_minutes: 60,
  increment_amount: 2,
  day_cap_amount: null,
  day_cap_reset_hour: 0,
  windows: [],
  early_bird: null,
  month_amount: null,
  events: [],
  hour_total: 2.5,
  is_example: true,
  source: 'example',
  observed_at: null,
  ...change,
})
const night = { code: 'overnight', days: [1, 2], from: '18:00', to: '07:00', amount: 6 } as const
const whole = tariff({
  free_minutes: 15,
  tiers: [
    { up_to_min: 60, amount: 3 },
    { up_to_min: 180, amount: 7 },
  ],
  day_cap_amount: 20,
  windows: [{ ...night, days: [...night.days] }],
  early_bird: { days: [1], enter_from: '05:00', enter_until: '09:00', leave_by: '18:00', amount: 9 },
  month_amount: 200,
  events: [{ starts_at: '2026-12-01T22:00:00Z', ends_at: '2026-12-02T04:00:00Z', amount: 25 }],
})

test('lists every rate in the order it applies', () => {
  expect(tariffRows([whole]).map(({ kind, amounts }) => `${kind} ${amounts[0]}`)).toEqual([
    'free 0',
    'tier 3',
    'tier 7',
    'step 2',
    'day 20',
    'window 6',
    'early_bird 9',
    'month 200',
    'event 25',
  ])
  expect(tariffRows([whole]).find(({ kind }) => kind === 'step')).toMatchObject({ minutes: 60, after_min: 180 })
  expect(tariffRows([tariff()])).toEqual([{ kind: 'step', minutes: 60, after_min: undefined, amounts: [2] }])
})

test('merges equal rows of several tariffs', () => {
  const half = tariff({ vehicle_type_id: 3, increment_amount: 1, month_amount: 100 })
  const rows = tariffRows([tariff({ month_amount: 200, day_cap_amount: 20 }), half])
  expect(rows).toEqual([
    { kind: 'step', minutes: 60, after_min: undefined, amounts: [2, 1] },
    { kind: 'day', reset_hour: 0, amounts: [20, undefined] },
    { kind: 'month', amounts: [200, 100] },
  ])
})

test('groups vehicle types with the same tariff, the chosen one first', () => {
  const types = [tariff(), tariff({ vehicle_type_id: 2, version: 3 }), tariff({ vehicle_type_id: 3, hour_total: 1 })]
  expect(groupTariffs(types, 2).map((group) => group.vehicle_type_ids)).toEqual([[1, 2], [3]])
  expect(groupTariffs(types, 3).map((group) => group.vehicle_type_ids)).toEqual([[3], [1, 2]])
  expect(groupTariffs(types, 9).map((group) => group.vehicle_type_ids)).toEqual([[1, 2], [3]])
})

test.each([
  [[1, 2, 3, 4, 5, 6, 7], [[1, 7]]],
  [[5, 4, 3, 2, 1], [[1, 5]]],
  [[6, 7], [[6, 7]]],
  [
    [1, 3, 4],
    [
      [1, 1],
      [3, 4],
    ],
  ],
])('days %j as ranges', (days, ranges) => {
  expect(dayRanges(days)).toEqual(ranges)
})
