import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, parksToBook } from '#test/e2e/kit/drivers.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.help

test('the help search finds an answer despite a typing error', async () => {
  const user = await openPage('/help')
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'wrnog plaet')
  expect(await screen.findByText(/^I entered the wrong (number|licence|license) plate$/)).toBeTruthy()
  expect(screen.queryByText('How do I top up?')).toBeNull()
  await user.clear(box)
  await user.type(box, 'top up')
  expect(await screen.findByText('How do I top up?')).toBeTruthy()
  expect(await screen.findAllByText(/You pay with Paystack in Nigeria/)).not.toEqual([])
  await user.clear(box)
  await user.type(box, 'xylophone')
  expect(await screen.findByRole('heading', { name: words.none })).toBeTruthy()
})

test('help for a booking lists answers for its status first, and a link to a question opens it', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  await openPage(`/help?booking=${booking_code}`)
  expect(await screen.findByText(words.booking_failed.replace('{{code}}', booking_code))).toBeTruthy()
  const user = await openPage(`/help?booking=${booking_code}`, driver)
  const link = await screen.findByRole('link', { name: words.booking_open })
  expect(link.getAttribute('href')).toBe(`/booking-details/${booking_code}`)
  expect(document.getElementById('booking-cancel')).not.toBeNull()
  await user.click(link)
  const help = await screen.findByRole('link', { name: words.for_booking })
  expect(help.getAttribute('href')).toBe(`/help?booking=${booking_code}`)
  await goTo('/help#extend')
  await waitFor(() => expect(document.querySelector('#extend details')?.hasAttribute('open')).toBe(true))
})
