import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { createExchangeRate } from '#contract/currencies/desk.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { placeOrder, signInStaff, type PlacedOrder } from '#test/e2e/shop/orders.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'

const { by_day, by_state, top_items } = en.dashboard
const { label, all: all_branches } = en.branches
let token: string
let order: PlacedOrder
beforeAll(async () => {
  token = await signInStaff(base)
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  order = await placeOrder(base, customer)
})

test('shows one branch alone, whose figures lead to the list of its orders', async () => {
  const user = await openPage('/desk?period=today', { token })
  const branches = await screen.findByRole('combobox', { name: label })
  expect(await screen.findByRole('heading', { name: by_day })).toBeTruthy()
  const toronto = within(branches)
    .getAllByRole<HTMLOptionElement>('option')
    .filter(({ textContent }) => textContent.includes('Toronto'))
  for (const { value } of toronto) {
    await user.selectOptions(await screen.findByRole('combobox', { name: label }), value)
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('branch')).toBe(value))
    await waitFor(() => expect(screen.queryByRole('heading', { name: by_day })).toBeNull())
  }
  expect(await screen.findByRole('heading', { name: by_state })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: top_items })).toBeTruthy()
  // The order is at the first of them.
  await user.selectOptions(screen.getByRole('combobox', { name: label }), toronto[0]!.value)
  const states = (await screen.findByRole('heading', { name: by_state })).parentElement!
  await user.click(await within(states).findByRole('link', { name: /Pending/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/desk/online-orders'))
  expect(await screen.findByRole('link', { name: order.order_number })).toBeTruthy()
})

test('leads from a branch that does not exist back to all of them', async () => {
  const user = await openPage('/desk?branch=01a1fd58-0000-7000-8000-000000000000', { token })
  await user.click(await screen.findByRole('button', { name: all_branches }))
  expect(await screen.findByRole('heading', { name: by_day })).toBeTruthy()
})

test('totals sales in the chosen currency, with the rate beside it, and names a rate that is missing', async () => {
  const world = await startPageWorld()
  const admin = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin.token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  await buildOrder(world, customer, branch, { lines: [{ item_id, goods_minor: 1_000n }] })
  const open = () => openPage('/desk?period=7_days&currency=NGN', { token: admin.token })
  await open()
  const missing = en.dashboard.no_rate.replace('{{from}}', 'CAD').replace('{{to}}', 'NGN')
  expect(await screen.findByText((text) => text.startsWith(missing))).toBeTruthy()
  const link = screen.getByRole('link', { name: en.dashboard.open_currency.replace('{{currency}}', 'CAD') })
  expect(link.getAttribute('href')).toBe('/desk/currencies/CAD')
  const rate = { against: 'NGN', rate: 1_000, day: '2026-01-02', source: 'Bank of Canada' } as const
  await world.call(createExchangeRate, { token: admin.token, params: { id: 'CAD' }, body: rate })
  cleanup()
  await open()
  expect(await screen.findByText(/^Total: NGN\s11,000$/)).toBeTruthy()
  expect(screen.getByText(/1 CAD = 1,000 NGN \(Jan 2, 2026, Bank of Canada\)/)).toBeTruthy()
})
