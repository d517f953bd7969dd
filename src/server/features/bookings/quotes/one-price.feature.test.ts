import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBookingStatus, createBooking, createQuote } from '#contract/bookings/bookings.ts'
import { currencyOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import { toMinor, type Currency } from '#contract/money.ts'
import { getPark, getRate, listParks } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { balanceOf, expectConsistentData } from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
interface Place {
  country_code: CountryCode
  state: string
  city: string
  timezone: string
}
const places: Place[] = [
  { country_code: 'CA', state: 'CA-ON', city: 'Toronto', timezone: 'America/Toronto' },
  { country_code: 'CA', state: 'CA-QC', city: 'Montréal', timezone: 'America/Toronto' },
  { country_code: 'CA', state: 'CA-NL', city: 'St. John’s', timezone: 'America/St_Johns' },
  { country_code: 'US', state: 'US-NY', city: 'New York', timezone: 'America/New_York' },
  { country_code: 'US', state: 'US-PA', city: 'Pittsburgh', timezone: 'America/New_York' },
  { country_code: 'US', state: 'US-HI', city: 'Honolulu', timezone: 'Pacific/Honolulu' },
  { country_code: 'NG', state: 'NG-LA', city: 'Lagos', timezone: 'Africa/Lagos' },
  { country_code: 'SN', state: 'SN-DK', city: 'Dakar', timezone: 'Africa/Dakar' },
]
type Sold = TestPark & Place & { free_minutes: number }
const parks: Sold[] = []
const drivers = new Map<CountryCode, Driver>()

beforeAll(async () => {
  world = await createWorld()
  // Close to the clock change in March, so that windows cross it.
  world.clock.now = new Date('2027-03-01T09:03:20.000Z')
  const states = await world.db.selectFrom('states').select(['id', 'code']).execute()
  for (const [n, place] of places.entries()) {
    const park = await world.buildPark({
      ...place,
      capacity: 500,
      increment_minor: 137n + 61n * BigInt(n),
      day_cap_minor: n % 3 === 0 ? null : 1_900n,
    })
    await world.db
      .updateTable('parks')
      .set({ state_id: states.find(({ code }) => code === place.state)!.id })
      .where('id', '=', park.id)
      .execute()
    const terms = {
      free_minutes: n % 2 === 0 ? 0 : 15,
      increment_minutes: [60, 15, 20, 30][n % 4]!,
      day_cap_reset_hour: [0, 6, 3][n % 3]!,
    }
    await world.db.updateTable('tariffs').set(terms).where('park_id', '=', park.id).execute()
    parks.push({ ...park, ...place, free_minutes: terms.free_minutes })
  }
  for (const country_code of Object.keys(countryIds) as CountryCode[])
    drivers.set(country_code, await world.buildDriver({ country_code, balance_minor: 10_000_000n }))
})
afterAll(() => world.close())

let plates = 10
const minor = (amount: number, currency: Currency) => toMinor(amount, currency)!

test(
  'list, park page, quote, booking and ledger have the same price, and a cancellation returns it',
  { timeout: 120_000 },
  async () => {
    const quarter = 900_000
    const first = Math.ceil(world.clock.now.getTime() / quarter)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 160 * 96 }),
        fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 * 96 })),
        fc.constantFrom(...places.keys()),
        async (from, length, n) => {
          const park = parks[n]!
          const currency = currencyOf(park.country_code)
          const driver = drivers.get(park.country_code)!
          const window = {
            start_time: new Date((first + from) * quarter).toISOString(),
            end_time: new Date((first + from + length) * quarter).toISOString(),
          }
          const list = await world.call(listParks, {
            query: { country: park.country_code, search: 'garage', size: 100, ...window },
          })
          const listed = list.body.items.find(({ id }) => id === park.id)!
          const page = await world.call(getPark, { params: { parkId: park.slug }, query: window })
          const quote = await world.call(createQuote, { body: { park_id: park.id, ...window } })
          const before = await balanceOf(world, driver, currency)
          const booked = await world.call(createBooking, {
            token: driver.token,
            body: {
              park_id: park.id,
              // A new plate each time, because free minutes count once per plate.
              plate: `ONE ${plates++}`,
              ...window,
              ...(n % 2 === 0 ? { quote_id: quote.body.quote_id } : {}),
            },
          })
          const debit = before - (await balanceOf(world, driver, currency))
          expect(listed.price).toEqual({ amount: quote.body.total, currency, unit: 'stay' })
          expect(page.body.price).toEqual(listed.price)
          expect(listed.available).toBe(quote.body.available)
          expect(booked.body).toMatchObject({ total: quote.body.total, lines: quote.body.lines })
          expect(debit).toBe(minor(quote.body.total, currency))
          expect(quote.body.lines.reduce((sum, { amount }) => sum + minor(amount, currency), 0n)).toBe(debit)
          if (length % 2 === 0) {
            const back = await world.call(changeBookingStatus, {
              params: { id: booked.body.id },
              query: { status: 'cancelled' },
              token: driver.token,
            })
            expect(minor(back.body.refunded, currency)).toBe(debit)
            expect(await balanceOf(world, driver, currency)).toBe(before)
          }
        },
      ),
      { numRuns: 10 * rounds },
    )
    await expectConsistentData(world)
  },
)

test('the list shows the hourly price without a window', async () => {
  for (const park of parks) {
    const list = await world.call(listParks, { query: { country: park.country_code, search: 'garage', size: 100 } })
    const rate = await world.call(getRate, { params: { parkId: park.park_code } })
    const price = list.body.items.find(({ id }) => id === park.id)!.price!
    expect(price.unit).toBe('hour')
    expect(price.amount).toBe(rate.body.hour_total)
    const quote = await world.call(createQuote, {
      body: { park_id: park.id, start_time: '2027-03-05T20:00:00Z', end_time: '2027-03-05T21:00:00Z' },
    })
    expect(rate.body.hour_total).toBe(quote.body.total)
  }
})
