import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { parksToBook, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { toronto } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

test('a car park that is closed for a time says so on its card and its page, in both languages', async () => {
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: { identifier: staffMember.email, password: staffMember.password },
  })
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const window = { start_time: `${day}T15:00:00Z`, end_time: `${day}T17:00:00Z` }
  const [park] = (await parksToBook(base, toronto, window)).toReversed()
  const notice = { en: 'We are laying new asphalt.', fr: 'Nous refaisons le revêtement.' }
  const closures = `/api/v1/admin/parks/${park!.id}/closures`
  const body = { vehicle_class: null, starts_at: `${day}T06:00`, ends_at: `${day}T22:00`, reason: 'Tarmac' }
  const closed = await send<{ closures: { id: string; reason: string }[] }>(base, 'POST', closures, {
    token,
    body: { ...body, notice_en: notice.en, notice_fr: notice.fr },
  })
  const { id } = closed.closures.find(({ reason }) => reason === 'Tarmac')!
  // The search follows the database. That others have booked the car park meanwhile does not say that it knows the closure.
  const isKnownAsClosed = async () => {
    const query = new URLSearchParams({ lat: String(toronto.lat), lng: String(toronto.lng), size: '100', ...window })
    const { items } = await send<{ items: { id: string; closure?: object }[] }>(
      base,
      'GET',
      `/api/v1/parks/front/parks/?${query}`,
    )
    return items.find((candidate) => candidate.id === park!.id)?.closure !== undefined
  }
  await expect.poll(isKnownAsClosed, { timeout: 40_000 }).toBe(true)

  const { lat, lng } = await send<{ lat: number; lng: number }>(base, 'GET', `/api/v1/front/parks/${park!.slug}`)
  const times = `start=${window.start_time}&end=${window.end_time}`
  const user = await openPage(`/search?lat=${lat}&lng=${lng}&place=Toronto&sort=distance&${times}`)
  const card = await waitFor(() => {
    const link = document.querySelector<HTMLElement>(`article a[href^="/park/${park!.slug}?"]`)
    return within(link!.closest('article')!)
  })
  expect(await card.findByText(/^Closed: .*6:00.*–.*10:00/)).toBeTruthy()
  await user.click(card.getAllByRole('link').find((link) => link.hasAttribute('data-card-link'))!)
  expect(await screen.findByText(wordsOf.en.park.closure)).toBeTruthy()
  expect(await screen.findByText(notice.en)).toBeTruthy()
  expect(await screen.findByText(wordsOf.en.park.unbookable.out_of_use)).toBeTruthy()
  expect(screen.queryByText('Tarmac')).toBeNull()

  const html = async (language: string) =>
    (await fetch(`${base}/park/${park!.slug}?${times}&lang=${language}`, { headers: { accept: 'text/html' } })).text()
  expect(await html('en')).toContain(notice.en)
  expect(await html('fr')).toContain(notice.fr)
  expect(await html('fr')).toContain(wordsOf.fr.park.closure)
  await send(base, 'POST', `${closures}/${id}/reopen`, { token })
})
