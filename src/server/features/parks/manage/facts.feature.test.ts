import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPassBooking } from '#contract/bookings/booking-changes.ts'
import {
  addGuard,
  downloadGatePoster,
  getParkRecord,
  listGuards,
  removeGuard,
  restoreParkFacts,
  revokeGuardDevice,
  updatePark,
} from '#contract/parks/desk/park-record.ts'
import { getPark, listParks } from '#contract/parks/parks.ts'
import { buildPaidBooking, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildPhone } from '#test/kits/scan-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let ofPartner: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  ofPartner = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
})
afterAll(() => world.close())

const outcomeOf = ({ status, problem }: { status: number; problem: { code?: string } }) =>
  status < 400 ? status : `${status} ${problem.code}`
const read = (park: TestPark, token = staff.token) => world.call(getParkRecord, { token, params: { id: park.id } })
const set = async (park: TestPark, facts: object, token = staff.token) =>
  world.call(updatePark, {
    token,
    params: { id: park.id },
    body: { ...facts, version: (await read(park)).body.version },
  })
const guard = (park: TestPark, email: string, token = staff.token) =>
  world.call(addGuard, { token, params: { id: park.id }, body: { email } })

test('a park that is taken off sale cannot be booked, and bookings made before stay', async () => {
  const park = await world.buildPark()
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park)
  const off = await set(park, { is_on_sale: false, cancellation: 'strict', max_height_cm: 210 })
  expect(off.body).toMatchObject({ status: 'listed', is_on_sale: false, max_height_cm: 210 })
  const quote = () => callQuote(world, { park_id: park.id, ...windowOf(world, 8, 8) })
  expect(outcomeOf(await quote())).toBe('409 park_not_bookable')
  expect((await world.call(getPark, { params: { parkId: park.id } })).body).toMatchObject({
    bookable: false,
    policies: { cancellation: 'strict' },
  })
  const row = await world.db
    .selectFrom('bookings')
    .select(['status', 'cancellation'])
    .where('id', '=', booking.id)
    .executeTakeFirst()
  expect(row).toEqual({ status: 'active', cancellation: 'flexible' })
  const refused = await set(park, { is_on_sale: true })
  expect([outcomeOf(refused), refused.problem['missing']]).toEqual(['409 park_not_ready', ['entrance']])
  await set(park, { is_on_sale: true, access_steps_en: 'Ring the bell' })
  expect(outcomeOf(await quote())).toBe(200)
})

test('a park opens to customers once it has what they need, whichever way it is opened', async () => {
  const park = await world.buildPark({ opening_hours: null, partner: 'Eko Gate' })
  await set(park, { is_on_sale: false, check_in: 'scan' })
  const { body } = await read(park)
  expect([body.missing, body.recommended]).toEqual([
    ['hours', 'entrance', 'staff'],
    ['photo', 'description', 'description_fr'],
  ])
  const open = (facts: object = {}) => set(park, { is_on_sale: true, ...facts }, ofPartner.token)
  expect(outcomeOf(await open({ opening_hours: '24/7' }))).toBe('409 park_not_ready')
  const { version } = (await read(park)).body
  const restore = await world.call(restoreParkFacts, {
    token: staff.token,
    params: { id: park.id },
    body: { fields: ['is_on_sale'], version },
  })
  expect(outcomeOf(restore)).toBe('409 park_not_ready')
  expect(outcomeOf(await guard(park, (await world.buildDriver()).email))).toBe(200)
  const steps = { opening_hours: '24/7', access_steps_en: 'Second gate', description_fr: 'Couvert et gardé.' }
  const opened = await open(steps)
  expect([opened.body.is_on_sale, opened.body.missing, opened.body.recommended]).toEqual([
    true,
    [],
    ['photo', 'description'],
  ])
  const page = (language: string) =>
    world.call(getPark, { params: { parkId: park.id }, headers: { 'accept-language': language } })
  expect((await page('fr')).body.description).toBe(steps.description_fr)
  await set(park, { description: 'Covered and guarded.' })
  expect([(await page('fr')).body.description, (await page('en')).body.description]).toEqual([
    steps.description_fr,
    'Covered and guarded.',
  ])
})

test('hours end at midnight where 23:59 is typed, and those that the next day cuts come back with what is meant', async () => {
  const park = await world.buildPark()
  expect((await set(park, { opening_hours: 'Mo-Fr 08:00-23:59' })).body).toMatchObject({
    opening_hours: 'Mo-Fr 08:00-24:00',
  })
  const cut = await set(park, { opening_hours: 'Fr 18:00-02:00; Sa 10:00-20:00' })
  expect(outcomeOf(cut)).toBe('422 validation_failed')
  expect(cut.problem.errors![0]!.message).toContain('“Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00,10:00-20:00; Su off”')
})

test('of two people who save a park, the second is told, and what was typed is in the log', async () => {
  const park = await world.buildPark()
  const { version } = (await read(park)).body
  const save = (name: string) =>
    world.call(updatePark, { token: staff.token, params: { id: park.id }, body: { name, version } })
  expect(outcomeOf(await save('First'))).toBe(200)
  const refused = await save('Second')
  expect([outcomeOf(refused), refused.problem['who']]).toEqual(['409 changed_meanwhile', 'Ada'])
  const log = await world.db.selectFrom('audit_log').selectAll().where('record_id', '=', park.id).execute()
  expect(log).toMatchObject([{ action: 'updatePark', before: { name: 'Test garage' }, after: { name: 'First' } }])
})

test('a guard checks passes from the next call on, and no longer once the park is taken away', async () => {
  const [own, other] = [await world.buildPark({ partner: 'Eko Gate' }), await world.buildPark({ partner: 'Eko Gate' })]
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, own)
  const person = await world.buildDriver()
  const look = async () =>
    outcomeOf(await world.call(getPassBooking, { token: person.token, body: { pass: booking.booking_code } }))
  expect(await look()).toBe('403 forbidden')
  expect((await guard(other, person.email, ofPartner.token)).body.items).toMatchObject([{ email: person.email }])
  expect(await look()).toBe('403 not_your_park')
  expect(outcomeOf(await guard(own, person.email.toUpperCase(), ofPartner.token))).toBe(200)
  expect(outcomeOf(await guard(own, person.email, ofPartner.token))).toBe(200)
  expect(await look()).toBe(200)
  const take = (park: TestPark) =>
    world.call(removeGuard, { token: ofPartner.token, params: { id: park.id, user_id: person.user_id } })
  expect((await take(own)).body.items).toEqual([])
  expect(await look()).toBe('403 not_your_park')
  expect(outcomeOf(await take(own))).toBe('404 not_found')
  await take(other)
  expect(await look()).toBe('403 forbidden')
  const log = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', own.id).execute()
  expect(log.map(({ action }) => action)).toEqual(['addGuard', 'removeGuard'])
})

test('nobody makes a guard of themselves or of somebody who may do more, nor blocks the phone of one who works elsewhere', async () => {
  const park = await world.buildPark({ partner: 'Eko Gate' })
  const admin = await world.buildDriver({ role: 'admin' })
  const other = await world.buildPark({ partner: 'Another operator' })
  const shared = await world.buildDriver()
  expect(outcomeOf(await guard(other, shared.email))).toBe(200)
  const give = async ({ email }: { email: string }, token = ofPartner.token) =>
    outcomeOf(await guard(park, email, token))
  expect(await give(ofPartner)).toBe('403 own_access')
  expect(await give(staff, staff.token)).toBe('403 own_access')
  expect(await give(admin)).toBe('403 beyond_access')
  expect(await give(admin, staff.token)).toBe('403 beyond_access')
  // Blocking a phone would keep them from working for others.
  expect(await give(shared)).toBe('403 beyond_access')
  expect(await give(shared, staff.token)).toBe(200)
  const phone = await buildPhone(world, shared, park)
  const revoke = (token: string) =>
    world.call(revokeGuardDevice, {
      token,
      params: { id: park.id, user_id: shared.user_id, device_id: phone.device_id },
    })
  expect(outcomeOf(await revoke(ofPartner.token))).toBe('403 beyond_access')
  expect(outcomeOf(await revoke(staff.token))).toBe(200)
  const remove = ({ user_id }: Driver, token: string) =>
    world.call(removeGuard, { token, params: { id: park.id, user_id } })
  expect(outcomeOf(await remove(shared, ofPartner.token))).toBe(200)
  await giveRole(world.db, { user_id: ofPartner.user_id, role: 'guard', park_id: park.id })
  expect(outcomeOf(await remove(ofPartner, ofPartner.token))).toBe('403 own_access')
})

test.each(['nobody@test.example', 'not an address'])('%s is no guard', async (email) => {
  const refused = await guard(await world.buildPark(), email)
  expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'email'])
})

test('the parks of others do not exist for a partner', async () => {
  const foreign = await world.buildPark()
  const { token } = ofPartner
  const params = { id: foreign.id }
  expect(outcomeOf(await read(foreign, token))).toBe('404 not_found')
  expect(outcomeOf(await set(foreign, { name: 'Mine' }, token))).toBe('404 not_found')
  expect(outcomeOf(await world.call(listGuards, { token, params }))).toBe('404 not_found')
  expect(outcomeOf(await guard(foreign, staff.email, token))).toBe('404 not_found')
  const remove = world.call(removeGuard, { token, params: { ...params, user_id: staff.user_id } })
  expect(outcomeOf(await remove)).toBe('404 not_found')
})

test('a position that was set is where the park is found and led to, and can be taken back', async () => {
  const park = await world.buildPark({ lat: 43.65, lng: -79.38 })
  const moved = await set(park, { lat: 44.1, lng: -79.9 })
  expect(moved.body).toMatchObject({ lat: 44.1, lng: -79.9 })
  expect(moved.body.overrides.map(({ field, imported }) => [field, imported])).toEqual([
    ['lat', 43.65],
    ['lng', -79.38],
  ])
  const shown = await world.call(getPark, { params: { parkId: park.id } })
  expect(shown.body).toMatchObject({ lat: 44.1, lng: -79.9 })
  const near = await world.call(listParks, { query: { lat: 44.1, lng: -79.9, radius: 100 } })
  expect(near.body.items.map(({ id }) => id)).toEqual([park.id])
  const refused = await set(park, { lat: 91 })
  expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'lat'])
})

test('the gate’s poster is drawn for whoever sees its guards, and for no other car park', async () => {
  const [own, other] = [await world.buildPark({ partner: 'Eko Gate' }), await world.buildPark()]
  const download = async (park: TestPark, token: string) => {
    const answer = await world.call(downloadGatePoster, { token, params: { id: park.id } })
    return answer.status < 400 ? answer.headers['content-type'] : outcomeOf(answer)
  }
  const driver = await world.buildDriver()
  expect([
    await download(own, ofPartner.token),
    await download(other, ofPartner.token),
    await download(other, staff.token),
    await download(own, driver.token),
  ]).toEqual(['application/pdf', '404 not_found', 'application/pdf', '403 forbidden'])
})
