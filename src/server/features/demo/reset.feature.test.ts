import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPark } from '#contract/parks/parks.ts'
import { approveClaim } from '#contract/partners/desk/partner-requests.ts'
import { claimPark } from '#contract/partners/partners.ts'
import { createReview } from '#contract/reviews/reviews.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { readConfig } from '#server/config.ts'
import { countPromoUse } from '#server/features/promos/commands.ts'
import { buildBookingRow } from '#test/kits/reviews-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { writeExamplePromos } from './promos.ts'
import { resetDemo, resetJobs } from './reset.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { DEMO_RESET_MINUTES: '30' } })
})
afterAll(() => world.close())

type CountedTable =
  | 'users'
  | 'ledger_entries'
  | 'parks'
  | 'tariffs'
  | 'sessions'
  | 'reviews'
  | 'vehicles'
  | 'promo_uses'
  | 'promo_codes'
const count = async (table: CountedTable) =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('deletes customers and money every thirty minutes, and keeps staff and parks', async () => {
  await world.buildPark()
  await world.buildDriver({ balance_minor: 500n })
  await world.buildDriver({ role: 'staff' })
  const [job] = resetJobs(world.deps.config)
  // To the beginning of a half-hour.
  world.clock.advance(30 - ((world.deps.clock().getTime() / 60_000) % 30))
  await job!.run(world.deps)
  world.clock.advance(29)
  await job!.run(world.deps)
  expect(await count('ledger_entries')).toBe(2)
  world.clock.advance(1)
  await job!.run(world.deps)
  expect({
    users: await count('users'),
    sessions: await count('sessions'),
    entries: await count('ledger_entries'),
  }).toEqual({ users: 1, sessions: 1, entries: 0 })
  expect(await count('parks')).toBe(1)
  expect(await count('tariffs')).toBe(1)
  await world.buildDriver({ balance_minor: 100n })
  await job!.run(world.deps)
  expect(await count('users')).toBe(2)
})

test('is off by default and throws in production', async () => {
  expect(resetJobs(readConfig({}))).toEqual([])
  await expect(resetDemo({ ...world.deps, config: { ...world.deps.config, production: true } })).rejects.toThrow(
    'production',
  )
})

test('deletes reviews, vehicles and promo uses, and keeps the promo codes', async () => {
  await writeExamplePromos(world.db)
  const [park, driver] = [await world.buildPark(), await world.buildDriver()]
  const staff = await world.buildDriver({ role: 'staff' })
  await buildBookingRow(world, driver, park)
  await world.call(createReview, { token: driver.token, params: { parkId: park.id }, body: { rating: 4 } })
  await world.call(createVehicle, { token: driver.token, body: { plate: 'ABC 123' } })
  const code = await world.db.selectFrom('promo_codes').select('id').limit(1).executeTakeFirstOrThrow()
  // Staff accounts stay, their promo uses do not.
  await world.db
    .transaction()
    .execute((tx) =>
      countPromoUse(tx, { promo_code_id: code.id, user_id: staff.user_id, limit_per_person: 1, most_uses: null }),
    )
  await resetDemo(world.deps)
  expect({
    reviews: await count('reviews'),
    vehicles: await count('vehicles'),
    uses: await count('promo_uses'),
    codes: await count('promo_codes'),
  }).toEqual({ reviews: 0, vehicles: 0, uses: 0, codes: 5 })
  const { body } = await world.call(getPark, { params: { parkId: park.id } })
  expect(body).toMatchObject({ rating: null, reviews: 0 })
})

test('pages announce the next reset', async () => {
  const page = await world.app.inject({ url: '/about', headers: { 'accept-language': 'fr' } })
  const next = new Date((Math.floor(world.deps.clock().getTime() / 1_800_000) + 1) * 1_800_000)
  const time = next.toISOString().slice(11, 16)
  expect(page.body).toContain(`Les comptes et les réservations seront supprimés à ${time} (UTC).`)
})

test('takes back claimed and listed car parks with the partners made for them', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const operator = await world.buildDriver()
  const park = await world.buildPark({ partner: null })
  const claimed = await world.call(claimPark, {
    token: operator.token,
    body: { park: park.id, company: 'Visitor Parking' },
  })
  const params = { id: claimed.body.claim.id }
  expect((await world.call(approveClaim, { token: staff.token, params })).status).toBe(200)
  await resetDemo(world.deps)
  const stored = await world.db.selectFrom('parks').select('partner_id').where('id', '=', park.id).executeTakeFirst()
  expect(stored).toEqual({ partner_id: null })
  expect(await world.db.selectFrom('partners').select('id').where('name', '=', 'Visitor Parking').execute()).toEqual([])
  expect(await world.db.selectFrom('users').select('id').where('id', '=', operator.user_id).execute()).toEqual([])
})
