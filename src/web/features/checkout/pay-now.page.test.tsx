import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBooking } from '#contract/bookings/bookings.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildHold, setBalance, windowOf } from '#test/kits/bookings-kit.ts'
import { arriveAtBooking, findPay, findPlate } from '#test/kits/pages/booking-page-kit.ts'
import { goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'

const words = wordsOf.en

// Stripe's script cannot be loaded, so its own page is used.
beforeEach(() => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    ;(script as HTMLScriptElement).dispatchEvent(new Event('error'))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function startWithPark() {
  const world = await startPageWorld()
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const park = await world.buildPark({ capacity: 1 })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const { start_time: start, end_time: end } = windowOf(world, 8, 8)
  const checkout = `/checkout/${park.slug}?${new URLSearchParams({ start, end })}`
  return { world, park, driver, checkout }
}

/** Presses the pay button, and pays on the provider's page that it leads to. */
async function pressAndPay(user: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await user.click(await findPay())
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const url = String(assign.mock.calls[0]![0])
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })
}

const comeBack = async ({ db }: WalletWorld, { user_id }: Driver) => {
  const { reference } = await db
    .selectFrom('top_ups')
    .select('reference')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  await goTo(`/payment/success?reference=${reference}&provider=stripe`)
}

test('holds the space, charges what is missing and shows the pass, with one press', async () => {
  const { world, driver, checkout } = await startWithPark()
  await setBalance(world, driver, 100n)
  const user = await openPage(checkout, { ...driver, country: 'CA' })
  await user.click(await findPay())
  expect(await screen.findAllByText(words.errors.fields.required)).not.toEqual([])
  await user.type(await findPlate(), 'BKTR 482')
  const findPaid = () => screen.getByRole('table', { name: words.checkout.pay_from_wallet }).textContent
  await waitFor(() => expect(findPaid()).toMatch(/3\.35$/))
  expect((await findPay()).textContent).toMatch(/3\.35/)
  await pressAndPay(user)
  await waitFor(() => expect(window.location.search).toMatch(/hold=/))
  await comeBack(world, driver)
  await arriveAtBooking()
  expect(await screen.findByText(words.bookings.booked)).toBeTruthy()
  expect(await screen.findByRole('img', { name: words.bookings.pass.qr })).toBeTruthy()
  expect(await world.balance(driver)).toBe(0)
})

test('charges the least payment and says what stays in the wallet', async () => {
  const { world, driver, checkout } = await startWithPark()
  await setBalance(world, driver, 400n)
  await openPage(checkout, { ...driver, country: 'CA' })
  expect((await findPay()).textContent).toMatch(/\$1\.00 /)
  expect(screen.getByText(pattern(words.checkout.pay_now_least)).textContent).toMatch(/0\.65/)
})

test('pays for a held space, and leads to other car parks if the space is gone when the money arrives', async () => {
  const { world, park, driver } = await startWithPark()
  const held = await buildHold(world, driver, park)
  const user = await openPage(`/checkout/${park.slug}?hold=${held.booking_code}`, { ...driver, country: 'CA' })
  await pressAndPay(user)
  world.clock.advance(11)
  const other = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const { start_time, end_time } = held
  const book = { park_id: park.id, plate: 'B 1', start_time, end_time }
  await advanceBookings(world.deps)
  expect((await world.call(createBooking, { token: other.token, body: book })).status).toBe(201)
  await comeBack(world, driver)
  expect(await screen.findByRole('heading', { name: words.wallet.callback.not_booked })).toBeTruthy()
  const nearby = await screen.findByRole('link', { name: words.checkout.elsewhere })
  expect(nearby.getAttribute('href')).toMatch(/^\/search\?lat=.+&start=.+&end=/)
  expect(screen.getByRole('link', { name: words.wallet.callback.other_times })).toBeTruthy()
  expect(await world.balance(driver)).toBe(4.35)
})
