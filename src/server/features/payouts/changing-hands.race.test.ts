import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { addPartnerPark, removePartnerPark } from '#contract/partners/desk/partners.ts'
import type { Tx } from '#server/database/connect.ts'
import { bookingRequestFor, buildPaidBooking, setBalance, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildStatement, changeHands, findPayee } from '#test/kits/desk/payouts-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
  admin = await world.buildDriver({ role: 'administrator' })
})
afterEach(() => world.expectBalancedLedger())
afterAll(() => world.close())

interface Scene {
  park: TestPark
  driver: Driver
  /** The partners who have the car park first and next, and the payees of both. */
  partners: [string, string]
  payees: [string, string]
}

let count = 0
async function buildScene(): Promise<Scene> {
  count += 1
  const names = [`First holder ${count}`, `Next holder ${count}`] as const
  const park = await world.buildPark({ partner: names[0] })
  const driver = await world.buildDriver()
  await setBalance(world, driver, 1_000_000n, 'CAD')
  const first = await findOrCreatePartner(world.db, 'CA', names[0])
  const next = await findOrCreatePartner(world.db, 'CA', names[1])
  const payees: Scene['payees'] = [(await findPayee(world, first)).id, (await findPayee(world, next)).id]
  return { park, driver, partners: [first, next], payees }
}

const sell = ({ park, driver }: Scene) =>
  world.call(createBooking, { token: driver.token, body: bookingRequestFor(world, park, 4, 4) }).then(outcomeOf)
const change = (endpoint: typeof addPartnerPark | typeof removePartnerPark, id: string, { park }: Scene) =>
  world.call(endpoint, { token: admin.token, params: { id }, body: { park: park.park_code } }).then(outcomeOf)
const earned = ({ park }: Scene) => sumLedgerEntries(world, 'park_payable', park.id)

/** Holds a row until it is let go, as another transaction does that takes its time. */
async function hold(lock: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  let letGo = (): void => undefined
  const released = new Promise<void>((resolve) => (letGo = resolve))
  let started = (): void => undefined
  const isHeld = new Promise<void>((resolve) => (started = resolve))
  const holding = world.db.transaction().execute(async (tx) => {
    await lock(tx)
    started()
    await released
  })
  await isHeld
  return async () => {
    letGo()
    await holding
  }
}

const expectWaiting = (number: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
      return rows.length
    })
    .toBe(number)

test('a sale that is being written holds up the change of hands, which then finds the booking', async () => {
  const scene = await buildScene()
  const letGo = await hold((tx) =>
    sql`select from ledger_accounts where kind = 'customer' and owner = ${scene.driver.user_id} for update`.execute(tx),
  )
  const sold = sell(scene)
  await expectWaiting(1)
  const removed = change(removePartnerPark, scene.partners[0], scene)
  await expectWaiting(2)
  await letGo()
  expect([await sold, await removed]).toEqual([201, '409 park_booked'])
  expect(await earned(scene)).toBeGreaterThan(0n)
})

test('a sale that comes while a car park changes hands is refused, and nobody earns it', async () => {
  const scene = await buildScene()
  const letGo = await hold((tx) => sql`select from payees where id = ${scene.payees[0]}::uuid for update`.execute(tx))
  const removed = change(removePartnerPark, scene.partners[0], scene)
  await expectWaiting(1)
  const sold = sell(scene)
  await expectWaiting(2)
  await letGo()
  expect([await removed, await sold]).toEqual([200, '409 park_not_bookable'])
  expect(await change(addPartnerPark, scene.partners[1], scene)).toBe(200)
  expect(await earned(scene)).toBe(0n)
  expect(await buildStatement(world, scene.payees[1])).toBeUndefined()
})

test('what a server sold whose clock is ahead belongs to who held the car park then', async () => {
  const scene = await buildScene()
  world.clock.advance(2)
  const { id } = await buildPaidBooking(world, scene.driver, scene.park, 4, 4)
  world.clock.advance(-2)
  await world.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
  await changeHands(world, admin, scene.park, { from: scene.partners[0], to: scene.partners[1] })
  world.clock.advance(5)
  expect(await buildStatement(world, scene.payees[1])).toBeUndefined()
  expect(await buildStatement(world, scene.payees[0])).toBeDefined()
  expect(await earned(scene)).toBe(0n)
})
