import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { expectAccessibleAtBothWidths } from '../kit/axe.ts'
import { buildDriver, send, type E2eDriver } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { placeOrder, signInStaff, type PlacedOrder } from '../shop/orders.ts'

const base = process.env['BASE_URL']!
const { board } = en.orders

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
  cash_discrepancy_limit: Amount
}

const cardOf = (page: Page, { id }: PlacedOrder) => page.locator(`[data-order="${id}"]`)

testInTurn(3, 4)(
  'a new order is counted in the title and goes to its customer by keyboard @desktop',
  async ({ page }) => {
    await page.goto('/desk/order-board')
    await expect(page.getByRole('heading', { level: 1, name: board.title })).toBeVisible()
    const order = await placeOrder(base, customer)
    // Other journeys place orders meanwhile.
    await expect(page).toHaveTitle(/^\(\d+\) /, { timeout: 30_000 })
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
    const { status } = await send<{ status: string }>(base, 'GET', `/api/v1/orders/${order.id}`, {
      token: customer.token,
    })
    expect(status).toBe('completed')
  },
)

testInTurn(4, 4)(
  'the ticket of an order is printed once as it is confirmed, with the board open twice @desktop',
  async ({ page, context }) => {
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
        cash_discrepancy_limit: discrepancy,
        ...facts
      } = await call<Setup>('GET', setup)
      const amounts = {
        takeaway_minimum: takeaway.amount,
        delivery_minimum: delivery.amount,
        cash_limit: cash === null ? null : cash.amount,
        cash_discrepancy_limit: discrepancy.amount,
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
    const findPrints = () =>
      page.evaluate((): string[] => JSON.parse(localStorage.getItem('prints') ?? '[]') as string[])
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
      await expect(tab.getByRole('region', { name: accepted })).toContainText(order.order_number, { timeout: 30_000 })
    const printsOfOrder = async () => (await findPrints()).filter((paper) => paper.includes(order.order_number)).length
    await expect.poll(printsOfOrder).toBe(1)
    // Opened again, the device still knows it.
    await page.reload()
    await expect(page.getByRole('region', { name: accepted })).toContainText(order.order_number)
    expect(await printsOfOrder()).toBe(1)
    // As the other journeys expect it.
    await setPrinting(false)
  },
)
