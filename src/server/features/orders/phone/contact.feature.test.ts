import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { takeOrderPayment } from '#contract/orders/desk/pos.ts'
import { claimOrder, getOrder, payOrder } from '#contract/orders/orders.ts'
import { sendQueuedSms } from '#server/features/sms/outbox.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators, type SmsSimulators } from '#simulators/sms.ts'
import { setBalance } from '#test/kits/bookings-kit.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'

let desk: PhoneDesk
let simulators: SmsSimulators
beforeAll(async () => {
  simulators = await startSmsSimulators()
  const sms = { twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }) }
  desk = await openPhoneDesk({ sms })
  await desk.world.db.updateTable('branch_setup').set({ cash_limit_minor: 10_000n }).execute()
})
beforeEach(() => desk.renewCustomer())
afterEach(() => desk.world.expectBalancedLedger())
afterAll(async () => {
  await desk.world.close()
  await simulators.close()
})

const contact = { name: 'Awa Diop', phone: '(416) 555-0123', language: 'en' }
const place = (changes: object = {}, by = desk.employee) =>
  desk.place({ customer_id: undefined, contact, ...changes }, by)
const act = (endpoint: Endpoint, id: string, body?: object, { token } = desk.employee) =>
  desk.world.call(endpoint as unknown as typeof contract.startOrder, { token, params: { id }, ...(body && { body }) })
const withdraw = (id: string, by = desk.employee) => act(contract.withdrawOrder, id, undefined, by)
const textsOf = async (number: string) => {
  await sendQueuedSms(desk.world.deps)
  return simulators.inbox.filter(({ to }) => to === number).map(({ text }) => text)
}

test('a phone number is enough: its owner gets a link by text message, logs in and pays', async () => {
  const { world, customer } = desk
  const placed = await place()
  expect(placed.body).toMatchObject({
    status: 'pending',
    payment_status: 'unpaid',
    customer_id: null,
    customer: 'Awa Diop',
    phone: '+14165550123',
    email: null,
  })
  const { id, order_number } = placed.body
  const first = (await textsOf('+14165550123')).at(-1)!
  expect(first).toContain(`/order/${order_number}/pay?claim=`)
  expect(outcomeOf(await act(contract.sendPayLink, id))).toBe(200)
  const second = (await textsOf('+14165550123')).at(-1)!
  const keyOf = (text: string) => /claim=([\w-]+)/.exec(text)![1]!
  const claim = (key: string, { token } = customer, id = order_number) =>
    world.call(claimOrder, { token, params: { id }, body: { key } })
  // The newest link alone counts, and only for whoever is first.
  expect(outcomeOf(await claim(keyOf(first)))).toBe('404 order_not_found')
  // However its number is written.
  const spelled = `${order_number.slice(0, 4).toLowerCase()}-${order_number.slice(4)}`
  expect((await claim(keyOf(second), customer, spelled)).body).toMatchObject({ order_number, can: { pay: true } })
  expect((await claim(keyOf(second))).body).toMatchObject({ order_number })
  const other = await world.buildDriver({ country_code: 'CA' })
  expect(outcomeOf(await claim(keyOf(second), other))).toBe('404 order_not_found')
  const own = await world.call(getOrder, { token: customer.token, params: { id } })
  expect(own.body.order_number).toBe(order_number)
  await setBalance(world, customer, 5_000n)
  expect(outcomeOf(await world.call(payOrder, { token: customer.token, params: { id } }))).toBe(200)
  const stored = await world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ contact_name: null, contact_phone: null, claim_hash: null })
})

test('nothing of an account goes with a phone number alone, and a link needs a number that gets messages', async () => {
  expect(outcomeOf(await place({ promo_code: 'PHONE10' }))).toBe('422 validation_failed promo_code')
  expect(outcomeOf(await place({ customer_id: desk.customer.user_id }))).toBe('422 validation_failed customer_id')
  expect(outcomeOf(await desk.place({ customer_id: undefined }))).toBe('422 validation_failed customer_id')
  expect(outcomeOf(await place({ contact: { ...contact, phone: '12' } }))).toBe('422 validation_failed contact.phone')
  expect(outcomeOf(await place({ contact: { ...contact, phone: '+33612345678' } }))).toBe(
    '422 validation_failed contact',
  )
  const listed = await desk.world.call(orderList.endpoint, {
    token: desk.employee.token,
    query: { search: '+33612345678' } as never,
  })
  expect(listed.body.items).toEqual([])
})

test('in cash it is handed over and paid at a counter, and refunded out of a drawer', async () => {
  const { world, branch, manager } = desk
  const placed = await place({ pay_with: 'cash' })
  expect(placed.body).toMatchObject({ status: 'pending', payment_status: 'unpaid', held_until: null })
  const { id, order_number } = placed.body
  const listed = await world.call(orderList.endpoint, {
    token: desk.employee.token,
    query: { search: '+14165550123' } as never,
  })
  expect(listed.body.items).toMatchObject([{ order_number, customer: 'Awa Diop', phone: '+14165550123' }])
  expect(outcomeOf(await act(contract.acceptOrder, id, { delay: '0' }))).toBe(200)
  expect(outcomeOf(await act(contract.markOrderReady, id))).toBe(200)
  const facts = { branch_id: branch.id, name: 'Front desk', takes_terminal: false, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager.token, body: facts })
  await world.call(openShift, { token: manager.token, body: { register_id: register.body.id, count: {} } })
  const paid = await world.call(takeOrderPayment, { token: manager.token, params: { id }, body: {} })
  expect(paid.body).toMatchObject({ status: 'completed', cash: { due: { amount: 22 } } })
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  const body = { amount: 22, cause: 'goodwill', reason: 'Wrong item' } as never
  const refund = await world.call(refundOrderByStaff, { token: manager.token, params: { id }, body })
  expect(refund.body).toMatchObject({ status: 'completed', refund_status: 'full' })
})

test('whoever took it cancels it as long as it is not paid', async () => {
  const { manager, employee, world } = desk
  const held = (await place()).body
  expect(held.actions).toContain('withdraw')
  expect(outcomeOf(await withdraw(held.id, manager))).toBe('409 order_state')
  expect((await withdraw(held.id)).body).toMatchObject({ status: 'canceled', actions: [] })
  const cash = (await desk.place({ pay_with: 'cash' })).body
  await act(contract.acceptOrder, cash.id, { delay: '0' })
  expect((await withdraw(cash.id)).body).toMatchObject({ status: 'canceled' })
  const paid = await desk.paidOrder()
  expect(outcomeOf(await withdraw(paid.id, employee))).toBe('409 order_state')
  const late = (await place()).body
  world.clock.advance(61)
  await advanceOrders(world.deps)
  expect(outcomeOf(await withdraw(late.id))).toBe('409 order_state')
})
