import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examplePrivateCode } from '#contract/events.ts'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { bookingsOf, newDriver, send } from '#test/e2e/drivers.ts'
import { base, goTo, openPage } from '#test/page-kit.tsx'

const { checkout, errors, events: words, places, search } = wordsOf.en

const findTitle = (text: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text))

test('books a car park for an event from the event list', async () => {
  const driver = await newDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
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
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/booking-details\//), { timeout: 10_000 })
  expect(await bookingsOf(base, driver)).toBe(1)
  type List = { items: { event: { name: string } | null }[] }
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
  cleanup()
  // The grant is an HttpOnly cookie of the first host.
  window.happyDOM.setURL(base.replace('127.0.0.1', 'localhost'))
  await openPage(pathname)
  expect(await screen.findByRole('heading', { name: words.not_found })).toBeTruthy()
})

test('filters events by month and kind and shows an empty list', async () => {
  const user = await openPage('/events')
  const all = (await screen.findAllByRole('article')).length
  const kinds = screen.getByRole('navigation', { name: words.kinds_label })
  await user.click(within(kinds).getByRole('link', { name: words.kinds.theatre }))
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
  const countries = screen.getByRole('navigation', { name: places.countries })
  await user.click(within(countries).getByRole('link', { name: 'Senegal' }))
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
