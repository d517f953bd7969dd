import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addCamera, listCameras, revokeCamera, type CameraSource } from '#contract/gate/gate-reads.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import {
  bookingCallsOf,
  balanceOf,
  expectConsistentData,
  buildPaidBooking,
  buildScanPark,
} from '#test/kits/bookings-kit.ts'
import { buildGuard, buildPhone } from '#test/kits/scan-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { deleteOldReads, gateOf } from './take-reads.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  // However loaded the machine is: tests see what a read does once it is answered.
  gateOf(world.deps).wait_ms = { list: 20_000, store: 20_000 }
  staff = await world.buildDriver({ role: 'admin' })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => new Date(Date.parse(instant) + minutes * 60_000)

async function newCamera(park: TestPark, source: CameraSource = '2n', direction: 'in' | 'out' | 'both' = 'both') {
  const { body, status } = await world.call(addCamera, {
    token: staff.token,
    params: { id: park.id },
    body: { name: 'Entrance', source, direction },
  })
  expect(status).toBe(201)
  return { key: body.key, camera_id: body.cameras.items[0]!.id }
}

async function post(key: string, payload: object | string | Buffer, headers: Record<string, string> = {}) {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/gate/reads',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

let count = 0
const read = (plateText: string, accessPoint = 0, lprID = (count += 1)) => ({
  lprUuid: crypto.randomUUID(),
  lprID,
  accessPoint,
  plateText,
})

async function createScene() {
  const park = await buildScanPark(world)
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const { key, camera_id } = await newCamera(park)
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const calls = bookingCallsOf(world, driver)
  world.clock.now = at(booking.start_time, 2)
  return { park, driver, key, camera_id, booking, calls, see: () => calls.see(booking.id) }
}

const causes = ({ history }: { history: { cause: string; actor: string }[] }) =>
  history.map(({ cause, actor }) => `${cause} ${actor}`)

describe('a camera at the gate', () => {
  test('checks a car in and out by its plate, once however often it is read', async () => {
    const { key, booking, see, park } = await createScene()
    const first = read('abc-123')
    expect((await post(key, first)).body).toEqual({
      open: true,
      reads: [{ read_id: first.lprUuid, plate: 'ABC123', direction: 'in', open: true, reason: null }],
    })
    // Sent again, and read again three seconds later.
    expect((await post(key, first)).body.open).toBe(true)
    world.clock.now = new Date(world.clock.now.getTime() + 3_000)
    expect((await post(key, read('ABC 123'))).body.open).toBe(true)
    expect(await see()).toMatchObject({ status: 'checked_in', checked_in_at: at(booking.start_time, 2).toISOString() })

    world.clock.now = at(booking.start_time, 40)
    expect((await post(key, read('ABC123', 1))).body.open).toBe(true)
    const details = await see()
    expect(details.status).toBe('completed')
    expect(causes(details)).toEqual(['booked driver', 'arrived camera', 'left camera'])
    const { body } = await world.call(listCameras, { token: staff.token, params: { id: park.id } })
    expect(body.reads.map(({ plate, booking_code }) => `${plate} ${booking_code}`)).toEqual(
      Array.from({ length: 3 }, () => `ABC123 ${booking.booking_code}`),
    )
    const rows = await world.db.selectFrom('gate_reads').select(['arrival_id', 'counts']).orderBy('at').execute()
    expect(new Set(rows.slice(0, 2).map(({ arrival_id }) => arrival_id)).size).toBe(1)
    expect(rows.map(({ counts }) => counts)).toEqual([true, false, true])
  })

  test('reads what is not UTF-8 by what it declares, and takes nothing that it cannot read', async () => {
    const { key } = await createScene()
    const notice = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><EventNotificationAlert><channelName>Entr\u00e9e</channelName><ANPR><licensePlate>ABC123</licensePlate></ANPR></EventNotificationAlert>`
    const type = (name: string) => ({ 'content-type': name })
    const statusOf = async (payload: Buffer, headers: Record<string, string>) =>
      (await post(key, payload, headers)).status
    expect(await statusOf(Buffer.from(notice('ISO-8859-1'), 'latin1'), type('application/xml'))).toBe(200)
    expect(await statusOf(Buffer.from(`\ufeff${notice('utf-16')}`, 'utf16le'), type('text/xml'))).toBe(200)
    expect(await statusOf(Buffer.from(notice('UTF-8'), 'latin1'), type('text/xml'))).toBe(400)
    const json = JSON.stringify({ ...read('ABC 123'), note: 'Entr\u00e9e' })
    expect(await statusOf(Buffer.from(json, 'latin1'), type('application/json; charset=iso-8859-1'))).toBe(200)
    expect(
      await statusOf(Buffer.from(json.replace('\u00e9', '\u0080\u0081'), 'latin1'), type('application/json')),
    ).toBe(400)
  })

  test('opens for nobody else: strangers, other car parks, too early, cancelled', async () => {
    const { key, booking, calls } = await createScene()
    const other = await newCamera(await buildScanPark(world))
    const answer = async (as: string, plate: string) => (await post(as, read(plate))).body.reads[0]
    expect(await answer(key, 'XYZ 999')).toMatchObject({ open: false, reason: 'unknown' })
    expect(await answer(other.key, 'ABC 123')).toMatchObject({ open: false, reason: 'unknown' })
    world.clock.now = at(booking.start_time, -20)
    expect(await answer(key, 'ABC 123')).toMatchObject({ open: false, reason: 'early' })
    await calls.cancel(booking.id)
    world.clock.now = at(booking.start_time, 2)
    expect(await answer(key, 'ABC 123')).toMatchObject({ open: false, reason: 'unknown' })
    expect((await calls.see(booking.id)).status).toBe('cancelled')
  })

  test('charges nothing on its own word, until a guard has seen the car too', async () => {
    for (const isConfirmed of [false, true]) {
      const { key, booking, see, driver, park } = await createScene()
      await post(key, read('ABC 123'))
      if (isConfirmed) {
        const phone = await buildPhone(world, await buildGuard(world, park), park)
        phone.scan({ at: at(booking.start_time, 2), direction: 'in', code: booking.booking_code })
        await phone.send()
      }
      const balance = await balanceOf(world, driver)
      world.clock.now = at(booking.end_time, 45)
      await advanceBookings(world.deps)
      expect((await see()).status).toBe(isConfirmed ? 'overstayed' : 'completed')
      expect((await post(key, read('ABC 123', 1))).body.open).toBe(true)
      expect((await see()).status).toBe('completed')
      expect((await balanceOf(world, driver)) < balance).toBe(isConfirmed)
    }
  })

  test('opens by a look-alike plate, which neither checks out nor in where that would extend', async () => {
    const { key, booking, see, calls } = await createScene()
    await calls.autoExtend(booking.id, at(booking.end_time, 120).toISOString())
    expect((await post(key, read('A8C 123'))).body.open).toBe(true)
    expect((await see()).status).toBe('active')
    await calls.autoExtend(booking.id, null)
    world.clock.advance(1)
    expect((await post(key, read('A8C 123'))).body.open).toBe(true)
    expect((await see()).status).toBe('checked_in')
    world.clock.advance(10)
    expect((await post(key, read('A8C 123', 1))).body.open).toBe(true)
    expect((await see()).status).toBe('checked_in')
  })

  test('decides from its car park’s list when the database is away, and stores the read later', async () => {
    const { key, see } = await createScene()
    await post(key, read('XYZ 1'))
    const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
    const away = vi.spyOn(world.db.getExecutor(), 'provideConnection').mockRejectedValue(new Error('ECONNREFUSED'))
    expect((await post(key, read('ABC 123'))).body.open).toBe(true)
    expect((await post(key, read('XYZ 2'))).body.open).toBe(false)
    away.mockRestore()
    warnings.mockRestore()
    expect((await see()).status).toBe('active')
    world.clock.advance(1)
    await post(key, read('XYZ 3'))
    expect((await see()).status).toBe('checked_in')
    await deleteOldReads(world.deps)
    expect(await countReads(key)).toBe(4)
    world.clock.advance(4 * 24 * 60)
    await deleteOldReads(world.deps)
    expect(await countReads(key)).toBe(1)
  })

  test('does not wait for a database that never answers', async () => {
    const { key } = await createScene()
    await post(key, read('XYZ 1'))
    const gate = gateOf(world.deps)
    const patient = gate.wait_ms
    gate.wait_ms = { list: 1, store: 1 }
    const silence = Promise.withResolvers<never>()
    const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
    const away = vi.spyOn(world.db.getExecutor(), 'provideConnection').mockReturnValue(silence.promise)
    expect((await post(key, read('ABC 123'))).body.open).toBe(true)
    away.mockRestore()
    silence.reject(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'connect' }))
    gate.wait_ms = patient
    expect((await post(key, read('ABC 123'))).body.open).toBe(true)
    expect(await countReads(key)).toBe(3)
    warnings.mockRestore()
  })

  test('stores a confidence of any size, and a read that cannot be stored holds up no other', async () => {
    const { key, camera_id } = await createScene()
    await post(key, read('XYZ 1'))
    const other = await newCamera(await buildScanPark(world), 'plate_recognizer')
    const results = [1e-50, 5e-324, -3, 1e308, 'NaN'].map((score, i) => ({ plate: `AA${i}`, score }))
    const sent = { data: { camera_id: 'a', filename: 'x', timestamp: world.clock.now.toISOString(), results } }
    expect((await post(other.key, sent)).status).toBe(200)
    expect(await countReads(other.key)).toBe(results.length)

    await sql`create function refuse_read() returns trigger language plpgsql as
      'begin if new.plate_key = ''BAD1'' then raise exception ''this read cannot be stored''; end if; return new; end'`.execute(
      world.db,
    )
    await sql`create trigger refuse_read before insert on gate_reads for each row execute function refuse_read()`.execute(
      world.db,
    )
    const errors = vi.spyOn(world.deps.log, 'error').mockImplementation(() => undefined)
    expect((await post(key, read('BAD 1'))).status).toBe(200)
    expect((await post(key, read('ABC 123'))).body.open).toBe(true)
    expect(await countReads(key)).toBe(2)
    const findFailure = () =>
      world.db
        .selectFrom('failed_work')
        .select(['subject', 'tries', 'last_error', 'set_aside_at'])
        .where('queue', '=', 'gate_reads')
        .where('key', 'like', `${camera_id}%`)
        .executeTakeFirstOrThrow()
    expect(await findFailure()).toMatchObject({ subject: 'BAD1', tries: 1, set_aside_at: null })
    await gateOf(world.deps).storeWaiting()
    expect((await findFailure()).tries).toBe(1)
    for (const minutes of [1, 2, 4, 8]) {
      world.clock.advance(minutes)
      await gateOf(world.deps).storeWaiting()
    }
    expect(await findFailure()).toEqual({
      subject: 'BAD1',
      tries: 5,
      last_error: 'this read cannot be stored',
      set_aside_at: world.clock.now,
    })
    world.clock.advance(600)
    await gateOf(world.deps).storeWaiting()
    expect((await findFailure()).tries).toBe(5)
    errors.mockRestore()
    await sql`drop trigger refuse_read on gate_reads`.execute(world.db)
  })

  test('takes forms and XML, and says what it cannot read', async () => {
    const { park } = await createScene()
    const { key } = await newCamera(park, 'hikvision', 'in')
    const xml = `<EventNotificationAlert><macAddress>44:19</macAddress><dateTime>2026-01-01T00:00:00Z</dateTime>
      <eventType>ANPR</eventType><ANPR><licensePlate>ABC123</licensePlate></ANPR></EventNotificationAlert>`
    expect((await post(key, xml, { 'content-type': 'application/xml' })).body.open).toBe(true)
    const form = [
      '--b',
      'Content-Disposition: form-data; name="detectionPicture.jpg"; filename="detectionPicture.jpg"',
      'Content-Type: image/jpeg',
      '',
      '\u00FF\u00D8',
      '--b',
      'Content-Disposition: form-data; name="anpr.xml"; filename="anpr.xml"',
      'Content-Type: text/xml',
      '',
      xml.replace('44:19', '44:20'),
      '--b--',
      '',
    ].join('\r\n')
    const sent = await post(key, form, { 'content-type': 'multipart/form-data; boundary=b' })
    expect(sent.body).toMatchObject({ open: true, reads: [{ direction: 'in' }] })
    for (const wrong of ['[]', '{', '<a>']) expect((await post(key, wrong)).status, wrong).toBe(400)
    expect((await post(key, { heartbeat: 1 })).body).toEqual({ open: false, reads: [] })
  })
})

test('a camera’s key is shown once, stored as a hash, taken in every way, and refused once revoked', async () => {
  const { park, key, camera_id } = await createScene()
  const { key_hash } = await world.db
    .selectFrom('gate_cameras')
    .select('key_hash')
    .where('id', '=', camera_id)
    .executeTakeFirstOrThrow()
  expect(Buffer.from(key_hash).toString()).not.toContain(key)
  const { raw } = await world.call(listCameras, { token: staff.token, params: { id: park.id } })
  expect(raw.toString()).not.toContain(key)
  const send = async (authorization?: string, query = '') =>
    (
      await world.app.inject({
        method: 'POST',
        url: `/api/v1/gate/reads${query}`,
        headers: authorization === undefined ? {} : { authorization },
        payload: read('XYZ 1'),
      })
    ).statusCode
  const basic = `Basic ${Buffer.from(`camera:${key}`).toString('base64')}`
  expect([await send(`Token ${key}`), await send(basic), await send(undefined, `?key=${key}`)]).toEqual([200, 200, 200])
  expect([await send(), await send('Bearer wrong'), await send(undefined, '?key=')]).toEqual([401, 401, 422])

  const stranger = await world.buildDriver({ role: 'guard' })
  const params = { id: park.id, camera_id }
  expect((await world.call(revokeCamera, { token: stranger.token, params })).status).toBe(403)
  const { body } = await world.call(revokeCamera, { token: staff.token, params })
  expect(body.items[0]!.revoked_at).not.toBeNull()
  expect(await send(`Bearer ${key}`)).toBe(401)
})

const countReads = async (key: string) => {
  const { createHash } = await import('node:crypto')
  const rows = await world.db
    .selectFrom('gate_reads')
    .innerJoin('gate_cameras', 'gate_cameras.id', 'gate_reads.camera_id')
    .select('gate_reads.id')
    .where('key_hash', '=', createHash('sha256').update(key).digest())
    .execute()
  return rows.length
}

test('stops only when nothing of it uses the database any more', async () => {
  const warn = vi.spyOn(world.deps.log, 'warn')
  const gate = gateOf(world.deps)
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = world.db.transaction().execute(async (tx) => {
    await sql`lock table gate_cameras in access exclusive mode`.execute(tx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  gate.start()
  const countWaiting = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`.execute(world.db))
      .rows[0]!.count
  await expect.poll(countWaiting).toBeGreaterThan(0)
  let hasStopped = false
  const stopping = gate.stop().then(() => (hasStopped = true))
  await countWaiting()
  expect(hasStopped).toBe(false)
  released.resolve()
  await Promise.all([holding, stopping])
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
