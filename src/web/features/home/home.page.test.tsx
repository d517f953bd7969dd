import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { partnerAddress } from '#contract/settings/company.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'

const words = wordsOf.en

/** Opens the home page as a visitor in Toronto. */
function openHomeInToronto(country: 'CA' | 'SN' = 'CA') {
  const location = { countryCode: 'CA', city: 'Toronto', latitude: 43.65, longitude: -79.38 }
  localStorage.setItem('ip_lookup', JSON.stringify({ data: { location }, expires_at: Date.now() + 3_000_000 }))
  return openPage('/', { country })
}

const addressOf = (link: HTMLElement | undefined) => link?.getAttribute('href')
const findSection = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest<HTMLElement>('section')!)

test('shows nearby parks, four types, events, apps and a link for owners', async () => {
  const user = await openHomeInToronto()
  const near = await findSection('Near you: Toronto')
  const cards = await near.findAllByRole('article')
  expect(cards).toHaveLength(4)
  expect(addressOf(within(cards[0]!).getAllByRole('link')[0])).toMatch(/^\/park\/.+start=/)
  expect(addressOf(near.getByRole('link', { name: words.home.nearby_all }))).toMatch(/lat=43\.65&lng=-79\.38/)

  const types = await findSection(words.home.types)
  expect(types.getAllByRole('link')).toHaveLength(4)
  expect(await types.findByText(pattern(words.home.type_counts.airport_other))).toBeTruthy()
  const events = await (await findSection(words.home.events)).findAllByRole('listitem')
  expect(addressOf(within(events[0]!).getAllByRole('link')[0])).toMatch(/^\/event\//)
  expect((await findSection(words.home.apps)).getAllByRole('link')).toHaveLength(2)
  expect(addressOf(screen.getByRole('link', { name: words.home.owner_button }))).toBe(partnerAddress())
  // There are no usage figures yet.
  expect(screen.queryByRole('heading', { name: words.home.figures })).toBeNull()

  await user.click(types.getByRole('link', { name: pattern(words.places.kinds.station) }))
  await waitFor(() => expect(window.location.href).toMatch(/\/station-parking\?country=CA$/))
})

test.each(['NG', 'CA', 'SN', 'US'] as const)(
  'every place that is offered in %s leads to a list of car parks within 5 km that can be booked',
  async (country) => {
    const user = await openPage('/', { country })
    const cards = await (await findSection(words.home.places)).findAllByRole('link', { name: /^(?!All)/ })
    const hrefs = cards.flatMap((card) => card.getAttribute('href') ?? []).filter((href) => href.startsWith('/search?'))
    expect(hrefs).toHaveLength(8)
    await user.click(cards.find((card) => card.getAttribute('href') === hrefs.at(-1))!)
    const total = await screen.findByText(/^\d+ .+ within (5\s?km|3\.1\s?mi)/)
    expect(Number.parseInt(total.textContent, 10)).toBeGreaterThanOrEqual(8)
    expect((await screen.findAllByRole('article'))[0]!.textContent).toMatch(/\d free|\d left/)
  },
)

test('starts in the country’s first city for visitors from elsewhere', async () => {
  await openHomeInToronto('SN')
  expect(await screen.findByRole('heading', { name: 'Parking in Dakar' })).toBeTruthy()
})

test('switches between now, by the month and for an event', async () => {
  const user = await openHomeInToronto()
  const kinds = within(await screen.findByRole('group', { name: words.home.window_label }))
  const button = (kind: keyof typeof words.home.window_kinds) =>
    kinds.getByRole('button', { name: words.home.window_kinds[kind] })
  const expectChosen = (kind: keyof typeof words.home.window_kinds) =>
    waitFor(() => expect(button(kind).getAttribute('aria-pressed')).toBe('true'))
  await expectChosen('now')
  await user.click(button('month'))
  await expectChosen('month')
  expect(await screen.findByRole('button', { name: pattern(`${words.search.leave} · 30`) })).toBeTruthy()
  await user.click(button('now'))
  await expectChosen('now')

  // Closed without a choice.
  await user.click(button('event'))
  expect(await screen.findByText(words.search.event_starts)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expectChosen('now')
  await user.click(button('event'))
  await user.click(await screen.findByRole('button', { name: pattern(words.search.window_done) }))
  await expectChosen('event')
})

test('shows usage figures only above the minimum', async () => {
  const { db } = await startPageWorld()
  await sql`insert into users (id, email, first_name, country_id, language, terms_accepted_at, created_at)
    select gen_random_uuid(), 'seen-' || n || '@example.com', 'Ada', 2, 'en', now(), now()
    from generate_series(1, 1234) n`.execute(db)
  await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at)
    select gen_random_uuid(), id, uuid_send(id), now(), now() + interval '30 days', now() from users`.execute(db)
  await openPage('/')
  expect(await screen.findByRole('heading', { name: words.home.figures })).toBeTruthy()
  expect(screen.getByText('1,200+')).toBeTruthy()
  expect(screen.getByText(words.home.figure_users)).toBeTruthy()
  expect(screen.queryByText(words.home.figure_bookings)).toBeNull()
  expect(screen.queryByText(words.home.figure_satisfaction)).toBeNull()
})
