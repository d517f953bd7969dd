import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { bookingActions, type BookingDetails } from '#contract/bookings/bookings.ts'
import { web as en } from '#i18n/en/web.ts'
import { createTranslate } from '#i18n/translate.ts'
import type { Translate } from '#web/page/translation.ts'
import { removeStored } from '#web/storage/storage.ts'
import { minutesBetween } from '#web/time/quarterHours.ts'
import { actionsOf } from './actions.ts'
import { baseEnd, endOnDay, endsAfter, extendSteps, latestEnd } from './dialogs/ends.ts'
import { findSavedSpot, saveSpot } from './pass/savedSpot.ts'
import { addWaiting, changeWaiting, findWaiting, findWaitingSpot, removeWaiting } from './pass/waiting.ts'
import { sentenceOf } from './sentence.ts'

const can = (...allowed: (typeof bookingActions)[number][]) =>
  Object.fromEntries(bookingActions.map((action) => [action, allowed.includes(action)])) as BookingDetails['can']

describe('actionsOf', () => {
  const offered = (allowed: Parameters<typeof can>, check_in: 'clock' | 'scan' = 'scan') => ({
    can: can(...allowed),
    payment_status: 'paid' as const,
    check_in,
    checked_in_at: null,
    end_time: '2026-11-21T18:00:00Z',
  })
  const early = new Date('2026-11-21T16:00:00Z')

  test('puts directions first before the start, check-in at the gate, the extension while parked, and leaving at the end', () => {
    const stands = offered(['cancel', 'extend', 'auto_extend', 'plate'])
    expect(actionsOf(stands, 'coming')[0]).toBe('directions')
    expect(actionsOf(offered(['check_in', 'cancel']), 'coming').slice(0, 2)).toEqual(['directions', 'check_in'])
    expect(actionsOf(offered(['check_in', 'cannot_park', 'plate']), 'due')[0]).toBe('check_in')
    const parked = offered(['extend', 'check_out', 'plate'])
    expect(actionsOf(parked, 'running', early).slice(0, 2)).toEqual(['extend', 'check_out'])
    const leaving = new Date('2026-11-21T17:45:00Z')
    expect(actionsOf(parked, 'running', leaving).slice(0, 2)).toEqual(['check_out', 'extend'])
    expect(actionsOf(offered(['extend']), 'running', leaving)[0]).toBe('extend')
    expect(actionsOf(offered(['check_out']), 'late')[0]).toBe('check_out')
  })

  test('offers no check-in at car parks without one', () => {
    expect(actionsOf(offered(['check_in'], 'clock'), 'due')).not.toContain('check_in')
  })

  test('offers to report a problem with the space until 15 minutes after check-in, also offline', () => {
    const checked_in_at = '2026-11-21T15:20:00Z'
    const parked = { ...offered(['cannot_park']), checked_in_at }
    expect(actionsOf(parked, 'running', new Date('2026-11-21T15:34:59Z'))).toContain('cannot_park')
    expect(actionsOf(parked, 'running', new Date('2026-11-21T15:35:00Z'))).not.toContain('cannot_park')
  })

  test('offers only what the server allows, without duplicates', () => {
    const phases = ['held', 'coming', 'due', 'running', 'late', 'ended', 'cancelled', 'expired', 'missed'] as const
    fc.assert(
      fc.property(fc.constantFrom(...phases), fc.subarray([...bookingActions]), (phase, allowed) => {
        const actions = actionsOf({ ...offered(allowed), payment_status: 'unpaid' }, phase)
        expect(new Set(actions).size).toBe(actions.length)
        expect(actions).not.toContain('receipt')
        for (const action of actions)
          if ((bookingActions as readonly string[]).includes(action)) expect(allowed).toContain(action)
      }),
    )
  })
})

describe('extension ends', () => {
  const at = (text: string) => new Date(text)
  const booking = { priced_from: '2026-11-21T15:00:00Z', end_time: '2026-11-21T17:00:00Z' }

  test('are counted from the end, or from the current quarter hour once it has passed', () => {
    expect(baseEnd(booking, at('2026-11-21T16:40:00Z')).toISOString()).toBe('2026-11-21T17:00:00.000Z')
    expect(baseEnd(booking, at('2026-11-21T17:20:00Z')).toISOString()).toBe('2026-11-21T17:15:00.000Z')
  })

  test('are later than the end, on the quarter hour, and within the longest booking', () => {
    const start = Date.parse(booking.priced_from)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: windowRules.most_min / 15 }),
        fc.integer({ min: 0, max: windowRules.most_min }),
        (quarters, passed_min) => {
          const longer = { ...booking, end_time: new Date(start + quarters * 900_000).toISOString() }
          const now = new Date(start + passed_min * 60_000)
          for (const { end } of endsAfter(longer, extendSteps, now)) {
            expect(end > now && end > new Date(longer.end_time)).toBe(true)
            expect(end <= latestEnd(longer)).toBe(true)
            expect(minutesBetween(new Date(start), end) % 15).toBe(0)
          }
        },
      ),
    )
  })

  test('keep their local hour on another day, also across a clock change', () => {
    const [earliest, latest] = [at('2026-10-31T20:15:00Z'), at('2026-11-20T20:00:00Z')]
    const end = at('2026-10-31T22:00:00Z')
    const moved = endOnDay(end, '2026-11-02', 'America/Toronto', earliest, latest)
    expect(moved.toISOString()).toBe('2026-11-02T23:00:00.000Z')
    expect(endOnDay(end, '2026-10-30', 'America/Toronto', earliest, latest)).toEqual(earliest)
    expect(endOnDay(end, '2027-01-01', 'America/Toronto', earliest, latest)).toEqual(latest)
    expect(endOnDay(end, '', 'America/Toronto', earliest, latest)).toBe(end)
  })
})

describe('the parking spot saved on this device', () => {
  beforeEach(() => removeStored('spots_here'))

  test('is kept for the newest three bookings, without duplicates', () => {
    for (const id of ['a', 'b', 'c', 'd', 'd']) saveSpot(id, { photo: `data:image/jpeg;base64,${id}` })
    expect(['a', 'b', 'c', 'd'].map((id) => findSavedSpot(id).photo !== undefined)).toEqual([false, true, true, true])
    saveSpot('d', { photo: undefined })
    expect(findSavedSpot('d')).toEqual({})
  })
})

describe('changes that wait on this device', () => {
  beforeEach(() => removeStored('changes_waiting'))

  test('are one of each kind, from what the driver saw first, under a key of their own', () => {
    const first = addWaiting('a', { kind: 'plate', plate: 'AB 2', from: 'AB 1' })
    const second = addWaiting('a', { kind: 'plate', plate: 'AB 3', from: 'AB 2' })
    addWaiting('b', { kind: 'plate', plate: 'CD 2', from: 'CD 1' })
    addWaiting('a', { kind: 'spot', spot: { level: '2', bay: null, note: null }, from: null })
    expect(findWaiting('a')).toMatchObject([{ plate: 'AB 3', from: 'AB 1', isLate: false }, { kind: 'spot' }])
    expect(second.key).not.toBe(first.key)
    expect(findWaitingSpot('a')).toEqual({ level: '2', bay: null, note: null })
    changeWaiting(second.key, { conflict: 'Changed elsewhere.' })
    // What the driver has seen since is what the next one starts from.
    expect(addWaiting('a', { kind: 'plate', plate: 'AB 4', from: 'ZZ 9' })).toMatchObject({ from: 'ZZ 9' })
    for (const { key } of findWaiting('a')) removeWaiting(key)
    expect([findWaiting('a'), findWaiting('b').length]).toEqual([[], 1])
  })
})

describe('history sentences', () => {
  const t: Translate = createTranslate('en', en)
  const booking = { park: { timezone: 'America/Toronto' }, currency: 'CAD' } as BookingDetails

  test.each([
    ['booked', 'driver', null, 'Booked and paid'],
    ['arrived', 'driver', null, 'Checked in'],
    ['arrived', 'guard', null, 'Checked in by a guard'],
    ['left', 'clock', null, 'Checked out automatically'],
    ['plate_changed', 'driver', { from: 'AB 1', to: 'AB 2' }, 'Number plate changed from AB 1 to AB 2'],
    ['due_paid', 'driver', { amount: 4.5 }, 'Outstanding balance of $4.50 paid'],
    ['overstay_charged', 'clock', { amount: 4.5, owed: 0 }, 'Overstay charged: $4.50'],
    ['overstay_charged', 'clock', { amount: 4.5, owed: 2 }, 'Overstay: $4.50, $2.00 still to pay'],
    ['extended', 'driver', null, 'Extended'],
    ['cannot_park', 'driver', { reason: 'full' }, 'Couldn’t park: “It’s full”'],
    ['cannot_park', 'driver', null, 'Couldn’t park'],
    ['report_accepted', 'staff', { amount: 4.5 }, 'Report confirmed, $4.50 refunded'],
    ['report_refused', 'staff', { amount: 0 }, 'Report not confirmed'],
    ['something new', 'staff', null, 'Changed'],
  ])('%s by %s', (cause, actor, detail, sentence) => {
    expect(sentenceOf({ cause, actor, detail }, booking, t, 'en-CA')).toBe(sentence)
  })

  test('every cause has its sentence', () => {
    const { event } = en.bookings
    // The other keys are those of causes with an actor or details.
    const keys = Object.keys(event) as (keyof typeof event)[]
    const isDetailed = (key: string) =>
      key === 'overstay_owed' || keys.some((candidate) => key.startsWith(`${candidate}_`))
    const causes = keys.filter((key) => !isDetailed(key))
    expect(causes.length).toBeGreaterThan(20)
    for (const cause of causes)
      expect(sentenceOf({ cause, actor: 'driver', detail: null }, booking, t, 'en-CA')).toBe(event[cause])
  })

  test('an extension gives its end in the park’s local time', () => {
    const until = '2026-01-21T23:30:00Z'
    const sentence = sentenceOf({ cause: 'extended', actor: 'driver', detail: { until, amount: 3 } }, booking, t, 'en')
    expect(sentence).toMatch(/^Extended to .* at 18:30$/)
  })
})
