import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pattern, wordsFor } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/* From the item to the receipt, and back; `test/e2e/shop/shop-order.spec.ts` pays for it by card in a browser. */

/** A sentence as queries read it: French has narrow spaces. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const journeys = [
  { country: 'NG', language: 'en', top_up: 50_000 },
  { country: 'CA', language: 'fr', top_up: 200 },
  { country: 'SN', language: 'fr', top_up: 50_000 },
  { country: 'US', language: 'en', top_up: 200 },
] as const
// One in each run, in turn.
test.each(inTurn(journeys, 1)())('orders from the item to the receipt: $country $language', async (journey) => {
  const { country, language, top_up } = journey
  const { cart, errors, orders, shell } = wordsFor(journey)
  const { token } = await buildDriver(base, { country_code: country, language, top_up })
  const user = await openPage('/marketplace/screen-wash', { token, country, language })
  await user.click(await screen.findByRole('button', { name: pattern(cart.add_for) }))
  await screen.findByRole('link', { name: pattern(shell.nav.cart_one) })
  await goTo('/cart')
  await user.click(await screen.findByRole('link', { name: cart.checkout }))
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${orders.types.takeaway}`) }))
  const pay = async () => {
    const find = () => screen.getByRole('button', { name: pattern(orders.pay) })
    await waitFor(() => expect(find().getAttribute('aria-disabled')).not.toBe('true'))
    await user.click(find())
  }
  await pay()
  expect((await screen.findAllByText(plain(errors.fields.accept_terms))).length).toBeGreaterThan(0)
  await user.click(screen.getAllByRole('checkbox', { name: /./ }).at(-1)!)
  await pay()
  await waitFor(() => expect(location.pathname).toMatch(/^\/order-success\/[A-Z0-9]{8}$/))
  expect(await screen.findByRole('heading', { name: orders.success })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: pattern(shell.nav.cart_one) })).toBeNull())
  await user.click(screen.getByRole('link', { name: orders.follow }))
  expect(await screen.findByText(plain(orders.status_text.pending))).toBeTruthy()
  const order_number = location.pathname.slice(-8)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await user.click(screen.getByRole('button', { name: orders.receipt }))
  await waitFor(() => expect(names).toEqual([`${order_number}.pdf`]))
  vi.mocked(HTMLAnchorElement.prototype.click).mockRestore()
  await goTo('/orders')
  const item = (await screen.findByText(plain(orders.status.pending))).closest('li')!
  await user.click(within(item).getByRole('link'))
  await user.click(await screen.findByRole('button', { name: orders.cancel }))
  const dialog = await screen.findByRole('dialog', { name: orders.cancel_title })
  expect(await within(dialog).findByText(pattern(plain(orders.cancel_all)))).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: orders.cancel_confirm }))
  expect(await screen.findByText(plain(orders.status_text.canceled))).toBeTruthy()
  expect(await screen.findByRole('row', { name: new RegExp(orders.refund) })).toBeTruthy()
})

/** Opens the checkout of one item to be collected, and waits until it can be paid. */
async function openOrderCheckout(token: string) {
  const { cart, orders, shell } = wordsFor({ country: 'CA', language: 'en' })
  const user = await openPage('/marketplace/screen-wash', { token })
  await user.click(await screen.findByRole('button', { name: pattern(cart.add_for) }))
  await screen.findByRole('link', { name: pattern(shell.nav.cart_one) })
  await goTo('/cart')
  await user.click(await screen.findByRole('link', { name: cart.checkout }))
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${orders.types.takeaway}`) }))
  await user.click(screen.getAllByRole('checkbox', { name: /./ }).at(-1)!)
  const findPay = () => screen.getByRole('button', { name: pattern(orders.pay) })
  await waitFor(() => expect(findPay().getAttribute('aria-disabled')).not.toBe('true'))
  const findCart = () => screen.queryByRole('link', { name: pattern(shell.nav.cart_one) })
  return { user, findPay, findCart }
}

/** As when the customer returns to the tab. */
const returnToTab = () =>
  act(async () => {
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })

test('the checkout stays while its order is sent, although the cart is empty by then', async () => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const { user, findPay, findCart } = await openOrderCheckout(token)

  // The order is placed, but its answer is on its way until it is released.
  const released = Promise.withResolvers<void>()
  const { fetch } = window
  const held = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (new URL(input instanceof Request ? input.url : String(input), base).pathname === '/api/v1/orders')
      await released.promise
    return answer
  })
  onTestFinished(() => {
    released.resolve()
    held.mockRestore()
  })
  await user.click(findPay())
  await waitFor(async () => expect(await send(base, 'GET', '/api/v1/cart', { token })).toMatchObject({ lines: [] }))
  await returnToTab()
  await waitFor(() => expect(findCart()).toBeNull())
  expect(location.pathname).toBe('/cart/checkout')
  released.resolve()
  await waitFor(() => expect(location.pathname).toMatch(/^\/order-success\/[A-Z0-9]{8}$/))
})

test('an answer from before an order does not bring its cart back', async () => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const { user, findPay, findCart } = await openOrderCheckout(token)
  const released = Promise.withResolvers<void>()
  const { fetch } = window
  let [held, ended] = [0, 0]
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const answer = await fetch(input, init)
    if (new URL(input instanceof Request ? input.url : String(input), base).pathname !== '/api/v1/cart') return answer
    held += 1
    await released.promise
    ended += 1
    // As a browser does with what has been cancelled meanwhile.
    init?.signal?.throwIfAborted()
    return answer
  })
  onTestFinished(() => spy.mockRestore())
  await returnToTab()
  await waitFor(() => expect(held).toBeGreaterThan(0))
  const before = held
  await user.click(findPay())
  await waitFor(() => expect(location.pathname).toMatch(/^\/order-success\/[A-Z0-9]{8}$/))
  released.resolve()
  await waitFor(() => expect(ended).toBeGreaterThanOrEqual(before))
  // Another answer, by the end of which the older one has been read.
  await act(async () => {
    await send(base, 'GET', '/api/v1/wallet', { token })
  })
  expect(findCart()).toBeNull()
})

test('what is shown after a change is not undone by an older answer that arrives later', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const { order_number } = await placeOrder(base, customer)
  const { orders } = wordsFor({ country: 'CA', language: 'en' })
  const user = await openPage(`/order/${order_number}`, { token: customer.token })
  expect(await screen.findByText(plain(orders.status_text.pending))).toBeTruthy()
  const released = Promise.withResolvers<void>()
  const { fetch } = window
  let [held, answered] = [0, 0]
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    // The server answers at once, with the order as it is before it is cancelled.
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input), base)
    if (url.pathname !== `/api/v1/orders/${order_number}`) return response
    held += 1
    await released.promise
    answered += 1
    return response
  })
  onTestFinished(() => spy.mockRestore())
  await goTo('/orders')
  await goTo(`/order/${order_number}`)
  await waitFor(() => expect(held).toBe(1))
  await user.click(await screen.findByRole('button', { name: orders.cancel }))
  const dialog = await screen.findByRole('dialog', { name: orders.cancel_title })
  expect(await within(dialog).findByText(pattern(plain(orders.cancel_all)))).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: orders.cancel_confirm }))
  expect(await screen.findByText(plain(orders.status_text.canceled))).toBeTruthy()
  released.resolve()
  await waitFor(() => expect(answered).toBe(held))
  // Another answer, by the end of which the older one has been read.
  await act(async () => {
    await send(base, 'GET', '/api/v1/wallet', { token: customer.token })
  })
  expect(screen.getByText(plain(orders.status_text.canceled))).toBeTruthy()
  expect(screen.queryByText(plain(orders.status_text.pending))).toBeNull()
})
