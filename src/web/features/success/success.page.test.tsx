import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, send } from '#test/e2e/kit/drivers.ts'
import { findPark, buildCanadian, reload } from '#test/kits/pages/booking-page-kit.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en
const findHeading = (name: string) => screen.findByRole('heading', { name })

test('shows the booking with its files and, once it is cancelled, says so', async () => {
  const driver = await buildCanadian(200)
  const { booking_code } = await book(base, driver, await findPark())
  await openPage(`/booking-success?code=${booking_code}`, driver)
  expect(await findHeading(words.checkout.success.booked)).toBeTruthy()
  for (const name of [words.checkout.success.calendar, words.checkout.success.receipt])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  await send(base, 'PUT', `/api/v1/bookings/${booking_code}/status?status=cancelled`, { token: driver.token })
  const user = await reload()
  expect(await findHeading(words.checkout.success.cancelled)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: words.checkout.success.to_booking }))
  await waitFor(() => expect(window.location.pathname).toBe(`/booking-details/${booking_code}`))
})

test('handles a missing code, a signed-out visitor and another driver’s booking', async () => {
  const driver = await buildCanadian(200)
  const stranger = await buildCanadian()
  const { booking_code } = await book(base, driver, await findPark())
  const page = `/booking-success?code=${booking_code}`
  await openPage('/booking-success')
  expect(await findHeading(words.checkout.success.no_code)).toBeTruthy()
  await goTo('/payment')
  expect(await findHeading(words.wallet.callback.no_reference)).toBeTruthy()
  await goTo(page)
  const main = await screen.findByRole('main')
  await waitFor(() => expect(main.querySelector('a[href^="/auth"]')?.textContent).toBe(words.checkout.log_in))
  localStorage.setItem('parkwell_user_token', stranger.token)
  await reload()
  expect(await findHeading(words.checkout.success.unknown)).toBeTruthy()
})
