import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/bookings/desk/park-reports.ts'
import { reportMistake } from '#contract/parks/mistakes.ts'
import { bookingCallsOf, buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

const call = (id: string, token = staff.token) => ({ token, params: { id } })
const list = async (query: object = {}) =>
  (await world.call(contract.parkReportList.endpoint, { token: staff.token, query })).body

async function reportPrice(park: TestPark, email?: string, language = 'en'): Promise<string> {
  world.clock.advance(1)
  await world.call(reportMistake, {
    params: { parkId: park.slug },
    body: { kind: 'price', text: 'It is 3.00 an hour', ...(email === undefined ? {} : { email }) },
    headers: { 'accept-language': language },
  })
  return (await list({ type: 'mistake' })).items[0]!.id
}

async function failToPark(park: TestPark): Promise<{ id: string; booking_code: string; driver: Driver }> {
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 0, 4)
  const body = { reason: 'blocked', note: 'A lorry' }
  expect((await bookingCallsOf(world, driver).cannotPark(booking.id, body)).status).toBe(200)
  return { ...booking, driver }
}

describe('reports about car parks', () => {
  test('are listed with their booking, refund and the number at the car park', async () => {
    const park = await world.buildPark({ name: 'Harbour deck' })
    await reportPrice(park)
    const { id, booking_code } = await failToPark(park)
    const { items, counts } = await list({ park: 'Harbour' })
    expect(counts).toEqual({ open: 2, resolved: 0 })
    expect(items).toHaveLength(2)
    expect(items.find((item) => item.type === 'cannot_park')).toMatchObject({
      id,
      about: 'blocked',
      text: 'A lorry',
      photo: false,
      open_at_park: 2,
      booking_code,
      refunded: { currency: 'CAD' },
    })
    expect((await world.call(contract.getParkReport, call(id))).body).toMatchObject({
      title: 'Harbour deck',
      booking_id: id,
      booking_code,
      booking_status: 'cancelled',
      refunded: { amount: 2.35, currency: 'CAD' },
      moved_to: null,
      open_at_park: 2,
      reports_at_park: 2,
      can_reply: false,
      actions: ['resolve'],
    })
  })

  test('stand on a map by car park, while they are open', async () => {
    const park = await world.buildPark({ name: 'Pier lot', lat: 43.64, lng: -79.37 })
    const onMap = async () =>
      (await world.call(contract.mapParkReports, { token: staff.token })).body.items.find(
        ({ park_id }) => park_id === park.id,
      )
    expect(await onMap()).toBeUndefined()
    const mistake = await reportPrice(park)
    const { id } = await failToPark(park)
    const place = { park_code: park.park_code, name: 'Pier lot', city: 'Toronto', lat: 43.64, lng: -79.37 }
    expect(await onMap()).toEqual({ ...place, park_id: park.id, open: 2, cannot_park: 1 })
    expect((await world.call(contract.getParkReport, call(id))).body).toMatchObject({ lat: 43.64, lng: -79.37 })
    expect((await list({ park: park.id })).total).toBe(2)
    for (const entry of [mistake, id])
      await world.call(contract.resolveParkReport, { ...call(entry), body: { outcome: 'Checked' } })
    expect(await onMap()).toBeUndefined()
    const partner = await world.buildDriver({ role: 'partner' })
    expect((await world.call(contract.mapParkReports, { token: partner.token })).status).toBe(403)
  })

  test('are resolved with an outcome, which is mailed to who asked for it in their language, and reopened', async () => {
    const email = 'reporter@example.com'
    const id = await reportPrice(await world.buildPark({ name: 'Quai' }), email, 'fr')
    const outcome = 'Le tarif est corrigé.'
    const resolve = () => world.call(contract.resolveParkReport, { ...call(id), body: { outcome } })
    expect((await resolve()).body).toMatchObject({ status: 'resolved', outcome, actions: ['reopen'] })
    await resolve()
    const mails = await mailsTo(world, email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Votre signalement concernant Quai'])
    expect(mails[0]!.text).toContain(outcome)
    expect((await world.call(contract.reopenParkReport, call(id))).body).toMatchObject({
      status: 'open',
      outcome: null,
    })
  })

  test('have a photo that only permitted staff get', async () => {
    const { id, driver } = await failToPark(await world.buildPark())
    const content = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
    await world.db
      .insertInto('cannot_park_photos')
      .values({ booking_id: id, type: 'image/jpeg', content, created_at: world.clock.now })
      .execute()
    const photo = (token?: string) =>
      world.call(contract.getParkReportPhoto, { params: { id }, ...(token === undefined ? {} : { token }) })
    const sent = await photo(staff.token)
    expect([sent.status, sent.headers['content-type'], sent.raw]).toEqual([200, 'image/jpeg', content])
    expect((await photo()).status).toBe(401)
    for (const role of ['partner', 'employee', 'guard'] as const)
      expect((await photo((await world.buildDriver({ role })).token)).status).toBe(403)
    expect((await photo(driver.token)).status).toBe(403)
    expect((await world.call(contract.getParkReport, call(id))).body.has_photo).toBe(true)
    expect((await world.call(contract.getParkReportPhoto, call(crypto.randomUUID()))).status).toBe(404)
  })

  test('need an outcome', async () => {
    const id = await reportPrice(await world.buildPark())
    const refused = await world.call(contract.resolveParkReport, { ...call(id), body: { outcome: '' } })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'outcome'])
  })
})
