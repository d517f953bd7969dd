import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { order_care as care } from '#i18n/en/shop/order_care.ts'
import { buildDriver, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { completeOrder, placeOrder, signInStaff, type PlacedOrder } from '#test/e2e/shop/orders.ts'
import { act, findDialog, labelled, openDesk, openOnlyRow, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { takePhoto } from '#test/kits/pages/photos.ts'
import { isInTurn } from '#test/kits/rounds.ts'

/* What staff do with orders beside the board by keyboard and the printer, which are journeys (`test/e2e/desk/desk-orders.spec.ts`). */

const { board, lines, money, photos, tickets } = en.orders
const { actions, done, fields } = en.records.online_orders
const returns = en.records.order_returns
const required = 'This field is required!'

let token: string
let customer: E2eDriver
beforeEach(async () => {
  token = await signInStaff(base)
  customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
})

const see = ({ id }: PlacedOrder) =>
  send<{ status: string; refunded: { amount: number } }>(base, 'GET', `/api/v1/orders/${id}`, { token: customer.token })
const balance = async () =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token: customer.token })).data.balance

test.runIf(isInTurn('an order whose code', 3))(
  'an order whose code nobody can say is handed over with a photo, which its customer sees',
  async () => {
    const order = await placeOrder(base, customer, 'food', 'delivery')
    const step = (name: string, body?: object) =>
      send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/${name}`, { token, ...(body && { body }) })
    await step('accept', {})
    await step('ready')
    await step('send')
    const picture = await takePhoto('bay.jpg')
    const user = await openDesk('/desk/order-board', token)
    const findCard = () =>
      waitFor(() => {
        const card = document.querySelector<HTMLElement>(`[data-order="${order.id}"]`)
        expect(card).not.toBeNull()
        return card!
      })
    await user.click(within(await findCard()).getByRole('button', { name: board.steps.hand_over }))
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: photos.hand_over }))
    // The button stands outside the form, which this DOM does not submit by it.
    const confirm = () => fireEvent.submit(document.querySelector('#order-step')!)
    expect(dialog.getByRole('button', { name: board.steps.hand_over })).toBeTruthy()
    confirm()
    expect(await dialog.findByText(photos.missing)).toBeTruthy()
    const input = dialog.getByLabelText(photos.handover, { selector: 'input' })
    await user.upload(input, picture)
    expect(await dialog.findByRole('img', { name: photos.handover })).toBeTruthy()
    confirm()
    expect((await dialog.findAllByText(required)).length).toBeGreaterThan(0)
    await user.selectOptions(dialog.getByLabelText(labelled(fields.reason)), 'left_there')
    confirm()
    const column = screen.getByRole('region', { name: labelled(board.columns.done) })
    await waitFor(() => expect(column.textContent).toContain(order.order_number))
    expect((await see(order)).status).toBe('delivered')
    await openDesk(`/desk/online-orders/${order.order_number}?tab=photos`, token)
    expect(await screen.findByText(photos.shows.handover)).toBeTruthy()
    await openPage(`/order/${order.order_number}`, customer)
    expect((await screen.findAllByText(care.photos.handover)).length).toBeGreaterThan(0)
  },
)

test('an order is found, rejected with a reason, and paid back', async () => {
  const before = await balance()
  const order = await placeOrder(base, customer)
  const user = await openDesk('/desk/online-orders', token)
  await user.type(await screen.findByRole('searchbox'), `${order.order_number}{Enter}`)
  await user.click(await screen.findByRole('link', { name: order.order_number }))
  expect(await screen.findByRole('heading', { level: 1, name: order.order_number })).toBeTruthy()
  await act(user, actions.reject)
  const dialog = await findDialog()
  expect((await dialog.findAllByText(required)).length).toBeGreaterThan(0)
  await user.selectOptions(dialog.getByLabelText(labelled(fields.reason)), 'sold_out')
  await user.click(dialog.getByRole('button', { name: actions.reject }))
  expect(await screen.findByText(done.reject)).toBeTruthy()
  expect(await see(order)).toMatchObject({ status: 'rejected', refunded: { amount: order.total.amount } })
  expect(await balance()).toBe(before)
  expect(await screen.findByText('Reason: Sold out')).toBeTruthy()
})

test.runIf(isInTurn('one of two is refunded', 2))(
  'one of two is refunded, and tickets and receipt can be printed',
  async () => {
    const order = await placeOrder(base, customer)
    const before = await balance()
    const user = await openDesk(`/desk/online-orders/${order.order_number}`, token)
    await act(user, actions.accept, { [fields.delay]: '20' })
    expect(await screen.findByText(done.accept)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: money.refund }))
    await setField(user, await screen.findByLabelText(/^How many of/), '1')
    await user.selectOptions(screen.getByLabelText(labelled(money.cause)), 'not_as_sold')
    await setField(user, screen.getByLabelText(labelled(money.reason)), 'One was cold')
    await user.click(await screen.findByRole('button', { name: /^Refund .*\d$/ }))
    expect(await screen.findByText(money.paid)).toBeTruthy()
    await waitFor(async () => expect(await balance()).toBeCloseTo(before + order.total.amount / 2, 1))
    expect(await screen.findByText(/1 refunded/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: lines.tickets }))
    expect(await screen.findByRole('button', { name: tickets.print })).toBeTruthy()
    expect((await screen.findAllByText(/1 × /)).length).toBeGreaterThan(0)
    await openDesk(`/desk/order-receipts/${order.order_number}`, token)
    expect(await screen.findByText(tickets.refunded)).toBeTruthy()
  },
)

test.runIf(isInTurn('what a customer sends back', 2))(
  'what a customer sends back is approved, received and refunded',
  async () => {
    const order = await placeOrder(base, customer, 'good')
    await completeOrder(base, order)
    const before = await balance()
    const { lines: bought } = await send<{ lines: { id: string }[] }>(base, 'GET', `/api/v1/orders/${order.id}`, {
      token: customer.token,
    })
    const body = { lines: [{ id: bought[0]!.id, quantity: 1 }], reason: 'damaged', note: 'It is bent' }
    await send(base, 'POST', `/api/v1/orders/${order.id}/returns`, { token: customer.token, body })
    const user = await openDesk(`/desk/order-returns?search=${order.order_number}`, token)
    await openOnlyRow(user)
    expect(await screen.findByText('It is bent')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: returns.actions.approve }))
    expect(await screen.findByText(returns.done.approve)).toBeTruthy()
    await act(user, returns.actions.receive, { [returns.fields.stock]: 'return' })
    expect(await screen.findByText(returns.done.receive)).toBeTruthy()
    await act(user, returns.actions.refund, {})
    expect(await screen.findByText(returns.done.refund)).toBeTruthy()
    await waitFor(async () => expect(await balance()).toBeGreaterThan(before))
  },
)
