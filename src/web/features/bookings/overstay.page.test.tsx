import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getPassBooking, guardCheckIn, guardCheckOut } from '#contract/bookings/booking-changes.ts'
import { getBooking } from '#contract/bookings/bookings.ts'
import { createReview } from '#contract/reviews/reviews.ts'
import { minute_ms } from '#contract/time.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildPaidBooking, buildScanPark } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'

const w = wordsOf.en

afterEach(() => {
  vi.useRealTimers()
})

/** Sets the clock of the page and the server's, and runs the booking job. */
async function moveTo(world: WalletWorld, instant: string, minutes: number): Promise<void> {
  world.clock.now = new Date(Date.parse(instant) + minutes * minute_ms)
  vi.setSystemTime(world.clock.now)
  await advanceBookings(world.deps)
}

test('shows what a guard records, takes payment of an overstay after a top-up, and shows the rating', async () => {
  const world = await startPageWorld()
  vi.useFakeTimers({ toFake: ['Date'], now: world.clock.now })
  const park = await buildScanPark(world, { day_cap_minor: null })
  const guard = await world.buildDriver()
  await giveRole(world.db, { user_id: guard.user_id, role: 'guard', park_id: park.id })
  const driver = await world.buildDriver({ balance_minor: 600n })
  const { booking_code, start_time, end_time } = await buildPaidBooking(world, driver, park, 4, 8)
  const readBooking = async () =>
    (await world.call(getBooking, { params: { bookingCode: booking_code }, token: driver.token })).body
  const asGuard = { token: guard.token, body: { booking_code } }
  const openBooking = () => openPage(`/booking-details/${booking_code}`, driver)

  await openBooking()
  expect(await screen.findByRole('img', { name: w.bookings.pass.qr })).toBeTruthy()
  expect(await screen.findAllByText(w.bookings.phase.coming)).not.toEqual([])
  // The guard knows nothing but the content of the QR code.
  const readPass = () => /PW2:[A-Z\d $%*+./:-]{149}/.exec(Object.values(localStorage).join(' '))?.[0]
  await waitFor(() => expect(readPass()).toBeDefined())
  const seen = await world.call(getPassBooking, { token: guard.token, body: { pass: readPass()! } })
  expect(seen.body).toMatchObject({ booking_code, plate: 'ABC 123', can: { check_in: false } })
  cleanup()

  await moveTo(world, start_time, 2)
  expect((await world.call(guardCheckIn, asGuard)).status).toBe(200)
  await openBooking()
  expect(await screen.findAllByText(w.bookings.phase.running)).not.toEqual([])
  expect(await screen.findByText(w.bookings.event.arrived_guard)).toBeTruthy()
  cleanup()

  await moveTo(world, end_time, 6 * 60)
  expect((await world.call(guardCheckOut, asGuard)).status).toBe(200)
  expect((await readBooking()).due).toBeGreaterThan(0)
  const user = await openBooking()
  expect(await screen.findByText(w.bookings.event.left_guard)).toBeTruthy()
  expect(await screen.findByText(pattern(w.bookings.outstanding.title))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: w.bookings.outstanding.pay }))
  expect(await within(await screen.findByRole('dialog')).findByText(pattern(w.checkout.money_needed))).toBeTruthy()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await user.click(await screen.findByRole('button', { name: pattern(w.wallet.go_to_provider) }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const page = String(assign.mock.calls[0]![0])
  await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })
  const [topUp] = await world.topUpsOf(driver)
  await goTo(`/wallet/callback?reference=${topUp!.reference}&provider=stripe`)
  expect(await screen.findByText(pattern(w.wallet.callback.success))).toBeTruthy()
  const dialog = within(await screen.findByRole('dialog'))
  // The button of the top-up ends in the provider's name.
  const confirm = await dialog.findByRole('button', { name: /^Pay \$[\d.]+$/ })
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
  await user.dblClick(confirm)
  expect(await screen.findAllByText(w.bookings.outstanding.done)).not.toEqual([])
  await waitFor(() => expect(screen.queryByText(pattern(w.bookings.outstanding.title))).toBeNull())
  expect(await screen.findByText(pattern(w.bookings.event.due_paid_of))).toBeTruthy()
  const paid = await readBooking()
  expect(paid).toMatchObject({ due: 0, status: 'completed' })
  expect(paid.history.filter(({ cause }) => cause === 'due_paid')).toHaveLength(1)

  // After the stay the driver can leave a rating, which search results show.
  const review = { params: { parkId: park.id }, token: driver.token, body: { booking_id: booking_code, rating: 4 } }
  expect((await world.call(createReview, review)).status).toBe(201)
  await goTo('/search?lat=43.65&lng=-79.38&place=Toronto&sort=rating')
  const card = await screen.findByRole('article')
  expect(card.textContent).toContain(w.reviews.stars.replace('{{rating}}', '4'))
  expect(card.textContent).toContain(w.reviews.count_one.replace('{{number}}', '1'))
})
