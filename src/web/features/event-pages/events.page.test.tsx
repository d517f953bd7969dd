import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { examplePrivateCode } from '#contract/events/events.ts'
import { quarter_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { bookingsOf, buildDriver, parksToBook, send, staffMember, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'
import { formatMoney } from '#web/time/format.ts'

const { checkout, errors, events: words, places, search } = wordsOf.en

const findTitle = (text: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text))

test('books a car park for an event from the event list', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
  const user = await openPage('/events', driver)
  await findTitle('Upcoming events in Canada')
  await user.type(await screen.findByRole('searchbox'), 'scotiabank{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?country=CA&text=scotiabank'))
  await user.click(await screen.findByRole('link', { name: 'Example basketball game at Scotiabank Arena' }))
  await waitFor(() => expect(document.title).toMatch(/^Example basketball game at Scotiabank Arena/))
  expect(await screen.findByText(words.tickets_example)).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: words.choose }))
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/booking\/event\/E/))
  expect(await screen.findByText(words.strict)).toBeTruthy()
  const [card] = await screen.findAllByRole('article')
  const price = within(card!).getByText(/^\$[\d.]+$/).textContent
  await user.click(within(card!).getByRole('link'))
  await waitFor(() => expect(window.location.href).toMatch(/\/checkout\/.+&event=E/))
  expect(await screen.findByText('Event: Example basketball game at Scotiabank Arena')).toBeTruthy()
  expect((await screen.findByRole('row', { name: new RegExp(checkout.total) })).textContent).toContain(price)
  await user.type(await screen.findByRole('textbox', { name: checkout.plate }), 'EVNT 123')
  const [pay] = await screen.findAllByRole('button', { name: new RegExp(price.replaceAll(/[.$]/g, '\\$&')) })
  await user.click(pay!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/booking-details\//))
  expect(await bookingsOf(base, driver)).toBe(1)
  interface List {
    items: { event: { name: string } | null }[]
  }
  const { items } = await send<List>(base, 'GET', '/api/v1/bookings/list', { token: driver.token })
  expect(items[0]!.event?.name).toBe('Example basketball game at Scotiabank Arena')
})

test('opens a private event with its code, and shows 404 without it and an error for a wrong code', async () => {
  const user = await openPage('/private-event-access')
  const enter = async (code: string) => {
    const field = await screen.findByRole('textbox', { name: words.code })
    await user.clear(field)
    await user.type(field, `${code}{Enter}`)
  }
  await enter('not this one')
  expect((await screen.findByRole('alert')).textContent).toContain(errors.event_not_found)
  await enter(examplePrivateCode.toLowerCase().replaceAll('-', ' '))
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/event\/E/))
  const { pathname } = window.location
  await findTitle('Example private reception at Casa Loma')
  expect(await screen.findByText(words.private)).toBeTruthy()
  // The grant is an HttpOnly cookie of the first host.
  window.happyDOM.setURL(base.replace('127.0.0.1', 'localhost'))
  await openPage(pathname)
  expect(await screen.findByRole('heading', { name: words.not_found })).toBeTruthy()
})

test('filters events by month and kind and shows an empty list', async () => {
  const user = await openPage('/events')
  const all = (await screen.findAllByRole('article')).length
  await user.selectOptions(screen.getByRole('combobox', { name: words.kinds_label }), words.kinds.theatre)
  await waitFor(() => expect(window.location.search).toContain('kind=theatre'))
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeLessThan(all))
  for (const card of screen.getAllByRole('article')) expect(card.textContent).not.toContain(words.kinds.concert)
  // The number of results is announced and remains a heading.
  const count = await screen.findByRole('heading', { level: 2, name: /^\d+ events?$/ })
  expect(count.closest('[role=status]')).not.toBeNull()
  await goTo('/events?month=2099-01')
  expect(await screen.findByText(words.nothing)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: words.all }))
  expect(await screen.findAllByRole('article')).toHaveLength(all)
  await user.selectOptions(screen.getByRole('combobox', { name: places.country }), 'Senegal')
  await findTitle('Upcoming events in Senegal')
})

test('lists upcoming events in an event search', async () => {
  const user = await openPage('/')
  const [arrive] = await screen.findAllByRole('button', { name: new RegExp(search.arrive) })
  await user.click(arrive!)
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByText(search.window_kinds.event))
  const events = await within(dialog).findByRole('region', { name: search.events })
  const [event] = await within(events).findAllByRole('link')
  await user.click(event!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/event\/E/))
})

describe('a cancelled event', () => {
  const inDays = (days: number, quarters = 0) =>
    new Date(Math.floor(Date.now() / quarter_ms) * quarter_ms + days * 86_400_000 + quarters * quarter_ms).toISOString()

  /** Publishes an event in two days, books a space for it and holds another one, and cancels it. */
  async function cancelBookedEvent(driver: E2eDriver) {
    const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
      body: { identifier: staffMember.email, password: staffMember.password },
    })
    const event = {
      name: 'Harbour lights',
      name_fr: 'Lumières du port',
      description: 'Lanterns on the water.',
      description_fr: 'Des lanternes sur l’eau.',
      kind: 'festival',
      venue: 'Queens Quay',
      city: 'Toronto',
      country_code: 'CA',
      lat: 43.65,
      lng: -79.38,
      timezone: 'America/Toronto',
      doors_at: inDays(2),
      starts_at: inDays(2, 4),
      ends_at: inDays(2, 12),
      tickets_url: null,
      cancellation: 'strict',
    }
    const { id } = await send<{ id: string }>(base, 'POST', '/api/v1/admin/events', { token, body: event })
    interface Published {
      event_code: string
      parking_from: string
      parking_until: string
    }
    const published = await send<Published>(base, 'POST', `/api/v1/admin/events/${id}/publish`, { token })
    const { event_code } = published
    const window = { start_time: published.parking_from, end_time: published.parking_until }
    const [park] = await parksToBook(base, { lat: event.lat, lng: event.lng }, window)
    const booked = { park_id: park!.id, ...window, event_code }
    interface Made {
      booking_code: string
      total: number
    }
    const plate = { token: driver.token, body: { ...booked, plate: 'EVNT 123' } }
    const paid = await send<Made>(base, 'POST', '/api/v1/bookings', plate)
    const quote = { token: driver.token, body: booked }
    const { quote_id } = await send<{ quote_id: string }>(base, 'POST', '/api/v1/bookings/quote', quote)
    const hold = { token: driver.token, body: { quote_id, plate: 'EVNT 124' } }
    const held = await send<Made>(base, 'POST', '/api/v1/bookings/holds', hold)
    await send(base, 'POST', `/api/v1/admin/events/${id}/cancel`, { token })
    return { event_code, paid, held }
  }

  test.each(inTurn(['en', 'fr'] as const, 1)())(
    'says on its page and on its bookings what was refunded (%s)',
    async (language) => {
      const { bookings, events } = wordsOf[language]
      // As the page's text is compared, without the spaces that do not break.
      const plain = (text: string) => text.replaceAll(/\s/g, ' ')
      const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 500 })
      const { event_code, paid, held } = await cancelBookedEvent(driver)
      const amount = formatMoney(paid.total, 'CAD', `${language}-CA`)
      const visit = { ...driver, language }

      await openPage(`/event/${event_code}`, visit)
      expect(await screen.findByText(events.cancelled_text)).toBeTruthy()
      const link = await screen.findByRole('link', { name: pattern(events.own_booking) })
      expect(link.getAttribute('href')).toBe(`/booking-details/${paid.booking_code}`)
      expect(screen.getByText(plain(events.own_refund.replace('{{amount}}', amount)), { exact: false })).toBeTruthy()

      await openPage(`/booking-details/${paid.booking_code}`, visit)
      expect(await screen.findByText(pattern(plain(bookings.event_cancelled)))).toBeTruthy()
      expect(screen.getByText(plain(bookings.event_cancelled_text.replace('{{amount}}', amount)))).toBeTruthy()
      expect(screen.queryByRole('button', { name: bookings.action.cancel })).toBeNull()

      await openPage(`/booking-details/${held.booking_code}`, visit)
      expect(await screen.findByText(plain(bookings.ended_unpaid))).toBeTruthy()

      // Others learn what happened to the bookings, and see none.
      await openPage(`/event/${event_code}`, { language })
      expect(await screen.findByText(events.cancelled_text)).toBeTruthy()
      expect(screen.queryByRole('link', { name: pattern(events.own_booking) })).toBeNull()
    },
  )
})
