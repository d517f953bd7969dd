import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvitation } from '#contract/accounts/desk/invitations.ts'
import { approveBookingRefund, refuseBookingRefund } from '#contract/bookings/desk/booking-refunds.ts'
import { addBranchPark, createClosure, createDeliveryCharge } from '#contract/branches/desk/branches.ts'
import { createOffer } from '#contract/catalogue/desk/offers.ts'
import { getAnalytics } from '#contract/desk/analytics.ts'
import { compareToday, getDashboard } from '#contract/desk/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import type { DeskListDescription, DeskListEndpoint } from '#contract/lists/lists.ts'
import type { DeskAction, DeskFields, DeskRecordDescription } from '#contract/lists/records.ts'
import { searchDesk } from '#contract/lists/search.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { approveOrderRefund, refundOrderByStaff, refuseOrderRefund } from '#contract/orders/desk/order-refunds.ts'
import { createPreparedReply } from '#contract/orders/desk/prepared-replies.ts'
import { sendOrderMessage } from '#contract/orders/order-messages.ts'
import { listParkCities, mapDeskParks } from '#contract/parks/desk/parks.ts'
import { isForScope, isPermission, type Permission } from '#contract/permissions.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { createCoupon } from '#contract/promos/desk.ts'
import { listGrants, shippedRoles, type ShippedRole } from '#contract/shipped-roles.ts'
import { newId } from '#server/database/ids.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { loadDeskLists, loadDeskRecords } from '#test/kits/contract.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildCounterSale } from '#test/kits/desk/counter-kit.ts'
import { buildPayout } from '#test/kits/desk/payouts-kit.ts'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { buildGuard, buildPhone } from '#test/kits/scan-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

/*
 * What belongs to one branch, partner, country and car park, beside the same at another one of the country and at one abroad.
 * Whatever a person with a role for the first reads must have it, and nothing of the others.
 */

/** Words that stand in every record of a site. */
const marks = { own: 'ownfield', near: 'nearfield', abroad: 'abroadfield' } as const
interface Site {
  mark: string
  branch: { id: string; currency: string }
  park: TestPark
  partner_id: string
  customer: Driver
  order: { id: string; order_number: string }
  booking_code: string
}

/** Lists of what all branches sell. */
const ofShop = ['items', 'item-categories', 'item-attributes', 'item-addons', 'item-extras', 'item-pictures']

let world: World
let admin: string
/** What all branches sell. */
let item_id: string
let sites: Record<keyof typeof marks, Site>
let lists: (DeskListDescription & { endpoint: DeskListEndpoint })[]
/** What an admin reads, by list. */
const everything = new Map<string, { id: string }[]>()
let records: DeskRecordDescription[]

async function plant(mark: string, country_code: CountryCode, others: number): Promise<Site> {
  const { db, clock } = world
  const name = mark[0]!.toUpperCase() + mark.slice(1)
  const call = async <E extends Endpoint>(endpoint: E, options: object) => {
    const answer = await world.call(endpoint, { token: admin, ...options } as never)
    expect(answer.status, `${endpoint.name} ${JSON.stringify(answer.problem)}`).toBeLessThan(300)
    return answer.body as { id: string }
  }
  const branch = await buildBranch(world, admin, { country_code, name: `${name} branch` })
  const park = await world.buildPark({ country_code, name: `${name} garage`, partner: `${name} partner` })
  const { partner_id } = await db
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', park.id)
    .executeTakeFirstOrThrow()
  await call(addBranchPark, { params: { id: branch.id }, body: { park_code: park.park_code } })
  await call(createDeliveryCharge, {
    params: { id: branch.id },
    body: { from_distance: 0, to_distance: 3, charge: 500 },
  })
  const reasons = { reason: `${name} closure`, reason_fr: `${name} fermé` }
  const dates = { start_date: '2026-12-24T00:00:00Z', end_date: '2026-12-26T00:00:00Z' }
  await call(createClosure, {
    params: { id: branch.id },
    body: { ...reasons, starts_at: dates.start_date, ends_at: dates.end_date },
  })
  const customer = await world.buildDriver({ country_code, balance_minor: 1_000_000n })
  await db
    .updateTable('users')
    .set({ first_name: name, last_name: 'Customer', email: `${mark}@example.org` })
    .where('id', '=', customer.user_id)
    .execute()
  await buildStock(world, branch.id, item_id, 2)
  const terms = { item_ids: [item_id], branch_ids: [branch.id], funded_by: 'branch', picture: null, most_uses: null }
  const names = { name: `${name} offer`, name_fr: `${name} offre` }
  const discount = { discount_type: 'percentage', discount: 5, currency: null, ...dates }
  await call(createOffer, { body: { slug: `${mark}-offer`, ...names, ...discount, ...terms } })
  const coupon = await call(createCoupon, {
    body: {
      code: name.toUpperCase(),
      ...discount,
      start_date: '2026-11-01T00:00:00Z',
      minimum_order_amount: null,
      maximum_discount: null,
      limit_per_user: null,
      scope: 'shop',
      branch_ids: [branch.id],
      funded_by: 'branch',
    },
  })
  await call(createPreparedReply, {
    body: { branch_id: branch.id, name: `${name} reply`, text: `${name} answers`, text_fr: `${name} répond` },
  })
  let order!: Awaited<ReturnType<typeof buildOrder>>
  for (let n = 0; n < others; n += 1)
    order = await buildOrder(world, customer, branch, {
      lines: [{ item_id, goods_minor: 1_000n, name: `${name} item`, kind: 'service' }],
      promo_code_id: coupon.id,
    })
  const returned = { id: newId(), order_id: order.id, number: 1, reason: 'other', requested_at: clock.now }
  await db.insertInto('order_returns').values(returned).execute()
  const line = { return_id: returned.id, line_id: order.line_ids[0]!, quantity: 1 }
  await db.insertInto('order_return_lines').values(line).execute()
  const at = clock.now
  await db
    .insertInto('order_problems')
    .values({
      id: newId(),
      order_id: order.id,
      line_id: order.line_ids[0]!,
      text: name,
      reported_at: at,
      answer_by: at,
    })
    .execute()
  await world.call(sendOrderMessage, {
    token: customer.token,
    params: { id: order.id },
    body: { text: `${name} writes` },
  })
  const { booking_code } = await buildPaidBooking(world, customer, park, 4, 4)
  // What was seen at the gate.
  const guard = await buildGuard(world, park)
  const phone = await buildPhone(world, guard, park)
  await db
    .updateTable('users')
    .set({
      first_name: name,
      last_name: 'Guard',
      email: `${mark}-guard@example.org`,
      country_id: countryIds[country_code],
    })
    .where('id', '=', guard.user_id)
    .execute()
  await sql`insert into guard_scans (id, device_id, seq, at, received_at, booking_id, park_code, park_id, direction, admitted, verdict, outcome, content, hash, signature)
    select ${newId()}::uuid, ${phone.device_id}::uuid, 900, ${at}, ${at}, b.id, ${park.park_code}, b.park_id, 'in', true, 'green', 'applied', '', ${mark}, ''
    from bookings b where b.booking_code = ${booking_code}`.execute(db)
  // Colleagues of the branch and of the partner, with a guard of the car park.
  const colleague = await world.buildDriver({ country_code })
  await giveRole(db, { user_id: colleague.user_id, role: 'employee', branch_id: branch.id })
  await giveRole(db, { user_id: colleague.user_id, role: 'partner_attendant', partner_id })
  await db
    .updateTable('users')
    .set({ first_name: name, last_name: 'Colleague', email: `${mark}-colleague@example.org`, phone: '+14165550100' })
    .where('id', '=', colleague.user_id)
    .execute()
  // Who brings orders of the branch, and one that they brought.
  const courier = await world.buildDriver({ country_code })
  await giveRole(db, { user_id: courier.user_id, role: 'delivery_boy', branch_id: branch.id })
  await db
    .updateTable('users')
    .set({ first_name: name, last_name: 'Courier', email: `${mark}-courier@example.org` })
    .where('id', '=', courier.user_id)
    .execute()
  await db
    .insertInto('deliveries')
    .values({
      id: newId(),
      order_id: order.id,
      branch_id: branch.id,
      attempt: 1,
      state: 'handed_over',
      courier_id: courier.user_id,
      created_at: at,
      ended_at: at,
    })
    .execute()
  // What the colleague sold over the counter.
  const counter = { manager: admin, token: colleague.token, branch_id: branch.id, item_id }
  await buildCounterSale(world, { ...counter, name: `${name} desk` })
  const employee = await db.selectFrom('roles').select('id').where('code', '=', 'employee').executeTakeFirstOrThrow()
  const offered = { email: `${mark}-invited@example.org`, language: 'en' as const, role_id: employee.id }
  for (const place of [
    { scope: 'branch' as const, place_id: branch.id },
    { scope: 'partner' as const, place_id: partner_id! },
  ])
    await call(createInvitation, { body: { ...offered, ...place } })
  // What the partner is paid for the booking.
  await buildPayout(world, partner_id!, customer.user_id)
  return { mark, branch, park, partner_id: partner_id!, customer, order, booking_code }
}

beforeAll(async () => {
  world = await createWorld()
  const owner = await world.buildDriver({ role: 'admin' })
  admin = owner.token
  // Invitations ask for a recent login.
  await world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', owner.user_id)
    .execute()
  item_id = await buildItem(world, { slug: 'mats', prices: { CAD: 1_000n, NGN: 100_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true, low_stock: 50 }).where('id', '=', item_id).execute()
  sites = {
    own: await plant(marks.own, 'CA', 1),
    near: await plant(marks.near, 'CA', 2),
    abroad: await plant(marks.abroad, 'NG', 3),
  }
  lists = await loadDeskLists()
  records = await loadDeskRecords()
  for (const list of lists) everything.set(list.name, idsIn((await readList(list, admin)).text))
}, 120_000)
afterAll(() => world.close())

const placesOf = ({ branch, park, partner_id }: Site) => ({
  branch: { branch_id: branch.id },
  partner: { partner_id },
  country: { country_code: 'CA' as const },
  park: { park_id: park.id },
})
type Place = keyof ReturnType<typeof placesOf>
/** One role of each place in a run. */
const cases = (['branch', 'partner', 'country', 'park'] as const).flatMap((place) => {
  const roles = shippedRoles.filter(
    (role) => role.code !== 'admin' && listGrants(role).some((permission) => isForScope(permission, place)),
  )
  return inTurn(roles, 1)().map((role): [ShippedRole, Place] => [role.code, place])
})
/** Of these, an act must fail because nothing is found, whatever else is wrong with it. */
const ofSales = ['bookings', 'online-orders', 'order-returns', 'order-problems']
/** What acts with a dialog of their own send. */
const newTimes = { end_time: '2026-12-01T12:00:00Z', difference: 0, paid_by: 'customer', reason: 'They called' }
const bodies: Readonly<Record<string, object>> = {
  'bookings refund': { cause: 'price_mistake', bearer: 'us', amount: 1, message: 'The price was wrong.' },
  'online-orders refund': { amount: 1, cause: 'damaged', reason: 'Damaged' },
  'bookings cancel_for_customer': { reason: 'They called' },
  'bookings extend': newTimes,
  'documents result': {
    kind: 'third_party_insurance',
    result: 'rejected',
    document_number: null,
    issued_on: null,
    expires_on: null,
    agency_reason: 'The name differs',
  },
  'bookings move': { ...newTimes, start_time: '2026-12-01T10:00:00Z' },
}
/** What is done with refunds in panels of the record. */
const refunds: Readonly<Record<string, Readonly<Record<string, DeskAction>>>> = {
  bookings: { approve: { endpoint: approveBookingRefund }, refuse: { endpoint: refuseBookingRefund } },
  'online-orders': {
    refund: { endpoint: refundOrderByStaff },
    approve: { endpoint: approveOrderRefund },
    refuse: { endpoint: refuseOrderRefund },
  },
}
const fillField = (field: DeskFields[string]) =>
  'values' in field
    ? field.kind === 'choices'
      ? [field.values[0]]
      : field.values[0]
    : ({
        money: 1,
        number: 1,
        flag: true,
        long: 'A text of some length',
        day: '2026-12-01',
        instant: '2026-12-01T10:00',
      }[field.kind as string] ?? 'ABC 123')

const foreignTo = (place: Place) => (place === 'country' ? [sites.abroad] : [sites.near, sites.abroad])

/** What a person could search for. */
const wordsOf = ({ mark, order, booking_code, customer }: Site) => [
  mark,
  `${mark}@example.org`,
  order.order_number,
  booking_code,
  customer.user_id,
  `customer, ${mark.toUpperCase()}`,
  `garage ${mark}`,
  order.order_number.slice(1, 7),
  booking_code.slice(1, 7),
]

/** By what a person finds records of a list. */
const finds = ({ mark, order, booking_code }: Site): [list: string, text: string][] => [
  ['online-orders', order.order_number.slice(1, 7)],
  ['online-orders', `branch ${mark}`],
  ['messages', `${mark} branch`],
  ['order-returns', order.order_number.slice(0, 5)],
  ['bookings', booking_code.slice(1, 7)],
  ['bookings', `garage ${mark}`],
  ['parks', `${mark} garage`],
  ['branches', `Branch ${mark.toUpperCase()}`],
  ['employees', `colleague ${mark}`],
]

const readList = async ({ endpoint }: { endpoint: DeskListEndpoint }, token: string, query: object = {}) => {
  const url = `${endpoint.path}?${new URLSearchParams({ size: '1000', ...query }).toString()}`
  const answer = await world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, text: answer.body.toLowerCase() }
}
const idsIn = (text: string) => (JSON.parse(text) as { items: { id: string }[] }).items

async function newPerson(
  role: ShippedRole,
  place: Place,
): Promise<{ token: string; may: (permission: Permission) => boolean }> {
  const { token, user_id } = await world.buildDriver({ country_code: 'CA' })
  await giveRole(world.db, { user_id, role, ...placesOf(sites.own)[place] })
  await world.db.updateTable('users').set({ first_name: 'Reader' }).where('id', '=', user_id).execute()
  // Exports of personal data ask for a recent login.
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()
  const granted = listGrants(shippedRoles.find(({ code }) => code === role)!)
  return { token, may: (permission) => granted.includes(permission) && isForScope(permission, place) }
}

test('every list has a row of each place, or belongs to none', async () => {
  const missing: string[] = []
  for (const list of lists) {
    const text = JSON.stringify(everything.get(list.name))
    const isPlaced = (['branch', 'partner', 'country', 'park'] as const).some((place) =>
      isForScope(list.permission, place),
    )
    for (const { mark } of Object.values(sites))
      if (isPlaced && !text.includes(mark)) missing.push(`${list.name} ${mark}`)
  }
  // What all branches sell, how visits became bookings, and administrators are of no place. Taxes have the names of cities.
  const ofNoPlace = [...ofShop, 'analytics-days', 'reports/taxes']
  expect(missing.filter((candidate) => !ofNoPlace.includes(candidate.split(' ')[0]!))).toEqual([])
})

describe.each(cases)('%s at a %s', (role, place) => {
  let person: Awaited<ReturnType<typeof newPerson>>
  beforeAll(async () => {
    person = await newPerson(role, place)
  })

  test('reads in lists, exports and their searches what is there, and nothing of others', async () => {
    const wrong: string[] = []
    const takeWords = inTurn(wordsOf(foreignTo(place)[0]!), 2)
    for (const list of lists) {
      const plain = await readList(list, person.token)
      if (plain.status !== (person.may(list.permission) ? 200 : 403)) wrong.push(`${list.name}: ${plain.status}`)
      if (plain.status !== 200) continue
      const all = everything.get(list.name)!
      if (ofShop.includes(list.name)) continue
      const answers = [plain, await readList(list, person.token, { format: 'csv' })]
      for (const search of takeWords()) answers.push(await readList(list, person.token, { search }))
      for (const { status, text } of answers)
        for (const { mark, order, booking_code } of foreignTo(place))
          for (const word of [mark, order.order_number.toLowerCase(), booking_code.toLowerCase()])
            if (status !== 200 || text.includes(word)) wrong.push(`${list.name}: ${status} ${word}`)
      const own = all.filter((row) => JSON.stringify(row).includes(sites.own.mark))
      if (own.length > 0 && !plain.text.includes(sites.own.mark)) wrong.push(`${list.name}: nothing of its own`)
    }
    expect([...new Set(wrong)]).toEqual([])
  })

  test('opens the records that are there, and finds none of others', async () => {
    const wrong: string[] = []
    for (const { list, get } of records) {
      if (!isPermission(get.auth) || !person.may(get.auth)) continue
      const described = lists.find(({ name }) => name === list.name)
      if (described === undefined || !get.path.includes('{id}')) continue
      if (ofShop.includes(list.name)) continue
      const rows = everything.get(list.name)!
      const opensOf = async (mark: string) => {
        const ids = rows.filter((row) => JSON.stringify(row).includes(mark)).map(({ id }) => id)
        return Promise.all(
          ids.map(async (id) => {
            const url = get.path.replace('{id}', encodeURIComponent(id))
            const headers = { authorization: `Bearer ${person.token}` }
            return (await world.app.inject({ method: 'GET', url, headers })).statusCode
          }),
        )
      }
      for (const { mark } of foreignTo(place))
        for (const status of await opensOf(mark)) if (status !== 404) wrong.push(`${list.name}: ${status} ${mark}`)
      const own = await opensOf(sites.own.mark)
      if (own.length > 0 && !own.includes(200)) wrong.push(`${list.name}: ${own.join()}`)
    }
    expect(wrong).toEqual([])
  })

  test('does nothing with records of others', async () => {
    const wrong: string[] = []
    for (const { list, actions = {} } of records)
      for (const [name, { endpoint, fields = {} }] of Object.entries({ ...actions, ...refunds[list.name] })) {
        if (!isPermission(endpoint.auth) || !person.may(endpoint.auth) || ofShop.includes(list.name)) continue
        const filled = Object.entries(fields).map(([key, field]) => [key, fillField(field)])
        const body = { ...Object.fromEntries(filled), ...bodies[`${list.name} ${name}`] }
        const rows = everything.get(list.name) ?? []
        for (const { mark } of foreignTo(place)) {
          const id = rows.find((row) => JSON.stringify(row).includes(mark))?.id
          if (id === undefined) continue
          const { statusCode } = await world.app.inject({
            method: endpoint.method,
            url: endpoint.path.replace('{id}', encodeURIComponent(id)).replace('{refund_id}', newId()),
            headers: { authorization: `Bearer ${person.token}` },
            ...(endpoint.body !== undefined && { payload: body }),
          })
          // Who works at a place adds car parks to no partner, whichever it is.
          const isRefused =
            statusCode === 404 ||
            (statusCode === 403 && name === 'add_park') ||
            (statusCode === 422 && !ofSales.includes(list.name))
          if (!isRefused) wrong.push(`${list.name} ${name}: ${statusCode} ${mark}`)
        }
      }
    expect(wrong).toEqual([])
  })

  test('finds in the search over everything nothing of others', async () => {
    for (const site of foreignTo(place))
      for (const q of wordsOf(site)) {
        const { status, body } = await world.call(searchDesk, { token: person.token, query: { q } })
        expect(status).toBe(200)
        const found = JSON.stringify(body.items).toLowerCase()
        expect(body.items, found).toEqual([])
      }
  })

  test('finds its own in the search over everything, as far as it may open it', async () => {
    for (const [name, q] of finds(sites.own)) {
      const list = lists.find((candidate) => candidate.name === name)!
      const mayOpen = person.may(list.permission) && person.may(list.opens!.permission)
      const { body } = await world.call(searchDesk, { token: person.token, query: { q } })
      const isFound = body.items.some((item) => item.list === name)
      expect([name, q, isFound]).toEqual([name, q, mayOpen])
    }
  })

  test('counts in figures what is there', async () => {
    if (!person.may('dashboard.view')) return
    const { body } = await world.call(getDashboard, { token: person.token, query: { timezone: 'UTC' } as never })
    const figures = Object.fromEntries(body.figures.map(({ name, value }) => [name, value]))
    const isCountry = place === 'country'
    const expected: [string, Permission, number][] = [
      ['orders', 'orders.view', isCountry ? 3 : 1],
      ['open_orders', 'orders.view', isCountry ? 3 : 1],
      ['open_returns', 'returns.view', isCountry ? 2 : 1],
      ['low_stock', 'stock.view', isCountry ? 2 : 1],
      ['unread_messages', 'messages.view', isCountry ? 2 : 1],
      ['bookings', 'bookings.view', isCountry ? 2 : 1],
    ]
    for (const [name, permission, value] of expected)
      expect([name, figures[name]]).toEqual([name, person.may(permission) ? value : undefined])
    // Today by country and branch shows these places alone, and so does the map of car parks.
    const own = isCountry ? [sites.own, sites.near] : [sites.own]
    const today = await world.call(compareToday, { token: person.token, query: { timezone: 'UTC' } as never })
    expect(today.body.branches.map(({ id }) => id).toSorted()).toEqual(
      person.may('orders.view') ? own.map(({ branch }) => branch.id).toSorted() : [],
    )
    expect(today.body.countries.map(({ country }) => country)).toEqual(
      person.may('orders.view') || person.may('bookings.view') ? ['CA'] : [],
    )
    if (person.may('parks.view')) {
      const { countries } = (await world.call(listParkCities, { token: person.token, query: {} as never })).body
      expect(countries.map(({ code, count }) => [code, count])).toEqual([['CA', own.length]])
      expect(
        (await world.call(mapDeskParks, { token: person.token, query: {} as never })).body.items
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(own.map(({ park }) => park.id).toSorted())
    }
    // The bell counts the same.
    const { waiting } = (await world.call(listNotices, { token: person.token, query: { page: 1, size: 20 } })).body
    expect(waiting.messages).toBe(person.may('messages.view') ? (isCountry ? 2 : 1) : null)
    expect(waiting.orders === null).toBe(!person.may('orders.view'))
    expect(figures['new_customers'] !== undefined).toBe(person.may('customers.view'))
    if (place === 'branch' && person.may('customers.view')) expect(figures['new_customers']).toBe(1)
    expect(JSON.stringify(body).toLowerCase()).not.toMatch(
      new RegExp(
        foreignTo(place)
          .map(({ mark }) => mark)
          .join('|'),
      ),
    )
    if (!person.may('analytics.view')) return
    const analytics = await world.call(getAnalytics, { token: person.token, query: {} })
    const booked = analytics.body.steps.find(({ step }) => step === 'booking')
    expect(booked?.count).toBe(isCountry ? 2 : 1)
  })
})
