import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRoles } from '#contract/accounts/desk/people.ts'
import { createRole } from '#contract/accounts/desk/roles.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { addCamera } from '#contract/gate/gate-reads.ts'
import { sendScans } from '#contract/gate/guard-scans.ts'
import { bookingCallsOf, buildPaidBooking, buildScanPark } from '#test/kits/bookings-kit.ts'
import { buildGuard, buildPhone, signScan } from '#test/kits/scan-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { gateOf } from './cameras/take-reads.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  // However loaded the machine is: tests see what a read does once it is answered.
  gateOf(world.deps).wait_ms = { list: 20_000, store: 20_000 }
  staff = await world.buildDriver({ role: 'admin' })
})
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => new Date(Date.parse(instant) + minutes * 60_000)
const list = async (query: Record<string, unknown> = {}, token = staff.token) =>
  (await world.call(gateScanList.endpoint, { token, query })).body

async function readPlate(park: TestPark, plate: string): Promise<void> {
  const { body } = await world.call(addCamera, {
    token: staff.token,
    params: { id: park.id },
    body: { name: 'Entrance camera', source: '2n', direction: 'both' },
  })
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/gate/reads',
    headers: { authorization: `Bearer ${body.key}`, 'content-type': 'application/json' },
    payload: { lprUuid: crypto.randomUUID(), lprID: 1, accessPoint: 0, plateText: plate },
  })
  expect(answer.statusCode).toBe(200)
}

async function createScene(partner: string, name: string) {
  const park = await buildScanPark(world, { partner, name })
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const guard = await buildGuard(world, park)
  return { park, booking, guard, phone: await buildPhone(world, guard, park), calls: bookingCallsOf(world, driver) }
}

test('scans of guards and reads of cameras stand in one list, with what became of them', async () => {
  const { park, booking, phone, guard } = await createScene('Eko Gate', 'Own garage')
  phone.scan({ at: at(booking.start_time, 1), direction: 'in', code: booking.booking_code })
  phone.scan({ at: at(booking.start_time, 2), direction: 'in', code: 'forged', admitted: false, reason: 'invalid' })
  phone.scan({ at: at(booking.start_time, 3), direction: 'in', code: '22222222' })
  world.clock.now = at(booking.start_time, 4)
  await phone.send()
  world.clock.now = at(booking.start_time, 6)
  await readPlate(park, 'ABC 123')
  world.clock.advance(1)
  await readPlate(park, 'XYZ 999')
  const { items, counts, total } = await list({ park: park.id, sort: 'at' })
  expect(
    items.map(({ source, verdict, reason, admitted, outcome, conflict, plate }) =>
      [source, verdict, reason, admitted, outcome, conflict, plate].map(String).join(' '),
    ),
  ).toEqual([
    'guard green null true applied null ABC 123',
    'guard red invalid false applied null null',
    'guard green null true conflict unknown null',
    'camera green null true already null ABC123',
    'camera red unknown false applied null XYZ999',
  ])
  expect(counts).toEqual({ applied: 3, already: 1, conflict: 1, late: 0 })
  expect(total).toBe(5)
  expect(items[0]).toMatchObject({ park: 'Own garage', booking_id: booking.id, device: 'Gate phone', seen_by: 'Ada' })
  expect(items[3]).toMatchObject({
    booking_code: booking.booking_code,
    seen_by: 'Entrance camera',
    matched_by: 'plate',
  })
  const found = async (query: Record<string, unknown>) => (await list({ park: park.id, ...query })).total
  expect(await found({ state: 'conflict' })).toBe(1)
  expect(await found({ conflict: 'unknown' })).toBe(1)
  expect(await found({ source: 'camera', verdict: 'red' })).toBe(1)
  expect(await found({ search: 'abc-123' })).toBe(2)
  expect(await found({ booking: booking.booking_code })).toBe(2)
  expect(await found({ seen_by: guard.email })).toBe(3)
})

test('an operator reads the scans at their own car parks, and not what a guard says of others', async () => {
  const [own, foreign] = [await createScene('Eko Gate', 'Own garage'), await createScene('Northline', 'Other garage')]
  const partner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  foreign.phone.scan({ at: at(own.booking.start_time), direction: 'in', code: foreign.booking.booking_code })
  const { key, device_id } = await buildPhone(world, foreign.guard, own.park)
  const elsewhere = {
    seq: 1,
    nonce: crypto.randomUUID(),
    at: own.booking.start_time,
    park_code: own.park.park_code,
    direction: 'in' as const,
    code: own.booking.booking_code,
    verdict: 'red' as const,
    reason: 'early' as const,
    admitted: false,
    list_at: null,
    previous: '',
  }
  world.clock.now = at(own.booking.start_time, 1)
  await foreign.phone.send()
  const before = (await list({}, partner.token)).total
  const body = { device_id, sent_at: world.clock.now.toISOString(), scans: [signScan(key, device_id, elsewhere)] }
  expect((await world.call(sendScans, { token: foreign.guard.token, body })).status).toBe(200)
  own.phone.scan({ at: at(own.booking.start_time), direction: 'in', code: own.booking.booking_code })
  await own.phone.send()
  const { items, total } = await list({}, partner.token)
  expect(total).toBe(before + 1)
  expect(items[0]).toMatchObject({ park: 'Own garage', booking_code: own.booking.booking_code })
  expect((await list({ search: foreign.booking.booking_code }, partner.token)).total).toBe(0)
  // What a guard says of a car park that is not theirs is for those who see everything.
  expect((await list({ reason: 'early' })).items).toMatchObject([{ park: null, booking_code: null }])
  const guarded = await world.call(gateScanList.endpoint, { token: own.guard.token })
  expect(guarded.status).toBe(403)
})

test('plates are for those who may see bookings, and a file of them asks for the password again', async () => {
  const { park, booking, phone } = await createScene('Eko Gate', 'Own garage')
  phone.scan({ at: at(booking.start_time), direction: 'in', code: booking.booking_code })
  world.clock.now = at(booking.start_time, 1)
  await phone.send()
  const confirmed = { confirmed_at: world.clock.now }
  await world.db.updateTable('sessions').set(confirmed).where('user_id', '=', staff.user_id).execute()
  const role = await world.call(createRole, {
    token: staff.token,
    body: { name: 'Gatekeeper', name_fr: 'Portier', permissions: ['guards.view'] },
  })
  const keeper = await world.buildDriver()
  await world.call(assignRoles, {
    token: staff.token,
    params: { id: keeper.user_id },
    body: { assignments: [{ role_id: role.body.id, scope: 'everywhere', place_id: null }] },
  })
  expect((await list({ park: park.id })).items[0]).toMatchObject({ plate: 'ABC 123' })
  expect((await list({ park: park.id }, keeper.token)).items[0]).toMatchObject({ plate: null })
  expect((await list({ park: park.id, search: 'ABC 123' }, keeper.token)).total).toBe(0)
  const refused = await world.call(gateScanList.endpoint, { token: keeper.token, query: { format: 'csv' } })
  expect([refused.status, refused.problem.code]).toEqual([403, 'reauth_required'])
})
