import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { bookingsOf, send } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  checkoutOf,
  findPark,
  findPay,
  findPlate,
  listBookings,
  loseNetwork,
  loseResponses,
  buildCanadian,
  openCheckout,
  reload,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
const findHold = () => screen.findByRole('button', { name: pattern(words.checkout.hold) })
const findHeld = () => screen.findByRole('heading', { name: words.checkout.held_title })

afterEach(() => {
  vi.useRealTimers()
})

const passTenMinutes = () => act(() => vi.advanceTimersByTimeAsync(10 * 60_000 + 5000))

test('creates one hold for two clicks, keeps it over a reload and requests a new price after it expires', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  let user = await openPage(checkoutOf(park), driver)
  await findPay()
  await user.click(await findHold())
  expect(await screen.findAllByText(words.errors.fields.required)).not.toEqual([])
  await user.type(await findPlate(), 'BKTR 482')
  await user.dblClick(await findHold())
  expect(await findHeld()).toBeTruthy()
  expect(await screen.findByText(pattern(words.checkout.hold_until))).toBeTruthy()
  const [hold, ...others] = await listBookings(driver, 'pending')
  expect(others).toEqual([])

  vi.useFakeTimers({ shouldAdvanceTime: true })
  user = await reload()
  expect(await findHeld()).toBeTruthy()
  // The device's clock is ahead; the server's time counts.
  await passTenMinutes()
  expect(await screen.findAllByText(words.checkout.hold_ending)).not.toEqual([])
  expect(await findHeld()).toBeTruthy()
  await send(base, 'DELETE', `/api/v1/bookings/${hold!.booking_code}/hold`, { token: driver.token })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText(words.checkout.hold_expired)).toBeTruthy()
  expect((await findPlate()).value).toBe('BKTR 482')
  expect(await findPay()).toBeTruthy()
})

test('requests a new price when the quote expires and says so', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openPage(checkoutOf(park), driver)
  await findPay()
  await passTenMinutes()
  expect(await screen.findAllByText(words.checkout.price_renewed)).not.toEqual([])
})

test('creates one hold when the request is retried after a lost response', async () => {
  const driver = await buildCanadian(200)
  const user = await openCheckout(await findPark(), driver)
  const lost = loseResponses('/bookings/holds')
  await user.click(await findHold())
  expect(await screen.findByText(words.common.network_error)).toBeTruthy()
  lost.mockRestore()
  await user.click(await findHold())
  expect(await findHeld()).toBeTruthy()
  expect(await listBookings(driver, 'pending')).toHaveLength(1)
})

test('releases a held space, which can then be held again', async () => {
  const driver = await buildCanadian(200)
  const user = await openCheckout(await findPark(), driver)
  await user.click(await findHold())
  await user.click(await screen.findByRole('button', { name: words.checkout.hold_release }))
  expect((await findPlate()).value).toBe('BKTR 482')
  expect(await listBookings(driver, 'pending')).toEqual([])
  await findPay()
  await user.click(await findHold())
  expect(await findHeld()).toBeTruthy()
})

test('books once when the network fails during payment and the request is retried after a reload', async () => {
  const driver = await buildCanadian(200)
  let user = await openCheckout(await findPark(), driver)
  const lost = loseNetwork()
  await user.click(await findPay())
  expect(await screen.findByText(words.checkout.unconfirmed)).toBeTruthy()
  lost.mockRestore()
  user = await reload()
  await user.dblClick(await screen.findByRole('button', { name: words.checkout.unconfirmed_retry }))
  await arriveAtBooking()
  expect(await bookingsOf(base, driver)).toBe(1)
})

test.each(inTurn([false, true], 1)())(
  'shows the booking of a payment whose response was lost; reloaded: %s',
  async (isReloaded) => {
    const driver = await buildCanadian(200)
    const user = await openCheckout(await findPark(), driver)
    const lost = loseResponses('/api/v1/bookings')
    await user.click(await findPay())
    expect(await screen.findByText(words.checkout.unconfirmed)).toBeTruthy()
    if (isReloaded) await reload()
    await arriveAtBooking()
    lost.mockRestore()
    expect(await bookingsOf(base, driver)).toBe(1)
  },
)

test('books once on a double click', async () => {
  const driver = await buildCanadian(200)
  const user = await openCheckout(await findPark(), driver)
  await user.dblClick(await findPay())
  await arriveAtBooking()
  await waitFor(async () => expect(await bookingsOf(base, driver)).toBe(1))
})
