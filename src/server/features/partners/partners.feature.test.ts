import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { getParkRecord } from '#contract/parks/desk/park-record.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { getPark } from '#contract/parks/parks.ts'
import * as requests from '#contract/partners/desk/partner-requests.ts'
import * as desk from '#contract/partners/desk/partners.ts'
import * as contract from '#contract/partners/partners.ts'
import { bookingCallsOf, expectConsistentData, buildPaidBooking, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { mailsTo, newestCode, wrongCode } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const company = 'Harbour Parking Ltd'
/** Limits count by account and car park: each claim comes a minute after the last one. */
async function claim(driver: Driver, park: TestPark, body: object = {}) {
  world.clock.advance(2)
  return world.call(contract.claimPark, {
    token: driver.token,
    body: { park: park.park_code, company, ...body },
  })
}
const prove = (driver: Driver, id: string, code: string) =>
  world.call(contract.proveClaim, { token: driver.token, params: { id }, body: { code } })
async function newContactPark(contact_email: string, name = 'Claimed deck') {
  const park = await world.buildPark({ partner: null, name })
  await world.db.updateTable('parks').set({ contact_email }).where('id', '=', park.id).execute()
  return park
}
const newContact = () => `contact-${crypto.randomUUID()}@example.com`
const me = async (driver: Driver) => (await world.call(contract.getOperator, { token: driver.token })).body

describe('a claim', () => {
  test('is proved by the code mailed to the published contact, and gives the role and the car park', async () => {
    const [contact, driver] = [newContact(), await world.buildDriver({ language: 'fr' })]
    const park = await newContactPark(contact)
    const claimed = await claim(driver, park)
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(201)
    expect(claimed.body.claim).toMatchObject({ company, state: 'open', park: { name: 'Claimed deck' } })
    const code = await newestCode(world, contact)
    const { id } = claimed.body.claim
    const wrong = await prove(driver, id, wrongCode(code))
    expect([wrong.status, wrong.problem.code]).toEqual([400, 'invalid_code'])
    expect((await prove(await world.buildDriver(), id, code)).status).toBe(404)
    expect((await prove(driver, id, code)).body.state).toBe('approved')
    const own = await me(driver)
    expect(own.parks).toMatchObject([{ id: park.id }])
    expect(own.partners).toMatchObject([{ name: company }])
    const { body } = await world.call(parkList.endpoint, { token: driver.token })
    expect(body.items.map((item) => item.park_code)).toEqual([park.park_code])
    expect((await mailsTo(world, driver.email))[0]!.subject).toContain('Claimed deck')
    const { body: page } = await world.call(getPark, { params: { parkId: park.slug } })
    // Without an entrance it stays closed to customers.
    expect([page.partner, page.bookable]).toEqual([company, false])
    const record = await world.call(getParkRecord, { token: driver.token, params: { id: park.id } })
    expect([record.body.is_on_sale, record.body.missing]).toEqual([false, ['entrance']])
    // Used once.
    expect((await prove(driver, id, code)).status).toBe(400)
  })

  test('answers the same where no contact is published, and staff checks it', async () => {
    const driver = await world.buildDriver()
    const [known, unknown] = [await newContactPark(newContact()), await world.buildPark({ partner: null })]
    const [first, second] = [await claim(driver, known), await claim(driver, unknown)]
    expect(Object.keys(first.body.claim)).toEqual(Object.keys(second.body.claim))
    expect([second.status, second.body.message]).toEqual([first.status, first.body.message])
    expect((await prove(driver, second.body.claim.id, '000000')).problem.code).toBe('invalid_code')
    const params = { id: second.body.claim.id }
    const seen = await world.call(requests.getDeskClaim, { token: staff.token, params })
    expect(seen.body).toMatchObject({
      has_contact: false,
      email: driver.email,
      actions: ['send_code', 'approve', 'refuse'],
    })
    const approved = await world.call(requests.approveClaim, { token: staff.token, params })
    expect(approved.body).toMatchObject({ state: 'approved', proof: 'staff', actions: [] })
    expect((await world.call(requests.approveClaim, { token: staff.token, params })).status).toBe(409)
  })

  test('gets its code at a contact that staff found, and not at one that the claimant names', async () => {
    const [driver, contact] = [await world.buildDriver(), newContact()]
    const { id } = (await claim(driver, await world.buildPark({ partner: null }))).body.claim
    const call = { token: staff.token, params: { id } }
    const sent = await world.call(requests.sendClaimCode, { ...call, body: { contact } })
    expect(sent.body).toMatchObject({ has_contact: true, state: 'open' })
    expect((await prove(driver, id, await newestCode(world, contact))).body.state).toBe('approved')
    expect((await world.call(requests.sendClaimCode, { ...call, body: { contact } })).status).toBe(409)
    const stranger = { params: { id }, token: driver.token, body: { contact } }
    expect((await world.call(requests.sendClaimCode, stranger)).status).toBe(403)
  })

  test('is refused with a reason, mailed in the operator’s language', async () => {
    const driver = await world.buildDriver({ language: 'fr' })
    world.clock.advance(2)
    const claimed = await world.call(contract.claimPark, {
      token: driver.token,
      body: { park: (await world.buildPark({ partner: null, name: 'Quai' })).id, company },
      headers: { 'accept-language': 'fr' },
    })
    const params = { id: claimed.body.claim.id }
    const reason = 'Le registre indique un autre exploitant.'
    const refused = await world.call(requests.refuseClaim, { token: staff.token, params, body: { reason } })
    expect(refused.body).toMatchObject({ state: 'refused', reason })
    const [mail] = await mailsTo(world, driver.email)
    expect(mail!.subject).toBe('Votre demande concernant Quai')
    expect(mail!.text).toContain(reason)
    expect((await me(driver)).claims).toMatchObject([{ state: 'refused', reason }])
  })

  test('is impossible for a car park with a partner, and only the first of two claims wins', async () => {
    const [first, second] = [await world.buildDriver(), await world.buildDriver()]
    const taken = await claim(first, await world.buildPark({ partner: 'Eko Gate' }))
    expect([taken.status, taken.problem.code]).toEqual([409, 'park_has_partner'])
    const park = await world.buildPark({ partner: null })
    const claims = [await claim(first, park), await claim(second, park)]
    const approved = await Promise.all(
      claims.map(({ body }) =>
        world.call(requests.approveClaim, { token: staff.token, params: { id: body.claim.id } }),
      ),
    )
    expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // The loser got neither a partner nor a role.
    const owners = await Promise.all([first, second].map(async (driver) => (await me(driver)).parks.length))
    expect(owners.toSorted()).toEqual([0, 1])
  })

  test('never takes over a partner of the same name', async () => {
    await world.buildPark({ partner: company, name: 'Somebody else’s' })
    const driver = await world.buildDriver()
    const { body } = await claim(driver, await world.buildPark({ partner: null }))
    await world.call(requests.approveClaim, { token: staff.token, params: { id: body.claim.id } })
    const { partners, parks } = await me(driver)
    expect(partners[0]!.name).toMatch(/^Harbour Parking Ltd \(\d\)$/)
    expect(parks).toHaveLength(1)
  })

  test('has five tries for its code, and a new code replaces the old one', async () => {
    const [contact, driver] = [newContact(), await world.buildDriver()]
    const park = await newContactPark(contact)
    const { id } = (await claim(driver, park)).body.claim
    const code = await newestCode(world, contact)
    for (let tries = 0; tries < 5; tries += 1) await prove(driver, id, wrongCode(code))
    expect((await prove(driver, id, code)).problem.code).toBe('invalid_code')
    expect((await claim(driver, park)).body.claim.id).toBe(id)
    const next = await newestCode(world, contact)
    world.clock.advance(61)
    expect((await prove(driver, id, next)).problem.code).toBe('invalid_code')
    await claim(driver, park)
    expect((await prove(driver, id, await newestCode(world, contact))).status).toBe(200)
  })

  test('is withdrawn by its sender alone', async () => {
    const driver = await world.buildDriver()
    const { id } = (await claim(driver, await world.buildPark({ partner: null }))).body.claim
    const other = await world.buildDriver()
    const withdraw = ({ token }: Driver) => world.call(contract.withdrawClaim, { token, params: { id } })
    expect((await withdraw(other)).status).toBe(404)
    expect((await withdraw(driver)).body.state).toBe('withdrawn')
    expect((await withdraw(driver)).status).toBe(409)
  })

  test.each([
    [{ company: ' ' }, 'company'],
    [{ phone: 'call me' }, 'phone'],
    [{ partner_id: crypto.randomUUID() }, 'partner_id'],
    [{ message: 'x'.repeat(5_000) }, 'message'],
  ])('is rejected with %o', async (change, field) => {
    const refused = await claim(await world.buildDriver(), await world.buildPark({ partner: null }), change)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })
})

async function newOperator(): Promise<{ operator: Driver; park: TestPark }> {
  const [operator, park] = [await world.buildDriver(), await world.buildPark({ partner: null })]
  const { id } = (await claim(operator, park)).body.claim
  // What a car park needs before it opens to customers.
  await world.db.updateTable('parks').set({ access_steps_en: 'Ring the bell' }).where('id', '=', park.id).execute()
  await world.call(requests.approveClaim, { token: staff.token, params: { id } })
  return { operator, park }
}

test('a car park is released by its operator alone, once nobody has booked it', async () => {
  const { operator, park } = await newOperator()
  const release = ({ token }: Driver) => world.call(contract.releasePark, { token, params: { id: park.id } })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park)
  expect((await release(await world.buildDriver({ role: 'partner', partner: 'Eko Gate' }))).status).toBe(404)
  expect((await release(operator)).problem.code).toBe('park_booked')
  await bookingCallsOf(world, driver).cancel(booking.id)
  const guard = await world.buildDriver()
  await giveRole(world.db, { user_id: guard.user_id, role: 'guard', park_id: park.id })
  expect((await release(operator)).status).toBe(204)
  const roles = world.db.selectFrom('role_assignments').select('id').where('user_id', '=', guard.user_id)
  expect(await roles.execute()).toEqual([])
  expect((await me(operator)).parks).toEqual([])
  expect((await release(operator)).status).toBe(404)
})

const space = {
  company,
  name: 'Behind the bakery',
  place_kind: 'driveway',
  address: '12 King Street East',
  city: 'Toronto',
  country_code: 'CA',
  lat: 43.6505,
  lng: -79.3752,
  capacity: 2,
  price_hour: 3.5,
  day_cap: 20,
}
const list = (driver: Driver, body: object = {}) =>
  world.call(contract.listSpace, { token: driver.token, body: { ...space, ...body } as never })

describe('a listing', () => {
  test('of a space is reviewed, and approved it can be found and booked at its price', async () => {
    const operator = await world.buildDriver()
    const sent = await list(operator)
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const params = { id: sent.body.listing.id }
    const seen = await world.call(requests.getDeskListing, { token: staff.token, params })
    expect(seen.body).toMatchObject({ kind: 'space', price_hour: { amount: 3.5, currency: 'CAD' }, park_id: null })
    expect((await me(operator)).parks).toEqual([])
    const approved = await world.call(requests.approveListing, { token: staff.token, params })
    expect(approved.body.state).toBe('approved')
    const [listing] = (await me(operator)).listings
    const { body: page } = await world.call(getPark, { params: { parkId: listing!.slug! } })
    expect(page).toMatchObject({ name: space.name, bookable: true, capacity: 2, timezone: 'America/Toronto' })
    const quote = await callQuote(world, { park_id: page.id, ...windowOf(world, 8, 8) })
    expect(quote.body.lines[0]).toMatchObject({ amount: 7 })
    expect((await world.call(requests.approveListing, { token: staff.token, params })).status).toBe(409)
    expect((await mailsTo(world, operator.email))[0]!.subject).toContain(space.name)
  })

  test('is refused with a reason, and withdrawn by its sender alone', async () => {
    const operator = await world.buildDriver()
    const first = (await list(operator)).body.listing.id
    const body = { reason: 'The address does not exist.' }
    const refused = await world.call(requests.refuseListing, { token: staff.token, params: { id: first }, body })
    expect(refused.body).toMatchObject({ state: 'refused', ...body })
    expect((await mailsTo(world, operator.email))[0]!.text).toContain(body.reason)
    const second = (await list(operator)).body.listing.id
    const withdraw = ({ token }: Driver) => world.call(contract.withdrawListing, { token, params: { id: second } })
    expect((await withdraw(await world.buildDriver())).status).toBe(404)
    expect((await withdraw(operator)).body.state).toBe('withdrawn')
  })

  test('of a charger at an own car park is shown on its page with its price, not metered', async () => {
    const { operator, park } = await newOperator()
    const charger = { company, connector: 'ccs', power_kw: 50, chargers: 2, price: 0.45, price_unit: 'kwh' }
    const offer = (token: string, body: object) =>
      world.call(contract.listCharger, { token, body: { ...charger, ...body } as never })
    const stranger = await offer((await world.buildDriver()).token, { park: park.id })
    expect([stranger.status, stranger.problem.code]).toEqual([404, 'park_not_found'])
    const nowhere = await offer(operator.token, {})
    expect([nowhere.status, nowhere.problem.errors?.length]).toEqual([422, 7])
    const sent = await offer(operator.token, { park: park.slug })
    await world.call(requests.approveListing, { token: staff.token, params: { id: sent.body.listing.id } })
    const { body } = await world.call(contract.listParkChargers, { params: { parkId: park.park_code } })
    expect(body.items).toMatchObject([
      { connector: 'ccs', power_kw: 50, chargers: 2, price: { amount: 0.45, currency: 'CAD' }, price_unit: 'kwh' },
    ])
    const { body: page } = await world.call(getPark, { params: { parkId: park.slug } })
    expect(page.amenities).toContain('ev')
  })

  test.each([
    [{ lat: 48.85, lng: 2.35 }, 'lat'],
    [{ capacity: 0 }, 'capacity'],
    [{ price_hour: -1 }, 'price_hour'],
    [{ price_hour: 0.001 }, 'price_hour'],
    [{ day_cap: 1 }, 'day_cap'],
    [{ country_code: 'FR' }, 'country_code'],
    [{ state: 'approved' }, 'state'],
  ])('is rejected with %o', async (change, field) => {
    const refused = await list(await world.buildDriver(), change)
    expect([refused.status, refused.problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
  })
})

describe('staff', () => {
  const details = { name: 'Northline', country_code: 'CA', email: null, phone: null, website: null }

  test('edit partners that administrators create, and give and take car parks', async () => {
    const on = (id: string) => ({ token: staff.token, params: { id } })
    const { token } = await world.buildDriver({ role: 'administrator' })
    expect((await world.call(desk.createDeskPartner, { token: staff.token, body: details as never })).status).toBe(403)
    const created = await world.call(desk.createDeskPartner, { token, body: details as never })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { id } = created.body
    const body = { ...details, email: 'Desk@Northline.example', website: 'https://northline.example', version: 1 }
    const changed = await world.call(desk.updateDeskPartner, { ...on(id), body: body as never })
    expect(changed.body).toMatchObject({ email: 'desk@northline.example', version: 2 })
    const late = await world.call(desk.updateDeskPartner, { ...on(id), body: body as never })
    expect(late.problem.code).toBe('changed_meanwhile')
    const again = await world.call(desk.createDeskPartner, { token, body: details as never })
    expect([again.status, again.problem.errors?.[0]?.field]).toEqual([422, 'name'])
    const park = await world.buildPark({ partner: null })
    const give = () => world.call(desk.addPartnerPark, { ...on(id), body: { park: park.park_code } })
    expect((await give()).body.parks).toBe(1)
    expect((await give()).problem.code).toBe('park_has_partner')
    expect((await world.call(desk.deactivatePartner, on(id))).problem.code).toBe('in_use')
    const taken = await world.call(desk.removePartnerPark, { ...on(id), body: { park: park.park_code } })
    expect(taken.body.parks).toBe(0)
    expect((await world.call(desk.deactivatePartner, on(id))).body.status).toBe('inactive')
  })

  test('see what is owed for each car park, as the ledger has it', async () => {
    const park = await world.buildPark({ partner: 'Owed Ltd', name: 'Owed deck' })
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    await buildPaidBooking(world, driver, park)
    const query = { partner: 'Owed Ltd' }
    const { items } = (await world.call(desk.owedList.endpoint, { token: staff.token, query })).body
    expect(items).toMatchObject([{ park: 'Owed deck', bookings: 1, owed: { amount: 4, currency: 'CAD' } }])
  })
})

test('a partner sees nothing of others, in any list or record', async () => {
  const { operator, park } = await newOperator()
  const other = await world.buildPark({ partner: 'Planted', name: 'Planted deck' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const [own, foreign] = [await buildPaidBooking(world, driver, park), await buildPaidBooking(world, driver, other)]
  await list(await world.buildDriver(), { name: 'Planted listing' })
  const { token } = operator
  const { partner_id } = await world.db
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  const read = async (endpoint: unknown, query: object = {}) => {
    const answer = await world.call(endpoint as typeof parkList.endpoint, { token, query })
    return [answer.status, JSON.stringify(answer.body)] as const
  }
  for (const endpoint of [parkList.endpoint, bookingList.endpoint, desk.partnerList.endpoint, desk.owedList.endpoint])
    for (const query of [{}, { search: 'Planted' }, { search: foreign.booking_code }, { search: other.park_code }]) {
      const [status, text] = await read(endpoint, query)
      expect([endpoint.path, status]).toEqual([endpoint.path, 200])
      expect(text).not.toMatch(/Planted|deck/)
      expect(text).not.toContain(foreign.booking_code)
    }
  expect((await read(bookingList.endpoint))[1]).toContain(own.booking_code)
  for (const endpoint of [requests.claimList.endpoint, requests.listingList.endpoint])
    expect((await read(endpoint))[0]).toBe(403)
  const record = await world.call(desk.getDeskPartner, { token, params: { id: partner_id! } })
  expect(record.status).toBe(404)
  const mine = (await me(operator)).partners[0]!.id
  expect((await world.call(desk.getDeskPartner, { token, params: { id: mine } })).status).toBe(200)
  const body = { park: other.park_code }
  expect((await world.call(desk.removePartnerPark, { token, params: { id: partner_id! }, body })).status).toBe(403)
})

test('mails one code a minute, and stops guesses at codes as at passwords', async () => {
  const limited = await createWorld({ settings: { RATE_LIMITS: 'on' } })
  const [driver, park] = [await limited.buildDriver(), await limited.buildPark({ partner: null })]
  const body = { park: park.id, company }
  const send = () => limited.call(contract.claimPark, { token: driver.token, body })
  const { id } = (await send()).body.claim
  const again = await send()
  expect([again.status, again.problem.code]).toEqual([429, 'rate_limited'])
  const guess = async () =>
    (await limited.call(contract.proveClaim, { token: driver.token, params: { id }, body: { code: '000000' } })).status
  for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(400)
  expect(await guess()).toBe(429)
  await limited.close()
})
