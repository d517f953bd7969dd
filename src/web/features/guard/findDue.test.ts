import { describe, expect, test } from 'vitest'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { findDue } from './findDue.ts'
import { findSimilarPlates } from './similarPlates.ts'
import type { GuardList } from './verdict.ts'

const now = new Date('2026-11-21T17:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const buildListed = (change: Partial<ListedBooking> & Pick<ListedBooking, 'booking_code'>): ListedBooking => ({
  generation: 0,
  plate: 'ABC 123',
  vehicle_type_id: 1,
  start_time: at(30),
  end_time: at(150),
  status: 'active',
  ...change,
})
const buildList = (...bookings: ListedBooking[]): GuardList => ({
  park_code: 'PARK0001',
  at: now.toISOString(),
  bookings: new Map(bookings.map((booking) => [booking.booking_code, booking])),
})
const buildScan = (booking_code: string, direction: GuardScan['direction'], admitted = true) => ({
  booking_code,
  scan: { direction, admitted } as GuardScan,
})

describe('who is due', () => {
  const list = buildList(
    buildListed({ booking_code: 'SOON0001' }),
    buildListed({ booking_code: 'LATE0001', start_time: at(-20) }),
    buildListed({ booking_code: 'OVER0001', start_time: at(-90), end_time: at(-1) }),
    buildListed({ booking_code: 'THEN0001', start_time: at(61) }),
    buildListed({ booking_code: 'GONE0001', status: 'cancelled' }),
    buildListed({ booking_code: 'HELD0001', status: 'pending' }),
    buildListed({ booking_code: 'HERE0001', status: 'checked_in', start_time: at(-60), end_time: at(45) }),
    buildListed({ booking_code: 'STAY0001', status: 'overstayed', start_time: at(-90), end_time: at(-30) }),
    buildListed({ booking_code: 'LONG0001', status: 'checked_in', start_time: at(-60), end_time: at(300) }),
  )
  const codes = (direction: GuardScan['direction'], scans: Parameters<typeof findDue>[1] = []) =>
    findDue(list, scans, direction, now).map(({ booking, isLate }) => `${booking.booking_code}${isLate ? ' late' : ''}`)

  test('are at the entrance those who have not arrived, and at the exit those who are inside', () => {
    expect(codes('in')).toEqual(['LATE0001 late', 'SOON0001'])
    expect(codes('out')).toEqual(['STAY0001 late', 'HERE0001'])
  })

  test('follow what this phone has let through, before it is sent', () => {
    expect(codes('in', [buildScan('LATE0001', 'in'), buildScan('SOON0001', 'in', false)])).toEqual(['SOON0001'])
    expect(codes('out', [buildScan('HERE0001', 'out'), buildScan('LATE0001', 'in')])).toEqual(['STAY0001 late'])
  })
})

describe('a plate that nobody has', () => {
  const list = buildList(
    buildListed({ booking_code: 'AAAA0001', plate: 'BOX 8512' }),
    buildListed({ booking_code: 'AAAA0002', plate: 'KJA-123AB' }),
    buildListed({ booking_code: 'AAAA0003', plate: 'CD 4' }),
    buildListed({ booking_code: 'AAAA0004', plate: '' }),
  )
  const similarTo = (typed: string) => findSimilarPlates(list, typed, now).map(({ plate }) => plate)

  test.each([
    ['B0X 8512', 'BOX 8512'],
    ['80X8SI2', 'BOX 8512'],
    ['BOX 852', 'BOX 8512'],
    ['BOX8152', 'BOX 8512'],
    ['kja 124 ab', 'KJA-123AB'],
    ['KJA 132 BA', 'KJA-123AB'],
  ])('%s is similar to %s', (typed, plate) => {
    expect(similarTo(typed)).toEqual([plate])
  })

  test.each(['CD 5', 'XYZ 999', 'BX', '', '?!', 'BOX 8512 9999'])('%s is similar to none', (typed) => {
    expect(similarTo(typed)).toEqual([])
  })
})
