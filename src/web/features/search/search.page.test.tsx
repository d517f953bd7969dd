import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hour_ms, quarter_ms } from '#contract/time.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { send, tomorrow } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { isInTurn } from '#test/kits/rounds.ts'

const words = wordsOf.en
const { start_time, end_time } = tomorrow()
const toronto = `/search?lat=43.65107&lng=-79.38155&place=Toronto&start=${start_time}&end=${end_time}`

const param = (name: string) => new URLSearchParams(window.location.search).get(name)
const readDuration_ms = () => Date.parse(param('end')!) - Date.parse(param('start')!)
const findCards = () => screen.findAllByRole('article')

/** The search field with suggestions, which replaces a plain one when the pointer reaches it. */
async function focusSearchField(user: UserEvent): Promise<HTMLElement> {
  const find = () => screen.findByRole('combobox', { name: words.search.where })
  const plain = await find()
  await user.hover(plain)
  await waitFor(async () => expect(await find()).not.toBe(plain))
  const field = await find()
  await user.click(field)
  return field
}

test('applies filters, counts them and clears them all', async () => {
  const user = await openPage(toronto)
  await findCards()
  await user.click((await screen.findAllByRole('button', { name: words.search_list.filters }))[0]!)
  const cctv = await screen.findAllByRole('button', { name: words.park.amenities.cctv })
  await user.click(cctv.at(-1)!)
  await user.click(await screen.findByRole('textbox', { name: words.search_list.max_price }))
  await user.paste('25')
  await user.click(screen.getByRole('textbox', { name: words.search_list.sizes.height_cm }))
  await user.paste('230')
  await user.click(await screen.findByRole('checkbox', { name: pattern(words.search_list.hide_too_small) }))
  await waitFor(() => {
    for (const [name, value] of Object.entries({ amenities: 'cctv', max_price: '25', height_cm: '230', fits: 'true' }))
      expect(param(name)).toBe(value)
  })
  const counted = words.search_list.filters_on.replace('{{count}}', '3')
  expect(await screen.findAllByRole('button', { name: counted })).not.toEqual([])
  await user.click((await screen.findAllByRole('button', { name: words.search_list.clear_all })).at(-1)!)
  await waitFor(() => expect(window.location.search).not.toMatch(/amenities|max_price|height_cm|fits/))
  await findCards()
})

test('searches for the typed place if no suggestion is chosen', async () => {
  const user = await openPage('/')
  await user.type(await focusSearchField(user), 'montreal{Enter}')
  await waitFor(() => expect(window.location.href).toMatch(/\/search\?lat=45\.\d+&lng=-73\.\d+&place=Montr/))
  await findCards()
})

test.runIf(isInTurn('offers recent searches', 3))('offers recent searches before typing and removes them', async () => {
  const list = () => screen.findByRole('listbox', { name: words.search.suggestions_label })
  const options = async () => within(await list()).getAllByRole('option')
  const ottawa = { kind: 'city', name: 'Ottawa', context: 'Ontario', lat: 45.42, lng: -75.69 }
  localStorage.setItem('recentSearches', JSON.stringify([ottawa]))
  const user = await openPage('/')
  const field = await focusSearchField(user)
  await user.clear(field)
  await user.type(field, 'montreal')
  await waitFor(async () => expect((await options())[0]!.textContent).toContain('Montréal'))
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(localStorage.getItem('recentSearches')).toContain('Montréal'))
  await openPage('/')
  await focusSearchField(user)
  const names = (await options()).map(({ textContent }) => textContent)
  expect(names).toEqual([
    expect.stringContaining('Montréal'),
    expect.stringContaining('Ottawa'),
    words.search.recent_clear_all,
    words.search.recent_stop,
  ])
  await user.keyboard('{ArrowDown}{Delete}')
  await waitFor(async () => expect(await options()).toHaveLength(3))
  await user.click((await options())[1]!)
  await waitFor(() => expect(localStorage.getItem('recentSearches')).toBeNull())
})

test.runIf(isInTurn('saves no searches', 3))(
  'saves no searches once they are switched off, until they are switched on again',
  async () => {
    const option = (name: string) => screen.findByRole('option', { name })
    localStorage.setItem(
      'recentSearches',
      JSON.stringify([{ kind: 'city', name: 'Ottawa', context: 'Ontario', lat: 45.42, lng: -75.69 }]),
    )
    const user = await openPage('/')
    await focusSearchField(user)
    await user.click(await option(words.search.recent_stop))
    expect(localStorage.getItem('recentSearches')).toBeNull()
    await openPage('/')
    await user.type(await focusSearchField(user), 'montreal')
    await screen.findAllByRole('option', { name: /Montréal/ })
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe('/search'))
    expect(localStorage.getItem('recentSearches')).toBeNull()
    await openPage('/')
    await focusSearchField(user)
    await user.click(await option(words.search.recent_start))
    expect(localStorage.getItem('recentSearchesOff')).toBeNull()
  },
)

test.runIf(isInTurn('puts a new booking window', 3))('puts a new booking window into the address', async () => {
  const user = await openPage('/parks-list')
  await user.click(within((await findCards())[0]!).getAllByRole('link')[0]!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/park\//))
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${words.search.leave}`) }))
  await user.click(await screen.findByRole('button', { name: '4\u00a0h' }))
  await user.click(await screen.findByRole('button', { name: pattern(words.search.window_done) }))
  await waitFor(() => expect(readDuration_ms()).toBe(quarter_ms + 4 * hour_ms))
})

test.runIf(isInTurn('searches by the month', 3))('searches by the month and explains the event window', async () => {
  const user = await openPage('/')
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${words.search.arrive}`) }))
  const dialog = within(await screen.findByRole('dialog'))
  const done = await dialog.findByRole('button', { name: pattern(words.search.window_done) })
  await user.click(dialog.getByRole('radio', { name: words.search.window_kinds.event }))
  expect(await dialog.findByText(pattern(words.search.event_hint))).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: words.search.window_kinds.month }))
  await waitFor(() => expect(dialog.queryByLabelText(words.search.leave_day)).toBeNull())
  expect(done.textContent).toContain('30\u00a0d')
  await user.click(done)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(await focusSearchField(user), 'toronto{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/search'))
  expect(readDuration_ms()).toBe(quarter_ms + 30 * 24 * hour_ms)
})

test('redirects the car park code to the park’s page', async () => {
  const { items } = await send<{ items: [{ park_code: string; slug: string }] }>(
    base,
    'GET',
    '/api/v1/parks/front/parks/?country=CA&size=1',
  )
  await openPage(`/park/${items[0].park_code}`)
  await waitFor(() => expect(window.location.pathname).toBe(`/park/${items[0].slug}`))
})

test('offers to try again if the list of car parks fails to load', async () => {
  const fetchReally = window.fetch
  const failing = vi.spyOn(window, 'fetch').mockImplementation(async (...request) => {
    const response = await fetchReally(...request)
    if (/\/parks\/front\/parks\//.test(response.url)) throw new TypeError('Failed to fetch')
    return response
  })
  const user = await openPage('/parks-list')
  expect(await screen.findAllByText(words.common.network_error)).not.toEqual([])
  failing.mockRestore()
  await user.click(await screen.findByRole('button', { name: words.common.try_again }))
  await findCards()
})

test('tells cities of one name apart by their region', async () => {
  await openPage('/parks-list?country=SN', { country: 'SN' })
  const cities = within(await screen.findByRole('navigation', { name: words.search_list.list.by_city }))
  // Without the number of car parks, which follows names that end in a number themselves.
  const names = (await cities.findAllByRole('link')).map((link) => link.querySelector('span')!.firstChild!.textContent)
  expect(names).toContain('Dakar')
  expect(names).toContain('Dakar, Thiès')
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})

test.runIf(isInTurn('says what to try', 3))(
  'says what to try when a typed address is not found, in the search and in the list',
  async () => {
    const text = '12 Nowhere Crescent Xyz'
    const sentence = words.search_list.nothing_for.replace('{{text}}', text)
    await openPage(`/search?search=${encodeURIComponent(text)}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
    await openPage(`/parks-list?country=CA&search=${encodeURIComponent(text)}`)
    expect(await screen.findByText(sentence)).toBeTruthy()
  },
)

test('says in which country the place of a shared link is, and searches there in one press', async () => {
  const user = await openPage('/search?country=NG&search=Toronto')
  const there = { where: words.places.in.CA, name: 'Toronto' }
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_hole, name: 'where' | 'name') => there[name])
  await screen.findByText(fill(words.search_list.elsewhere.title))
  await user.click(await screen.findByRole('link', { name: fill(words.search_list.elsewhere.search) }))
  await waitFor(() => expect([param('country'), param('search')]).toEqual(['CA', 'Toronto']))
  await findCards()
})

test('searches around pasted coordinates, and asks for the position of a short map link', async () => {
  const user = await openPage('/')
  const field = await focusSearchField(user)
  await user.paste('https://maps.app.goo.gl/abcDEF123')
  await user.keyboard('{Enter}')
  expect(await screen.findAllByText(/This map link has no position in it/)).not.toEqual([])
  await user.clear(field)
  await user.paste('43,6532 -79,3832')
  await user.keyboard('{Enter}')
  await waitFor(() => expect([param('lat'), param('lng')]).toEqual(['43.6532', '-79.3832']))
  await findCards()
})
