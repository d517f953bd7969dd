import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { quarter_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, bookingsOf, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import {
  findEnabled,
  findPark,
  findParksNow,
  loseNetwork,
  loseResponses,
  buildCanadian,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en.bookings

interface Opened {
  driver: E2eDriver
  code: string
  user: UserEvent
}

/** Books two hours tomorrow, or from now, for a new driver with this balance and opens the booking's page. */
async function openNewBooking(day: 'tomorrow' | 'today', top_up = 200): Promise<Opened> {
  const driver = await buildCanadian(top_up)
  const park = day === 'tomorrow' ? await findPark() : (await findParksNow())[0]!
  const { booking_code: code } = await book(base, driver, park)
  return { driver, code, user: await openPage(`/booking-details/${code}`, driver) }
}

const readBooking = ({ token }: E2eDriver, code: string) =>
  send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })

const findAction = (name: keyof typeof words.action) => screen.findByRole('button', { name: words.action[name] })

test('extends in two taps and charges once even if the response is lost', async () => {
  const { driver, code, user } = await openNewBooking('tomorrow')
  const before = await readBooking(driver, code)
  await user.click(await findAction('extend'))
  const confirm = await findEnabled(words.extend.confirm)
  const lost = loseResponses('/bookings/extend')
  await user.click(confirm)
  // The page finds the extension in the booking itself.
  expect(await screen.findAllByText(pattern(words.extend.done))).not.toEqual([])
  lost.mockRestore()
  const once = await readBooking(driver, code)
  expect(Date.parse(once.end_time) - Date.parse(before.end_time)).toBe(4 * quarter_ms)
  expect(once.total).toBeGreaterThan(before.total)
  expect(await screen.findAllByText(pattern(words.event.extended_to))).not.toEqual([])
  // bookingUpdated is reset: the dialog has closed and is ready for another change.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await findAction('extend'))
  expect(await screen.findByRole('button', { name: pattern(words.extend.confirm) })).toBeTruthy()
  await user.keyboard('{Escape}')
  await goTo('/wallet')
  await waitFor(() => expect(document.querySelectorAll('[data-kind=extension]')).toHaveLength(1))
})

test.runIf(isInTurn('asks before it extends', 3))(
  'asks before it extends into the next booking of the same plate, or changes the plate to one that is booked',
  async () => {
    const driver = await buildCanadian(200)
    const park = await findPark()
    const { booking_code: code } = await book(base, driver, park)
    const first = await readBooking(driver, code)
    const after = (quarters: number) => new Date(Date.parse(first.end_time) + quarters * quarter_ms).toISOString()
    const bookAlso = (start_time: string, end_time: string, plate: string) =>
      send<BookingDetails>(base, 'POST', '/api/v1/bookings', {
        token: driver.token,
        body: { park_id: park.id, start_time, end_time, plate },
      })
    const next = await bookAlso(first.end_time, after(8), first.plate)
    await bookAlso(first.start_time, first.end_time, 'OTHER 1')
    const user = await openPage(`/booking-details/${code}`, driver)
    await user.click(await findAction('extend'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(wordsOf.en.checkout.duplicate)).toBeTruthy()
    const link = dialog.getByRole('link', { name: wordsOf.en.checkout.duplicate_open })
    expect(link.getAttribute('href')).toBe(`/booking-details/${next.booking_code}`)
    await user.click(await findEnabled(words.extend.confirm_twice))
    await waitFor(async () => expect((await readBooking(driver, code)).end_time).toBe(after(4)))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await findAction('plate'))
    const field = await screen.findByLabelText(pattern(words.plate_dialog.field))
    await user.clear(field)
    await user.type(field, 'other-1')
    await user.click(screen.getByRole('button', { name: words.plate_dialog.save }))
    const again = await screen.findByRole('button', { name: words.plate_dialog.again })
    expect((await readBooking(driver, code)).plate).toBe(first.plate)
    await user.click(again)
    await waitFor(async () => expect((await readBooking(driver, code)).plate).toBe('OTHER-1'))
  },
)

test('offers a top-up in the extension if the balance is too low', async () => {
  const { id: park_id, start_time, end_time } = await findPark()
  const body = { park_id, start_time, end_time }
  const { total } = await send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', { body })
  // After the booking less than a dollar is left.
  const { user } = await openNewBooking('tomorrow', Math.ceil(total))
  await user.click(await findAction('extend'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(pattern(wordsOf.en.checkout.money_needed))).toBeTruthy()
  expect(await dialog.findByRole('button', { name: pattern(wordsOf.en.wallet.go_to_provider) })).toBeTruthy()
})

test.runIf(isInTurn('renews a cancelled', 3))('renews a cancelled booking at the quoted price', async () => {
  const driver = await buildCanadian(200)
  const { booking_code: code } = await book(base, driver, await findPark())
  await send(base, 'PUT', `/api/v1/bookings/${code}/status?status=cancelled`, driver)
  const user = await openPage(`/booking-details/${code}`, driver)
  await user.click(await findAction('renew'))
  await user.click(await findEnabled(words.renew.confirm))
  expect(await screen.findByText(words.booked)).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).not.toContain(code))
  // bookingCreated is reset by the next navigation.
  await goTo(window.location.pathname)
  await waitFor(() => expect(screen.queryByText(words.booked)).toBeNull())
  expect(await bookingsOf(base, driver)).toBe(2)
  await goTo(`/booking-details/${code}`)
  expect(await screen.findByText(words.followed.renewed)).toBeTruthy()
})

test.runIf(isInTurn('corrects the plate', 3))(
  'corrects the plate, and sends a change without a network later',
  async () => {
    const { driver, code, user } = await openNewBooking('tomorrow')
    const enterPlate = async (plate: string) => {
      const field = await screen.findByRole('textbox', { name: words.plate_dialog.field })
      await user.clear(field)
      await user.type(field, plate)
      await user.click(screen.getByRole('button', { name: words.plate_dialog.save }))
    }
    await user.click(await findAction('plate'))
    await enterPlate('a')
    expect(await screen.findByText(wordsOf.en.errors.fields.plate)).toBeTruthy()
    await enterPlate('cxyz 901')
    expect(await screen.findByText(words.plate_dialog.done.replace('{{plate}}', 'CXYZ 901'))).toBeTruthy()
    expect(await screen.findByText('Licence plate changed from BKTR 482 to CXYZ 901')).toBeTruthy()

    await user.click(await findAction('plate'))
    const lost = loseNetwork()
    await enterPlate('ZZ 11')
    expect(await screen.findByText(words.waiting.title)).toBeTruthy()
    expect(screen.queryByText('ZZ 11')).toBeNull()
    lost.mockRestore()
    expect((await readBooking(driver, code)).plate).toBe('CXYZ 901')
    await user.click(screen.getByRole('button', { name: words.waiting.send }))
    await waitFor(() => expect(screen.queryByText(words.waiting.title)).toBeNull())
    expect((await readBooking(driver, code)).plate).toBe('ZZ 11')
  },
)

/**
 * Books from now a park that has an equal space nearby, and opens the booking's page. Late in the evening the nearest
 * park may be the only covered one that is open.
 */
async function openBookingWithAlternatives(): Promise<Opened> {
  const driver = await buildCanadian(500)
  for (const park of await findParksNow()) {
    const { booking_code: code } = await book(base, driver, park)
    const path = `/api/v1/bookings/${code}/alternatives`
    const { items } = await send<{ items: unknown[] }>(base, 'GET', path, driver)
    if (items.length > 0) return { driver, code, user: await openPage(`/booking-details/${code}`, driver) }
  }
  throw new Error('no park with an equal space nearby')
}

test.runIf(isInTurn('moves a driver', 3))(
  'moves a driver who cannot park to a nearby space at no extra cost',
  async () => {
    const { driver, code, user } = await openBookingWithAlternatives()
    const goOn = () => screen.findByRole('button', { name: words.cannot_park.go_on })
    await user.click(await findAction('cannot_park'))
    await user.click(await goOn())
    expect(await screen.findByText(wordsOf.en.errors.fields.required)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: words.cannot_park.reasons.blocked }))
    await user.click(await goOn())
    const elsewhere = await screen.findByRole('group', { name: words.cannot_park.elsewhere })
    await user.click(within(elsewhere).getAllByRole('radio')[0]!)
    expect(await screen.findByText(pattern(words.cannot_park.held))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: words.cannot_park.confirm_move }))
    await user.click(await screen.findByRole('link', { name: words.cannot_park.moved_open }))
    await waitFor(() => expect(window.location.pathname).not.toContain(code))
    expect(await screen.findByRole('img', { name: words.pass.qr })).toBeTruthy()
    expect((await readBooking(driver, code)).status).toBe('cancelled')
  },
)

test.runIf(isInTurn('says that a third report', 3))(
  'says that a third report waits for a check, sends it in one press, and leaves its price as paid',
  async () => {
    const driver = await buildCanadian(500)
    const parks = await findParksNow()
    for (const park of parks.slice(0, 2)) {
      const { booking_code } = await book(base, driver, park)
      const { id } = await readBooking(driver, booking_code)
      await send(base, 'POST', `/api/v1/bookings/${id}/cannot-park`, { token: driver.token, body: { reason: 'full' } })
    }
    const { booking_code: code } = await book(base, driver, parks[2]!)
    const user = await openPage(`/booking-details/${code}`, driver)
    await user.click(await findAction('cannot_park'))
    await user.click(await screen.findByRole('radio', { name: words.cannot_park.reasons.full }))
    // Before the photo, which spares the check.
    const notice = await screen.findByText(words.cannot_park.checked)
    const photo = screen.getByText(words.cannot_park.photo)
    expect(notice.compareDocumentPosition(photo) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    await user.click(screen.getByRole('button', { name: words.cannot_park.go_on }))
    expect(screen.queryByRole('button', { name: words.cannot_park.confirm_move })).toBeNull()
    await user.click(await findEnabled(words.cannot_park.confirm_check))
    expect(await screen.findByText(words.cannot_park.sent_text)).toBeTruthy()
    const { total, refunded } = await readBooking(driver, code)
    expect(refunded).toBe(0)
    await goTo('/bookings?tab=cancelled')
    const cards = await screen.findAllByRole('article')
    expect(cards).toHaveLength(3)
    for (const card of cards) {
      const isRefunded = within(card).queryByText(pattern(words.refunded)) !== null
      expect(card.querySelector('.line-through') !== null).toBe(isRefunded)
    }
    const stored = cards.find((card) => card.querySelector('.line-through') === null)!
    expect(stored.textContent).toContain(`$${total.toFixed(2)}`)
  },
)

test('refunds a driver who cannot park in full', async () => {
  const { user } = await openNewBooking('today')
  await user.click(await findAction('cannot_park'))
  await user.click(await screen.findByRole('radio', { name: words.cannot_park.reasons.full }))
  await user.click(screen.getByRole('button', { name: words.cannot_park.go_on }))
  await user.click(await screen.findByRole('radio', { name: pattern(words.cannot_park.money) }))
  await user.click(screen.getByRole('button', { name: pattern(words.cannot_park.confirm_money) }))
  expect(await screen.findByText(words.cannot_park.returned_text)).toBeTruthy()
  await goTo('/wallet')
  expect((await screen.findByTestId('balance')).textContent).toBe('$200.00')
})
