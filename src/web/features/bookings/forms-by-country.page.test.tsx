import { waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { languageIn } from '#contract/formats.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { quarter_ms } from '#contract/time.ts'
import { book, buildDriver, parksToBook, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { findWrongForms, readers, readTexts } from '#test/kits/forms-by-country.ts'
import { checkoutOf, toronto } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/*
 * The pages that only the browser renders have the form of the country that is chosen in the header, for one and the same
 * account. `test/http/forms-by-country.feature.test.ts` reads those that the server renders, the emails and the PDFs.
 */

let driver: E2eDriver
/** Pages, each with a text that is there once its data is. */
let pages: [address: string, shown: RegExp][]
/** Some of them: each page is opened for some readers, and for others each time. */
let takePages: () => typeof pages
let names: string[]
let cancelled: string

beforeAll(async () => {
  driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 2_000 })
  const { token } = driver
  // An evening, so that a time of 24 hours shows.
  const start = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000 + 19 * 4 * quarter_ms)
  const window = { start_time: start.toISOString(), end_time: new Date(start.getTime() + 6 * quarter_ms).toISOString() }
  const parks = await parksToBook(base, toronto, window)
  const park = parks[0]!
  const now = Math.floor(Date.now() / quarter_ms) * quarter_ms
  const current = { start_time: new Date(now).toISOString(), end_time: new Date(now + 9 * quarter_ms).toISOString() }
  const [parkNow] = (await parksToBook(base, toronto, current)).filter(({ available }) => available > 1)
  const codes = {
    active: (await book(base, driver, park)).booking_code,
    cancelled: (await book(base, driver, { ...park, plate: 'CXYZ 901' })).booking_code,
    current: (await book(base, driver, { ...parkNow!, plate: 'ABCD 123' })).booking_code,
  }
  await send(base, 'PUT', `/api/v1/bookings/${codes.cancelled}/status?status=cancelled`, { token })
  await send(base, 'POST', '/api/v1/user/vehicles/', {
    token,
    body: {
      plate: 'BKTR 482',
      make: 'Mazda',
      height_cm: 203,
      length_cm: 480,
      width_cm: 182,
      papers: [{ kind: 'insurance', expires_on: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10) }],
    },
  })
  const details = await Promise.all(
    Object.values(codes).map((code) => send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })),
  )
  cancelled = codes.cancelled
  names = details.flatMap((booking) =>
    [booking.park.name, booking.park.address, ...booking.lines.map(({ label }) => label)].filter(
      (name) => name !== null,
    ),
  )
  pages = [
    ['/bookings', /BKTR/],
    [`/booking-details/${codes.active}`, /BKTR/],
    [`/booking-details/${codes.active}?do=extend`, /BKTR/],
    [`/booking-details/${codes.cancelled}`, /CXYZ/],
    [`/booking-details/${codes.current}`, /ABCD/],
    [checkoutOf(park), /\d/],
    ['/wallet', /2[,\s\u00a0\u202f.]?\d{3}/],
    ['/profile', /Mazda/],
    ['/notifications', /./],
    ['/favourites', /./],
  ]
  takePages = inTurn(pages, 4)
}, 120_000)

test.each(inTurn(readers, 2)())('pages of an account for %s', { timeout: 240_000 }, async (reader) => {
  let waiting = 0
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    waiting += 1
    try {
      return await fetch(input, init)
    } finally {
      waiting -= 1
    }
  })
  const country = reader.slice(3) as CountryCode
  const wrong: string[] = []
  for (const [address, shown] of takePages()) {
    await openPage(address, { token: driver.token, country, language: languageIn(reader) })
    await waitFor(
      () => {
        expect(document.body.textContent, address).toMatch(shown)
        expect(waiting).toBe(0)
      },
      { timeout: 20_000 },
    )
    // The countdown of a price that is held is no time of day.
    const text = readTexts(document.body.innerHTML).replaceAll(/\b(?:10:00|9:[0-5]\d)\b(?! ?[AP]M)/g, '…')
    const found = findWrongForms(text, reader, { names })
    wrong.push(...found.map((entry) => `${address}: ${entry}`))
  }
  expect([...new Set(wrong)]).toEqual([])
})

/** An amount of the reader's own currency, in cents. */
const cents = (text: string) => Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

test('the lines of a cancelled booking add up on the screen as on its receipt', async () => {
  const { token } = driver
  const booking = await send<BookingDetails>(base, 'GET', `/api/v1/bookings/${cancelled}`, { token })
  await openPage(`/booking-details/${cancelled}`, { token, country: 'CA' })
  const shown = await waitFor(() => {
    const cells = [...document.querySelectorAll('#receipt td, #receipt dl dd')]
    const amounts = cells.map(({ textContent }) => cents(textContent))
    // Each line, the total, what was refunded, and what it cost in the end.
    expect(amounts).toHaveLength(booking.lines.length + 3)
    return amounts
  })
  const [cost, refunded, total, ...lines] = shown.toReversed()
  expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(total)
  expect(total! + refunded!).toBe(cost)
  expect([total, refunded, cost]).toEqual(
    [booking.total, -booking.refunded, 0].map((amount) => Math.round(amount * 100)),
  )

  const file = await fetch(`${base}/api/v1/bookings/${cancelled}/receipt.pdf`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en-CA' },
  })
  const { lines: printed } = readPdf(Buffer.from(await file.arrayBuffer()))
  const amounts = printed.filter((line) => /^−?\$[\d,.]+$/.test(line)).map(cents)
  expect(amounts.slice(0, shown.length)).toEqual(shown)
})
