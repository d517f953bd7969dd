import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const findCards = () => screen.findAllByRole('article')
const findIn = async (region: string, link: RegExp) =>
  within(await screen.findByRole('navigation', { name: region })).findByRole('link', { name: link })

test('leads from the airports of a country to one of them and to a search around it', async () => {
  const user = await openPage('/parking-types/airport-parking')
  await findTitle('Airport parking in Canada')
  await user.type(screen.getByRole('searchbox'), 'toronto pears{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?country=CA&search=toronto+pears'))
  await user.click(await screen.findByRole('link', { name: /^Toronto Pearson/ }))
  await waitFor(() => expect(window.location.pathname).toMatch(/\/airport-parking\/.*-yyz$/))
  await waitFor(() => expect(document.title).toMatch(/Pearson/))
  await user.click((await screen.findAllByRole('link', { name: words.places.find }))[0]!)
  await waitFor(() => expect(window.location.href).toMatch(/\/search\?lat=43\.\d+&lng=-79\.\d+&place=Toronto\+Pearson/))
})

test('a city’s page shows its nearest car parks as the lists do', async () => {
  const user = await openPage('/city-parking/toronto-ca-on')
  expect(await screen.findByText(/\d+ (parking lots|car parks) within 10\s?km, from \$\d/)).toBeTruthy()
  const first = (await findCards())[0]!
  expect(first.textContent).toMatch(/m walk|min walk/)
  await user.click(within(first).getAllByRole('link')[0]!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/park\//))
})

test('lists car parks by state, city and page, each at its own address', async () => {
  const user = await openPage('/parks-list?country=US')
  await user.click(await findIn(words.places.by_state, /^New York/))
  await findTitle(/New York, United States/)
  await waitFor(() => expect(window.location.search).toContain('country=US&state=US-NY'))
  await user.click(await findIn(words.search_list.list.by_city, /^Brooklyn/))
  await findTitle(/Brooklyn/)
  const expectBrooklyn = () => waitFor(async () => expect((await findCards())[0]!.textContent).toContain('Brooklyn'))
  await expectBrooklyn()
  await user.click((await screen.findAllByRole('link', { name: pattern(words.search.page) })).at(-1)!)
  await waitFor(() => expect(window.location.search).toMatch(/city=.*page=\d/))
  await expectBrooklyn()
})

test('shows a message for an unknown place with a link to others', async () => {
  const user = await openPage('/station-parking/nowhere')
  expect(await screen.findByRole('heading', { name: words.places.not_found })).toBeTruthy()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: words.places.kinds.station }))
  await findTitle('Station parking in Canada')
})
