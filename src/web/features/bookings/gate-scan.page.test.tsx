import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Park } from '#contract/parks/parks.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, send, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { findPark, findParksNow, buildCanadian } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en.bookings
const w = words.gate_scan

const readPark = ({ id }: Choice) => send<Park>(base, 'GET', `/api/v1/front/parks/${id}`)
const readBooking = ({ token }: E2eDriver, code: string) =>
  send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })

/** Parks with check-in, or without. */
async function findWith(check_in: 'scan' | 'clock', choices: Choice[]): Promise<Park & Choice> {
  for (const choice of choices) {
    const park = await readPark(choice)
    if (park.policies.check_in === check_in) return { ...park, ...choice }
  }
  throw new Error(`no car park with ${check_in}`)
}

const openScanner = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: w.action }))
async function typeCode(user: UserEvent, code: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: w.code })
  await user.clear(field)
  await user.type(field, `${code}{Enter}`)
}

test('checks in by a typed code where there is no camera, and refuses what is no car park’s', async () => {
  const driver = await buildCanadian(200)
  const park = await findWith('scan', await findParksNow())
  const { booking_code } = await book(base, driver, park)
  const user = await openPage(`/booking-details/${booking_code}`, driver)
  await openScanner(user)
  expect(await screen.findByText(w.camera.missing)).toBeTruthy()
  await typeCode(user, ' ')
  expect(await screen.findByText(w.required)).toBeTruthy()
  await typeCode(user, 'https://example.com')
  expect(await screen.findByText(pattern(w.unknown))).toBeTruthy()
  await typeCode(user, park.park_code.toLowerCase())
  expect(await screen.findByText(words.checked_in)).toBeTruthy()
  expect(await readBooking(driver, booking_code)).toMatchObject({ status: 'checked_in' })
})

test.runIf(isInTurn('says at the right', 3))(
  'says at the right car park that there is no check-in, or that it is too early',
  async () => {
    const driver = await buildCanadian(200)
    const park = await findWith('clock', await findParksNow())
    const { booking_code } = await book(base, driver, park)
    const user = await openPage(`/booking-details/${booking_code}`, driver)
    await openScanner(user)
    await typeCode(user, park.park_code)
    // Without check-in, a driver may leave from the start on.
    const dialog = within(await screen.findByRole('dialog', { name: w.leaving }))
    expect(await dialog.findByText(words.leave.text)).toBeTruthy()
    expect(await readBooking(driver, booking_code)).toMatchObject({ status: 'active' })
  },
)

test('offers no scan long before the start', async () => {
  const driver = await buildCanadian(200)
  const { booking_code } = await book(base, driver, await findPark())
  await openPage(`/booking-details/${booking_code}`, driver)
  expect(await screen.findByRole('button', { name: words.action.cancel })).toBeTruthy()
  expect(screen.queryByRole('button', { name: w.action })).toBeNull()
})

test.runIf(isInTurn('opens the booking at', 3))(
  'opens the booking at the scanned car park from the list, and finds none elsewhere',
  async () => {
    const driver = await buildCanadian(200)
    const choices = await findParksNow()
    const park = await findWith('scan', choices)
    const other = await readPark(choices.find(({ id }) => id !== park.id)!)
    const { booking_code } = await book(base, driver, park)
    const user = await openPage('/bookings', driver)
    await openScanner(user)
    await typeCode(user, other.park_code)
    expect(await screen.findByRole('dialog', { name: w.wrong })).toBeTruthy()
    expect(screen.getByRole('link', { name: w.change }).getAttribute('href')).toBe(`/booking/${other.park_code}`)
    await user.click(screen.getByRole('button', { name: w.again }))
    await typeCode(user, park.park_code)
    expect(await screen.findByText(words.checked_in)).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toBe(`/booking-details/${booking_code}`))
    expect(await readBooking(driver, booking_code)).toMatchObject({ status: 'checked_in' })
  },
)

test('a link alone checks nobody in', async () => {
  const driver = await buildCanadian(200)
  const park = await findWith('scan', await findParksNow())
  const { booking_code } = await book(base, driver, park)
  await openPage(`/booking-details/${booking_code}?do=scan_gate&gate=${park.park_code}`, driver)
  expect(await screen.findByRole('dialog', { name: w.action })).toBeTruthy()
  expect(await readBooking(driver, booking_code)).toMatchObject({ status: 'active' })
})

test.runIf(isInTurn('asks to check out', 3))(
  'asks to check out though the copy on this device is from before the check-in',
  async () => {
    const driver = await buildCanadian(200)
    const park = await findWith('scan', await findParksNow())
    const { booking_code } = await book(base, driver, park)
    await openPage(`/booking-details/${booking_code}`, driver)
    await waitFor(() => expect(localStorage.getItem('bookings_offline')).toContain(booking_code))
    const { id } = await readBooking(driver, booking_code)
    const body = { park_code: park.park_code }
    await send(base, 'POST', `/api/v1/bookings/${id}/check-in`, { token: driver.token, body })
    const copy = localStorage.getItem('bookings_offline')!
    const user = await openPage('/bookings', driver)
    await openScanner(user)
    // As it was when another device checked in.
    localStorage.setItem('bookings_offline', copy)
    const calls = vi.spyOn(window, 'fetch')
    onTestFinished(() => calls.mockRestore())
    await typeCode(user, park.park_code)
    const dialog = within(await screen.findByRole('dialog', { name: w.leaving }))
    expect(await dialog.findByRole('button', { name: w.check_out })).toBeTruthy()
    const addresses = calls.mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input)))
    expect(addresses.filter((address) => address.endsWith('/check-in'))).toEqual([])
    expect(await readBooking(driver, booking_code)).toMatchObject({ status: 'checked_in' })
  },
)
