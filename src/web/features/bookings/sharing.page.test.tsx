import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book } from '#test/e2e/kit/drivers.ts'
import { findPark, buildCanadian } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { bookings: words } = wordsOf.en

test('a booking is shared by a link without the pass, which ends when the owner wants', async () => {
  const driver = await buildCanadian(500)
  const { booking_code: code } = await book(base, driver, await findPark())
  const user = await openPage(`/booking-details/${code}`, { token: driver.token })
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: words.action.share }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: words.share.make }))
  const link = await dialog.findByRole('textbox', { name: words.share.link })
  const url = (link as HTMLInputElement).value
  expect(copied).toHaveBeenCalledWith(url)
  await dialog.findByRole('button', { name: words.share.end })
  localStorage.clear()

  await openPage(new URL(url).pathname)
  await screen.findByText(words.shared.lead)
  expect(screen.queryByRole('img', { name: words.pass.qr })).toBeNull()
  expect(document.body.textContent).not.toContain(code)

  await openPage(`/booking-details/${code}?do=share`, { token: driver.token })
  await user.click(await screen.findByRole('button', { name: words.share.end }))
  await waitFor(() => expect(screen.queryByRole('button', { name: words.share.end })).toBeNull())
  localStorage.clear()
  await openPage(new URL(url).pathname)
  await screen.findByRole('heading', { name: words.shared.ended })
})

test('weekly bookings are priced in one list, of which some can be left out, and made at once', async () => {
  const driver = await buildCanadian(2_000)
  const { booking_code: code } = await book(base, driver, await findPark())
  const user = await openPage(`/booking-details/${code}`, { token: driver.token })
  await user.click(await screen.findByRole('button', { name: words.action.weekly }))
  const dialog = within(await screen.findByRole('dialog'))
  const days = await dialog.findAllByRole('checkbox')
  expect(days).toHaveLength(4)
  await user.click(days[0]!)
  const confirm = await dialog.findByRole('button', { name: /^Book 3 days for / })
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
  await user.click(confirm)
  await waitFor(() => expect(window.location.pathname).toBe('/bookings'))
  await openPage(`/booking-details/${code}?do=cancel`, { token: driver.token })
  await screen.findByRole('button', { name: /^Cancel all 4 and get / })
})
