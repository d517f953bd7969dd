import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, send, type Choice } from '#test/e2e/kit/drivers.ts'
import { findParksNow, buildCanadian } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en
const gateOf = async ({ slug }: Choice) =>
  `/booking/${(await send<{ park_code: string }>(base, 'GET', `/api/v1/front/parks/${slug}`)).park_code}`

test('shows the pass of a booking at this car park first and checks in', async () => {
  const driver = await buildCanadian(500)
  const [park] = await findParksNow()
  const { booking_code } = await book(base, driver, park!)
  const user = await openPage(await gateOf(park!), driver)
  expect(await screen.findByRole('heading', { name: words.checkout.gate_booked })).toBeTruthy()
  const pass = screen.getByRole('link', { name: words.checkout.gate_pass })
  expect(pass.getAttribute('href')).toBe(`/booking-details/${booking_code}`)
  expect(screen.queryByRole('textbox', { name: words.checkout.plate })).toBeNull()
  await user.click(await screen.findByRole('button', { name: words.checkout.gate_check_in }))
  expect(await screen.findByText(pattern(words.checkout.gate_checked_in))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.checkout.gate_another }))
  expect(await screen.findByRole('textbox', { name: words.checkout.plate })).toBeTruthy()
})

test('names the car park of a booking when the driver is at another one', async () => {
  const driver = await buildCanadian(500)
  const [park, other] = await findParksNow()
  await book(base, driver, park!)
  await openPage(await gateOf(other!), driver)
  expect(await screen.findByText(pattern(words.park_page.gate.elsewhere))).toBeTruthy()
})

test('shows 404 for an unknown car park code', async () => {
  expect((await fetch(`${base}/booking/NOSUCH7`)).status).toBe(404)
  await openPage('/booking/NOSUCH7')
  expect(await screen.findByRole('heading', { name: words.checkout.unknown })).toBeTruthy()
})
