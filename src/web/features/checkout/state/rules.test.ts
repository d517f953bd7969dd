import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Problem } from '#contract/errors.ts'
import { CallError } from '#web/api/call.ts'
import { findDuplicate, findPromoError, findReportedDue, isHoldOf, openRules } from './rules.ts'

test('omits refund rules that have expired or refund nothing', () => {
  const refund_rules = [
    { until: '2026-11-20T12:00:00Z', percent: 100 },
    { until: '2026-11-21T12:00:00Z', percent: 50 },
    { until: '2026-11-22T12:00:00Z', percent: 0 },
  ]
  const terms = { free_until: '2026-11-20T12:00:00Z', refund_rules, policy: 'strict' as const }
  expect(openRules(terms, new Date('2026-11-21T00:00:00Z'))).toEqual([refund_rules[1]])
})

describe('findDuplicate', () => {
  const booking = {
    park: { id: 'p' } as Booking['park'],
    plate: 'LSR-482-KJ',
    start_time: '2026-11-21T14:00:00Z',
    end_time: '2026-11-21T16:00:00Z',
  }
  const other = (plate: string, from: number, to: number, park_id = 'p') => ({
    park_id,
    plate,
    start: new Date(Date.UTC(2026, 10, 21, from)),
    end: new Date(Date.UTC(2026, 10, 21, to)),
  })
  test.each([
    ['the same window', other('LSR-482-KJ', 14, 16), true],
    ['overlapping, plate spelled differently', other('lsr 482kj', 15, 18), true],
    ['after it', other('LSR-482-KJ', 16, 18), false],
    ['before it', other('LSR-482-KJ', 12, 14), false],
    ['another plate', other('LSR-483-KJ', 14, 16), false],
    ['another park', other('LSR-482-KJ', 14, 16, 'q'), false],
  ])('%s', (_what, candidate, isDuplicate) => {
    expect(findDuplicate([booking], candidate) !== undefined).toBe(isDuplicate)
  })
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
])('reads the outstanding balance of a refusal: %#', (error, due) => {
  expect(findReportedDue(error)).toBe(due)
})

test('reads the promo code error from its field only', () => {
  const errors = [{ field: 'promo_code', message: 'Unknown.' }]
  expect(findPromoError(refusal('validation_failed', { errors }))).toBe('Unknown.')
  expect(findPromoError(refusal('validation_failed', { errors: [{ field: 'plate', message: 'No.' }] }))).toBeUndefined()
  expect(findPromoError(new CallError(0, undefined))).toBeUndefined()
})

test('takes a hold for the booking only if window, vehicle, price and plate are the same', () => {
  const quote = {
    start_time: '2026-11-21T11:00:00.000Z',
    end_time: '2026-11-21T13:00:00.000Z',
    vehicle_type_id: 1,
    total: 4.35,
  }
  const hold = { ...quote, plate: 'ABC 123' }
  expect(isHoldOf(hold, quote, 'abc-123')).toBe(true)
  expect(isHoldOf(hold, quote, 'ABC 124')).toBe(false)
  for (const change of [
    { start_time: quote.end_time },
    { end_time: quote.start_time },
    { vehicle_type_id: 2 },
    { total: 5 },
  ])
    expect(isHoldOf(hold, { ...quote, ...change }, 'ABC 123')).toBe(false)
})
