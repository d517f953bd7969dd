import { screen, waitFor, within } from '@testing-library/react'
import { expect, inject, test } from 'vitest'
import { desk as deskEn } from '#i18n/en/desk.ts'
import { desk as deskFr } from '#i18n/fr/desk.ts'
import { runCommand } from '#server/commands/run.ts'
import { pattern, wordsFor } from '#test/e2e/kit/catalogue.ts'
import { codeFor, buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { signInStaff } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/*
 * An item from the shelf to the customer's bay, and one of them back: in every country, with the ledger, stock
 * and slots checked after each step. `test/e2e/desk/desk-orders.spec.ts` shows the board in a browser.
 */

interface Order {
  id: string
  handover_code: string
  total: { amount: number }
  lines: { id: string }[]
}

/** Each country, and each language twice: the sentences and formats of both are compared with the catalogue elsewhere. */
const journeys = [
  { country: 'NG', language: 'en', top_up: 50_000 },
  { country: 'CA', language: 'fr', top_up: 200 },
  { country: 'SN', language: 'fr', top_up: 50_000 },
  { country: 'US', language: 'en', top_up: 200 },
] as const

/** What `npm run ledger:check -- --stock` says of the running product. */
async function expectSoundBooks(step: string) {
  const settings = inject('product_settings')
  expect(await runCommand('ledger:check', ['--stock'], settings), step).toMatchObject({ exit_code: 0, error: '' })
}

const startOf = (name: string) => new RegExp(`^${name}`)

// One in each run, in turn.
test.each(inTurn(journeys, 1)())(
  'sells to the bay and takes one back: $country $language',
  { timeout: 300_000 },
  async (journey) => {
    const { country, language, top_up } = journey
    const words = wordsFor(journey)
    const { board } = (language === 'en' ? deskEn : deskFr).orders
    const customer = await buildDriver(base, { country_code: country, language, top_up })
    const { token } = customer
    const balance = async () =>
      (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance

    // All of it signed out, up to the checkout of two of them to a bay.
    let user = await openPage('/marketplace/phone-holder', { country, language })
    await user.click(await screen.findByRole('button', { name: pattern(words.cart.add_for) }))
    await screen.findByRole('link', { name: pattern(words.shell.nav.cart_one) })
    await goTo('/cart')
    await user.click(await screen.findByRole('button', { name: words.cart.more }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: pattern(words.shell.nav.cart_other) }).textContent).toContain('2'),
    )
    await user.click(await screen.findByRole('link', { name: words.cart.checkout }))
    await user.click(await screen.findByRole('radio', { name: startOf(words.orders.types.delivery) }))
    await user.type(await screen.findByRole('textbox', { name: startOf(words.orders.level) }), '2')
    const findBay = () => screen.findByRole<HTMLInputElement>('textbox', { name: words.orders.bay })
    await user.type(await findBay(), '214')

    const { lead, send: sendCode } = words.auth.email_login
    const press = (name: string) => user.click(screen.getAllByRole('button', { name })[0]!)
    // The bar at the bottom leads to the fields.
    await press(lead)
    await user.type(await screen.findByRole('textbox', { name: words.auth.email }), customer.email)
    await user.click(screen.getAllByRole('checkbox')[0]!)
    await press(sendCode)
    const code = await screen.findByRole('textbox', { name: words.auth.code })
    await user.type(code, await codeFor(base, customer.email))
    const findPay = () => screen.findByRole('button', { name: pattern(words.orders.pay) })
    await findPay()
    expect((await findBay()).value).toBe('214')
    await user.click(screen.getAllByRole('checkbox', { name: /./ }).at(-1)!)
    await waitFor(async () => expect((await findPay()).getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(await findPay())
    await waitFor(() => expect(location.pathname).toMatch(/^\/order-success\/[A-Z0-9]{8}$/))
    const order_number = location.pathname.slice(-8)
    const read = () => send<Order>(base, 'GET', `/api/v1/orders/${order_number}`, { token })
    const { id, total, lines } = await read()
    expect(await balance()).toBeCloseTo(top_up - total.amount, 5)
    await expectSoundBooks('placed')

    const staff = await signInStaff(base)
    const openBoard = async () => {
      localStorage.clear()
      user = await openPage('/desk/order-board', { token: staff, country, language })
    }
    const openOrder = async () => {
      localStorage.clear()
      user = await openPage(`/order/${order_number}`, { token, country, language })
    }
    const findStep = (step: keyof typeof board.steps) =>
      waitFor(() => {
        const card = document.querySelector<HTMLElement>(`[data-order="${id}"]`)!
        return within(card).getByRole('button', { name: board.steps[step] })
      })
    const advance = async (step: keyof typeof board.steps) => user.click(await findStep(step))
    const expectInColumn = (column: keyof typeof board.columns) =>
      waitFor(() => {
        const region = screen.getByRole('region', { name: new RegExp(`^${board.columns[column]}`) })
        expect(region.textContent).toContain(order_number)
      })
    await openBoard()
    await advance('accept')
    await expectInColumn('accepted')
    await expectSoundBooks('accepted')
    await advance('prepare')
    await advance('ready')
    await advance('send')
    await expectInColumn('out_for_delivery')
    await openOrder()
    expect(await screen.findByText(words.orders.on_way_to_bay)).toBeTruthy()
    await expectSoundBooks('on its way')

    await openBoard()
    await advance('hand_over')
    const dialog = await screen.findByRole('dialog')
    await user.type(
      within(dialog).getByLabelText(board.code, { exact: false }),
      `${(await read()).handover_code}{Enter}`,
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expectInColumn('done')
    await expectSoundBooks('delivered')
    await openOrder()
    await user.click(await screen.findByRole('button', { name: words.orders.confirm }))
    expect(await screen.findByText(words.orders.status_text.completed)).toBeTruthy()
    await expectSoundBooks('completed')

    // Asking for a return and receiving it have tests of their own; here it is what becomes of the money.
    const before = await balance()
    await send(base, 'POST', `/api/v1/orders/${id}/returns`, {
      token,
      body: { lines: [{ id: lines[0]!.id, quantity: 1 }], reason: 'damaged', note: 'It leaks' },
    })
    const found = `/api/v1/admin/order-returns?search=${order_number}`
    const { items } = await send<{ items: { id: string }[] }>(base, 'GET', found, { token: staff })
    const act = (path: string, body?: object) =>
      send(base, 'POST', `/api/v1/admin/order-returns/${items[0]!.id}/${path}`, { token: staff, ...(body && { body }) })
    await act('approve')
    await expectSoundBooks('return approved')
    await act('receive', { stock: 'return' })
    await expectSoundBooks('received')
    await act('refund')
    await expectSoundBooks('returned')
    // Half of it, but for a minor unit: the delivery to the bay costs nothing.
    expect(Math.abs((await balance()) - before - total.amount / 2)).toBeLessThanOrEqual(total.amount / 100)
    await openOrder()
    expect(await screen.findByText(words.orders.status_text.completed)).toBeTruthy()
    expect(await screen.findByRole('row', { name: new RegExp(words.orders.refund) })).toBeTruthy()
  },
)
