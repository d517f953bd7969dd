import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { bookingsOf, send, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  checkoutOf,
  findPark,
  findPay,
  listBookings,
  buildCanadian,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
const plate = 'BKTR 482'

async function newOwner(top_up: number): Promise<E2eDriver> {
  const driver = await buildCanadian(top_up)
  await send(base, 'POST', '/api/v1/user/vehicles/', { token: driver.token, body: { plate } })
  return driver
}

const parkPage = ({ slug, start_time, end_time }: Choice) =>
  `/park/${slug}?${new URLSearchParams({ start: start_time, end: end_time })}`
const queryPay = () => screen.queryByRole('button', { name: pattern(words.checkout.pay) })

test('pays with one press from the wallet for the saved vehicle', async () => {
  const driver = await newOwner(200)
  const park = await findPark()
  const user = await openPage(parkPage(park), driver)
  const pay = await screen.findByRole('button', { name: pattern(words.checkout.pay) })
  expect(screen.getByText(pattern(words.park_page.pay.wallet))).toBeTruthy()
  expect(screen.queryByRole('link', { name: words.park.book })).toBeNull()
  await user.dblClick(pay)
  await arriveAtBooking()
  expect((await listBookings(driver, 'upcoming')).map((booking) => booking.plate)).toEqual([plate])
})

test.runIf(isInTurn('leaves a second booking', 3))(
  'leaves a second booking of the same vehicle to the driver',
  async () => {
    const driver = await newOwner(200)
    const park = await findPark()
    const user = await openPage(parkPage(park), driver)
    const pay = await screen.findByRole('button', { name: pattern(words.checkout.pay) })
    const { id, start_time, end_time } = park
    const body = { park_id: id, plate, start_time, end_time }
    await send(base, 'POST', '/api/v1/bookings', { token: driver.token, body })
    await user.click(pay)
    await waitFor(() => expect(window.location.pathname).toBe(`/checkout/${park.slug}`))
    expect(await screen.findByText(words.checkout.duplicate)).toBeTruthy()
    await findPay()
    expect(await bookingsOf(base, driver)).toBe(1)
  },
)

test('pays nothing at a checkout that is opened again', async () => {
  const driver = await newOwner(200)
  const address = checkoutOf(await findPark())
  history.replaceState({ usr: { agreed: true } }, '', address)
  await openPage(address, driver)
  await findPay()
  expect(await bookingsOf(base, driver)).toBe(0)
})

test.runIf(isInTurn('leads to the checkout for another', 3))(
  'leads to the checkout for another vehicle type, and for a price above the balance',
  async () => {
    const driver = await newOwner(40)
    const park = await findPark()
    await openPage(parkPage(park), driver)
    await screen.findByRole('button', { name: pattern(words.checkout.pay) })
    const month = new Date(Date.parse(park.start_time) + 30 * 24 * 3_600_000).toISOString()
    for (const address of [`${parkPage(park)}&vehicle=2`, parkPage({ ...park, end_time: month })]) {
      await goTo(address)
      await waitFor(() => expect(queryPay()).toBeNull())
      // One for each width, once the price is known.
      await waitFor(() => expect(screen.getAllByRole('link', { name: words.park.book })).toHaveLength(2))
      await goTo(parkPage(park))
      await screen.findByRole('button', { name: pattern(words.checkout.pay) })
    }
  },
)
