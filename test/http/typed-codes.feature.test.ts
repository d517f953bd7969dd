import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePlate } from '#contract/bookings/booking-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendContact } from '#contract/leads/leads.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { buildPaidBooking, callQuote, windowOf } from '#test/kits/bookings-kit.ts'
import { loadDeskLists, loadEndpoints } from '#test/kits/contract.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { buildDocumentQuote } from '#test/kits/document-kit.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { buildShopCoupon } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: PhoneDesk
let staff: Driver
let driver: Driver
let reads: Endpoint[]
let lists: Awaited<ReturnType<typeof loadDeskLists>>
/** Records by the code or the plate that people have of them. */
const known: Record<string, string> = {}
const plate = 'KJA-123AA'

beforeAll(async () => {
  desk = await openPhoneDesk()
  const { world } = desk
  staff = await world.buildDriver({ role: 'administrator' })
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
  const park = await world.buildPark()
  const booking = await buildPaidBooking(world, driver, park)
  await world.call(createVehicle, { token: driver.token, body: { plate } })
  const params = { id: booking.id }
  expect((await world.call(changePlate, { token: driver.token, params, body: { plate } })).status).toBe(200)
  const order = await desk.paidOrder()
  await world.db
    .updateTable('orders')
    .set({ user_id: driver.user_id, plate, promo_code: 'SAVE-10' })
    .where('id', '=', order.id)
    .execute()
  const request = await buildDocumentQuote(world, driver, { plate })
  const lead = await world.call(sendContact, {
    body: { name: 'Ada Obi', email: 'ada@example.com', took_ms: 9_000, message: 'A question' },
  })
  await buildShopCoupon(world, { code: 'SAVE-10', scope: 'both' })
  const reference = `PW-${newCode(12)}`
  const top_up = { id: newId(), user_id: driver.user_id, reference, provider: 'stripe', currency: 'CAD' }
  await world.db
    .insertInto('top_ups')
    .values({
      ...top_up,
      amount_minor: 500n,
      status: 'pending',
      next_check_at: world.clock.now,
      created_at: world.clock.now,
    })
    .execute()
  Object.assign(known, { booking: booking.booking_code, order: order.order_number, document: request.number })
  Object.assign(known, { lead: lead.body.reference, park: park.park_code, coupon: 'SAVE10', top_up: reference })
  const endpoints = await loadEndpoints()
  reads = endpoints.filter(({ method, path }) => method === 'GET' && path.split('{').length === 2)
  lists = await loadDeskLists()
})
afterAll(() => desk.world.close())

/** The ways in which people write a code: as our pages print it, in small letters, pasted with another dash or space. */
function listSpellings(code: string): string[] {
  const bare = code.replaceAll('-', '')
  const [first, last] = [bare.slice(0, 4), bare.slice(4)]
  return ['\u00a0·\u00a0', ' ', '\u00a0', '-', '\u2011', '\u2013', '.'].flatMap((sign) => {
    const spelling = `${first}${sign}${last}`
    return [spelling, ` ${spelling.toLowerCase()} `]
  })
}
const plateSpellings = [
  'kja 123 aa',
  'KJA123AA',
  'KJA\u2011123AA',
  'KJA–123–AA',
  'kja·123·aa',
  'KJA\u00a0123\u00a0AA',
  'KJA.123AA',
]

async function read({ path }: Endpoint, code: string, { token }: Driver) {
  const response = await desk.world.app.inject({
    url: path.replace(/\{\w+\}/, encodeURIComponent(code)),
    headers: { authorization: `Bearer ${token}` },
  })
  return response.statusCode
}

test.each([
  ['booking', 6],
  ['order', 3],
  ['document', 2],
  ['top_up', 1],
] as const)('every address that takes the code of a %s takes it as people write it', async (kind, least) => {
  const code = known[kind]!
  const take = inTurn(listSpellings(code), 1)
  let taken = 0
  for (const endpoint of reads)
    for (const person of [driver, staff]) {
      if ((await read(endpoint, code, person)) !== 200) continue
      taken += 1
      for (const spelling of take())
        expect([endpoint.path, spelling, await read(endpoint, spelling, person)]).toEqual([
          endpoint.path,
          spelling,
          200,
        ])
    }
  expect(taken).toBeGreaterThanOrEqual(least)
})

async function find({ endpoint }: { endpoint: Endpoint }, query: Record<string, string>): Promise<string[]> {
  const { body } = await desk.world.call(endpoint, { token: staff.token, query })
  return ((body as { items?: { id: string }[] }).items ?? []).map(({ id }) => id).toSorted()
}

describe.each([
  ['booking', ['bookings', 'customers']],
  ['order', ['online-orders']],
  ['document', ['documents']],
  ['lead', ['leads']],
  ['park', ['parks']],
  ['coupon', ['coupons']],
  ['top_up', ['top-ups']],
  ['plate', ['bookings', 'customers', 'documents', 'online-orders']],
] as const)('the lists of the desk by a %s', (kind, expected) => {
  test('find the same rows in each spelling, in the search and in the filters', async () => {
    const code = kind === 'plate' ? plate : known[kind]!
    const spellings = kind === 'plate' ? plateSpellings : listSpellings(code)
    const take = inTurn(spellings, 1)
    const found = new Set<string>()
    for (const list of lists) {
      const texts = Object.entries(list.filters).flatMap(([name, { kind: of }]) => (of === 'text' ? [name] : []))
      for (const name of ['search', ...texts]) {
        const rows = await find(list, { [name]: code })
        if (rows.length === 0) continue
        if (name === 'search') found.add(list.name)
        for (const spelling of take())
          expect([list.name, name, spelling, await find(list, { [name]: spelling })]).toEqual([
            list.name,
            name,
            spelling,
            rows,
          ])
      }
    }
    expect([...found]).toEqual(expect.arrayContaining([...expected]))
  })
})

// Some eight in a hundred codes have no digit.
test('a code of letters alone is found in the subjects of emails as people write it', async () => {
  await desk.world.db.updateTable('mails').set({ subject: 'Booking RQJG-SWXH confirmed' }).execute()
  const mails = lists.find(({ name }) => name === 'mails')!
  const rows = await find(mails, { search: 'RQJG-SWXH' })
  expect(rows.length).toBeGreaterThan(0)
  for (const spelling of listSpellings('RQJG-SWXH'))
    expect([spelling, await find(mails, { search: spelling })]).toEqual([spelling, rows])
})

test('a promo code discounts a quote in each spelling', async () => {
  const { park_code } = desk.park
  const quote = (promo_code: string) =>
    callQuote(desk.world, { park_id: park_code, ...windowOf(desk.world, 8, 8), promo_code })
  for (const spelling of ['SAVE-10', ...listSpellings('SAVE-10')]) {
    const { status, body } = await quote(spelling)
    expect([spelling, status, body.promo_code]).toEqual([spelling, 200, 'SAVE-10'])
  }
  await buildShopCoupon(desk.world, { code: 'SAVE_10', scope: 'both' })
  expect((await quote('save\u201110')).body.promo_code).toBe('SAVE-10')
  expect((await quote('SAVE10')).status).toBe(422)
  await sql`delete from promo_codes where code = 'SAVE_10'`.execute(desk.world.db)
})
