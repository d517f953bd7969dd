import { describe, expect, test } from 'vitest'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { findBookings } from './findBookings.ts'
import type { ReadCode } from './readCode.ts'
import { judge, type EarlierScan, type GuardList, type Question } from './verdict.ts'

const at = (time: string) => new Date(`2026-11-24T${time}:00Z`)
const listed = (changed: Partial<ListedBooking> = {}): ListedBooking => ({
  booking_code: '7K492MXQ',
  generation: 2,
  plate: 'BKTR 482',
  vehicle_type_id: 1,
  start_time: at('10:00').toISOString(),
  end_time: at('12:00').toISOString(),
  status: 'active',
  ...changed,
})
const listOf = (read: string, ...bookings: ListedBooking[]): GuardList => ({
  park_code: 'PRK234',
  at: at(read).toISOString(),
  bookings: new Map(bookings.map((booking) => [booking.booking_code, booking])),
})
const content = {
  key_id: '00112233',
  booking_code: '7K492MXQ',
  generation: 2,
  park_code: 'PRK234',
  vehicle_type_id: 1,
  plate: 'BKTR 482',
  start_time: at('10:00'),
  end_time: at('12:00'),
}
type Pass = Extract<ReadCode, { kind: 'pass' }>
const pass = (changed: Partial<typeof content> = {}, signature: Pass['signature'] = 'valid'): Pass => ({
  kind: 'pass',
  booking_code: '7K492MXQ',
  signature,
  content: { ...content, ...changed },
})
const firstPass: Pass = { ...pass(), content: null }
const number: ReadCode = { kind: 'number', booking_code: '7K492MXQ' }
const scanned = (time: string, direction: 'in' | 'out', admitted = true): EarlierScan => ({
  at: at(time).toISOString(),
  direction,
  admitted,
})

const usual: Question = {
  code: pass(),
  list: listOf('10:55', listed()),
  park_code: 'PRK234',
  direction: 'in',
  now: at('11:00'),
  earlier: [],
}
const withStatus = (status: ListedBooking['status']) => ({ list: listOf('10:55', listed({ status })) })
const unlisted = { list: listOf('10:55') }

describe('the verdict', () => {
  test.each<[name: string, changed: Partial<Question>, verdict: string, reason: string | null]>([
    ['a listed pass in its window', {}, 'green', null],
    ['a listed number in its window', { code: number }, 'green', null],
    ['a pass of the first version', { code: firstPass }, 'green', null],
    ['a pass whose signature this browser cannot check', { code: pass({}, 'unchecked') }, 'green', null],
    ['a forged code', { code: { kind: 'invalid' } }, 'red', 'invalid'],
    ['a pass of another car park', { code: pass({ park_code: 'PRK567' }) }, 'red', 'other_park'],
    ['a pass from before a change', { code: pass({ generation: 1 }) }, 'red', 'revoked'],
    ['a cancelled booking', withStatus('cancelled'), 'red', 'cancelled'],
    ['a booking that is not paid', withStatus('pending'), 'red', 'unpaid'],
    ['six minutes before the start', { now: at('09:54') }, 'red', 'early'],
    ['five minutes before the start', { now: at('09:55'), list: listOf('09:50', listed()) }, 'green', null],
    ['at the end', { now: at('12:00') }, 'red', 'expired'],
    ['a no-show within its window', withStatus('no_show'), 'green', null],
    ['checked in at another door', withStatus('checked_in'), 'red', 'used'],
    ['overstayed', withStatus('overstayed'), 'red', 'used'],
    ['completed', withStatus('completed'), 'red', 'left'],
    ['let in on this phone before', { earlier: [scanned('10:58', 'in')] }, 'red', 'used'],
    ['turned away on this phone before', { earlier: [scanned('10:58', 'in', false)] }, 'green', null],
    ['let out on this phone', { earlier: [scanned('10:57', 'in'), scanned('10:58', 'out')] }, 'red', 'left'],
    ['a list of two hours', { list: listOf('09:00', listed()) }, 'green', null],
    ['a list of more than two hours', { list: listOf('08:59', listed()) }, 'amber', 'old_list'],
    ['a list of the future', { list: listOf('11:05', listed()) }, 'amber', 'old_list'],
    ['a pass that is not listed', unlisted, 'amber', 'unknown'],
    ['a number that is not listed', { ...unlisted, code: number }, 'red', 'unknown'],
    ['a number without a list', { list: undefined, code: number }, 'red', 'unknown'],
    ['a pass without a list', { list: undefined }, 'amber', 'old_list'],
    ['a first pass without a list', { list: undefined, code: firstPass }, 'amber', 'old_list'],
    ['neither listed nor verified', { ...unlisted, code: pass({}, 'unchecked') }, 'amber', 'unverified'],
    ['not listed and early', { ...unlisted, now: at('09:50') }, 'red', 'early'],
    ['not listed and over', { ...unlisted, now: at('12:30') }, 'red', 'expired'],
    ['not listed and let in before', { ...unlisted, earlier: [scanned('10:58', 'in')] }, 'red', 'used'],
    ['not listed and let out before', { ...unlisted, earlier: [scanned('10:58', 'out')] }, 'red', 'left'],
  ])('at the entrance: %s', (_name, changed, verdict, reason) => {
    expect(judge({ ...usual, ...changed })).toMatchObject({ verdict, reason })
  })

  test.each<[name: string, changed: Partial<Question>, verdict: string, reason: string | null]>([
    ['checked in', withStatus('checked_in'), 'green', null],
    ['let in on this phone', { earlier: [scanned('10:58', 'in')] }, 'green', null],
    ['never checked in', {}, 'amber', 'not_in'],
    ['within ten minutes after the end', { ...withStatus('checked_in'), now: at('12:09') }, 'green', null],
    ['ten minutes after the end', { ...withStatus('checked_in'), now: at('12:10') }, 'amber', 'expired'],
    ['completed', withStatus('completed'), 'amber', 'left'],
    ['cancelled', withStatus('cancelled'), 'amber', 'cancelled'],
    ['an earlier pass', { ...withStatus('checked_in'), code: pass({ generation: 1 }) }, 'amber', 'revoked'],
    ['a forged code', { code: { kind: 'invalid' } }, 'red', 'invalid'],
  ])('at the exit: %s', (_name, changed, verdict, reason) => {
    expect(judge({ ...usual, direction: 'out', ...changed })).toMatchObject({ verdict, reason })
  })

  test('names its evidence, and what is known of the booking', () => {
    const earlier = [scanned('10:50', 'in', false)]
    expect(judge({ ...usual, list: listOf('10:55', listed({ plate: 'ÉTÉ 1' })), earlier })).toMatchObject({
      booking: { plate: 'ÉTÉ 1', end_time: at('12:00') },
      evidence: { signature: 'valid', isListed: true, list_at: at('10:55').toISOString(), earlier: earlier[0] },
    })
    expect(judge({ ...usual, code: pass({ park_code: 'PRK567' }), list: undefined })).toMatchObject({
      other_park: 'PRK567',
      booking: { plate: 'BKTR 482' },
      evidence: { isListed: false, list_at: null, earlier: undefined },
    })
  })
})

test('finds bookings by their number, or by a part of the plate, nearest first', () => {
  const later = listed({
    booking_code: 'AAAA2222',
    start_time: at('15:00').toISOString(),
    end_time: at('16:00').toISOString(),
  })
  const list = listOf('10:55', later, listed(), listed({ booking_code: 'BBBB2222', plate: 'LAG-77' }))
  const codes = (typed: string) => findBookings(list, typed, at('11:00')).map(({ booking_code }) => booking_code)
  expect(codes(' 7k49 2mxq ')).toEqual(['7K492MXQ'])
  expect(codes('tr4')).toEqual(['7K492MXQ', 'AAAA2222'])
  expect(codes('lag 77')).toEqual(['BBBB2222'])
  expect(['7', '', 'ZZ'].map(codes)).toEqual([[], [], []])
})
