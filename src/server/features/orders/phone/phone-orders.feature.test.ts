import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptOrder, cancelAdditions, getOrderRecord, rejectOrder, sendPayLink } from '#contract/desk/order-record.ts'
import { orderList } from '#contract/desk/orders.ts'
import * as contract from '#contract/desk/phone-orders.ts'
import type { Branch } from '#contract/desk/branches.ts'
import { downloadOrderReceipt, getOrder, payOrder } from '#contract/orders.ts'
import { advanceOrders } from '#server/features/orders/lifecycle/advance-orders.ts'
import { newId } from '#server/ids.ts'
import { giveRole } from '#test/access-kit.ts'
import { balanceOf, mailsOf, makeBooking, setBalance } from '#test/bookings-kit.ts'
import { mailsTo } from '#test/mailbox.ts'
import { readPdf } from '#test/pdf-text.ts'
import {
  addAddon,
  addExtra,
  firstSlot,
  newBranch,
  newItem,
  newShopCoupon,
  outcomeOf,
  setStock,
  variationOf,
} from '#test/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/world.ts'

let world: World
let branch: Branch
let blades: string
let wash: string
let wax: string
let coffee: string
let employee: Driver
let stranger: Driver
let manager: Driver
let customer: Driver
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.newDriver({ role: 'admin' })
  branch = await newBranch(world, token, { capacity: 40 })
  const elsewhere = await newBranch(world, token, { name: 'Elsewhere' })
  blades = await newItem(world, { slug: 'blades', name: 'Blades', name_fr: 'Balais', prices: { CAD: 1_000n } })
  coffee = await newItem(world, { slug: 'coffee', kind: 'food', prices: { CAD: 300n } })
  wash = await newItem(world, {
    slug: 'wash',
    kind: 'service',
    work_group: 'wash',
    variations: { car: 2_000n, motorcycle: 1_000n },
  })
  wax = await addExtra(world, wash, { name: 'Wax', name_fr: 'Cire', price: 500n })
  await addAddon(world, wash, coffee)
  await newShopCoupon(world, { code: 'PHONE10' })
  park = await world.newPark()
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  const staffAt = async (branch_id: string) => {
    const person = await world.newDriver()
    await giveRole(world.db, { user_id: person.user_id, role: 'employee', branch_id })
    return person
  }
  employee = await staffAt(branch.id)
  stranger = await staffAt(elsewhere.id)
  manager = await world.newDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T11:00:00.000Z')
  customer = await world.newDriver({ country_code: 'CA' })
})

const find = (search: string, { token } = employee) =>
  world.call(contract.findOrderCustomers, { token, body: { search, country_code: 'CA' } })
const open = (changes: object, { token } = employee) =>
  world.call(contract.openOrderCustomer, {
    token,
    body: { email: `${newId()}@drivers.example`, first_name: 'Awa', language: 'en', country_code: 'CA', ...changes },
  })
const request = (changes: object = {}) => ({
  branch: branch.slug,
  customer_id: customer.user_id,
  lines: [{ item_id: blades, quantity: 2 }],
  order_type: 'takeaway',
  slot: firstSlot,
  total: 22,
  ...changes,
})
const place = (changes: object = {}, { token } = employee, headers: Record<string, string> = {}) =>
  world.call(contract.placePhoneOrder, { token, body: request(changes) as never, headers })
const pay = (id: string) => world.call(payOrder, { token: customer.token, params: { id } })
const paidOrder = async (changes: object = {}) => {
  await setBalance(world, customer, 10_000n)
  const { body } = await place(changes)
  expect(outcomeOf(await pay(body.id))).toBe(200)
  return body
}
const add = (id: string, changes: object = {}, { token } = employee) =>
  world.call(contract.addToOrder, {
    token,
    params: { id },
    body: { lines: [{ item_id: coffee, quantity: 1 }], total: 3.3, ...changes },
  })

describe('the customer of a phone order', () => {
  test('is found by email or by a number however it is typed, and never by a part of them', async () => {
    const { body } = await open({ phone: '(416) 555-0134', last_name: 'Diop' })
    expect(body).toMatchObject({ name: 'Awa Diop', phone: '+14165550134', addresses: [], vehicles: [] })
    for (const search of ['416 555 0134', '+1 416-555-0134', '0014165550134', '14165550134', body.email])
      expect((await find(search)).body.items.map(({ id }) => id)).toEqual([body.id])
    for (const search of ['555 0134', 'drivers.example', '@drivers.example', '%'])
      expect((await find(search)).body?.items ?? []).toEqual([])
  })

  test('has not accepted the terms before logging in', async () => {
    const { body } = await open({})
    const { terms_accepted_at } = await world.db
      .selectFrom('users')
      .select('terms_accepted_at')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(terms_accepted_at).toBeNull()
  })

  test('keeps one account, whoever opens it again', async () => {
    const email = `${newId()}@drivers.example`
    const made = await Promise.all(Array.from({ length: 4 }, () => open({ email, phone: '416 555 0199' })))
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    const again = await open({ email: email.toUpperCase(), first_name: 'Somebody else', phone: '416 555 0000' })
    expect(again.body).toMatchObject({ id: made[0]!.body.id, name: 'Awa', phone: '+14165550199' })
    expect(outcomeOf(await open({ phone: '+1 416 555 0199' }))).toBe('422 validation_failed phone')
    expect(outcomeOf(await open({ phone: '123 45' }))).toBe('422 validation_failed phone')
    const entries = await world.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'openOrderCustomer')
      .where('record_id', '=', made[0]!.body.id)
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('is somebody that only staff of a branch may look for', async () => {
    const { token } = customer
    expect([
      outcomeOf(await find('x@drivers.example', customer)),
      outcomeOf(await world.call(contract.listOrderBranches, { token })),
    ]).toEqual(['403 forbidden', '403 forbidden'])
    const own = (await world.call(contract.listOrderBranches, { token: employee.token })).body.items
    expect(own.map(({ id }) => id)).toEqual([branch.id])
  })
})

describe('a phone order', () => {
  test('is held for 60 minutes, marked, and paid by the customer through the link', async () => {
    const level = await setStock(world, branch.id, blades, 50)
    const key = { 'idempotency-key': newId() }
    const [first, again] = [await place({}, employee, key), await place({}, employee, key)]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(first.body).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      source: 'phone',
      customer_id: customer.user_id,
      held_until: new Date(world.clock.now.getTime() + 3_600_000).toISOString(),
      total: { amount: 22 },
      history: [{ cause: 'held', actor: 'employee' }],
    })
    expect(first.body.placed_by).not.toBeNull()
    expect(first.body.actions).toContain('send_pay_link')
    const { reserved } = await world.db
      .selectFrom('stock_levels')
      .select('reserved')
      .where('id', '=', level)
      .executeTakeFirstOrThrow()
    expect(reserved).toBe(2)
    const mail = (await mailsTo(world, customer.email))[0]!
    expect(mail.subject).toBe(`Pay for order ${first.body.order_number}`)
    expect(mail.text).toContain(`/order/${first.body.order_number}/pay`)
    expect(
      outcomeOf(await world.call(acceptOrder, { token: employee.token, params: { id: first.body.id }, body: {} })),
    ).toBe('409 order_state')
    expect(outcomeOf(await pay(first.body.id))).toBe('402 insufficient_balance')
    await setBalance(world, customer, 3_000n)
    expect((await pay(first.body.id)).body).toMatchObject({ payment_status: 'paid', is_placed_by_staff: true })
    expect(await balanceOf(world, customer)).toBe(800n)
    const { body } = await world.call(orderList.endpoint, {
      token: employee.token,
      query: { source: 'phone', search: first.body.order_number } as never,
    })
    expect(body.items).toHaveLength(1)
    await world.expectBalancedLedger()
  })

  test('costs nothing when nobody pays it in time', async () => {
    const { body } = await place()
    const link = await world.call(sendPayLink, { token: employee.token, params: { id: body.id } })
    expect(link.status).toBe(200)
    expect(await mailsOf(world, customer)).toHaveLength(2)
    world.clock.advance(60 * 60_000)
    await advanceOrders(world.deps)
    const { token } = await world.newDriver({ role: 'admin' })
    const { status, actions } = (await world.call(getOrderRecord, { token, params: { id: body.id } })).body
    expect([status, actions]).toEqual(['canceled', ['note']])
    expect(outcomeOf(await world.call(sendPayLink, { token, params: { id: body.id } }))).toBe('409 order_state')
  })

  test('has variation, extra, addon and coupon at the prices of the server', async () => {
    const car = await variationOf(world, wash, 'car')
    const lines = [{ item_id: wash, variation_id: car, extra_ids: [wax], addons: [{ item_id: coffee, quantity: 1 }] }]
    const chosen = {
      branch: branch.slug,
      customer_id: customer.user_id,
      lines,
      promo_code: 'PHONE10',
      order_type: 'takeaway',
    }
    const { body } = await world.call(contract.pricePhoneOrder, { token: employee.token, body: chosen as never })
    expect(body.cart.amounts?.total).toEqual({ amount: 27.72, currency: 'CAD' })
    expect(body.cart.lines.map(({ unit }) => unit?.amount)).toEqual([27.5, 3.3])
    expect(body.slots?.next?.starts_at).toBe(firstSlot)
    const vehicle = { plate: 'PHONE 1', vehicle_type_id: 1 }
    expect(outcomeOf(await place({ ...chosen, ...vehicle, total: 1 }))).toBe('409 price_changed')
    const bike = await variationOf(world, wash, 'motorcycle')
    const wrong = { ...chosen, lines: [{ item_id: wash, variation_id: bike }], promo_code: undefined, total: 11 }
    expect(outcomeOf(await place({ ...wrong, ...vehicle }))).toBe('422 variation_vehicle variation_id')
    const placed = await place({ ...chosen, ...vehicle, total: 27.72 })
    expect([placed.status, placed.body.coupon, placed.body.plate]).toEqual([200, 'PHONE10', 'PHONE 1'])
    expect(placed.body.lines.map(({ extras, parent_id }) => [extras, parent_id !== null])).toEqual([
      [['Wax'], false],
      [[], true],
    ])
  })

  test('goes to a bay or to an address that staff write down', async () => {
    const bay = { order_type: 'delivery', park: park.park_code, level: '2', bay: '14' }
    expect((await place(bay)).body.destination).toContain(', level 2, bay 14')
    const { body } = await world.call(contract.addCustomerAddress, {
      token: employee.token,
      params: { id: customer.user_id },
      body: { label: 'home', line: '12 Front Street', city: 'Toronto', country_code: 'CA', lat: 43.651, lng: -79.381 },
    })
    const address_id = body.addresses[0]!.id
    expect((await place({ order_type: 'delivery', address_id })).body?.destination).toContain('12 Front Street')
    const { addresses } = (await find(customer.email)).body.items[0]!
    expect(addresses.map(({ id }) => id)).toEqual([address_id])
    const { token } = await world.newDriver()
    expect(
      outcomeOf(
        await place(
          { order_type: 'delivery', address_id, customer_id: (await find(customer.email)).body.items[0]!.id },
          { ...employee, token },
        ),
      ),
    ).toBe('403 forbidden')
  })

  test.each([
    [{ lines: [] }, '422 validation_failed lines'],
    [{ customer_id: newId() }, '404 not_found'],
    [{ branch: 'nowhere' }, '404 not_found'],
    [{ lines: [{ item_id: newId() }] }, '404 item_not_found'],
    [{ lines: [{ item_id: newId(), price: 1 }] }, '422 validation_failed lines.0.price'],
    [{ order_type: 'delivery' }, '422 validation_failed park'],
    [{ slot: '2026-11-21T13:07:00.000Z' }, '422 validation_failed slot'],
    [{ user_id: newId() }, '422 validation_failed user_id'],
  ])('with %o is refused', async (changes, outcome) => {
    expect(outcomeOf(await place(changes))).toBe(outcome)
  })

  test('takes the car park, the vehicle and the times of the customer’s parking booking', async () => {
    await setBalance(world, customer, 100_000n)
    const stay = await makeBooking(world, customer, park, 4, 24)
    const lookup = { branch: branch.slug, customer_id: customer.user_id, booking_code: stay.booking_code.toLowerCase() }
    const ask = (body: object, { token } = employee) =>
      world.call(contract.findOrderBooking, { token, body: { ...lookup, ...body } as never })
    const { body: booking } = await ask({})
    expect(booking).toMatchObject({ booking_code: stay.booking_code, park_code: park.park_code, plate: stay.plate })
    const another = await world.newDriver({ country_code: 'CA', balance_minor: 100_000n })
    const elsewhere = await makeBooking(world, another, park, 4, 24)
    expect(outcomeOf(await ask({ booking_code: elsewhere.booking_code }))).toBe('404 booking_not_found')
    expect(outcomeOf(await ask({}, stranger))).toBe('404 not_found')
    const lines = [{ item_id: blades, quantity: 2 }]
    const at = { order_type: 'delivery', park: park.park_code, booking_code: stay.booking_code }
    const { body } = await world.call(contract.pricePhoneOrder, {
      token: employee.token,
      body: { branch: branch.slug, customer_id: customer.user_id, lines, ...at } as never,
    })
    const times = body.slots!.days.flatMap(({ items }) => items)
    expect(times.length).toBeGreaterThan(0)
    for (const { starts_at, ends_at } of times)
      expect([starts_at >= booking.starts_at, ends_at <= booking.ends_at]).toEqual([true, true])
    const { amount } = body.cart.amounts!.total
    const late = new Date(new Date(booking.ends_at).getTime() + 3_600_000)
    late.setUTCMinutes(0, 0, 0)
    expect(outcomeOf(await place({ ...at, slot: late.toISOString(), total: amount }))).toMatch(
      /^422 slot_outside_booking/,
    )
    const placed = await place({ ...at, bay: '12', slot: times[0]!.starts_at, total: amount })
    expect([placed.status, placed.body.booking_code]).toEqual([200, stay.booking_code])
    expect(placed.body.destination).toContain(', bay 12')
    expect(outcomeOf(await place({ booking_code: stay.booking_code }))).toMatch(/^422 .* booking_code$/)
  })

  test('keeps what is short or paused meanwhile with its problem, and is placed once that is settled', async () => {
    const kits = await newItem(world, { slug: 'kits', prices: { CAD: 1_000n } })
    await setStock(world, branch.id, kits, 1)
    const price = async () =>
      (
        await world.call(contract.pricePhoneOrder, {
          token: employee.token,
          body: {
            branch: branch.slug,
            customer_id: customer.user_id,
            lines: [{ item_id: kits, quantity: 2 }],
            order_type: 'takeaway',
          } as never,
        })
      ).body.cart.lines.map(({ problem, left }) => [problem, left])
    expect(await price()).toEqual([['out_of_stock', 1]])
    expect(outcomeOf(await place({ lines: [{ item_id: kits, quantity: 2 }] }))).toMatch(/^409 out_of_stock/)
    expect((await place({ lines: [{ item_id: kits, quantity: 1 }], total: 11 })).status).toBe(200)
    expect(await price()).toEqual([['sold_out', null]])
  })

  test('is neither placed for another branch nor for an account that is disabled', async () => {
    expect(outcomeOf(await place({}, stranger))).toBe('404 not_found')
    await world.db
      .updateTable('users')
      .set({ disabled_at: world.clock.now })
      .where('id', '=', customer.user_id)
      .execute()
    expect(outcomeOf(await place())).toBe('422 validation_failed customer_id')
  })

  test('counts among the three that an account may hold', async () => {
    for (let count = 0; count < 3; count += 1) expect((await place()).status).toBe(200)
    expect(outcomeOf(await place())).toBe('409 too_many_held_orders')
  })
})

describe('items added to an order', () => {
  test('are a second order for the same customer, destination and time, which both name', async () => {
    const first = await paidOrder({ order_type: 'delivery', park: park.park_code, level: '3', bay: '7' })
    const before = (await world.call(getOrderRecord, { token: employee.token, params: { id: first.id } })).body
    const { status, body } = await add(first.id)
    expect([status, body.amends, body.total.amount, body.delivery?.amount]).toEqual([200, first.order_number, 3.3, 0])
    expect(body).toMatchObject({
      source: 'phone',
      customer_id: customer.user_id,
      destination: first.destination,
      slot_starts_at: first.slot_starts_at,
      payment_status: 'unpaid',
    })
    const after = (await world.call(getOrderRecord, { token: employee.token, params: { id: first.id } })).body
    expect(after).toEqual({ ...before, amended_by: [body.order_number], additions: body.order_number })
    expect(outcomeOf(await pay(body.id))).toBe(200)
    const own = async (id: string) => (await world.call(getOrder, { token: customer.token, params: { id } })).body
    expect((await own(first.id)).amended_by).toEqual([body.order_number])
    expect((await own(body.id)).amends).toBe(first.order_number)
    const receipt = async (id: string) =>
      readPdf((await world.call(downloadOrderReceipt, { token: customer.token, params: { id } })).raw).lines.join(' ')
    expect(await receipt(first.id)).toContain(body.order_number)
    expect(await receipt(body.id)).toContain(first.order_number)
    const listed = await world.call(orderList.endpoint, { token: employee.token, query: { amends: first.id } as never })
    expect(listed.body.items.map(({ order_number }) => order_number)).toEqual([body.order_number])
    await world.expectBalancedLedger()
  })

  test('are refused once the order is over, for one that is not paid, and for another branch’s', async () => {
    const held = (await place()).body
    expect(outcomeOf(await add(held.id))).toBe('409 order_state')
    const first = await paidOrder()
    const price = await world.call(contract.priceAddition, {
      token: employee.token,
      params: { id: first.id },
      body: { lines: [{ item_id: coffee, quantity: 1 }] },
    })
    expect(price.body.cart.amounts?.total.amount).toBe(3.3)
    expect(outcomeOf(await add(first.id, {}, stranger))).toBe('404 not_found')
    expect(outcomeOf(await add(first.id, { total: 3 }))).toBe('409 price_changed')
    const second = await add(first.id)
    expect(outcomeOf(await pay(second.body.id))).toBe(200)
    expect(outcomeOf(await add(second.body.id))).toBe('409 order_state')
    world.clock.now = new Date(firstSlot)
    expect(outcomeOf(await add(first.id))).toBe('409 order_state')
  })

  test('can be cancelled once the order is, paid and held ones, each refunded and told why', async () => {
    const first = await paidOrder()
    const before = await balanceOf(world, customer)
    const [paid, held] = [(await add(first.id)).body, (await add(first.id)).body]
    expect(outcomeOf(await pay(paid.id))).toBe(200)
    const { token } = manager
    const cancel = (by: Driver) => world.call(cancelAdditions, { token: by.token, params: { id: first.id } })
    expect(outcomeOf(await cancel(manager))).toBe('409 order_state')
    const read = async () => (await world.call(getOrderRecord, { token, params: { id: first.id } })).body
    expect((await read()).actions).not.toContain('cancel_additions')
    await world.call(rejectOrder, { token, params: { id: first.id }, body: { reason: 'closed' } })
    expect((await read()).actions).toContain('cancel_additions')
    expect((await cancel(employee)).status).toBe(403)
    const done = await cancel(manager)
    expect([done.status, done.body.actions.includes('cancel_additions')]).toEqual([200, false])
    const states = await Promise.all(
      [paid, held].map(async ({ id }) => (await world.call(getOrder, { token: customer.token, params: { id } })).body),
    )
    expect(states.map(({ status, refunded }) => [status, refunded.amount])).toEqual([
      ['rejected', 3.3],
      ['canceled', 0],
    ])
    expect(await balanceOf(world, customer)).toBe(before + 2_200n)
    const { history } = (await world.call(getOrderRecord, { token, params: { id: paid.id } })).body
    expect(history.some(({ reason }) => reason?.includes(first.order_number) === true)).toBe(true)
    await world.expectBalancedLedger()
  })
})
