import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { Language } from '#contract/places/places.ts'
import { quarter_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, parksToBook, send, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { checkoutOf } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'
import { formatTime } from '#web/time/format.ts'

const zone = 'America/Toronto'
const toronto = { lat: 43.6532, lng: -79.3832 }
const duration = /(?<![\d:])\d+\u00a0(?:h|min)\b/
/** As people write it in French Canada. */
const timeOfDay = /\d+\u00a0h\u00a0\d\d(?!\u00a0min)/g

interface Stay {
  start: Date
  priced_from: Date
  end: Date
}

/** From the running quarter hour, charged for two hours from the next one. */
function stayFromNow(): Stay {
  const start = new Date(Math.floor(Date.now() / quarter_ms) * quarter_ms)
  const priced_from = new Date(start.getTime() + quarter_ms)
  return { start, priced_from, end: new Date(priced_from.getTime() + 8 * quarter_ms) }
}

/** The text of an element, with a space between those of its parts. */
function textOf(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const parts: string[] = []
  while (texts.nextNode()) parts.push(texts.currentNode.nodeValue ?? '')
  return parts.join(' ')
}

/** The smallest parts of the page that show both times of a stay and a length. */
function partsWithLength({ start, end }: Stay, locale: string): string[] {
  const [from, to] = [start, end].map((at) => formatTime(at, zone, locale)) as [string, string]
  const shows = (element: Element) => {
    const text = textOf(element)
    return text.includes(from) && text.includes(to) && duration.test(text.replaceAll(timeOfDay, ''))
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => shows(element) && ![...element.children].some(shows))
    .map(textOf)
}

/** Waits until the page shows both times with a length; each of these parts says from when the stay is charged. */
async function expectChargedFrom(stay: Stay, language: Language, page: string): Promise<void> {
  const locale = `${language}-CA`
  await waitFor(() => expect(partsWithLength(stay, locale), page).not.toEqual([]))
  const time = formatTime(stay.priced_from, zone, locale)
  const charged = new RegExp(
    `first 15 min free|15 premières min gratuites|(?:Charged from|h from|Payant dès|h à partir de) ${time}`,
  )
  for (const part of partsWithLength(stay, locale)) expect(part, page).toMatch(charged)
  cleanup()
}

const stayOf = ({ start_time, priced_from, end_time }: BookingDetails): Stay => ({
  start: new Date(start_time),
  priced_from: new Date(priced_from),
  end: new Date(end_time),
})

const choose = async (stay: Stay): Promise<Choice> => {
  const window = { start_time: stay.start.toISOString(), end_time: stay.end.toISOString() }
  return (await parksToBook(base, toronto, window)).find(({ available }) => available > 3)!
}

const readBooking = ({ token }: E2eDriver, code: string) =>
  send<BookingDetails>(base, 'GET', `/api/v1/bookings/${code}`, { token })

// One language in each run for either, in turn.
const takeLanguage = inTurn(['en', 'fr'] as const, 1)

for (const language of takeLanguage())
  test(`pages before the booking say from when a stay that starts now is charged (${language})`, async () => {
    const words = wordsOf[language]
    const stay = stayFromNow()
    const park = await choose(stay)
    const query = new URLSearchParams({ start: park.start_time, end: park.end_time })
    const pages = [
      `/search?${query}&lat=${toronto.lat}&lng=${toronto.lng}&place=Toronto`,
      `/park/${park.slug}?${query}`,
      checkoutOf(park),
    ]
    for (const page of pages) {
      await openPage(page, { language })
      await expectChargedFrom(stay, language, page)
    }
    const user = await openPage(`/park/${park.slug}?${query}`, { language })
    await user.click((await screen.findAllByRole('button', { name: pattern(words.search.leave) }))[0]!)
    await screen.findByRole('dialog')
    await expectChargedFrom(stay, language, 'window dialog')
  })

for (const language of takeLanguage())
  test(`pages of a booking say from when a stay that started now is charged (${language})`, async () => {
    const words = wordsOf[language]
    const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 200 })
    const park = await choose(stayFromNow())
    const { id, start_time, end_time } = park
    const quote = { token: driver.token, body: { park_id: id, start_time, end_time } }
    const { quote_id } = await send<{ quote_id: string }>(base, 'POST', '/api/v1/bookings/quote', quote)
    const hold = { token: driver.token, body: { quote_id, plate: 'BKTR 482' } }
    const { booking_code: held } = await send<{ booking_code: string }>(base, 'POST', '/api/v1/bookings/holds', hold)
    const visit = { ...driver, language }
    await openPage(`/checkout/${park.slug}?hold=${held}`, visit)
    await expectChargedFrom(stayOf(await readBooking(driver, held)), language, 'hold')
    await send(base, 'DELETE', `/api/v1/bookings/${held}/hold`, { token: driver.token })

    const booked = { token: driver.token, body: { park_id: id, plate: 'BKTR 482', start_time, end_time } }
    const { booking_code } = await send<{ booking_code: string }>(base, 'POST', '/api/v1/bookings', booked)
    const stay = stayOf(await readBooking(driver, booking_code))
    expect(stay.priced_from.getTime() - stay.start.getTime()).toBe(quarter_ms)
    for (const page of ['/bookings', `/booking-details/${booking_code}`, `/booking-success?code=${booking_code}`]) {
      await openPage(page, visit)
      await expectChargedFrom(stay, language, page)
    }

    await send(base, 'PUT', `/api/v1/bookings/${booking_code}/status?status=cancelled`, { token: driver.token })
    await openPage(`/booking-details/${booking_code}?do=renew`, visit)
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findAllByText(words.bookings.renew.total)).not.toEqual([])
    await expectChargedFrom(stay, language, 'renewal')
  })
