import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBookings } from '#contract/bookings/bookings.ts'
import { listVehicles } from '#contract/vehicles/vehicles.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld({ engine: 'server', follows_read_only: true })
  driver = await world.buildDriver({ balance_minor: 1_000n })
}, 120_000)
afterAll(() => world.close())

const { promise: isOver, resolve: end } = Promise.withResolvers<void>()

test(
  'a locked table refuses those who need it, and takes no connection from the others',
  { timeout: 120_000 },
  async () => {
    const { token } = driver
    const locked = Promise.withResolvers<void>()
    const lock = world.db.transaction().execute(async (tx) => {
      await sql`lock table bookings in access exclusive mode`.execute(tx)
      locked.resolve()
      await isOver
    })
    await locked.promise
    // Twice as many as there are connections.
    const first = await Promise.all([
      ...Array.from({ length: 8 }, () => world.call(listBookings, { token })),
      ...Array.from({ length: 8 }, () => world.call(listVehicles, { token })),
    ])
    const statuses = first.map(({ status }) => status)
    expect(statuses.slice(0, 8)).toEqual(statuses.slice(0, 8).map(() => 503))
    expect(first[0]!.problem).toMatchObject({ code: 'overloaded', retry_after: 5 })
    expect(first[0]!.headers['retry-after']).toBe('5')
    expect(statuses.slice(8)).toEqual(statuses.slice(8).map(() => 200))

    // From then on, others are answered beside those who are refused at once or try the lock.
    for (let round = 0; round < 20; round += 1) {
      const [vehicles, bookings] = await Promise.all([
        world.call(listVehicles, { token }),
        world.call(listBookings, { token }),
      ])
      expect([vehicles.status, bookings.status]).toEqual([200, 503])
    }
    end()
    await lock
    await expect.poll(async () => (await world.call(listBookings, { token })).status, { timeout: 30_000 }).toBe(200)
  },
)

test('a page whose data cannot be read is a frame with 503, in which the browser asks again', async () => {
  const park = await world.buildPark()
  const open = () => world.app.inject({ url: `/park/${park.slug}`, headers: { 'accept-language': 'en' } })
  expect((await open()).statusCode).toBe(200)
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
  const { promise: isEnough, resolve: unlock } = Promise.withResolvers<void>()
  const locking = world.db.transaction().execute(async (tx) => {
    await sql`lock table parks in access exclusive mode`.execute(tx)
    lock()
    await isEnough
  })
  await isLocked
  const refused = await open()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(refused.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refused.body).toContain('"is_frame":true')
  expect(refused.body).toContain('<title>Parkwell</title>')
  expect((await world.app.inject('/terms')).statusCode).toBe(200)
  unlock()
  await locking
  await expect.poll(async () => (await open()).statusCode).toBe(200)
})
