import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, bookingsOf, send } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  findEnabled,
  findPark,
  findParksNow,
  findPay,
  findPlate,
  listBookings,
  buildCanadian,
  openCheckout,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

/* The driver has booked the same vehicle here in another tab, after this page had loaded. */

const words = wordsOf.en
const findQuestion = async () => within(await screen.findByRole('dialog', { name: /Book another space\?$/ }))

test('asks before a second space is paid for, and leads to the first', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  const user = await openCheckout(park, driver)
  const { booking_code } = await book(base, driver, { ...park, plate: 'bktr-482' })
  await user.click(await findPay())
  const question = await findQuestion()
  const link = question.getByRole('link', { name: words.checkout.duplicate_open })
  expect(link.getAttribute('href')).toBe(`/booking-details/${booking_code}`)
  expect(question.getByText(pattern(words.checkout.again_booked))).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(words.checkout.refused)).toBeNull()
  expect(await bookingsOf(base, driver)).toBe(1)

  await user.click(await findPay())
  await user.click((await findQuestion()).getByRole('button', { name: words.checkout.again }))
  await arriveAtBooking()
  expect(await bookingsOf(base, driver)).toBe(2)
})

test.runIf(isInTurn('asks before a second space is reserved', 3))(
  'asks before a second space is reserved, and leads to the reservation',
  async () => {
    const driver = await buildCanadian()
    const park = await findPark()
    const user = await openCheckoutWithoutMoney()
    const quote = await send<{ quote_id: string }>(base, 'POST', '/api/v1/bookings/quote', {
      body: { park_id: park.id, start_time: park.start_time, end_time: park.end_time },
    })
    const hold = { quote_id: quote.quote_id, plate: 'BKTR 482' }
    const { booking_code } = await send<{ booking_code: string }>(base, 'POST', '/api/v1/bookings/holds', {
      token: driver.token,
      body: hold,
    })
    await user.click(await findEnabled(words.checkout.hold))
    const link = (await findQuestion()).getByRole('link', { name: words.checkout.hold_complete })
    expect(link.getAttribute('href')).toContain(`hold=${booking_code}`)
    await user.click((await findQuestion()).getByRole('button', { name: words.checkout.again }))
    expect(await screen.findByRole('heading', { name: words.checkout.held_title })).toBeTruthy()
    expect(await listBookings(driver, 'pending')).toHaveLength(2)

    async function openCheckoutWithoutMoney() {
      const opened = await openCheckout(park, driver)
      await findEnabled(words.checkout.hold)
      return opened
    }
  },
)

test.runIf(isInTurn('asks at the gate', 3))('asks at the gate', async () => {
  const driver = await buildCanadian(200)
  const [park] = await findParksNow()
  const user = await openPage(`/booking/${park!.slug}`, driver)
  await user.type(await findPlate(), 'BKTR 482')
  await findPay()
  await book(base, driver, park!)
  await user.click(await findPay())
  await user.click((await findQuestion()).getByRole('button', { name: words.checkout.again }))
  await arriveAtBooking()
  expect(await bookingsOf(base, driver)).toBe(2)
})

test.runIf(isInTurn('asks in the renewal', 3))('asks in the renewal of a booking', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  const { booking_code } = await book(base, driver, park)
  await send(base, 'PUT', `/api/v1/bookings/${booking_code}/status?status=cancelled`, { token: driver.token })
  const user = await openPage(`/booking-details/${booking_code}?do=renew`, driver)
  await findEnabled(words.bookings.renew.confirm)
  const second = await book(base, driver, park)
  await user.click(await findEnabled(words.bookings.renew.confirm))
  expect(await screen.findByText(words.checkout.duplicate)).toBeTruthy()
  const link = screen.getByRole('link', { name: words.checkout.duplicate_open })
  expect(link.getAttribute('href')).toBe(`/booking-details/${second.booking_code}`)
  await user.click(await findEnabled(words.checkout.again))
  await waitFor(async () => expect(await bookingsOf(base, driver)).toBe(3))
})
