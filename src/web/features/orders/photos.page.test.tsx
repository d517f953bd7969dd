import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder, sendOrderPhoto, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { photos: words } = wordsOf.en.order_care

test('shows a customer what the branch photographed before and after a service', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'service')
  const token = await signInStaff(base)
  const path = `/api/v1/admin/online-orders/${order.id}`
  await send(base, 'POST', `${path}/accept`, { token, body: {} })
  await sendOrderPhoto(base, `${path}/photos?shows=after`, token)
  await sendOrderPhoto(base, `${path}/photos?shows=before`, token)
  await openPage(`/order/${order.order_number}`, customer)
  expect(await screen.findByRole('heading', { name: words.title })).toBeTruthy()
  await waitFor(() => {
    const shown = screen.getAllByRole('img', { name: /^(Before|After)$/ })
    expect(shown.map((photo) => photo.getAttribute('alt'))).toEqual([words.before, words.after])
  })
})
