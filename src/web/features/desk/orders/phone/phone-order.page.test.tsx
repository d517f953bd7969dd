import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getDeskLead } from '#contract/leads/desk.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { errors } from '#i18n/en/errors.ts'
import { newId } from '#server/database/ids.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { signInStaff } from '#test/e2e/shop/orders.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'

const { phone: words } = en.orders

/** An employee who has taken an order of one tea for a customer, up to the button that reserves it. */
async function takeOrder() {
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin, { capacity: 40 })
  const item_id = await buildItem(world, { slug: 'tea', name: 'Tea', prices: { CAD: 1_000n } })
  const employee = await world.buildDriver()
  await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: branch.id })
  const customer = await world.buildDriver({ country_code: 'CA' })
  const user = await openPage('/desk/phone-order', { token: employee.token })
  await user.type(await screen.findByLabelText(words.search), customer.email)
  await user.click(screen.getByRole('button', { name: words.find }))
  await user.click(await screen.findByRole('button', { name: `${words.choose}: Tea` }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(new RegExp(words.note))
  // The button stands outside the form, which this DOM does not submit by it.
  fireEvent.submit(dialog.querySelector('form')!)
  const findPlace = (amount: string) => screen.findByRole('button', { name: words.place.replace('{{amount}}', amount) })
  const reserve = async (amount: string) => user.click(await findPlace(amount))
  const orders = () => world.db.selectFrom('orders').select(['id', 'total_minor', 'slot_starts_at']).execute()
  /** The order's own page opens once it is placed. */
  const expectPlaced = () => waitFor(() => expect(location.pathname).toMatch(/\/desk\/online-orders\/[A-Z0-9]{8}$/))
  return { world, branch, item_id, customer, user, reserve, findPlace, orders, expectPlaced }
}

test('a price that has changed is named with the old total, and the next press reserves at the new one', async () => {
  const { world, item_id, reserve, orders, expectPlaced } = await takeOrder()
  await screen.findByRole('button', { name: words.place.replace('{{amount}}', '$11.00') })
  await world.db.updateTable('prices').set({ amount_minor: 1_200n }).where('item_id', '=', item_id).execute()
  await reserve('$11.00')
  const sentence = words.price_changed.replace('{{before}}', '$11.00').replace('{{now}}', '$13.20')
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(await orders()).toEqual([])
  await reserve('$13.20')
  await expectPlaced()
  expect((await orders()).map(({ total_minor }) => total_minor)).toEqual([1_320n])
})

test('nothing is reserved at the price of the order before its last change', async () => {
  const { user, reserve, findPlace, orders, expectPlaced } = await takeOrder()
  const button = await findPlace('$11.00')
  const released = Promise.withResolvers<void>()
  const { fetch } = window
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (String(input instanceof Request ? input.url : input).endsWith('/phone-orders/price')) await released.promise
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  await user.click(screen.getByRole('button', { name: wordsOf.en.cart.more }))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  released.resolve()
  await reserve('$22.00')
  await expectPlaced()
  expect((await orders()).map(({ total_minor }) => total_minor)).toEqual([2_200n])
})

test.runIf(isInTurn('a time that is full', 3))(
  'a time that is full offers the nearest others, one of which is taken instead',
  async () => {
    const { world, branch, user, reserve, findPlace, orders, expectPlaced } = await takeOrder()
    await findPlace('$11.00')
    const time = await screen.findByLabelText<HTMLSelectElement>(words.time)
    const starts_at = new Date(time.value)
    await world.db
      .insertInto('slot_days')
      .values({ branch_id: branch.id, work_group: 'counter', starts_at, cap: 40, used: 40 })
      .execute()
    await reserve('$11.00')
    const notice = (await screen.findByText(words.refused.slot_full)).closest<HTMLElement>('[role=alert]')!
    const others = within(notice).getAllByRole('button')
    expect(others).toHaveLength(3)
    expect(await orders()).toEqual([])
    await user.click(others[0]!)
    await waitFor(() => expect(screen.queryByText(words.refused.slot_full)).toBeNull())
    await reserve('$11.00')
    await expectPlaced()
    const [order] = await orders()
    expect(order!.slot_starts_at.getTime()).not.toBe(starts_at.getTime())
  },
)

test.runIf(isInTurn('an item that was paused', 3))(
  'an item that was paused meanwhile is named, and nothing can be reserved until it is removed',
  async () => {
    const { world, branch, item_id, user, reserve, findPlace, orders } = await takeOrder()
    await findPlace('$11.00')
    const paused_until = new Date('2026-11-22T00:00:00Z')
    await world.db
      .insertInto('branch_items')
      .values({ id: newId(), branch_id: branch.id, item_id, paused_until })
      .execute()
    await reserve('$11.00')
    expect(await screen.findByText(errors.item_unavailable.replace('{{item}}', 'Tea'))).toBeTruthy()
    expect(await screen.findByText(words.settle)).toBeTruthy()
    expect(screen.getByText(words.paused)).toBeTruthy()
    expect((await findPlace('$11.00')).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('button', { name: words.remove.replace('{{item}}', 'Tea') }))
    expect(await screen.findByText(words.empty)).toBeTruthy()
    expect(await orders()).toEqual([])
  },
)

test.runIf(isInTurn('a customer who has three', 3))(
  'a customer who has three unpaid orders already is said to, in words for staff',
  async () => {
    const { world, branch, item_id, customer, reserve, findPlace } = await takeOrder()
    await findPlace('$11.00')
    const held_until = new Date(world.clock.now.getTime() + 600_000)
    for (const _ of [1, 2, 3]) await buildOrder(world, customer, branch, { lines: [{ item_id }], held_until })
    await reserve('$11.00')
    expect(await screen.findByText(words.refused.too_many_held_orders.replace('{{most}}', '3'))).toBeTruthy()
    // What the shop tells its customers is not said to staff as well.
    expect(screen.queryByText(errors.too_many_held_orders.replace('{{most}}', '3'))).toBeNull()
  },
)

test.runIf(isInTurn('a branch that closes', 3))('a branch that closes meanwhile is said to be closed', async () => {
  const { world, branch, reserve, findPlace, orders } = await takeOrder()
  await findPlace('$11.00')
  await world.db
    .insertInto('branch_closures')
    .values({
      id: newId(),
      branch_id: branch.id,
      reason: 'Works',
      reason_fr: 'Travaux',
      starts_at: new Date('2026-11-21T12:00:00Z'),
      ends_at: new Date('2026-11-29T14:00:00Z'),
    })
    .execute()
  await reserve('$11.00')
  expect(await screen.findByText(words.refused.branch_closed)).toBeTruthy()
  expect(await orders()).toEqual([])
})

test.runIf(isInTurn('an email that is none', 3))(
  'an email that is none is refused beside its field, and an unknown one opens the form of a new account',
  async () => {
    const world = await startPageWorld()
    const { token: admin } = await world.buildDriver({ role: 'admin' })
    const branch = await buildBranch(world, admin)
    const employee = await world.buildDriver()
    await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: branch.id })
    const user = await openPage('/desk/phone-order', { token: employee.token })
    const search = await screen.findByLabelText(words.search)
    await user.click(screen.getByRole('button', { name: words.find }))
    expect(await screen.findByText(errors.fields.required)).toBeTruthy()
    await user.type(search, 'nobody-yet@drivers.example')
    await user.click(screen.getByRole('button', { name: words.find }))
    expect(await screen.findByText(words.found_none)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: words.open_account }))
    expect((await screen.findAllByText(errors.fields.required)).length).toBeGreaterThan(0)
  },
)

test('an order taken on the phone is paid by the customer, and so is what is added to it', async () => {
  const { orders, cart } = wordsOf.en
  const { tabs, fields } = en.records.online_orders
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 400 })
  const token = await signInStaff(base)
  let user = await openPage('/desk/phone-order', { token })
  const branch = within(await screen.findByRole('main')).getByLabelText(words.branch)
  await user.selectOptions(branch, (await within(branch).findAllByRole('option', { name: /Toronto/ }))[0]!)

  // An address that nobody has yet opens the form of a new account; the customer's own is found.
  const find = async (email: string) => {
    const search = await screen.findByLabelText(words.search)
    await user.clear(search)
    await user.type(search, email)
    await user.click(screen.getByRole('button', { name: words.find }))
  }
  await find('nobody-yet@drivers.example')
  expect(await screen.findByRole('heading', { name: words.new_customer })).toBeTruthy()
  await find(customer.email)
  expect(await screen.findByRole('button', { name: words.change_customer })).toBeTruthy()

  const choose = async (search: string) => {
    await user.type(await screen.findByLabelText(words.search_items), search)
    const found = await screen.findAllByRole('button', { name: new RegExp(`^${words.choose}: .*${search}`, 'i') })
    await user.click(found[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('button', { name: words.add_item })
    await dialog.findByLabelText(new RegExp(words.note))
    // The button stands outside the form, which this DOM does not submit by it.
    fireEvent.submit(document.querySelector('[role=dialog] form')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const pathOfOrder = /\/desk\/online-orders\/[A-Z0-9]{8}$/
  const reserve = async () => {
    const before = location.pathname
    await user.click(await findEnabled(words.place))
    await waitFor(() => expect(location.pathname !== before && pathOfOrder.test(location.pathname)).toBe(true))
    return location.pathname.slice(-8)
  }
  const pay = async (number: string) => {
    const own = await openPage(`/order/${number}/pay`, customer)
    expect(await screen.findByText(/^By paying, you accept the/)).toBeTruthy()
    await own.click(await findEnabled(orders.pay))
    await waitFor(() => expect(location.pathname).toMatch(/^\/order-success\//))
  }
  await choose('phone holder')
  await user.click(await screen.findByRole('button', { name: cart.more }))
  const first = await reserve()
  expect(await screen.findByText(fields.placed_by)).toBeTruthy()
  await pay(first)

  user = await openPage(`/desk/online-orders/${first}`, { token })
  const add = await waitFor(() => {
    const [found] = [
      ...screen.queryAllByRole('tab', { name: tabs.add }),
      ...screen.queryAllByRole('link', { name: tabs.add }),
    ]
    expect(found).toBeDefined()
    return found!
  })
  await user.click(add)
  await choose('phone holder')
  const second = await reserve()
  expect(second).not.toBe(first)
  expect(await screen.findByText(fields.amends)).toBeTruthy()
  await pay(second)

  // Each names the other, for the customer and in the desk.
  user = await openPage(`/order/${first}`, customer)
  await user.click(await screen.findByRole('link', { name: orders.added_by.replace('{{number}}', second) }))
  expect(await screen.findByRole('link', { name: orders.adds_to.replace('{{number}}', first) })).toBeTruthy()
  user = await openPage(`/desk/online-orders/${second}`, { token })
  await user.click((await screen.findAllByRole('link', { name: first }))[0]!)
  expect(await screen.findByText(fields.additions)).toBeTruthy()
  expect((await screen.findAllByText(new RegExp(second))).length).toBeGreaterThan(0)
  const path = `/api/v1/orders/${second}`
  expect(await send(base, 'GET', path, { token: customer.token })).toMatchObject({ payment_status: 'paid' })
})

test('a message of the marketplace becomes an order, with its sender and items filled in', async () => {
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token } = await world.buildDriver({ role: 'admin' })
  await buildBranch(world, token, { capacity: 40 })
  for (const name of ['Tea', 'Wax']) await buildItem(world, { slug: name.toLowerCase(), name, prices: { CAD: 1_000n } })
  const id = newId()
  const email = `lead-${id.slice(-8)}@example.com`
  const made = { reference: id.slice(-8).toUpperCase(), kind: 'marketplace', state: 'new', language: 'en' }
  const sender = { name: 'Ada Grace Obi', email, phone: '+14165550123', message: 'Two cups at noon, please' }
  const details = JSON.stringify({ country_code: 'CA', city: 'Toronto', service: 'Tea' })
  const at = { created_at: world.clock.now, changed_at: world.clock.now }
  await world.db
    .insertInto('leads')
    .values({ id, ...made, ...sender, details, ...at })
    .execute()
  const user = await openPage(`/desk/leads/${id}`, { token })
  await user.click(await screen.findByRole('link', { name: en.records.leads.panel.place_order }))
  expect(await screen.findByText(sender.message)).toBeTruthy()
  // Nobody has this address yet: the account is filled in.
  expect((await screen.findByDisplayValue('Ada')).getAttribute('name')).toBe('first_name')
  for (const value of ['Grace Obi', '+14165550123']) expect(screen.getByDisplayValue(value)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.open_account }))
  expect(await screen.findByDisplayValue('Tea')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Wax')).toBeNull())
  await user.click(await screen.findByRole('button', { name: `${words.choose}: Tea` }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(new RegExp(words.note))
  fireEvent.submit(dialog.querySelector('form')!)
  await user.click(await screen.findByRole('button', { name: words.place.replace('{{amount}}', '$11.00') }))
  await waitFor(() => expect(location.pathname).toMatch(/\/desk\/online-orders\/[A-Z0-9]{8}$/))
  const lead = await world.call(getDeskLead, { token, params: { id } })
  expect(lead.body).toMatchObject({ state: 'in_hand', order_number: location.pathname.split('/').at(-1) })
  expect(lead.body.actions).not.toContain('link_order')
})

test('an item is replaced by a dearer one, which its customer confirms', async () => {
  const { orders } = wordsOf.en
  const world = await startPageWorld()
  world.clock.now = new Date('2026-11-21T13:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin, { capacity: 40 })
  const tea = await buildItem(world, { slug: 'tea', name: 'Tea', prices: { CAD: 1_000n } })
  await buildItem(world, { slug: 'punch', name: 'Punch', prices: { CAD: 1_500n } })
  const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const first = await buildOrder(world, customer, branch, {
    lines: [{ item_id: tea, quantity: 1, goods_minor: 1_100n }],
  })
  let user = await openPage(`/desk/online-orders/${first.order_number}`, { token: admin })
  await user.click(await screen.findByRole('link', { name: /^Replace / }))
  expect(await screen.findByText(en.orders.substitute.lead)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `${words.choose}: Punch` }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(new RegExp(words.note))
  fireEvent.submit(dialog.querySelector('form')!)
  await user.click(await screen.findByRole('button', { name: /^Send payment link · / }))
  expect(await screen.findByText(/^Offered until .*: 1 × Punch/)).toBeTruthy()

  user = await openPage(`/order/${first.order_number}`, customer)
  await user.click(await screen.findByRole('link', { name: orders.substitute.look }))
  expect(await screen.findByRole('heading', { name: orders.substitute.title })).toBeTruthy()
  expect(screen.getByRole('button', { name: orders.substitute.decline })).toBeTruthy()
  await user.click(await findEnabled(orders.substitute.confirm))
  expect(
    await screen.findByRole('link', { name: orders.substitute.replaced_by.replace('{{name}}', '1 × Punch') }),
  ).toBeTruthy()
  expect(location.pathname).toBe(`/order/${first.order_number}`)
})
