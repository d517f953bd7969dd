import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { partnerAddress, socialLinksOf } from '#contract/settings/company.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { checkoutOf, findPark } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

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

test('has a footer of one line under a checkout, with help, terms, privacy and the language', async () => {
  await openPage(checkoutOf(await findPark()))
  const footer = await screen.findByRole('contentinfo')
  expect(listLinks(footer)).toEqual(['/help', '/terms', '/privacy-policy'])
  expect(within(footer).getByRole('button', { name: pattern(words.language.change) })).toBeTruthy()
})

test('lists every footer link of the specification', async () => {
  await openPage('/about')
  const links = listLinks(await screen.findByRole('contentinfo'))
  const expected =
    '/about /marketplace /blog /careers /media-coverage /business-accounts /car-park-management /help /book-demo ' +
    '/electric-vehicle-charging /rent-out-ev-charger /how-parkwell-works /cancellation-policy /privacy-policy /terms ' +
    '/partners /install-app#ios /install-app#android'
  for (const href of expected.split(' ')) expect(links).toContain(href)
})

const namesOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

test('labels the newer header, the profile menu and the footer as the specification does', async () => {
  const user = await openPage('/about', await buildDriver(base, { country_code: 'CA', language: 'en' }))
  const header = within(screen.getByRole('banner'))
  expect(namesOf(within(header.getByRole('navigation', { name: words.nav.main })).getAllByRole('link'))).toEqual(
    expect.arrayContaining(['Home', 'Find Parking', 'Events', 'Marketplace', 'About Us']),
  )
  expect(header.queryByText('Get Started')).toBeNull()
  await user.click(await header.findByRole('button', { name: pattern(words.nav.account) }))
  await screen.findByRole('menu')
  expect(namesOf(screen.getAllByRole('menuitem'))).toEqual(['My Bookings', 'Wallet', 'Profile', 'Logout'])
  await user.keyboard('{Escape}')
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/help')
  for (const name of ['Get Started', 'Rent out your space'])
    expect(footer.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))).toContain(partnerAddress())
})

test.each(inTurn(['/about', '/search'], 1)())(
  'the side panel of %s offers Get Started to visitors only',
  async (path) => {
    const openPanel = async (visitor: { token?: string }) => {
      const user = await openPage(path, visitor)
      await user.click(within(screen.getByRole('banner')).getAllByRole('button', { name: words.nav.menu })[0]!)
      const panel = within(await screen.findByRole('dialog', { name: words.nav.menu }))
      await panel.findByText('Français')
      return panel
    }
    expect((await openPanel({})).getAllByText('Get Started')).not.toEqual([])
    const { token } = await buildDriver(base, { country_code: 'CA', language: 'en' })
    const panel = await openPanel({ token })
    expect(await panel.findByText('Logout')).toBeTruthy()
    expect(panel.queryByText('Get Started')).toBeNull()
  },
)

test('labels the older header as the specification does', async () => {
  const user = await openPage('/search', { country: 'NG' })
  const header = within(screen.getByRole('banner'))
  await waitFor(() => expect(header.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toMatch(/^\/auth/))
  await user.click(header.getByRole('button', { name: words.nav.menu }))
  const menu = within(await screen.findByRole('dialog', { name: words.nav.menu }))
  for (const [name, href] of [
    ['Vehicle Docs', '/vehicle-docs-renewal'],
    ['Blog', '/blog'],
    ['List your space', partnerAddress()],
  ] as const)
    expect(menu.getByRole('link', { name }).getAttribute('href')).toBe(href)
  for (const language of ['English', 'Français']) expect(menu.getByText(language)).toBeTruthy()
})

test('shows the social links that the brand has, those of the country before the default ones, and no others', async () => {
  const facebook = 'https://www.facebook.com/all'
  const twitter = 'https://x.com/all'
  const { social: none } = defaultSettings
  // Those of the specification's `DEFAULT`.
  const all = { ...none, default_facebook: facebook, default_twitter: twitter }
  const instagram = 'https://www.instagram.com/ng'
  const own = { linkedin: 'https://www.linkedin.com/us', twitter: 'https://x.com/us' }
  const social = { ...all, ng_instagram: instagram, us_linkedin: own.linkedin, us_twitter: own.twitter }
  expect(socialLinksOf('CA', social)).toEqual([
    ['facebook', facebook],
    ['twitter', twitter],
  ])
  expect(Object.fromEntries(socialLinksOf('NG', social))).toEqual({ facebook, twitter, instagram })
  expect(Object.fromEntries(socialLinksOf('US', social))).toEqual({ facebook, ...own })
  expect(socialLinksOf('SN', none)).toEqual([])
  await openPage('/parks-list', { country: 'SN' })
  const footer = within(await screen.findByRole('contentinfo'))
  const shown = socialLinksOf('SN').map(([network]) => network)
  for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'X (Twitter)'])
    expect(footer.queryByRole('link', { name }) !== null, name).toBe(
      shown.some((network) => name.toLowerCase().includes(network)),
    )
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
  await waitFor(() => expect(languagesSent()).toContain('fr-CA'))
  expect(localStorage.getItem('language')).toBe('fr')
})
