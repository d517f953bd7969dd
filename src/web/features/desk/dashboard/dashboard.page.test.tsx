import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { newDriver } from '#test/e2e/drivers.ts'
import { placeOrder, signInStaff, type PlacedOrder } from '#test/e2e/orders.ts'
import { base, openPage } from '#test/page-kit.tsx'

const { all_branches, by_day, branch: label, by_state, top_items } = en.dashboard
let token: string
let order: PlacedOrder
beforeAll(async () => {
  token = await signInStaff(base)
  const customer = await newDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
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
