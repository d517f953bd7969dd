import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings.ts'
import type { Problem } from '#contract/errors.ts'
import type { Park } from '#contract/parks.ts'
import { findCoverage, findWalletBalance, sumOutstanding } from '#web/features/topup/money.ts'
import { findGateBookings } from '#web/features/bookings/api-gate.ts'
import { formatCountdown } from '#web/lib/format.ts'
import { CallError } from '#web/lib/call.ts'
import { forgetDraft, otherVehicle, pickQuery, readDraft, writeDraft } from './draft.ts'
import {
  findDuplicate,
  findVehicle,
  isTooLarge,
  openRules,
  findReportedDue,
  findPromoError,
  servedTypes,
} from './words.ts'

beforeEach(() => {
  for (const slug of ['one', 'two']) forgetDraft(slug)
})

describe('the draft', () => {
  test('is kept for each park, and the plate goes on to the next', () => {
    const draft = { plate: 'LSR-482-KJ', query: 'start=a&end=b', promo: 'WELCOME', vehicle: otherVehicle }
    writeDraft('one', draft)
    expect(readDraft('one')).toEqual(draft)
    expect(readDraft('two')).toEqual({ plate: 'LSR-482-KJ', query: '', promo: '', vehicle: '' })
  })

  test('the address wins where it names a window', () => {
    expect(pickQuery('?start=1&end=2', 'start=8&end=9').get('start')).toBe('1')
    expect(pickQuery('?utm=mail', 'start=8&end=9').get('end')).toBe('9')
    expect([...pickQuery('', '')]).toEqual([])
  })
})

describe('money', () => {
  test.each([
    [40, 12.5, 'CAD', { state: 'enough', left: 27.5 }],
    [0.3, 0.1, 'USD', { state: 'enough', left: 0.2 }],
    [12.5, 12.5, 'CAD', { state: 'enough', left: 0 }],
    [8, 12.5, 'CAD', { state: 'short', missing: 4.5 }],
    [1_000, 1_250, 'XOF', { state: 'short', missing: 250 }],
  ] as const)('%d less %d %s', (balance, total, currency, coverage) => {
    expect(findCoverage(balance, total, currency)).toEqual(coverage)
  })

  test('topping up what is missing leaves nothing over', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (a, b) => {
        const coverage = findCoverage(a / 100, b / 100, 'NGN')
        if (coverage.state === 'short') expect(Math.round((a / 100 + coverage.missing) * 100)).toBe(b)
        else expect(Math.round((coverage.left + b / 100) * 100)).toBe(a)
      }),
    )
  })
})

test.each([
  [598, '9:58'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
])('%d s is %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test('money of another currency is not spent', () => {
  const balances = [
    { balance: 40, currency: 'CAD' as const, pending: 5, owed: 0, owed_taken_back: 0 },
    { balance: 9_000, currency: 'NGN' as const, pending: 0, owed: 0, owed_taken_back: 0 },
  ]
  const wallet = {
    status: 'success' as const,
    data: { balance: 9_000, currency: 'NGN' as const, pending: 0, owed: 0, owed_taken_back: 0, balances },
  }
  expect(findWalletBalance(wallet, 'CAD')).toMatchObject({ balance: 40, pending: 5 })
  expect(findWalletBalance(wallet, 'XOF')).toMatchObject({ balance: 0, pending: 0 })
})

test('of the refund rules those that are over, or return nothing, are not coverage', () => {
  const refund_rules = [
    { until: '2026-11-20T12:00:00Z', percent: 100 },
    { until: '2026-11-21T12:00:00Z', percent: 50 },
    { until: '2026-11-22T12:00:00Z', percent: 0 },
  ]
  const terms = { free_until: '2026-11-20T12:00:00Z', refund_rules, policy: 'strict' as const }
  expect(openRules(terms, new Date('2026-11-21T00:00:00Z'))).toEqual([refund_rules[1]])
})

test('a vehicle type is served where it has spaces and a tariff', () => {
  const rates = [1, 3].map((vehicle_type_id) => ({ vehicle_type_id }) as Park['rates'][number])
  const pools = [{ vehicle_class: 'car', capacity: 9, vehicle_type_ids: [1, 2] }]
  expect([...servedTypes({ rates, pools })]).toEqual([1])
})

describe('a booking of the same car at the same time', () => {
  const twin = {
    park: { id: 'p' } as Booking['park'],
    plate: 'LSR-482-KJ',
    start_time: '2026-11-21T14:00:00Z',
    end_time: '2026-11-21T16:00:00Z',
  }
  const wish = (plate: string, from: number, to: number, park_id = 'p') => ({
    park_id,
    plate,
    start: new Date(Date.UTC(2026, 10, 21, from)),
    end: new Date(Date.UTC(2026, 10, 21, to)),
  })
  test.each([
    ['the same window', wish('LSR-482-KJ', 14, 16), true],
    ['written otherwise, overlapping', wish('lsr 482kj', 15, 18), true],
    ['after it', wish('LSR-482-KJ', 16, 18), false],
    ['before it', wish('LSR-482-KJ', 12, 14), false],
    ['another plate', wish('LSR-483-KJ', 14, 16), false],
    ['another park', wish('LSR-482-KJ', 14, 16, 'q'), false],
  ])('%s', (_what, wanted, found) => {
    expect(findDuplicate([twin], wanted) !== undefined).toBe(found)
  })
})

describe('the vehicle to come with', () => {
  const vehicles = [
    { id: 'van', plate: 'VAN 1', vehicle_type_id: 3, is_default: false },
    { id: 'car', plate: 'CAR 1', vehicle_type_id: 1, is_default: false },
    { id: 'bike', plate: 'BIKE 1', vehicle_type_id: 4, is_default: true },
  ]
  const wish = { chosen: '', plate: '', type: 1, named: false }
  test.each([
    ['one of the type that was searched for', wish, 'car'],
    ['the default where none is of that type', { ...wish, type: 2 }, 'bike'],
    ['none where the address names another type', { ...wish, type: 2, named: true }, undefined],
    ['the one whose plate was typed before the login', { ...wish, plate: 'van-1' }, 'van'],
    ['none where another plate was typed', { ...wish, plate: 'XYZ 9' }, undefined],
    ['the chosen one', { ...wish, chosen: 'van', plate: 'XYZ 9' }, 'van'],
    ['none where that was chosen', { ...wish, chosen: otherVehicle }, undefined],
    ['as before where the chosen one is gone', { ...wish, chosen: 'sold' }, 'car'],
  ])('%s', (_what, wanted, id) => {
    expect(findVehicle(vehicles, wanted)?.id).toBe(id)
  })
})

describe('what is owed', () => {
  test('counts in its own currency, to the minor unit', () => {
    const bookings = [
      { due: 0.1, currency: 'CAD' as const },
      { due: 0.2, currency: 'CAD' as const },
      { due: 900, currency: 'NGN' as const },
    ]
    expect(sumOutstanding(bookings, 'CAD')).toBe(0.3)
    expect(sumOutstanding(bookings, 'XOF')).toBe(0)
  })

  const refusal = (code: string, more: object) =>
    new CallError(402, {
      code,
      message: '',
      status: 402,
      title: '',
      type: '',
      detail: '',
      request_id: '',
      ...more,
    } as Problem)
  test.each([
    [refusal('insufficient_balance', { due: 4.5 }), 4.5],
    [refusal('insufficient_balance', { due: { amount: 4.5, currency: 'CAD' } }), 4.5],
    [refusal('insufficient_balance', {}), undefined],
    [refusal('no_space', { due: 4.5 }), undefined],
    [undefined, undefined],
  ])('is read from a refusal', (error, due) => {
    expect(findReportedDue(error)).toBe(due)
  })

  test('what is wrong with a promo code is coverage by its field alone', () => {
    const errors = [{ field: 'promo_code', message: 'Unknown.' }]
    expect(findPromoError(refusal('validation_failed', { errors }))).toBe('Unknown.')
    expect(
      findPromoError(refusal('validation_failed', { errors: [{ field: 'plate', message: 'No.' }] })),
    ).toBeUndefined()
    expect(findPromoError(new CallError(0, undefined))).toBeUndefined()
  })
})

describe('bookings in hand at a gate', () => {
  const booking = (park: string, from: number, to: number, status: Booking['status'] = 'active') => ({
    park: { id: park } as Booking['park'],
    status,
    start_time: new Date(Date.UTC(2026, 10, 21, from)).toISOString(),
    end_time: new Date(Date.UTC(2026, 10, 21, to)).toISOString(),
  })
  const noon = new Date(Date.UTC(2026, 10, 21, 12))
  test.each([
    ['running here', booking('p', 11, 14), 'here'],
    ['soon here', booking('p', 13, 14), 'here'],
    ['held here', booking('p', 12, 14, 'pending'), 'here'],
    ['soon elsewhere', booking('q', 13, 14), 'elsewhere'],
    ['stayed too long elsewhere', booking('q', 8, 11, 'overstayed'), 'elsewhere'],
    ['in the evening', booking('p', 18, 20), undefined],
    ['over', booking('p', 8, 12), undefined],
    ['cancelled', booking('p', 11, 14, 'cancelled'), undefined],
  ])('%s', (_what, one, where) => {
    const found = findGateBookings([one], 'p', noon)
    expect(found).toEqual({
      here: where === 'here' ? one : undefined,
      elsewhere: where === 'elsewhere' ? one : undefined,
    })
  })
})

test.each([
  [{ height_cm: 220, length_cm: null, width_cm: null }, true],
  [{ height_cm: 210, length_cm: 900, width_cm: null }, false],
  [{ height_cm: null, length_cm: null, width_cm: null }, false],
])('a vehicle of %j under 2.1 m', (vehicle, large) => {
  expect(isTooLarge(vehicle, { max_height_cm: 210, max_length_cm: null, max_width_cm: 200 })).toBe(large)
})
