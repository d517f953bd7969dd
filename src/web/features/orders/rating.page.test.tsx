import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { completeOrder, placeOrder } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'

const { order_care, errors, reviews } = wordsOf.en
const words = order_care.rating

test('rates the branch and an item of a completed order, and shows both on their pages', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const user = await openPage(`/order/${order.order_number}`, customer)
  const send = await screen.findByRole('button', { name: words.send })
  await user.click(send)
  expect(await screen.findByText(errors.fields.rating)).toBeTruthy()
  const stars = (name: RegExp) => within(screen.getByRole('group', { name }))
  const [branch] = screen.getAllByRole('group', { name: /^Your rating of/ })
  await user.click(within(branch!).getByRole('radio', { name: /^4 stars/ }))
  await user.type(screen.getByRole('textbox', { name: order_care.rating.text }), 'Quick and friendly')
  const item = (await screen.findAllByRole('group', { name: /^Your rating of/ }))[1]!
  const name = item.textContent!.replace(/^Your rating of /, '').split('1 star')[0]!
  await user.click(stars(new RegExp(`of ${name}`)).getByRole('radio', { name: /^2 stars/ }))
  await user.type(screen.getByRole('textbox', { name: words.item_text.replace('{{item}}', name) }), 'Too short')
  await user.click(send)
  expect(await screen.findByRole('heading', { name: words.own })).toBeTruthy()
  expect(screen.getByText('Quick and friendly')).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.send })).toBeNull()
  await user.click(screen.getByRole('link', { name }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy())
  expect(await screen.findByText('Too short')).toBeTruthy()
  expect(screen.getByText(reviews.shop_own_only)).toBeTruthy()
  await goTo('/branch/front-street')
  expect(await screen.findByText('Quick and friendly')).toBeTruthy()
})
