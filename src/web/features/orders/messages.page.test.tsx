import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'

const { order_care, errors } = wordsOf.en
const words = order_care.messages

test('a customer writes to the branch, reads its answer, and finds it among the notifications', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  const user = await openPage(`/order/${order.order_number}`, customer)
  await user.click(await screen.findByRole('button', { name: words.send }))
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Write to/ }), 'Is it ready?')
  await user.click(screen.getByRole('button', { name: words.send }))
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ }).value).toBe(''))
  expect(screen.getByText('Is it ready?')).toBeTruthy()
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/messages`, {
    token: await signInStaff(base),
    body: { text: 'In five minutes' },
  })
  await goTo('/notifications')
  const list = (await screen.findByRole('heading', { name: words.list })).closest('section')!
  expect(await within(list).findByText('1 unread')).toBeTruthy()
  await user.click(within(list).getByRole('link', { name: /In five minutes/ }))
  expect(await screen.findByText('Is it ready?')).toBeTruthy()
  expect(await screen.findByText('In five minutes')).toBeTruthy()
})
