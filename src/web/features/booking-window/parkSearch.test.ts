import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import { amenities, bayWidths_cm, parkKinds, parkSorts } from '#contract/parks/park-lists.ts'
import { addMinutes, isOnQuarter } from '#web/time/quarterHours.ts'
import {
  exactPoint,
  type ParkSearch,
  type Place,
  readSearch,
  toPlace,
  writeParkQuery,
  writeSearch,
} from './parkSearch.ts'
import { defaultWindow, latestStart, endAfter, pricedMinutes } from './window.ts'

const now = new Date('2026-11-21T12:07:30Z')

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const words = fc
  .string({ maxLength: 40 })
  .map((text) => text.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim() || undefined)
const degrees = (max: number) => fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5)

const boxes = fc
  .record({ west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) })
  .filter(({ west, south, east, north }) => west !== east && south < north)

const searches: fc.Arbitrary<ParkSearch> = fc
  .record({
    first: fc.nat({ max: windowRules.ahead_days * 96 }),
    length: fc.integer({ min: 1, max: windowRules.most_min / 15 }),
    place: fc.option(
      fc
        .record({ lat: degrees(90), lng: degrees(180), name: words, approximate: fc.boolean() })
        .map(({ approximate, ...place }) => (approximate ? { ...place, approximate } : place)),
      { nil: undefined },
    ),
    box: fc.option(boxes, { nil: undefined }),
    text: words,
    height_cm: fc.option(fc.integer({ min: 50, max: 600 }), { nil: undefined }),
    fits: fc.constantFrom(true, undefined),
    step_free: fc.constantFrom(true, undefined),
    lift: fc.constantFrom(true, undefined),
    bay_width_cm: fc.constantFrom(...bayWidths_cm, undefined),
    max_price: fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined }),
    chosen: words,
    vehicle: fc.integer({ min: 1, max: 1_000 }),
    sort: fc.option(fc.constantFrom(...parkSorts), { nil: undefined }),
    kind: fc.option(fc.constantFrom(...parkKinds), { nil: undefined }),
    amenities: fc.subarray([...amenities]),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .map(({ first, length, ...rest }) => {
    const start = addMinutes(runningQuarter(now), first * 15)
    return { ...rest, start, end: endAfter(start, length * 15, now) }
  })

const toParams = (query: ReturnType<typeof writeSearch>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

describe('a search in the address', () => {
  test('survives writing and reading', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(readSearch(toParams(writeSearch(search)), now)).toEqual(search)
      }),
    )
  })

  test('writes times in UTC and omits defaults', () => {
    const search: ParkSearch = {
      ...defaultWindow(now),
      place: { lat: 6.428, lng: 3.4219, name: 'Victoria Island' },
      text: undefined,
      vehicle: 1,
      sort: undefined,
      kind: undefined,
      amenities: ['covered', 'ev'],
      page: 1,
    }
    expect(toParams(writeSearch(search)).toString()).toBe(
      'lat=6.428&lng=3.4219&place=Victoria+Island&start=2026-11-21T12%3A00%3A00Z&end=2026-11-21T14%3A15%3A00Z&amenities=covered%2Cev',
    )
  })

  test('a place whose position is not exact is no start of a walk', () => {
    const balogun = toPlace({
      kind: 'market',
      name: 'Balogun Market',
      context: 'Lagos, Nigeria',
      lat: 6.4568,
      lng: 3.3886,
      approximate: true,
    })
    const { approximate: _approximate, ...exact } = balogun
    const originOf = (place: Place) => writeParkQuery({ ...defaultWindow(now), vehicle: 1, place }).from
    expect(balogun).toEqual({ ...exact, approximate: true })
    expect([exactPoint(balogun), originOf(balogun)]).toEqual([undefined, undefined])
    expect([exactPoint(exact), originOf(exact)]).toEqual([exact, '6.4568,3.3886,Balogun Market'])
  })

  test('any address gives a window that can be booked', () => {
    const names = fc.constantFrom(
      'lat',
      'lng',
      'place',
      'search',
      'start',
      'end',
      'vehicle',
      'sort',
      'kind',
      'amenities',
      'page',
      'box',
      'height_cm',
      'fits',
      'max_price',
      'chosen',
    )
    const values = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      instants.map((at) => at.toISOString()),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(names, values)), (entries) => {
        const search = readSearch(new URLSearchParams(entries), now)
        expectBookable(search)
        expect(search.vehicle).toBeGreaterThanOrEqual(1)
        expect(search.page).toBeGreaterThanOrEqual(1)
        if (search.place) expect(Math.abs(search.place.lat)).toBeLessThanOrEqual(90)
      }),
    )
  })

  test.each([
    'box=1,2,3',
    'box=1,2,1,3',
    'box=1,3,2,2',
    'box=1,2,3,91',
    'box=a,b,c,d',
    'height_cm=49',
    'length_cm=1e3',
  ])('%s is ignored', (query) => {
    expect(readSearch(new URLSearchParams(query), now)).toEqual(readSearch(new URLSearchParams(), now))
  })

  test.each(['lat=6.4', 'lat=6.4&lng=x', 'lat=91&lng=3', 'lat=6.4&lng=1e3', 'lat=&lng='])(
    '%s gives no place',
    (query) => {
      expect(readSearch(new URLSearchParams(query), now).place).toBeUndefined()
    },
  )

  test.each(['vehicle=0', 'vehicle=-1', 'vehicle=1.5', 'vehicle=9999', 'page=0', 'page=x'])(
    '%s falls back to 1',
    (query) => {
      const search = readSearch(new URLSearchParams(query), now)
      expect([search.vehicle, search.page]).toEqual([1, 1])
    },
  )
})

function expectBookable({ start, end }: { start: Date; end: Date }) {
  expect(isOnQuarter(start) && isOnQuarter(end)).toBe(true)
  expect(start >= runningQuarter(now) && start <= latestStart(now)).toBe(true)
  expect(pricedMinutes({ start, end }, now)).toBeGreaterThanOrEqual(windowRules.least_min)
  expect(pricedMinutes({ start, end }, now)).toBeLessThanOrEqual(windowRules.most_min)
}
