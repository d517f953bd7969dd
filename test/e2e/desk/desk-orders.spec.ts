import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { order_care as care } from '#i18n/en/shop/order_care.ts'
import { expectAccessibleScreen, expectAccessibleAtBothWidths } from '../kit/axe.ts'
import { buildDriver, send, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { completeOrder, newPhoto, placeOrder, signInStaff, type PlacedOrder } from '../shop/orders.ts'

const base = process.env['BASE_URL']!
const { board, lines, money, photos, tickets } = en.orders
const { actions, fields, tabs } = en.records.online_orders
const returns = en.records.order_returns

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let customer: E2eDriver
test.beforeEach(async ({ page }) => {
  const access_token = await signInStaff(base)
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
})

interface Amount {
  amount: number
}
type Setup = Record<string, unknown> & {
  takeaway_minimum: Amount
  delivery_minimum: Amount
  cash_limit: Amount | null
}

const cardOf = (page: Page, { id }: PlacedOrder) => page.locator(`[data-order="${id}"]`)
const see = ({ id }: PlacedOrder) =>
  send<{ status: string; refunded: { amount: number } }>(base, 'GET', `/api/v1/orders/${id}`, { token: customer.token })
const balance = async () =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token: customer.token })).data.balance

test('a new order is counted in the title and goes to its customer by keyboard @desktop', async ({ page }) => {
  await page.goto('/desk/order-board')
  await expect(page.getByRole('heading', { level: 1, name: board.title })).toBeVisible()
  const order = await placeOrder(base, customer)
  // Other journeys place orders meanwhile.
  await expect(page).toHaveTitle(/^\(\d+\) /, { timeout: 15_000 })
  // A key means that they were seen; one that comes just afterwards is counted again.
  await expect(async () => {
    await page.keyboard.press('Shift')
    await expect(page).toHaveTitle(new RegExp(`^${board.title}`), { timeout: 500 })
  }).toPass()
  const card = cardOf(page, order)
  await card.focus()
  await page.keyboard.press('a')
  await expect(page.getByRole('region', { name: new RegExp(`^${board.columns.accepted}`) })).toContainText(
    order.order_number,
  )
  await card.focus()
  await page.keyboard.press('p')
  await expect(card.getByRole('button', { name: board.steps.ready })).toBeVisible()
  await card.focus()
  await page.keyboard.press('p')
  await expect(card.getByRole('button', { name: board.steps.hand_over })).toBeVisible()
  await card.focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(board.code).fill('AAAA2222')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This code doesn’t match the order.')).toBeVisible()
  await dialog.getByLabel(board.code).fill(order.order_number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: new RegExp(`^${board.columns.done}`) })).toContainText(
    order.order_number,
  )
  expect((await see(order)).status).toBe('completed')
})

test('the ticket of an order is printed once as it is confirmed, with the board open twice @desktop', async ({
  page,
  context,
}) => {
  const token = await signInStaff(base)
  const call = <A>(method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
    send<A>(base, method, `/api/v1/admin/${path}`, { token, ...(body && { body }) })
  const order = await placeOrder(base, customer)
  const { cards } = await call<{ cards: { id: string; branch_id: string }[] }>('GET', 'order-board')
  const { branch_id } = cards.find(({ id }) => id === order.id)!
  const setup = `order-setups/${branch_id}`
  const setPrinting = async (prints_tickets: boolean) => {
    const {
      takeaway_minimum: takeaway,
      delivery_minimum: delivery,
      cash_limit: cash,
      ...facts
    } = await call<Setup>('GET', setup)
    const amounts = {
      takeaway_minimum: takeaway.amount,
      delivery_minimum: delivery.amount,
      cash_limit: cash === null ? null : cash.amount,
    }
    const { id: _id, title: _title, branch: _branch, currency: _currency, actions: _actions, ...terms } = facts
    await call('PATCH', setup, { ...terms, ...amounts, prints_tickets })
  }
  await setPrinting(true)
  // Counted on the device, as both tabs print on one printer.
  await context.addInitScript(() => {
    window.print = () => {
      const paper = document.querySelector('[data-print-alone]')?.textContent ?? ''
      localStorage.setItem('prints', JSON.stringify([...JSON.parse(localStorage.getItem('prints') ?? '[]'), paper]))
    }
  })
  const findPrints = () => page.evaluate((): string[] => JSON.parse(localStorage.getItem('prints') ?? '[]') as string[])
  const path = `/desk/order-board?branch=${branch_id}`
  await page.goto(path)
  await page.getByRole('checkbox', { name: board.print }).check()
  const second = await context.newPage()
  await second.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  await second.goto(path)
  await expect(second.getByRole('checkbox', { name: board.print })).toBeChecked()
  await expectAccessibleAtBothWidths(page, 'the board that prints tickets')
  await call('POST', `online-orders/${order.id}/accept`, {})
  const accepted = new RegExp(`^${board.columns.accepted}`)
  for (const tab of [page, second])
    await expect(tab.getByRole('region', { name: accepted })).toContainText(order.order_number, { timeout: 15_000 })
  const printsOfOrder = async () => (await findPrints()).filter((paper) => paper.includes(order.order_number)).length
  await expect.poll(printsOfOrder).toBe(1)
  // Opened again, the device still knows it.
  await page.reload()
  await expect(page.getByRole('region', { name: accepted })).toContainText(order.order_number)
  expect(await printsOfOrder()).toBe(1)
  // As the other journeys expect it.
  await setPrinting(false)
})

test('an order whose code nobody can say is handed over with a photo, which its customer sees @desktop', async ({
  page,
  browser,
}) => {
  const order = await placeOrder(base, customer, 'food', 'delivery')
  const token = await signInStaff(base)
  const act = (step: string, body?: object) =>
    send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/${step}`, { token, ...(body && { body }) })
  await act('accept', {})
  await act('ready')
  await act('send')
  await page.goto('/desk/order-board')
  const card = cardOf(page, order)
  await card.getByRole('button', { name: board.steps.hand_over }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: photos.hand_over }).click()
  const confirm = dialog.getByRole('button', { name: board.steps.hand_over, exact: true })
  await confirm.click()
  await expect(dialog.getByText(photos.missing)).toBeVisible()
  const buffer = await newPhoto()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'bay.jpg', mimeType: 'image/jpeg', buffer })
  await expect(dialog.getByRole('img', { name: photos.handover })).toBeVisible()
  await confirm.click()
  await expect(dialog.getByText('This field is required!').first()).toBeVisible()
  await dialog.getByLabel(fields.reason).selectOption('left_there')
  await expectAccessibleScreen(page, 'handover with a photo')
  await confirm.click()
  await expect(page.getByRole('region', { name: new RegExp(`^${board.columns.done}`) })).toContainText(
    order.order_number,
  )
  expect((await see(order)).status).toBe('delivered')
  await page.goto(`/desk/online-orders/${order.order_number}?tab=photos`)
  await expect(page.getByText(photos.shows.handover)).toBeVisible()
  const theirs = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const own = await theirs.newPage()
  await own.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), customer.token)
  await own.goto(`${base}/order/${order.order_number}`)
  await expect(own.getByText(care.photos.handover).first()).toBeVisible()
  await theirs.close()
})

test('an order is found, rejected with a reason, and paid back @phone', async ({ page }) => {
  const before = await balance()
  const order = await placeOrder(base, customer)
  await page.goto('/desk/online-orders')
  await page.getByRole('searchbox').fill(order.order_number)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: order.order_number }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.order_number })).toBeVisible()
  await page.getByRole('button', { name: actions.reject }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: actions.reject }).click()
  await expect(dialog.getByText('This field is required!').first()).toBeVisible()
  await dialog.getByLabel(fields.reason).selectOption('sold_out')
  await dialog.getByRole('button', { name: actions.reject }).click()
  await expect(page.getByText(en.records.online_orders.done.reject)).toBeVisible()
  expect(await see(order)).toMatchObject({ status: 'rejected', refunded: { amount: order.total.amount } })
  expect(await balance()).toBe(before)
  await page.getByRole('tab', { name: tabs.story }).click()
  await expect(page.getByText('Reason: Sold out')).toBeVisible()
})

test('one of two is refunded, and tickets and receipt can be printed @desktop', async ({ page }) => {
  const order = await placeOrder(base, customer)
  const before = await balance()
  await page.goto(`/desk/online-orders/${order.order_number}`)
  await page.getByRole('button', { name: actions.accept }).click()
  await page.getByRole('dialog').getByLabel(fields.delay).selectOption('20')
  await page.getByRole('dialog').getByRole('button', { name: actions.accept }).click()
  await expect(page.getByText(en.records.online_orders.done.accept)).toBeVisible()
  await page.getByRole('tab', { name: tabs.money }).click()
  await page.getByLabel(/^How many of/).selectOption('1')
  await page.getByLabel(money.reason).fill('One was cold')
  await page.getByRole('button', { name: money.pay, exact: true }).click()
  await expect(page.getByText(money.paid)).toBeVisible()
  await expect.poll(balance).toBeCloseTo(before + order.total.amount / 2, 1)
  await page.getByRole('tab', { name: tabs.lines, exact: true }).click()
  await expect(page.getByText('1 refunded')).toBeVisible()
  await page.getByRole('link', { name: lines.tickets }).click()
  await expect(page.getByRole('button', { name: tickets.print })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByText(`1 × `).first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/desk/order-receipts/${order.order_number}`)
  await expect(page.getByText(tickets.refunded)).toBeVisible()
})

test('what a customer sends back is approved, received and refunded @phone', async ({ page }) => {
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const before = await balance()
  const { lines: bought } = await send<{ lines: { id: string }[] }>(base, 'GET', `/api/v1/orders/${order.id}`, {
    token: customer.token,
  })
  const body = { lines: [{ id: bought[0]!.id, quantity: 1 }], reason: 'damaged', note: 'It is bent' }
  await send(base, 'POST', `/api/v1/orders/${order.id}/returns`, { token: customer.token, body })
  await page.goto(`/desk/order-returns?search=${order.order_number}`)
  await page.getByRole('link', { name: order.order_number }).click()
  await expect(page.getByText('It is bent')).toBeVisible()
  await expectAccessibleScreen(page, 'a return')
  await page.getByRole('button', { name: returns.actions.approve }).click()
  await expect(page.getByText(returns.done.approve)).toBeVisible()
  await page.getByRole('button', { name: returns.actions.receive }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(returns.fields.stock).selectOption('return')
  await dialog.getByRole('button', { name: returns.actions.receive }).click()
  await expect(page.getByText(returns.done.receive)).toBeVisible()
  await expect.poll(balance).toBeGreaterThan(before)
})
