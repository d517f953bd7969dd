import { courier as w } from '#i18n/en/shop/courier.ts'
import { findViolations } from '../kit/axe.ts'
import { adminMember, buildDriver, send, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { placeOrder, type PlacedOrder } from './orders.ts'

const base = process.env['BASE_URL']!

interface Named {
  items: { id: string; name: string }[]
}
interface Order {
  status: string
  branch_id: string
}

/** A courier of the branch where an order of a customer is ready to be brought to a bay. */
async function buildDelivery(): Promise<{
  courier: E2eDriver
  customer: E2eDriver
  order: PlacedOrder
  admin: string
}> {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 300 })
  const order = await placeOrder(base, customer, 'good', 'delivery')
  const { access_token: admin } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: { identifier: adminMember.email, password: adminMember.password },
  })
  const path = `/api/v1/admin/online-orders/${order.id}`
  const { branch_id } = await send<Order>(base, 'GET', path, { token: admin })
  await send(base, 'POST', `${path}/accept`, { token: admin, body: {} })
  await send(base, 'POST', `${path}/ready`, { token: admin })
  const courier = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const roles = await send<Named>(base, 'GET', '/api/v1/admin/roles?size=50', { token: admin })
  const role_id = roles.items.find(({ name }) => name === 'Delivery Boy')!.id
  const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', courier)
  await send(base, 'POST', '/api/v1/users/confirm-login', { token: admin, body: { password: adminMember.password } })
  await send(base, 'PUT', `/api/v1/admin/people/${id}/roles`, {
    token: admin,
    body: { assignments: [{ role_id, scope: 'branch', place_id: branch_id }] },
  })
  return { courier, customer, order, admin }
}

test.use({ viewport: { width: 320, height: 640 }, serviceWorkers: 'allow' })

test('delivers an order at 320 px without a network, and sends each step once there is one @phone', async ({
  page,
  context,
}) => {
  const { courier, customer, order, admin } = await buildDelivery()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/courier')
  await page.evaluate((token) => localStorage.setItem('parkwell_user_token', token), courier.token)
  await page.goto('/courier')
  await button(w.duty.start).click()
  const offer = page.getByRole('article').filter({ hasText: order.order_number })
  await offer.getByRole('button', { name: w.accept, exact: true }).click()
  await expect(button(w.steps.at_branch)).toBeVisible()
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await widest()).toBe(320)
  await expect
    .poll(() => page.evaluate(() => caches.match('/kept.json').then((mark) => mark?.json())))
    .toMatchObject({ parts: ['courier'] })

  await context.setOffline(true)
  await expect(page.getByText(w.status.offline)).toBeVisible()
  await button(w.steps.at_branch).click()
  await button(w.pick_up.submit).click()
  await expect(page.getByText(w.pick_up.required)).toBeVisible()
  await page.getByLabel(w.pick_up.field).fill('00000000')
  await button(w.pick_up.submit).click()
  await expect(page.getByText(order.order_number).first()).toBeVisible()
  await page.getByLabel(w.pick_up.field).fill(order.order_number.toLowerCase())
  await button(w.pick_up.submit).click()
  await button(w.steps.arrived).click()
  // Shown once it is stored.
  await expect(page.getByText('3 steps to send')).toBeVisible()

  // The phone was asleep: the app opens from what it kept.
  await page.goto('/courier')
  await expect(page.getByText('3 steps to send')).toBeVisible()
  await button(w.hand_over.no_code).click()
  await button(w.hand_over.photo_submit).click()
  await expect(page.getByText(w.hand_over.photo_missing)).toBeVisible()
  await button(w.hand_over.with_code).click()
  await button(w.hand_over.submit).click()
  await expect(page.getByText(w.hand_over.required)).toBeVisible()
  expect(await widest()).toBe(320)
  const read = () =>
    send<{ handover_code: string; status: string }>(base, 'GET', `/api/v1/orders/${order.id}`, customer)
  const { handover_code, status } = await read()
  expect(status).toBe('ready')
  await page.getByLabel(w.hand_over.code).fill(handover_code)
  await button(w.hand_over.submit).click()
  await expect(page.getByText(w.done_states.handed_over)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(w.status.online)).toBeVisible()
  await expect(page.getByText(/to send$/)).toHaveCount(0)
  await expect.poll(async () => (await read()).status).toBe('delivered')
  const { history } = await send<{ history: { cause: string; actor: string }[] }>(
    base,
    'GET',
    `/api/v1/admin/online-orders/${order.id}`,
    { token: admin },
  )
  expect(history.filter(({ actor }) => actor === 'courier').map(({ cause }) => cause)).toEqual([
    'picked_up',
    'handed_over',
  ])
})

test('brings an order back with its reason, and gives another one back before it is picked up @phone', async ({
  page,
}) => {
  const { courier, order } = await buildDelivery()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/courier')
  await page.evaluate((token) => localStorage.setItem('parkwell_user_token', token), courier.token)
  await page.goto('/courier')
  await button(w.duty.start).click()
  const card = page.getByRole('article').filter({ hasText: order.order_number })
  await card.getByRole('button', { name: w.accept, exact: true }).click()
  await button(w.give_back).click()
  await button(w.give_back_submit).click()
  await expect(page.getByText(w.bring_back.required)).toBeVisible()
  await button(w.cancel).click()
  await button(w.steps.at_branch).click()
  await page.getByLabel(w.pick_up.field).fill(order.order_number)
  await button(w.pick_up.submit).click()
  expect(await findViolations(page)).toEqual([])
  await button(w.bring_back.open).click()
  await button(w.bring_back.submit).click()
  await expect(page.getByText(w.bring_back.required)).toBeVisible()
  await page.getByLabel(w.bring_back.title).selectOption('customer_away')
  await button(w.bring_back.submit).click()
  await expect(page.getByText(w.done_states.brought_back)).toBeVisible()
  await expect(page.getByText(w.mine_none)).toBeVisible()
})
