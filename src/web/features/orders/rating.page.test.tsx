import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { completeOrder, placeOrder, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'

const { order_care, errors, reviews } = wordsOf.en
const words = order_care.rating

test('rates the branch and an item of a completed order, and shows both on their pages', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const user = await openPage(`/order/${order.order_number}`, customer)
  const submit = await screen.findByRole('button', { name: words.send })
  await user.click(submit)
  expect(await screen.findByText(errors.fields.rating)).toBeTruthy()
  const stars = (name: RegExp) => within(screen.getByRole('group', { name }))
  const [branch] = screen.getAllByRole('group', { name: /^Your rating of/ })
  await user.click(within(branch!).getByRole('radio', { name: /^4 stars/ }))
  await user.type(screen.getByRole('textbox', { name: order_care.rating.text }), 'Quick and friendly')
  const item = (await screen.findAllByRole('group', { name: /^Your rating of/ }))[1]!
  const name = item.textContent!.replace(/^Your rating of /, '').split('1 star')[0]!
  await user.click(stars(new RegExp(`of ${name}`)).getByRole('radio', { name: /^2 stars/ }))
  await user.type(screen.getByRole('textbox', { name: words.item_text.replace('{{item}}', name) }), 'Too short')
  await user.click(submit)
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

test('a review that staff hides is no longer on the page of its branch', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const text = `Not bad ${order.order_number}`
  await send(base, 'POST', `/api/v1/orders/${order.id}/rating`, {
    token: customer.token,
    body: { rating: 3, text },
  })
  await openPage('/branch/front-street')
  expect(await screen.findByText(text)).toBeTruthy()
  const token = await signInStaff(base)
  const user = await openPage(`/desk/item-reviews?search=${order.order_number}`, { token })
  await user.click((await screen.findAllByRole('link', { name: /Front Street/ }))[0]!)
  const { actions, done, fields } = desk.records.item_reviews
  await user.click(await screen.findByRole('button', { name: actions.hide }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(new RegExp(`^${fields.reason}`)), 'Only a test')
  await user.click(dialog.getByRole('button', { name: actions.hide }))
  expect(await screen.findByText(done.hide)).toBeTruthy()
  interface Reviews {
    items: { text: string | null }[]
  }
  const { items } = await send<Reviews>(base, 'GET', '/api/v1/front/branches/front-street/reviews?size=50')
  expect(items.filter((review) => review.text === text)).toEqual([])
  await openPage('/branch/front-street')
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
  expect(screen.queryByText(text)).toBeNull()
})
