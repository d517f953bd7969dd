import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPersonalData } from '#contract/accounts/account.ts'
import { changeBookingStatus, getBooking } from '#contract/bookings/bookings.ts'
import { getShare, getSharedBooking, revokeShare, shareBooking } from '#contract/bookings/shared-bookings.ts'
import { setEntrances } from '#contract/parks/desk/park-photos.ts'
import { getParkRecord, updatePark } from '#contract/parks/desk/park-record.ts'
import { getPark } from '#contract/parks/parks.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let park: TestPark
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  park = await world.buildPark({ name: 'Garage', partner: 'Gates' })
  driver = await world.buildDriver({ balance_minor: 100_000n })
  const operator = await world.buildDriver({ role: 'partner', partner: 'Gates' })
  const params = { id: park.id }
  const { token } = operator
  const version = async () => (await world.call(getParkRecord, { token, params })).body.version
  const facts = {
    access_level: 'Level 2',
    gate_code: '4711#',
    access_steps_en: 'Turn right after the barrier\n\n  Take the ramp  ',
    access_steps_fr: null,
  }
  const set = await world.call(updatePark, { token, params, body: { ...facts, version: await version() } })
  expect([set.status, set.body.gate_code]).toEqual([200, '4711#'])
  const { lat, lng } = set.body
  const entrances = [{ name: 'Front Street', lat, lng, photo_id: null }]
  expect(
    (await world.call(setEntrances, { token, params, body: { entrances, version: await version() } })).status,
  ).toBe(200)
})
afterAll(() => world.close())

const share = (id: string, shows_pass: boolean, { token } = driver) =>
  world.call(shareBooking, { token, params: { id }, body: { shows_pass } })
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!
const open = (url: string, language = 'en') =>
  world.call(getSharedBooking, { params: { token: tokenOf(url) }, headers: { 'accept-language': language } })
const statusOf = ({ status, problem }: { status: number; problem: { code?: string } }) => [status, problem.code]

test('a booking says how to get in, step by step, in the language that there is; the car park’s page does not', async () => {
  const { booking_code } = await buildPaidBooking(world, driver, park)
  const read = (language: string) =>
    world.call(getBooking, {
      token: driver.token,
      params: { bookingCode: booking_code },
      headers: { 'accept-language': language },
    })
  const access = {
    entrances: [{ name: 'Front Street', lat: expect.any(Number), lng: expect.any(Number) }],
    gate_code: '4711#',
    level: 'Level 2',
    steps: ['Turn right after the barrier', 'Take the ramp'],
  }
  expect((await read('en')).body.access).toEqual(access)
  expect((await read('fr')).body.access).toEqual(access)
  const shown = await world.call(getPark, { params: { parkId: park.slug } })
  expect(shown.raw.toString()).not.toMatch(/4711|ramp/)
  await world.call(changeBookingStatus, {
    token: driver.token,
    params: { id: booking_code },
    query: { status: 'cancelled' },
  })
  expect((await read('en')).body.access).toBeNull()
})

test('a link shows where, when, the plate and how to get in, and nothing of the owner', async () => {
  const booking = await buildPaidBooking(world, driver, park)
  const { body } = await share(booking.id, false)
  const shown = await open(body.url)
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(shown.body).toMatchObject({ plate: booking.plate, status: 'active', booking_code: null, pass: null })
  expect(shown.body.access).toMatchObject({ gate_code: '4711#' })
  expect(shown.raw.toString()).not.toMatch(new RegExp(`${booking.booking_code}|${booking.id}|${driver.email}|total`))
  const withPass = await share(booking.id, true)
  expect(statusOf(await open(body.url))).toEqual([404, 'share_not_found'])
  expect((await open(withPass.body.url)).body).toMatchObject({
    booking_code: booking.booking_code,
    pass: { payload: expect.stringMatching(/^PW2/) },
  })
  const stored = await world.db.selectFrom('booking_shares').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(tokenOf(withPass.body.url))
  const exported = await world.call(exportPersonalData, { token: driver.token })
  expect(exported.body.held['shared_links']).toMatchObject([{ booking_code: booking.booking_code, shows_pass: true }])
})

test('a link ends when it is revoked, and a day after the booking', async () => {
  const booking = await buildPaidBooking(world, driver, park)
  const params = { id: booking.id }
  const first = await share(booking.id, true)
  const state = async () => (await world.call(getShare, { token: driver.token, params })).body.share
  expect(await state()).toMatchObject({ shows_pass: true })
  expect((await world.call(revokeShare, { token: driver.token, params })).status).toBe(204)
  expect([await state(), ...statusOf(await open(first.body.url))]).toEqual([null, 404, 'share_not_found'])
  const { url, expires_at } = (await share(booking.id, true)).body
  const now = new Date(world.clock.now)
  world.clock.now = new Date(Date.parse(expires_at) - 1_000)
  expect((await open(url)).status).toBe(200)
  world.clock.now = new Date(expires_at)
  expect([...statusOf(await open(url)), await state()]).toEqual([404, 'share_not_found', null])
  expect(statusOf(await share(booking.id, true))).toEqual([409, 'invalid_transition'])
  world.clock.now = now
})

test('only the owner of a paid booking shares it; a cancelled one shows neither pass nor gate code', async () => {
  const booking = await buildPaidBooking(world, driver, park)
  const other = await world.buildDriver()
  expect(statusOf(await share(booking.id, true, other))).toEqual([404, 'booking_not_found'])
  expect((await world.call(shareBooking, { params: { id: booking.id }, body: { shows_pass: true } })).status).toBe(401)
  const { url } = (await share(booking.booking_code, true)).body
  await world.call(changeBookingStatus, {
    token: driver.token,
    params: { id: booking.id },
    query: { status: 'cancelled' },
  })
  expect((await open(url)).body).toMatchObject({ status: 'cancelled', pass: null, access: null })
  expect(statusOf(await share(booking.id, true))).toEqual([409, 'invalid_transition'])
  expect(statusOf(await world.call(getSharedBooking, { params: { token: 'x' } }))).toEqual([404, 'share_not_found'])
})
