import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { quarter_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, parksToBook, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.bookings
const toronto = { lat: 43.6532, lng: -79.3832 }

/** Books two hours tomorrow for a new driver. */
async function bookTomorrow(): Promise<{ driver: E2eDriver; code: string }> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, toronto)
  const { booking_code } = await book(base, driver, park!)
  return { driver, code: booking_code }
}

const readBooking = ({ token }: E2eDriver, code: string) =>
  send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })

const findAction = (name: keyof typeof words.action) => screen.findByRole('button', { name: words.action[name] })

test('turns automatic extension on up to a chosen time, and off', async () => {
  const { driver, code } = await bookTomorrow()
  const user = await openPage(`/booking-details/${code}`, driver)
  await user.click(await findAction('auto_extend'))
  expect(await screen.findAllByText(pattern(words.auto_extend.most))).not.toEqual([])
  await user.click(await findEnabled(words.auto_extend.confirm))
  expect(await screen.findAllByText(pattern(words.auto_extend.done))).not.toEqual([])
  const { end_time, auto_extend_until } = await readBooking(driver, code)
  expect(Date.parse(auto_extend_until!) - Date.parse(end_time)).toBe(8 * quarter_ms)
  await user.click(await findAction('auto_extend'))
  await user.click(await screen.findByRole('button', { name: words.auto_extend.off }))
  expect(await screen.findAllByText(pattern(words.auto_extend.done_off))).not.toEqual([])
  expect((await readBooking(driver, code)).auto_extend_until).toBeNull()
})

test('rejects a change to a booking cancelled elsewhere and shows its state', async () => {
  const { driver, code } = await bookTomorrow()
  const user = await openPage(`/booking-details/${code}`, driver)
  await user.click(await findAction('plate'))
  await send(base, 'PUT', `/api/v1/bookings/${code}/status?status=cancelled`, driver)
  const field = await screen.findByRole('textbox', { name: words.plate_dialog.field })
  await user.clear(field)
  await user.type(field, 'CXYZ 901')
  await user.click(screen.getByRole('button', { name: words.plate_dialog.save }))
  expect(await screen.findByText(words.updated)).toBeTruthy()
  expect(await screen.findAllByText(words.phase.cancelled)).not.toEqual([])
  expect(await findAction('renew')).toBeTruthy()
})

test('says that the lists failed, and asks for them again only when told to', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { fetch } = window
  let calls = 0
  const failing = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
    const address = request[0] instanceof Request ? request[0].url : String(request[0])
    if (!address.includes('/api/v1/bookings/list')) return fetch(...request)
    calls += 1
    return Response.json({ status: 500, code: 'internal', message: '' }, { status: 500 })
  })
  const user = await openPage('/bookings', driver)
  const again = await screen.findByRole('button', { name: wordsOf.en.common.try_again })
  // Of the page, and of the list that appears.
  expect(calls).toBeLessThanOrEqual(6)
  failing.mockRestore()
  await user.click(again)
  expect(await screen.findByText(words.empty.upcoming)).toBeTruthy()
})

test('lists a held space first with its countdown, links to payment and releases it', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, toronto)
  const { id, start_time, end_time } = park!
  const quote = { token: driver.token, body: { park_id: id, start_time, end_time } }
  const { quote_id } = await send<{ quote_id: string }>(base, 'POST', '/api/v1/bookings/quote', quote)
  const hold = { token: driver.token, body: { quote_id, plate: 'BKTR 482' } }
  const { booking_code } = await send<{ booking_code: string }>(base, 'POST', '/api/v1/bookings/holds', hold)
  const user = await openPage('/bookings', driver)
  const held = await screen.findByRole('region', { name: words.held_now })
  expect(await within(held).findAllByText(pattern(words.reserved.left))).not.toEqual([])
  await user.click(within(held).getByRole('link'))
  const pay = await screen.findByRole('link', { name: pattern(words.reserved.pay) })
  expect(pay.getAttribute('href')).toMatch(new RegExp(`/checkout/.*hold=${booking_code}`))
  await user.click(screen.getByRole('button', { name: words.reserved.give_up }))
  expect(await screen.findByText(words.reserved.given_up)).toBeTruthy()
  expect(await screen.findByText(words.empty.upcoming)).toBeTruthy()
})

test('leads from the link of an email to the receipt', async () => {
  const { driver, code } = await bookTomorrow()
  const scrolled: string[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  try {
    await openPage(`/booking-details/${code}#receipt`, driver)
    expect(await screen.findByRole('heading', { name: words.receipt })).toBeTruthy()
    await expect.poll(() => scrolled).toContain('receipt')
  } finally {
    scroll.mockRestore()
  }
})
