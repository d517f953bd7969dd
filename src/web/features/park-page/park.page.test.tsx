import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, parksToBook, send, tomorrow } from '#test/e2e/kit/drivers.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en.park_page
const toronto = { lat: 43.6532, lng: -79.3832 }
const { start_time, end_time } = tomorrow()
const bookingWindow = `start=${start_time}&end=${end_time}`

interface ParkFacts {
  id: string
  slug: string
  park_code: string
  name: string
  opening_hours: string | null
  max_height_cm: number | null
}

/** The first car parks near Toronto's centre for which `fits` holds, at most `count`. */
async function findParks(count: number, fits: (park: ParkFacts) => boolean): Promise<ParkFacts[]> {
  const matching: ParkFacts[] = []
  for (const { id } of (await parksToBook(base, toronto)).slice(0, 60)) {
    const park = await send<ParkFacts>(base, 'GET', `/api/v1/front/parks/${id}`)
    if (fits(park)) matching.push(park)
    if (matching.length === count) break
  }
  expect(matching).toHaveLength(count)
  return matching
}

const addressOf = (link: HTMLElement) => link.getAttribute('href')
const findGate = async () => within(await screen.findByRole('region', { name: words.gate.label }))

test('opens with a map of its surroundings and the way to the searched place', async () => {
  const [park] = await parksToBook(base, toronto)
  await openPage(`/park/${park!.slug}?${bookingWindow}&lat=${toronto.lat}&lng=${toronto.lng}&place=City%20Hall`)
  const [picture] = await screen.findAllByRole('img', { name: pattern(wordsOf.en.park.picture) })
  const address = picture!.getAttribute('src')!
  expect(address).toMatch(
    /^\/pictures\/parks\/[\da-f-]{36}\/narrow\.svg\?v=\d+&at=43\.\d{5},-79\.\d{5}&to=43\.65320,-79\.38320$/,
  )
  const drawn = await fetch(base + address)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await drawn.text()).toContain('class="k"')
})

test('compares prices of common durations', async () => {
  const [park] = await parksToBook(base, toronto)
  const user = await openPage(`/park/${park!.slug}?${bookingWindow}`)
  await user.click(await screen.findByRole('button', { name: words.lengths.compare }))
  const { total } = await send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', {
    body: { park_id: park!.id, start_time, end_time: new Date(Date.parse(start_time) + 3 * hour_ms).toISOString() },
  })
  const lengths = within(await screen.findByRole('group', { name: words.lengths.label }))
  const threeHours = () => lengths.getAllByRole('button')[1]!
  await waitFor(() => expect(threeHours().textContent).toContain(total.toFixed(2).replace(/\.00$/, '')))
  await user.click(threeHours())
  await waitFor(() => expect(threeHours().getAttribute('aria-pressed')).toBe('true'))
  await waitFor(() => {
    const query = new URLSearchParams(window.location.search)
    expect(Date.parse(query.get('end')!) - Date.parse(query.get('start')!)).toBe(3 * hour_ms)
  })
})

test('offers to book at the gate, but not on the page by its slug', async () => {
  const [{ park_code }, other] = (await findParks(2, () => true)) as [ParkFacts, ParkFacts]
  await openPage(`/park/${park_code}`)
  const gate = await findGate()
  expect(addressOf(await gate.findByRole('link', { name: words.gate.book }))).toBe(`/booking/${park_code}`)
  expect(addressOf(gate.getByRole('link', { name: words.gate.have }))).toMatch(/^\/auth\?next=/)
  await goTo(`/park/${other.slug}`)
  expect(await screen.findByRole('heading', { name: other.name, level: 1 })).toBeTruthy()
  expect(screen.queryByRole('region', { name: words.gate.label })).toBeNull()
})

test('shows the pass at the gate and warns at the wrong car park', async () => {
  // Open around the clock, because the test books now.
  const [here, elsewhere] = await findParks(2, ({ opening_hours }) => opening_hours === '24/7')
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
  const start_ms = Math.floor(Date.now() / 900_000) * 900_000
  const { booking_code } = await book(base, driver, {
    ...here!,
    available: 1,
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(start_ms + 2 * hour_ms).toISOString(),
  })
  await openPage(`/park/${here!.park_code}`, driver)
  const pass = await (await findGate()).findByRole('link', { name: words.gate.pass })
  expect(addressOf(pass)).toBe(`/booking-details/${booking_code}`)
  await goTo(`/park/${elsewhere!.park_code}`)
  const warning = words.gate.elsewhere.replace('{{park}}', here!.name)
  expect(await screen.findByText(warning)).toBeTruthy()
  expect(addressOf((await findGate()).getByRole('link', { name: words.gate.have }))).toBe('/bookings')
})

test.runIf(isInTurn('lets anyone report', 3))('lets anyone report a mistake and confirms it', async () => {
  const [park] = await parksToBook(base, toronto)
  const user = await openPage(`/park/${park!.slug}`)
  await user.click(await screen.findByRole('button', { name: words.mistake.open }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: words.mistake.send }))
  await dialog.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getAllByRole('radio')[0]))
  await user.click(dialog.getByText(words.mistake.kinds.hours))
  await user.type(dialog.getByLabelText(words.mistake.text), 'The sign says until 20:00.')
  await user.click(dialog.getByRole('button', { name: words.mistake.send }))
  expect(await screen.findByText('Thank you. We’ll check it and make any corrections.')).toBeTruthy()
})

test('compares the driver’s vehicle with the height limit', async () => {
  const [low] = await findParks(1, ({ max_height_cm }) => max_height_cm !== null)
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  await send(base, 'POST', '/api/v1/user/vehicles/', {
    token: driver.token,
    body: { plate: 'TALL 1', country_code: 'CA', nickname: 'Giraffe', height_cm: low!.max_height_cm! + 13 },
  })
  await openPage(`/park/${low!.slug}`, driver)
  const measure = words.fit.over_height.replace('{{measure}}', '0.13 m')
  expect(await screen.findAllByText(measure)).not.toEqual([])
  expect((await screen.findByText(pattern(words.fit.chip_over))).textContent).toContain('Giraffe')
})

test('shows the walk from the searched place and reloads a chart that failed', async () => {
  const [park] = await parksToBook(base, toronto)
  const fetchReally = window.fetch
  const failing = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
    const response = await fetchReally(...request)
    if (/\/availability\?/.test(response.url)) throw new TypeError('Failed to fetch')
    return response
  })
  const user = await openPage(`/park/${park!.slug}?${bookingWindow}&from=43.6532,-79.3832,City%20Hall`)
  expect(await screen.findAllByText(/From City Hall: .+ min walk/)).not.toEqual([])
  const [nearby] = await screen.findAllByRole('article')
  expect(addressOf(within(nearby!).getAllByRole('link')[0]!)).toMatch(/from=43\.6532%2C-79\.3832%2CCity\+Hall/)
  const [walkingLink] = await screen.findAllByRole('link', { name: pattern(words.route.walk_with) })
  expect(addressOf(walkingLink!)).toMatch(/travelmode=walking&origin=43\.6532,-79\.3832&destination=/)
  const path = within(screen.getByRole('navigation', { name: wordsOf.en.places.breadcrumb }))
  expect(addressOf(path.getByRole('link', { name: /City Hall/ }))).toMatch(
    /^\/search\?lat=43\.6532&lng=-79\.3832&place=City\+Hall&start=/,
  )
  expect(await screen.findByText(words.chart.failed)).toBeTruthy()
  failing.mockRestore()
  await user.click(screen.getByRole('button', { name: wordsOf.en.common.try_again }))
  expect(await screen.findByRole('slider')).toBeTruthy()
})

test('shows the day as a table and the week in blocks, which arrow keys move through', async () => {
  const [park] = await parksToBook(base, toronto)
  const user = await openPage(`/park/${park!.slug}?${bookingWindow}`)
  const title = await screen.findByRole('heading', { name: words.chart.title })
  const chart = within(title.closest('section')!)
  await user.click(await chart.findByRole('button', { name: words.chart.table_show }))
  await waitFor(() => expect(chart.getAllByRole('row')).toHaveLength(25))
  expect(chart.getByRole('row', { name: /^11:00\sAM–12:00\sPM/ }).textContent).toContain('$')
  await user.click(chart.getByText(words.chart.week))
  const findBlocks = () => chart.getAllByRole('cell').flatMap((cell) => within(cell).queryAllByRole('button'))
  await waitFor(() => expect(findBlocks()).toHaveLength(42))
  findBlocks()[20]!.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  const block = findBlocks()[27]!
  await waitFor(() => expect(document.activeElement).toBe(block))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(findBlocks()[27]!.getAttribute('aria-pressed')).toBe('true'))
})

test('lists known facts only, and opens the rates and the rules on request', async () => {
  interface Accessible {
    accessible: { lift: boolean | null }
    amenities: string[]
  }
  const [park] = await findParks(
    1,
    (value) =>
      value.max_height_cm === null &&
      (value as ParkFacts & Accessible).accessible.lift === null &&
      !(value as ParkFacts & Accessible).amenities.includes('guard'),
  )
  const user = await openPage(`/park/${park!.slug}?${bookingWindow}`)
  const title = await screen.findByRole('heading', { name: wordsOf.en.park.about })
  const facts = within(title.closest('section')!)
  expect(facts.getByText(park!.park_code)).toBeTruthy()
  for (const unknown of [wordsOf.en.park.height, wordsOf.en.park.lift, words.security.guard])
    expect(facts.queryByText(unknown)).toBeNull()
  expect(document.body.textContent).not.toMatch(/not available|don’t have the (opening hours|size limits)/)
  const rates = (await screen.findByRole('heading', { name: wordsOf.en.park.tariff })).closest('details')!
  expect(rates.open).toBe(false)
  await user.click(rates.querySelector('summary')!)
  expect(rates.open).toBe(true)
})
