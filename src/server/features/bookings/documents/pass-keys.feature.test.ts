import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPassBooking } from '#contract/bookings/booking-changes.ts'
import { readPassText } from '#contract/bookings/pass-text.ts'
import { getPassKey, listPassKeys } from '#contract/bookings/passes.ts'
import { rotatePassKeys } from '#server/commands/rotate-pass-keys.ts'
import { bookingCallsOf, buildPaidBooking, mailsOf, buildScanPark, outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { advanceBookings } from '../lifecycle/advance.ts'
import { getSigningKey } from './pass-keys.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.db.deleteFrom('pass_keys').execute())
afterAll(() => world.close())

const listKeys = async () => (await world.call(listPassKeys)).body.keys
const rotate = async (...words: string[]) => {
  world.clock.advance(1)
  expect(await rotatePassKeys.run(world.deps, words, Buffer.alloc(0))).toMatchObject({ exit_code: 0, error: '' })
}

async function createScene() {
  const park = await buildScanPark(world)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const staff = await world.buildDriver({ role: 'staff' })
  const booking = await buildPaidBooking(world, driver, park, 8, 8)
  const calls = bookingCallsOf(world, driver)
  return {
    driver,
    booking,
    calls,
    readPass: async () => (await calls.see(booking.id)).pass!.payload,
    look: async (pass: string) => outcomeOf(await world.call(getPassBooking, { body: { pass }, token: staff.token })),
  }
}

/** Signs a pass as the release before did. */
async function signFirstVersion(booking: { booking_code: string; plate: string }): Promise<string> {
  const { key } = await world.db
    .selectFrom('pass_keys')
    .select('key')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const content = { c: booking.booking_code, p: 'PXXXXXX', n: booking.plate, s: 1_795_255_200, e: 1_795_262_400 }
  const signed = `PW1.${Buffer.from(JSON.stringify(content)).toString('base64url')}`
  const signature = sign(null, Buffer.from(signed), createPrivateKey({ key: key as JsonWebKey, format: 'jwk' }))
  return `${signed}.${signature.toString('base64url')}`
}

describe('the keys of passes', () => {
  test('are public, without their private part, and sent once with their ETag', async () => {
    const first = await world.call(listPassKeys)
    expect(first.body.keys).toHaveLength(1)
    expect(Object.keys(first.body.keys[0]!)).toEqual(['kty', 'crv', 'x', 'kid', 'use', 'accepted_until', 'signed_pw1'])
    const etag = String(first.headers['etag'])
    const again = () => world.call(listPassKeys, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await rotate()
    const changed = await again()
    expect([changed.status, changed.body.keys.length]).toEqual([200, 2])
    expect((await world.call(getPassKey)).body).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: changed.body.keys[0]!.x,
    })
  })

  test('rotate with passes in hand: the newest signs, the earlier ones are accepted until the last pass has ended', async () => {
    const { readPass, look } = await createScene()
    const first = await readPass()
    await rotate()
    const second = await readPass()
    await rotate()
    const third = await readPass()
    const ids = [third, second, first].map((text) => readPassText(text)!.content.key_id)
    expect((await listKeys()).map(({ kid }) => kid)).toEqual(ids)
    for (const text of [first, second, third]) expect(await look(text)).toBe('200')
    const [, retired] = await listKeys()
    const days = (Date.parse(retired!.accepted_until!) - world.clock.now.getTime()) / 86_400_000
    // 180 days ahead, 30 long, a day overstayed, and one more.
    expect(days).toBe(212)
    const { now } = world.clock
    world.clock.now = new Date(retired!.accepted_until!)
    expect([await look(first), await look(second), await look(third)]).toEqual([
      '404 pass_invalid',
      '404 pass_invalid',
      '200',
    ])
    expect((await listKeys()).map(({ kid }) => kid)).toEqual(ids.slice(0, 1))
    world.clock.now = now
  })

  test('are refused at once when they were compromised', async () => {
    const { readPass, look } = await createScene()
    const first = await readPass()
    await rotate()
    const second = await readPass()
    await rotate('--compromised')
    expect([await look(first), await look(second), await look(await readPass())]).toEqual([
      '404 pass_invalid',
      '404 pass_invalid',
      '200',
    ])
    expect(() => rotatePassKeys.readWords(['--all'])).toThrow('Usage: npm run passes:rotate')
  })

  test('have the ids that the migration gives to the key of before', async () => {
    await rotate()
    const { rows } = await sql<{ id: string; migrated: string }>`
      select id, left(encode(sha256(decode(translate(key ->> 'x', '-_', '+/') || '=', 'base64')), 'hex'), 8) as migrated
      from pass_keys`.execute(world.db)
    for (const { id, migrated } of rows) expect(migrated).toBe(id)
    expect(rows).not.toEqual([])
  })

  test('are one when several processes make the first, and one signs when several rotate', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => getSigningKey(world.db)))
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => rotatePassKeys.run(world.deps, [], Buffer.alloc(0))))
    const rows = await world.db.selectFrom('pass_keys').select('retired_at').execute()
    expect([rows.length, rows.filter(({ retired_at }) => retired_at === null).length]).toEqual([5, 1])
  })
})

describe('a pass', () => {
  test('of the first version stays valid in the hand, with the key that signed it', async () => {
    const { booking, calls, look } = await createScene()
    await getSigningKey(world.db)
    const text = await signFirstVersion(booking)
    expect(await look(text)).toBe('404 pass_invalid')
    await world.db.updateTable('pass_keys').set({ signed_pw1: true }).execute()
    expect(await look(text)).toBe('200')
    await rotate()
    await calls.plate(booking.id, 'NEW 1')
    expect(await look(text)).toBe('200')
    expect(await look(text.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).toBe('404 pass_invalid')
    await rotate('--compromised')
    expect(await look(text)).toBe('404 pass_invalid')
  })

  test('is replaced when its driver changes the plate or the end, and mailed anew', async () => {
    const { booking, calls, readPass, look, driver } = await createScene()
    const codes = [await readPass()]
    await calls.plate(booking.id, 'NEW 1')
    codes.push(await readPass())
    // The same plate once more changes nothing.
    await calls.plate(booking.id, 'NEW 1')
    expect(await readPass()).toBe(codes.at(-1))
    await calls.extend(booking.id, new Date(Date.parse(booking.end_time) + 900_000).toISOString())
    codes.push(await readPass())
    expect(codes.map((text) => readPassText(text)!.content)).toMatchObject([
      { generation: 0, plate: 'ABC 123', end_time: new Date(booking.end_time) },
      { generation: 1, plate: 'NEW 1' },
      { generation: 2, plate: 'NEW 1', end_time: new Date(Date.parse(booking.end_time) + 900_000) },
    ])
    expect([await look(codes[0]!), await look(codes[1]!), await look(codes[2]!)]).toEqual([
      '409 pass_revoked',
      '409 pass_revoked',
      '200',
    ])
    expect((await mailsOf(world, driver)).toSorted()).toEqual([
      `Booking confirmed: ${booking.booking_code}`,
      `Booking extended: ${booking.booking_code}`,
      `New licence plate on booking ${booking.booking_code}`,
    ])
    const mailed = await world.db
      .selectFrom('mails')
      .select('booking_id')
      .where('to_address', '=', driver.email)
      .execute()
    expect(mailed.map(({ booking_id }) => booking_id)).toEqual([booking.id, booking.id, booking.id])
  })

  test('stays the same when the clock extends the booking', async () => {
    const { booking, calls, readPass, look } = await createScene()
    const { now } = world.clock
    world.clock.now = new Date(booking.start_time)
    await calls.checkIn(booking.id)
    await calls.autoExtend(booking.id, new Date(Date.parse(booking.end_time) + 3_600_000).toISOString())
    const before = await readPass()
    world.clock.now = new Date(Date.parse(booking.end_time) - 60_000)
    await advanceBookings(world.deps)
    expect((await calls.see(booking.id)).end_time).toBe(new Date(Date.parse(booking.end_time) + 900_000).toISOString())
    expect(readPassText(await readPass())!.content.generation).toBe(0)
    expect(await look(before)).toBe('200')
    world.clock.now = now
  })

  test('is read after 65,536 changes', async () => {
    const { booking, readPass, look } = await createScene()
    await sql`update bookings set pass_generation = 65536 where id = ${booking.id}`.execute(world.db)
    const text = await readPass()
    expect(readPassText(text)!.content.generation).toBe(0)
    expect(await look(text)).toBe('200')
  })
})
