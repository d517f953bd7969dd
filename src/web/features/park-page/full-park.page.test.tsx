import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, parksToBook, send } from '#test/e2e/kit/drivers.ts'
import { buildCanadian, toronto } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

test('offers the next free time of a full park on its card and its page', async () => {
  // Morning in Toronto, so that other times are left that day.
  const day = new Date(Date.now() + 48 * hour_ms).toISOString().slice(0, 10)
  const window = { start_time: `${day}T15:00:00Z`, end_time: `${day}T17:00:00Z` }
  const driver = await buildCanadian(10_000)
  const parks = await parksToBook(base, toronto, window)
  const park = parks.reduce((least, other) => (other.available < least.available ? other : least))
  for (let left = park.available; left > 0; left -= 1) await book(base, driver, park)
  // The list reads free spaces every half second.
  const isListed = async () => (await parksToBook(base, toronto, window)).some(({ id }) => id === park.id)
  await expect.poll(isListed).toBe(false)

  const { lat, lng } = await send<{ lat: number; lng: number }>(base, 'GET', `/api/v1/front/parks/${park.slug}`)
  const area = new URLSearchParams({ lat: String(lat), lng: String(lng), place: 'Toronto' })
  const user = await openPage(`/search?${area}&sort=distance&start=${window.start_time}&end=${window.end_time}`, driver)
  const findCard = () =>
    waitFor(() => {
      const link = document.querySelector<HTMLElement>(`article a[href^="/park/${park.slug}?"]`)
      return within(link!.closest('article')!)
    })
  const card = await findCard()
  expect(card.getByText(words.park.full)).toBeTruthy()
  await user.click(card.getAllByRole('link').find((link) => link.hasAttribute('data-card-link'))!)
  expect(await screen.findAllByText(words.park.unbookable.full)).not.toEqual([])
  const nearest = await screen.findByRole('region', { name: words.park.nearest_bookable })
  expect(await within(nearest).findAllByRole('link')).not.toEqual([])
  const others = await screen.findByRole('region', { name: words.park.other_times })
  await user.click((await within(others).findAllByRole('link')).at(-1)!)
  expect(await screen.findAllByRole('link', { name: words.park.book })).not.toEqual([])
  const query = new URLSearchParams(location.search)
  const [start_time, end_time] = [query.get('start')!, query.get('end')!]
  expect(Date.parse(end_time) - Date.parse(start_time)).toBe(2 * hour_ms)
  expect(start_time).not.toBe(window.start_time)
  expect((await book(base, driver, { ...park, start_time, end_time })).booking_code).toBeTruthy()

  // The breadcrumb leads back to the search, at the new time.
  const breadcrumb = within(screen.getByRole('navigation', { name: words.places.breadcrumb }))
  const name = words.search.title.replace('{{where}}', 'Toronto')
  await user.click(breadcrumb.getByRole('link', { name }))
  await waitFor(() => expect(location.pathname).toBe('/search'))
  const search = new URLSearchParams(location.search)
  expect(search.get('place')).toBe('Toronto')
  expect(search.get('start')).toBe(start_time)
})
