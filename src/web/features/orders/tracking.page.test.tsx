import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { orders } = wordsOf.en

test('an open order shows what the branch does with it', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  await openPage(`/order/${order.order_number}`, customer)
  await screen.findByText(orders.status_text.pending)
  const token = await signInStaff(base)
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/accept`, { token, body: {} })
  // As when the person comes back to the tab.
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })
  expect(await screen.findByText(orders.status_text.accepted)).toBeTruthy()
}, 20_000)
