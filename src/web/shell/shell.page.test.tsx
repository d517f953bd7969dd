import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/catalogue.ts'
import { base, openPage } from '#test/page-kit.tsx'

const { shell: words } = wordsOf.en

const listLinks = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')!)

test('every header and footer link leads to a page, and a link in a text navigates without a reload', async () => {
  const user = await openPage('/electric-vehicle-charging')
  const footer = await screen.findByRole('contentinfo')
  const links = [screen.getByRole('banner'), footer].flatMap(listLinks)
  const inside = [...new Set(links)].filter((address) => address.startsWith('/'))
  expect(inside.length).toBeGreaterThan(20)
  for (const address of inside) expect((await fetch(base + address)).status, address).toBe(200)
  const etiquette = await screen.findByRole('link', { name: 'our guide to charging etiquette' })
  expect(etiquette.getAttribute('href')).toBe('/post/charging-manners')
  await user.click(etiquette)
  await waitFor(() => expect(window.location.pathname).toBe('/post/charging-manners'))
  expect(document.body.contains(footer)).toBe(true)
})

test('lists every footer link of the specification', async () => {
  await openPage('/about')
  const links = listLinks(await screen.findByRole('contentinfo'))
  const expected =
    '/about /marketplace /blog /careers /media-coverage /business-accounts /car-park-management /help /book-demo ' +
    '/electric-vehicle-charging /rent-out-ev-charger /how-parkwell-works /cancellation-policy /privacy-policy /terms ' +
    'https://partners.parkwell.example https://www.facebook.com/parkwellca'
  for (const href of expected.split(' ')) expect(links).toContain(href)
})

test('switches to French at once, remembers it and sends it to the server', async () => {
  const fetchSpy = vi.spyOn(window, 'fetch')
  onTestFinished(() => fetchSpy.mockRestore())
  const languagesSent = () =>
    fetchSpy.mock.calls.map(([input, init]) =>
      (input instanceof Request ? input.headers : new Headers(init?.headers)).get('accept-language'),
    )
  const user = await openPage('/parks-list')
  const footer = await screen.findByRole('contentinfo')
  await user.click(within(footer).getByRole('button', { name: pattern(words.language.change) }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Français' }))
  await waitFor(() => expect(document.documentElement.lang).toBe('fr'))
  await waitFor(() => expect(languagesSent()).toContain('fr'))
  expect(localStorage.getItem('language')).toBe('fr')
})
