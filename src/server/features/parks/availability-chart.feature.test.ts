import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking, createQuote } from '#contract/bookings/bookings.ts'
import { getAvailability } from '#contract/parks/availability.ts'
import { getPark } from '#contract/parks/parks.ts'
import { quarter_ms } from '#contract/time.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import { buildOffer, updatePark } from '#test/kits/parks-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let park: TestPark
const iso = (at: number) => new Date(at).toISOString()

beforeAll(async () => {
  world = await createWorld()
  // Three days before the clocks change in Toronto.
  world.clock.now = new Date('2027-03-11T09:03:20.000Z')
  park = await world.buildPark({ capacity: 6, increment_minor: 237n, day_cap_minor: 1_900n })
  await world.db
    .updateTable('tariffs')
    .set({ free_minutes: 15, increment_minutes: 20, day_cap_reset_hour: 6 })
    .where('park_id', '=', park.id)
    .execute()
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  const first = Math.ceil(world.clock.now.getTime() / quarter_ms)
  for (let n = 0; n < 12; n += 1) {
    const start = (first + n * 29) * quarter_ms
    const window = { start_time: iso(start), end_time: iso(start + (20 + n * 11) * quarter_ms) }
    const body = { park_id: park.id, plate: `CHART ${n}`, ...window }
    await world.call(createBooking, { token: driver.token, body })
  }
})
afterAll(() => world.close())

const chart = async (handle: string, query: object) => {
  const answer = await world.call(getAvailability, { params: { parkId: handle }, query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('each step has the spaces of its window and the price of its quote', { timeout: 120_000 }, async () => {
  const first = Math.ceil(world.clock.now.getTime() / quarter_ms)
  const pools = [{ id: park.pool_id, capacity: 6 }]
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 5 * 96 }),
      fc.integer({ min: 1, max: 96 }),
      fc.constantFrom(15, 30, 60, 240, 1_440),
      fc.integer({ min: 0, max: 400 }),
      async (from, length, step, pick) => {
        const query = { from: iso((first + from) * quarter_ms), to: iso((first + from + length) * quarter_ms), step }
        const { steps, currency, capacity } = await chart(park.slug, query)
        expect([currency, capacity]).toEqual(['CAD', 6])
        expect(steps).toHaveLength(Math.ceil((length * 15) / step))
        const { start, end, available, price } = steps[pick % steps.length]!
        const window = { start: new Date(start), end: new Date(end) }
        expect(available).toBe((await findSpacesLeft(world.db, pools, window)).get(park.pool_id))
        const body = { park_id: park.id, start_time: start, end_time: end }
        expect(price).toBe((await world.call(createQuote, { body })).body.total)
        seen.add(available!)
      },
    ),
    { numRuns: 24 * rounds },
  )
  expect(seen.size).toBeGreaterThan(2)
})

test('reads the spaces in one query for any number of steps', async () => {
  const times = { from: '2027-03-11T09:00:00Z', to: '2027-03-25T09:00:00Z', step: 60 }
  const { steps } = await chart(park.park_code, times)
  expect(steps).toHaveLength(336)
  expect(steps.every(({ available }) => available !== null)).toBe(true)
})

test('marks closed steps in the park’s time zone as not bookable', async () => {
  const shop = await world.buildPark({ opening_hours: 'Mo-Fr 08:00-10:00', capacity: 4 })
  // A Friday; Toronto is five hours behind.
  const { steps, timezone } = await chart(shop.slug, { from: '2027-03-12T12:00:00Z', to: '2027-03-12T16:00:00Z' })
  expect(timezone).toBe('America/Toronto')
  expect(steps.map(({ open, available }) => [open, available])).toEqual([
    [false, null],
    [true, 4],
    [true, 4],
    [false, null],
  ])
  const unknown = await world.buildPark({ opening_hours: null, capacity: 4 })
  const unknownHours = await chart(unknown.slug, { from: '2027-03-12T12:00:00Z', to: '2027-03-12T13:00:00Z' })
  expect(unknownHours.steps).toMatchObject([{ open: null, available: 4 }])
})

test('shows nothing bookable in the past, too far ahead, without a partner or for unsupported vehicles', async () => {
  const startedChart = await chart(park.id, { from: '2027-03-11T08:00:00Z', to: '2027-03-11T10:00:00Z', step: 30 })
  expect(startedChart.steps.map(({ available }) => available === null)).toEqual([true, true, false, false])
  const far = await chart(park.id, { from: '2027-09-07T09:00:00Z', to: '2027-09-07T10:00:00Z', step: 30 })
  expect(far.steps.map(({ available }) => available)).toEqual([6, null])

  const times = { from: '2027-03-12T15:00:00Z', to: '2027-03-12T16:00:00Z' }
  const open = await world.buildPark({ partner: null })
  expect(await chart(open.slug, times)).toMatchObject({ steps: [{ available: null, price: 2 }] })
  const low = await world.buildPark({})
  await updatePark(world, low, { max_height_cm: 150 })
  expect(await chart(low.slug, times)).toMatchObject({ steps: [{ available: null }] })
  await buildOffer(world, low, { vehicle_type_id: 3, vehicle_class: 'motorcycle', increment_minor: 50n, spaces: 5 })
  const bikes = await chart(low.slug, { ...times, vehicle_type_id: 3 })
  expect(bikes).toMatchObject({ capacity: 5, steps: [{ available: 5 }] })
  const vans = await chart(low.slug, { ...times, vehicle_type_id: 5 })
  expect(vans).toMatchObject({ capacity: null, steps: [{ available: null, price: null }] })
})

test('shows the same values as the park’s page for that window', async () => {
  const [start_time, end_time] = ['2027-03-14T05:00:00Z', '2027-03-15T05:00:00Z']
  const { steps } = await chart(park.slug, { from: start_time, to: end_time, step: 1_440 })
  const page = (await world.call(getPark, { params: { parkId: park.slug }, query: { start_time, end_time } })).body
  expect(steps).toMatchObject([{ available: page.available, price: page.price!.amount, open: page.open }])
})

const good = { from: '2027-03-12T15:00:00Z', to: '2027-03-12T16:00:00Z' }
test.each([
  [{ ...good, from: '2027-03-12T15:01:00Z' }, 'from'],
  [{ ...good, to: '2027-03-12T15:00:00Z' }, 'to'],
  [{ ...good, to: '2027-03-27T15:00:00Z', step: 1_440 }, 'to'],
  [{ ...good, to: '2027-03-17T15:00:00Z', step: 15 }, 'step'],
  [{ ...good, step: 45 }, 'step'],
  [{ ...good, step: '1e2' }, 'step'],
  [{ to: good.to }, 'from'],
  [{ from: 'NaN', to: good.to }, 'from'],
  [{ ...good, from: '2027-03-12T15:00:00' }, 'from'],
  [{ from: '2027-03-01T15:00:00Z', to: '2027-03-02T15:00:00Z' }, 'to'],
  [{ ...good, vehicle_type_id: 0 }, 'vehicle_type_id'],
  [{ ...good, vehicle_type_id: 999 }, 'vehicle_type_id'],
  [{ ...good, more: 1 }, 'more'],
])('%j is refused for its %s', async (query, field) => {
  const { status, problem } = await world.call(getAvailability, { params: { parkId: park.slug }, query })
  expect({ status, fields: problem.errors?.map((error) => error.field) }).toEqual({ status: 422, fields: [field] })
  expect(problem.errors![0]!.message).not.toContain('errors.')
})

test('returns 404 for an unknown park', async () => {
  const { status, problem } = await world.call(getAvailability, { params: { parkId: 'nobody' }, query: good })
  expect([status, problem.code]).toEqual([404, 'park_not_found'])
})
