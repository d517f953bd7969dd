import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPassText } from '#contract/bookings/pass-text.ts'
import { getGuardList, listGuardedParks, type ListedBooking } from '#contract/gate/guard-lists.ts'
import { revokeGuardDevice } from '#contract/parks/desk/park-record.ts'
import { bookingCallsOf, buildPaidBooking, buildHold, buildScanPark, outcomeOf } from '#test/kits/bookings-kit.ts'
import { buildGuard, buildPhone } from '#test/kits/scan-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
})
afterAll(() => world.close())

const readList = (guard: Driver, park: TestPark, since?: string, device_id?: string) =>
  world.call(getGuardList, { token: guard.token, params: { code: park.park_code }, query: { since, device_id } })

async function createScene() {
  const park = await buildScanPark(world, { capacity: 20 })
  const guard = await buildGuard(world, park)
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  return { park, guard, driver, calls: bookingCallsOf(world, driver) }
}

/** What a phone holds, which it keeps up to date by deltas. */
class Replica {
  readonly bookings = new Map<string, ListedBooking>()
  readonly guard: Driver
  readonly park: TestPark
  cursor: string | undefined
  constructor(guard: Driver, park: TestPark) {
    this.guard = guard
    this.park = park
  }
  async refresh() {
    const { body } = await readList(this.guard, this.park, this.cursor)
    if (body.complete) this.bookings.clear()
    for (const booking of body.items) this.bookings.set(booking.booking_code, booking)
    this.cursor = body.cursor
    return body
  }
  list = () => [...this.bookings.values()].toSorted((a, b) => a.booking_code.localeCompare(b.booking_code))
}

describe('the list of a car park', () => {
  test('has what a phone needs to decide without a network, and nothing of the driver', async () => {
    const { park, guard, driver, calls } = await createScene()
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    await calls.plate(booking.id, 'NEW 1')
    const { pass } = await calls.see(booking.id)
    const { body, raw } = await readList(guard, park)
    expect(body).toMatchObject({
      park: { park_code: park.park_code, name: 'Test garage', timezone: 'America/Toronto' },
      at: world.clock.now.toISOString(),
      complete: true,
      items: [
        {
          booking_code: booking.booking_code,
          generation: readPassText(pass!.payload)!.content.generation,
          plate: 'NEW 1',
          vehicle_type_id: 1,
          start_time: booking.start_time,
          end_time: booking.end_time,
          status: 'active',
        },
      ],
    })
    for (const personal of [driver.email, driver.user_id, booking.id]) expect(raw.toString()).not.toContain(personal)
  })

  test('then says what has changed: new, changed, cancelled, scanned and those that come near', async () => {
    const { park, guard, driver, calls } = await createScene()
    const replica = new Replica(guard, park)
    const first = await buildPaidBooking(world, driver, park, 4, 4)
    // Three days ahead: not listed yet.
    const far = await buildPaidBooking(world, driver, park, 96 * 3, 4)
    const held = await buildHold(world, driver, park, { from: 4, length: 4 })
    expect((await replica.refresh()).items.map(({ booking_code }) => booking_code)).toEqual([first.booking_code])
    expect((await replica.refresh()).complete).toBe(false)

    await calls.pay(held.id)
    await calls.plate(first.id, 'OTHER 2')
    const changed = await replica.refresh()
    expect(changed.complete).toBe(false)
    expect(changed.items.map(({ plate, generation }) => `${plate} ${generation}`).toSorted()).toEqual([
      'ABC 123 0',
      'OTHER 2 1',
    ])
    await calls.cancel(held.id)
    await replica.refresh()
    expect(replica.bookings.get(held.booking_code)).toMatchObject({ status: 'cancelled' })
    // What no list shows changes none. Another change comes again for a while.
    const changeOf = ({ id }: { id: string }) =>
      world.db.selectFrom('bookings').select('listed_at').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await changeOf(first)
    await calls.autoExtend(first.id, new Date(Date.parse(first.end_time) + 3_600_000).toISOString())
    expect(await changeOf(first)).toEqual(before)

    world.clock.now = new Date(Date.parse(far.start_time) - 47 * 3_600_000)
    expect((await replica.refresh()).items.map(({ booking_code }) => booking_code)).toContain(far.booking_code)
    const complete = (await readList(guard, park)).body.items.map(({ booking_code }) => booking_code)
    expect(complete).toContain(far.booking_code)
  })

  test('misses no commit of a transaction that runs while lists are read', async () => {
    const { park, guard, driver } = await createScene()
    const [slow, fast] = [
      await buildPaidBooking(world, driver, park, 4, 4),
      await buildPaidBooking(world, driver, park, 4, 4),
    ]
    const replica = new Replica(guard, park)
    await replica.refresh()
    const change = (plate: string, id: string) =>
      sql`update bookings set plate = ${plate}, pass_generation = pass_generation + 1 where id = ${id}`
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const running = world.db.transaction().execute(async (tx) => {
      await change('SLOW', slow.id).execute(tx)
      started.resolve()
      await gate.promise
    })
    await started.promise
    await change('FAST', fast.id).execute(world.db)
    const plates = () =>
      replica
        .list()
        .map(({ plate }) => plate)
        .toSorted()
    await replica.refresh()
    expect(plates()).toEqual(['ABC 123', 'FAST'])
    await change('FASTER', fast.id).execute(world.db)
    await replica.refresh()
    expect(plates()).toEqual(['ABC 123', 'FASTER'])
    gate.resolve()
    await running
    await replica.refresh()
    expect(plates()).toEqual(['FASTER', 'SLOW'])
  })

  test('is the same for phones that follow it while bookings are changed', async () => {
    const { park, guard, driver, calls } = await createScene()
    const replicas = [new Replica(guard, park), new Replica(guard, park)]
    const bookings = await Promise.all(Array.from({ length: 8 }, () => buildPaidBooking(world, driver, park, 4, 4)))
    let isDone = false
    const follow = replicas.map(async (replica) => {
      while (!isDone) await replica.refresh()
    })
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        bookings.map(({ id }, n) =>
          round === 5 && n % 3 === 0 ? calls.cancel(id) : calls.plate(id, `P ${round}${n}`),
        ),
      )
    isDone = true
    await Promise.all(follow)
    const complete = new Replica(guard, park)
    await complete.refresh()
    for (const replica of replicas) {
      await replica.refresh()
      expect(replica.list()).toEqual(complete.list())
    }
    expect(complete.list()).toHaveLength(8)
  })

  test('is for its guards; a cursor of another database or a broken one is no way around', async () => {
    const { park, guard, driver } = await createScene()
    const other = await createScene()
    await buildPaidBooking(world, driver, park, 4, 4)
    expect(outcomeOf(await readList(other.guard, park))).toBe('403 not_your_park')
    expect(outcomeOf(await readList(driver, park))).toBe('403 forbidden')
    expect(outcomeOf(await readList(guard, { ...park, park_code: 'PNQNE22' }))).toBe('404 not_found')
    for (const since of ['', 'x', '1', '1-', '-1', "1-1'", `${'9'.repeat(19)}-1`])
      expect((await readList(guard, park, since)).status).toBe(422)
    const { cursor } = (await readList(guard, park)).body
    expect((await readList(guard, park, cursor)).body).toMatchObject({ complete: false })
    const [at_ms, ahead_s, feed] = cursor.split('-') as [string, string, string]
    // Ahead of the database, of a server that was promoted or data restored since, and of earlier releases.
    const foreign = [
      `900000000000000000-${ahead_s}-${feed}`,
      `${at_ms}-${ahead_s}-000000FF${feed.slice(8)}`,
      `${at_ms}-${ahead_s}-${feed.slice(0, 8)}${feed.endsWith('0') ? 'FFFFFFFF' : '00000000'}`,
      `${at_ms}-${ahead_s}-${feed.slice(0, 8)}`,
      `${at_ms}-${ahead_s}`,
    ]
    for (const since of foreign)
      expect((await readList(guard, park, since)).body).toMatchObject({ complete: true, items: [{ plate: 'ABC 123' }] })
    const parksOf = async (who: Driver) =>
      (await world.call(listGuardedParks, { token: who.token })).body.items.map(({ park_code }) => park_code)
    expect(await parksOf(guard)).toEqual([park.park_code])
    expect(await parksOf(await world.buildDriver({ role: 'staff' }))).toEqual([])
    expect((await readList(await world.buildDriver({ role: 'staff' }), park)).status).toBe(200)
  })

  test('ends for a phone that the desk has blocked', async () => {
    const { park, guard } = await createScene()
    const { device_id } = await buildPhone(world, guard, park)
    expect((await readList(guard, park, undefined, device_id)).status).toBe(200)
    const staff = await world.buildDriver({ role: 'staff' })
    const params = { id: park.id, user_id: guard.user_id, device_id }
    await world.call(revokeGuardDevice, { token: staff.token, params })
    expect(outcomeOf(await readList(guard, park, undefined, device_id))).toBe('403 device_revoked')
  })
})
