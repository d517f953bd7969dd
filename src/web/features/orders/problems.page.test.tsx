import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { completeOrder, placeOrder, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { takePhoto } from '#test/kits/pages/photos.ts'

const { order_care: care } = wordsOf.en
const words = care.problems

test('a service is photographed, reported with a photo, and refunded', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'service')
  const token = await signInStaff(base)
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/accept`, { token, body: {} })
  const picture = await takePhoto()
  const { photos } = desk.orders
  let user = await openPage(`/desk/online-orders/${order.order_number}?tab=photos`, { token })
  await user.upload(await screen.findByLabelText(`${photos.file}: ${photos.shows.before}`), picture)
  expect(await screen.findByText(photos.added)).toBeTruthy()
  expect(await screen.findByRole('img', { name: photos.shows.before })).toBeTruthy()
  await completeOrder(base, order, { isAccepted: true })

  user = await openPage(`/order/${order.order_number}`, customer)
  expect(await screen.findByRole('img', { name: care.photos.before })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: words.open }))
  const dialog = within(await screen.findByRole('dialog'))
  // The button stands outside the form, which this DOM does not submit by it.
  const submit = () => fireEvent.submit(document.querySelector('form#problem')!)
  expect(dialog.getByRole('button', { name: words.send })).toBeTruthy()
  submit()
  expect(await dialog.findByText(words.add_photo)).toBeTruthy()
  await user.type(dialog.getByLabelText(new RegExp(`^${words.text.replace('?', '.')}`)), 'The wheels are still dirty')
  await user.upload(dialog.getByLabelText(care.photo, { selector: 'input' }), picture)
  expect(await dialog.findByRole('img', { name: words.photo_alt })).toBeTruthy()
  submit()
  const section = (await screen.findByRole('heading', { name: words.title })).closest('section')!
  expect(await within(section).findByText('The wheels are still dirty', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.open })).toBeNull()

  user = await openPage(`/desk/order-problems?search=${order.order_number}`, { token })
  await user.click(await screen.findByRole('link', { name: new RegExp(order.order_number) }))
  const { actions, done } = desk.records.order_problems
  await user.click(await screen.findByRole('button', { name: actions.refund }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: actions.refund }))
  expect(await screen.findByText(done.refund)).toBeTruthy()
  await openPage(`/order/${order.order_number}`, customer)
  const reports = (await screen.findByRole('heading', { name: words.title })).closest('section')!
  expect((await within(reports).findAllByText(words.status.refunded)).length).toBeGreaterThan(0)
})
