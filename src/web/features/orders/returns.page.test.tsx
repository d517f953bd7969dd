import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { completeOrder, placeOrder } from '#test/e2e/shop/orders.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { takePhoto } from '#test/kits/pages/photos.ts'
import { isInTurn } from '#test/kits/rounds.ts'

const { order_care: care, orders, cart } = wordsOf.en
const words = care.returns

const driver = () => buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })

test('requests the return of one of two items with a photo and follows it on the order', async () => {
  const customer = await driver()
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const user = await openPage(`/order/${order.order_number}`, customer)
  await user.click(await screen.findByRole('link', { name: words.open }))
  await user.click(await screen.findByRole('button', { name: words.send }))
  expect((await screen.findAllByText(words.choose)).length).toBeGreaterThan(0)
  expect(screen.getAllByText(words.choose_reason).length).toBeGreaterThan(0)
  const stepper = screen.getByRole('group', { name: /^Quantity of/ })
  await user.click(within(stepper).getByRole('button', { name: cart.more }))
  await user.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'damaged')
  await user.type(screen.getByRole('textbox', { name: words.note }), 'It is bent')
  await user.upload(screen.getByLabelText(care.photo, { selector: 'input' }), await takePhoto())
  expect(await screen.findByRole('img', { name: words.photo_alt })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.send }))
  expect(await screen.findByRole('heading', { name: words.title })).toBeTruthy()
  expect(window.location.pathname).toBe(`/order/${order.order_number}`)
  expect(screen.getByText(words.status.requested)).toBeTruthy()
  expect(screen.getByText(`${words.reasons.damaged} · It is bent`)).toBeTruthy()
  expect(await screen.findByRole('img', { name: words.photo_alt })).toBeTruthy()
  const path = `/api/v1/orders/${order.id}/returns`
  const { items } = await send<{ items: { lines: { quantity: number }[] }[] }>(base, 'GET', path, customer)
  expect(items.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1]])
})

test.runIf(isInTurn('leads to no return', 3))('leads to no return of an order that is still to come', async () => {
  const customer = await driver()
  const order = await placeOrder(base, customer, 'good')
  await openPage(`/order/${order.order_number}`, customer)
  await screen.findByText(orders.status_text.pending)
  expect(screen.queryByRole('link', { name: words.open })).toBeNull()
})

test.runIf(isInTurn('says that nothing', 3))('says that nothing can be returned, and leads back', async () => {
  const customer = await driver()
  const order = await placeOrder(base, customer)
  await completeOrder(base, order)
  await openPage(`/order/${order.order_number}/return`, customer)
  expect(await screen.findByText(words.none)).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('link', { name: care.back })).toBeTruthy())
})
