import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, send } from '#test/e2e/kit/drivers.ts'
import { findPark, findParksNow, buildCanadian } from '#test/kits/pages/booking-page-kit.ts'
import { keepDownloads } from '#test/kits/pages/downloads.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { takePhoto } from '#test/kits/pages/photos.ts'

const { bookings: words, checkout, common } = wordsOf.en

test('downloads the calendar entry and the receipt after booking and from the booking', async () => {
  const driver = await buildCanadian(200)
  const { booking_code: code } = await book(base, driver, await findPark())
  const saved = keepDownloads()
  const read = async (n: number) => {
    await waitFor(() => expect(saved.length).toBeGreaterThan(n))
    return { name: saved[n]!.name, head: (await saved[n]!.file.text()).slice(0, 5) }
  }
  for (const [n, path, { calendar, receipt }] of [
    [0, `/booking-details/${code}`, words.action],
    [2, `/booking-success?code=${code}`, checkout.success],
  ] as const) {
    const user = await openPage(path, driver)
    await user.click(await screen.findByRole('button', { name: calendar }))
    expect(await read(n)).toEqual({ name: `parkwell-${code}.ics`, head: 'BEGIN' })
    await user.click(await screen.findByRole('button', { name: receipt }))
    expect(await read(n + 1)).toEqual({ name: `parkwell-${code}.pdf`, head: '%PDF-' })
  }
})

test('sends a photo with a parking problem, again after it was lost, and shows it with the booking', async () => {
  const driver = await buildCanadian(200)
  const { booking_code: code } = await book(base, driver, (await findParksNow())[0]!)
  const photo = await takePhoto('gate.jpg')
  const user = await openPage(`/booking-details/${code}`, driver)
  await user.click(await screen.findByRole('button', { name: words.action.cannot_park }))
  await user.click(await screen.findByRole('radio', { name: words.cannot_park.reasons.blocked }))
  await user.upload(screen.getByLabelText(words.cannot_park.photo, { selector: 'input' }), photo)
  expect(await screen.findByRole('img', { name: words.report.photo_alt })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.cannot_park.go_on }))
  await user.click(await screen.findByRole('radio', { name: pattern(words.cannot_park.money) }))
  // The first upload fails; the refund must not depend on it.
  const { fetch } = window
  const lose = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.endsWith('/cannot-park/photo')) return fetch(input, init)
    lose.mockRestore()
    throw new TypeError('Failed to fetch')
  })
  await user.click(screen.getByRole('button', { name: pattern(words.cannot_park.confirm_money) }))
  expect(await screen.findByText(words.cannot_park.returned_text)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: common.try_again }))
  expect(await screen.findByText(words.cannot_park.photo_sent)).toBeTruthy()
  await openPage(`/booking-details/${code}`, driver)
  expect(await screen.findByText(words.cannot_park.reasons.blocked)).toBeTruthy()
  expect(await screen.findByRole('img', { name: words.report.photo_alt })).toBeTruthy()
  const { token } = driver
  const { cannot_park } = await send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })
  expect(cannot_park).toMatchObject({ reason: 'blocked', has_photo: true })
})
