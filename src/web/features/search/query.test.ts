import { expect, test } from 'vitest'
import { around_m, parksQuery } from './query.ts'
import { readStay } from './stay.ts'

const now = new Date('2026-11-21T12:07:30Z')
const ask = (query: string) => parksQuery(readStay(new URLSearchParams(query), now), 'CA')
const toronto = 'lat=43.65&lng=-79.38&place=Toronto'

test('around a place the best within reach are asked for, with the window', () => {
  expect(ask(`${toronto}&amenities=ev,covered`)).toEqual({
    country: 'CA',
    search: undefined,
    lat: 43.65,
    lng: -79.38,
    radius: around_m,
    start_time: '2026-11-21T12:00:00Z',
    end_time: '2026-11-21T14:00:00Z',
    vehicle_type_id: 1,
    kind: undefined,
    amenities: 'covered,ev',
    sort: 'best',
    page: 1,
    size: 20,
  })
})

test.each([
  [`${toronto}&sort=price`, 'price', around_m],
  // The nearest are found however far they are.
  [`${toronto}&sort=distance`, 'distance', undefined],
  // The server reads a text as a place or as words, and orders by that.
  ['search=Toronto', undefined, undefined],
  ['search=Toronto&sort=price', 'price', around_m],
  ['', 'best', undefined],
  ['sort=distance', 'best', undefined],
])('%s is ordered by %s within %s', (query, sort, radius) => {
  expect(ask(query)).toMatchObject({ sort, radius })
})
