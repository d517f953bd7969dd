import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptOrder, getOrderRecord, sendPayLink } from '#contract/orders/desk/order-record.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import { newId } from '#server/database/ids.ts'
import { balanceOf, mailsOf, buildPaidBooking, setBalance } from '#test/kits/bookings-kit.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { firstSlot, buildItem, outcomeOf, setStock, variationOf } from '#test/kits/shop-kit.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'

let desk: PhoneDesk
beforeAll(async () => {
  desk = await openPhoneDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('a phone order', () => {
  test('is held for 60 minutes, marked, and paid by the customer through the link', async () => {
    const level = await setStock(desk.world, desk.branch.id, desk.blades, 50)
    const key = { 'idempotency-key': newId() }
    const [first, again] = [await desk.place({}, desk.employee, key), await desk.place({}, desk.employee, key)]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect(first.body).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      source: 'phone',
      customer_id: desk.customer.user_id,
      held_until: new Date(desk.world.clock.now.getTime() + 3_600_000).toISOString(),
      total: { amount: 22 },
      history: [{ cause: 'held', actor: 'employee' }],
    })
    expect(first.body.placed_by).not.toBeNull()
    expect(first.body.actions).toContain('send_pay_link')
    const { reserved } = await desk.world.db
      .selectFrom('stock_levels')
      .select('reserved')
      .where('id', '=', level)
      .executeTakeFirstOrThrow()
    expect(reserved).toBe(2)
    const mail = (await mailsTo(desk.world, desk.customer.email))[0]!
    expect(mail.subject).toBe(`Pay for order ${first.body.order_number}`)
    expect(mail.text).toContain(`/order/${first.body.order_number}/pay`)
    expect(
      outcomeOf(
        await desk.world.call(acceptOrder, { token: desk.employee.token, params: { id: first.body.id }, body: {} }),
      ),
    ).toBe('409 order_state')
    expect(outcomeOf(await desk.pay(first.body.id))).toBe('402 insufficient_balance')
    await setBalance(desk.world, desk.customer, 3_000n)
    expect((await desk.pay(first.body.id)).body).toMatchObject({ payment_status: 'paid', is_placed_by_staff: true })
    expect(await balanceOf(desk.world, desk.customer)).toBe(800n)
    const { body } = await desk.world.call(orderList.endpoint, {
      token: desk.employee.token,
      query: { source: 'phone', search: first.body.order_number } as never,
    })
    expect(body.items).toHaveLength(1)
    await desk.world.expectBalancedLedger()
  })

  test('costs nothing when nobody pays it in time', async () => {
    const { body } = await desk.place()
    const link = await desk.world.call(sendPayLink, { token: desk.employee.token, params: { id: body.id } })
    expect(link.status).toBe(200)
    expect(await mailsOf(desk.world, desk.customer)).toHaveLength(2)
    desk.world.clock.advance(60 * 60_000)
    await advanceOrders(desk.world.deps)
    const { token } = await desk.world.buildDriver({ role: 'admin' })
    const { status, actions } = (await desk.world.call(getOrderRecord, { token, params: { id: body.id } })).body
    expect([status, actions]).toEqual(['canceled', []])
    expect(outcomeOf(await desk.world.call(sendPayLink, { token, params: { id: body.id } }))).toBe('409 order_state')
  })

  test('has variation, extra, addon and coupon at the prices of the server', async () => {
    const car = await variationOf(desk.world, desk.wash, 'car')
    const lines = [
      { item_id: desk.wash, variation_id: car, extra_ids: [desk.wax], addons: [{ item_id: desk.coffee, quantity: 1 }] },
    ]
    const chosen = {
      branch: desk.branch.slug,
      customer_id: desk.customer.user_id,
      lines,
      promo_code: 'PHONE10',
      order_type: 'takeaway',
    }
    const { body } = await desk.world.call(contract.pricePhoneOrder, {
      token: desk.employee.token,
      body: chosen as never,
    })
    expect(body.cart.amounts?.total).toEqual({ amount: 27.72, currency: 'CAD' })
    expect(body.cart.lines.map(({ unit }) => unit?.amount)).toEqual([27.5, 3.3])
    expect(body.slots?.next?.starts_at).toBe(firstSlot)
    const vehicle = { plate: 'PHONE 1', vehicle_type_id: 1 }
    expect(outcomeOf(await desk.place({ ...chosen, ...vehicle, total: 1 }))).toBe('409 price_changed')
    const bike = await variationOf(desk.world, desk.wash, 'motorcycle')
    const wrong = { ...chosen, lines: [{ item_id: desk.wash, variation_id: bike }], promo_code: undefined, total: 11 }
    expect(outcomeOf(await desk.place({ ...wrong, ...vehicle }))).toBe('422 variation_vehicle variation_id')
    const placed = await desk.place({ ...chosen, ...vehicle, total: 27.72 })
    expect([placed.status, placed.body.coupon, placed.body.plate]).toEqual([200, 'PHONE10', 'PHONE 1'])
    expect(placed.body.lines.map(({ extras, parent_id }) => [extras, parent_id !== null])).toEqual([
      [['Wax'], false],
      [[], true],
    ])
  })

  test('goes to a bay or to an address that staff write down', async () => {
    const bay = { order_type: 'delivery', park: desk.park.park_code, level: '2', bay: '14' }
    expect((await desk.place(bay)).body.destination).toContain(', level 2, bay 14')
    const { body } = await desk.world.call(contract.createCustomerAddress, {
      token: desk.employee.token,
      params: { id: desk.customer.user_id },
      body: { label: 'home', line: '12 Front Street', city: 'Toronto', country_code: 'CA', lat: 43.651, lng: -79.381 },
    })
    const address_id = body.addresses[0]!.id
    expect((await desk.place({ order_type: 'delivery', address_id })).body?.destination).toContain('12 Front Street')
    const { addresses } = (await desk.find(desk.customer.email)).body.items[0]!
    expect(addresses.map(({ id }) => id)).toEqual([address_id])
    const { token } = await desk.world.buildDriver()
    expect(
      outcomeOf(
        await desk.place(
          { order_type: 'delivery', address_id, customer_id: (await desk.find(desk.customer.email)).body.items[0]!.id },
          { token },
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
    expect(outcomeOf(await desk.place(changes))).toBe(outcome)
  })

  test('takes the car park, the vehicle and the times of the customer’s parking booking', async () => {
    await setBalance(desk.world, desk.customer, 100_000n)
    const stay = await buildPaidBooking(desk.world, desk.customer, desk.park, 4, 24)
    const lookup = {
      branch: desk.branch.slug,
      customer_id: desk.customer.user_id,
      booking_code: stay.booking_code.toLowerCase(),
    }
    const ask = (body: object, { token } = desk.employee) =>
      desk.world.call(contract.findOrderBooking, { token, body: { ...lookup, ...body } as never })
    const { body: booking } = await ask({})
    expect(booking).toMatchObject({
      booking_code: stay.booking_code,
      park_code: desk.park.park_code,
      plate: stay.plate,
    })
    const another = await desk.world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
    const elsewhere = await buildPaidBooking(desk.world, another, desk.park, 4, 24)
    expect(outcomeOf(await ask({ booking_code: elsewhere.booking_code }))).toBe('404 booking_not_found')
    expect(outcomeOf(await ask({}, desk.stranger))).toBe('404 not_found')
    const lines = [{ item_id: desk.blades, quantity: 2 }]
    const at = { order_type: 'delivery', park: desk.park.park_code, booking_code: stay.booking_code }
    const { body } = await desk.world.call(contract.pricePhoneOrder, {
      token: desk.employee.token,
      body: { branch: desk.branch.slug, customer_id: desk.customer.user_id, lines, ...at } as never,
    })
    const times = body.slots!.days.flatMap(({ items }) => items)
    expect(times.length).toBeGreaterThan(0)
    for (const { starts_at, ends_at } of times)
      expect([starts_at >= booking.starts_at, ends_at <= booking.ends_at]).toEqual([true, true])
    const { amount } = body.cart.amounts!.total
    const late = new Date(new Date(booking.ends_at).getTime() + 3_600_000)
    late.setUTCMinutes(0, 0, 0)
    expect(outcomeOf(await desk.place({ ...at, slot: late.toISOString(), total: amount }))).toMatch(
      /^422 slot_outside_booking/,
    )
    const placed = await desk.place({ ...at, bay: '12', slot: times[0]!.starts_at, total: amount })
    expect([placed.status, placed.body.booking_code]).toEqual([200, stay.booking_code])
    expect(placed.body.destination).toContain(', bay 12')
    expect(outcomeOf(await desk.place({ booking_code: stay.booking_code }))).toMatch(/^422 .* booking_code$/)
  })

  test('keeps what is short or paused meanwhile with its problem, and is placed once that is settled', async () => {
    const kits = await buildItem(desk.world, { slug: 'kits', prices: { CAD: 1_000n } })
    await setStock(desk.world, desk.branch.id, kits, 1)
    const price = async () =>
      (
        await desk.world.call(contract.pricePhoneOrder, {
          token: desk.employee.token,
          body: {
            branch: desk.branch.slug,
            customer_id: desk.customer.user_id,
            lines: [{ item_id: kits, quantity: 2 }],
            order_type: 'takeaway',
          } as never,
        })
      ).body.cart.lines.map(({ problem, left }) => [problem, left])
    expect(await price()).toEqual([['out_of_stock', 1]])
    expect(outcomeOf(await desk.place({ lines: [{ item_id: kits, quantity: 2 }] }))).toMatch(/^409 out_of_stock/)
    expect((await desk.place({ lines: [{ item_id: kits, quantity: 1 }], total: 11 })).status).toBe(200)
    expect(await price()).toEqual([['sold_out', null]])
  })

  test('is neither placed for another branch nor for an account that is disabled', async () => {
    expect(outcomeOf(await desk.place({}, desk.stranger))).toBe('404 not_found')
    await desk.world.db
      .updateTable('users')
      .set({ disabled_at: desk.world.clock.now })
      .where('id', '=', desk.customer.user_id)
      .execute()
    expect(outcomeOf(await desk.place())).toBe('422 validation_failed customer_id')
  })

  test('counts among the three that an account may hold', async () => {
    for (let count = 0; count < 3; count += 1) expect((await desk.place()).status).toBe(200)
    expect(outcomeOf(await desk.place())).toBe('409 too_many_held_orders')
  })
})
