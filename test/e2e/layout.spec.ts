import type { Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { buildDriver } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'
import { navigateWithin } from './kit/navigation.ts'

test.use({ drawsMaps: false, timezoneId: 'America/Toronto' })

interface Reader {
  country: CountryCode
  language: Language
  token?: string
}

/** As whoever has been here before: the server knows country, language and session from cookies. */
async function become(page: Page, base: string, { country, language, token }: Reader): Promise<void> {
  const cookies = { country, language, ...(token !== undefined && { signed_in: '1' }) }
  await page.context().clearCookies()
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })))
  const stored = {
    selectedCountry: JSON.stringify({ id: countryIds[country], code: country, name: country }),
    language,
    cart_count: '3',
    ...(token !== undefined && { parkwell_user_token: token }),
  }
  await page.addInitScript((entries) => {
    localStorage.clear()
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, stored)
}

/** From the narrowest phone to a desktop, on both sides of each width at which the header changes. */
const widths = [320, 352, 390, 640, 768, 1_023, 1_024, 1_152, 1_279, 1_280, 1_439, 1_440]

test('the header has its height at every width, and nothing in it touches or leaves @desktop', async ({
  page,
  baseURL,
}) => {
  const { token } = await buildDriver(baseURL!, { country_code: 'NG', language: 'fr', top_up: 200_000 })
  const readers: Reader[] = [
    { country: 'NG', language: 'fr', token },
    { country: 'NG', language: 'fr' },
    { country: 'NG', language: 'en' },
    { country: 'US', language: 'en', token },
  ]
  const problems: string[] = []
  for (const reader of readers) {
    await become(page, baseURL!, reader)
    await page.goto('/terms')
    const navigate = navigateWithin(page)
    for (const path of ['/terms', '/search?lat=6.45&lng=3.39&place=Lagos']) {
      await navigate(path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const who = `${reader.language}-${reader.country}${reader.token === undefined ? '' : ', signed in'}`
        const found = await page.evaluate(findHeaderProblems)
        problems.push(...found.map((problem) => `${who}, ${path} at ${width} px: ${problem}`))
      }
    }
  }
  expect(problems).toEqual([])
})

/** Runs in the page, once it is laid out for a new width. */
async function findHeaderProblems(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const problems: string[] = []
  const header = document.querySelector('header')!
  const { height } = header.getBoundingClientRect()
  // 17 steps of 4 px with the line below; between a tablet and a desktop, the search has a row of its own.
  const isSearchBelow = location.pathname === '/search' && innerWidth >= 1024 && innerWidth < 1440
  if (height > (isSearchBelow ? 135 : 70)) problems.push(`${Math.round(height)} px high`)
  const parts = [...header.querySelectorAll<HTMLElement>('a, button, input, select')]
    .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  const nameOf = (part: HTMLElement) => (part.ariaLabel ?? part.textContent).trim().slice(0, 30)
  if (parts.length < 2) problems.push('has nothing in it')
  for (const [n, { part, box }] of parts.entries()) {
    if (box.left < 0 || box.right > innerWidth) problems.push(`${nameOf(part)} leaves the screen`)
    // The logo's name is cut off beside a cart.
    const isCut = getComputedStyle(part).overflowX === 'hidden'
    if (!isCut && part.scrollWidth > part.clientWidth + 1 && !(part instanceof HTMLInputElement))
      problems.push(`${nameOf(part)} is wider than its place`)
    for (const { part: other, box: at } of parts.slice(n + 1)) {
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left)
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top)
      if (across > 0.5 && down > 0.5 && !part.contains(other) && !other.contains(part))
        problems.push(`${nameOf(part)} and ${nameOf(other)} overlap`)
    }
  }
  return problems
}
