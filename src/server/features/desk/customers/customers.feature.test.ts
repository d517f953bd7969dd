import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import {
  disableCustomer,
  enableCustomer,
  eraseCustomer,
  getCustomerRecord,
  listCustomerDevices,
  logOutCustomer,
  logOutCustomerDevice,
  readCustomerWallet,
} from '#contract/accounts/desk/customer-record.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { buildPaidBooking, outcomeOf, setBalance } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let administrator: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  administrator = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

const actAs = ({ token }: Driver, id: string) => ({
  read: () => world.call(getCustomerRecord, { token, params: { id } }),
  disable: (reason = 'Fraud') => world.call(disableCustomer, { token, params: { id }, body: { reason } }),
  enable: () => world.call(enableCustomer, { token, params: { id } }),
  logOut: () => world.call(logOutCustomer, { token, params: { id } }),
  wallet: () => world.call(readCustomerWallet, { token, params: { id } }),
  devices: () => world.call(listCustomerDevices, { token, params: { id } }),
  logOutDevice: (device: string) => world.call(logOutCustomerDevice, { token, params: { id, device } }),
  erase: () => world.call(eraseCustomer, { token, params: { id } }),
})

test('shows an account without anything that opens it', async () => {
  const customer = await world.buildDriver({ balance_minor: 2_000n })
  const vehicle = { plate: 'XYZ 987', vehicle_type_id: 1, nickname: 'The blue one', country_code: 'CA' }
  expect((await world.call(createVehicle, { token: customer.token, body: vehicle })).status).toBe(201)
  const { body } = await actAs(staff, customer.user_id).read()
  expect(body).toMatchObject({
    email: customer.email,
    status: 'active',
    actions: ['log_out', 'disable', 'remove'],
    vehicles: [{ plate: 'XYZ 987', name: 'The blue one' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/password|token|hash/)
})

test('is disabled with a reason, logged out and enabled again', async () => {
  const customer = await world.buildDriver()
  const { disable, enable, logOut } = actAs(administrator, customer.user_id)
  expect((await disable()).body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'Fraud',
    actions: ['log_out', 'enable', 'remove'],
  })
  expect((await world.call(getProfile, { token: customer.token })).status).toBe(401)
  expect((await enable()).body.status).toBe('active')
  expect(outcomeOf(await logOut())).toBe('200')
  expect(outcomeOf(await actAs(staff, customer.user_id).disable())).toBe('403 forbidden')
  expect(outcomeOf(await actAs(administrator, administrator.user_id).disable())).toBe('403 own_access')
  const admin = await world.buildDriver({ role: 'admin' })
  expect((await actAs(administrator, admin.user_id).read()).body.actions).toEqual([])
  expect(outcomeOf(await actAs(administrator, admin.user_id).logOut())).toBe('403 beyond_access')
})

test('logs out one of two devices', async () => {
  const customer = await world.buildDriver()
  const { devices, logOutDevice } = actAs(staff, customer.user_id)
  const [device] = (await devices()).body.items
  const stranger = await world.buildDriver()
  expect(outcomeOf(await actAs(staff, stranger.user_id).logOutDevice(device!.id))).toBe('404 not_found')
  expect(outcomeOf(await logOutDevice(device!.id))).toBe('204')
  expect((await devices()).body.items).toEqual([])
  expect(outcomeOf(await logOutDevice(device!.id))).toBe('404 not_found')
  expect((await world.call(getProfile, { token: customer.token })).status).toBe(401)
})

test('each reading of a wallet is logged, and needs its permission', async () => {
  const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 2_000n })
  const { wallet } = actAs(staff, customer.user_id)
  expect((await wallet()).body.items[0]).toMatchObject({ balance: { amount: 20, currency: 'CAD' } })
  const logged = await world.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('record_id', '=', customer.user_id)
    .execute()
  expect(logged).toEqual([{ action: 'readCustomerWallet', user_id: staff.user_id }])
  const employee = await world.buildDriver({ role: 'employee' })
  expect(outcomeOf(await actAs(employee, customer.user_id).wallet())).toBe('403 forbidden')
  expect(outcomeOf(await actAs(employee, customer.user_id).read())).toBe('404 not_found')
  const unknown = '01890000-0000-7000-8000-000000000000'
  expect(outcomeOf(await actAs(staff, unknown).wallet())).toBe('404 not_found')
})

describe('an erasure at the customer’s request', () => {
  test('asks for the password, and waits until nothing is open', async () => {
    const admin = await world.buildDriver({ role: 'admin' })
    const customer = await world.buildDriver({ balance_minor: 2_000n })
    const { erase, read } = actAs(admin, customer.user_id)
    expect(outcomeOf(await actAs(administrator, customer.user_id).erase())).toBe('403 forbidden')
    expect(outcomeOf(await erase())).toBe('403 reauth_required')
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: world.clock.now })
      .where('user_id', '=', admin.user_id)
      .execute()
    expect(outcomeOf(await erase())).toBe('409 erasure_open')
    await setBalance(world, customer, 0n)
    expect(outcomeOf(await actAs(admin, admin.user_id).erase())).toBe('403 own_access')
    expect(outcomeOf(await erase())).toBe('204')
    expect(outcomeOf(await read())).toBe('404 not_found')
    expect(outcomeOf(await erase())).toBe('404 not_found')
    const { email } = await world.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', customer.user_id)
      .executeTakeFirstOrThrow()
    expect(email).not.toBe(customer.email)
  })
})

test('customers are found by plate, booking code, phone and email', async () => {
  const customer = await world.buildDriver({ balance_minor: 10_000n })
  await world.db.updateTable('users').set({ phone: '+14165550199' }).where('id', '=', customer.user_id).execute()
  const booking = await buildPaidBooking(world, customer, await world.buildPark())
  await world.db.updateTable('bookings').set({ plate: 'FND 42' }).where('id', '=', booking.id).execute()
  const find = async (search: string) =>
    (await world.call(customerList.endpoint, { token: staff.token, query: { search } })).body.items.map(({ id }) => id)
  for (const text of [
    customer.email.toUpperCase(),
    'fnd-42',
    'FND42',
    booking.booking_code,
    '416 555 0199',
    '+1 (416) 555-0199',
  ])
    expect([text, await find(text)]).toEqual([text, [customer.user_id]])
  const mine = { query: { customer: customer.user_id } }
  const seen = await world.call(bookingList.endpoint, { token: staff.token, ...mine })
  expect(seen.body.items.map(({ id }) => id)).toEqual([booking.id])
  // A partner can't ask whose bookings these are.
  const partner = await world.buildDriver({ role: 'partner', partner: 'City Parking' })
  expect((await world.call(bookingList.endpoint, { token: partner.token, ...mine })).body.total).toBe(0)
})
