import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import { type PageKey, pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { errors as en } from '#i18n/en/errors.ts'
import { errors as fr } from '#i18n/fr/errors.ts'
import { waitUntilHydrated } from '#test/e2e/kit/fixtures.ts'
import { navigateWithin } from '#test/e2e/kit/navigation.ts'
import { findShotTargets, type ShotTarget } from './shot-addresses.ts'

/** Each language in each width; after half of the time, both have been seen. */
export const shotViews = [
  ['en', 390],
  ['fr', 1440],
  ['fr', 390],
  ['en', 1440],
] as const
/** A page that asks more often for what failed does so for ever. */
const mostTries = 6
/** What the server says when something of it broke. */
const failures = { en, fr }
export const schemes = ['light', 'dark'] as const
/** Pages that are open at once: most of the time is spent waiting for the server. */
const maxOpen = 3
/** Streets are drawn after the map is shown. */
const map_ms = 20_000
const loading_ms = 10_000
const busyParts = 'main :is([aria-busy=true], [role=progressbar])'
/** On a machine with other work, one picture may take this long. */
export const loaded_machine_ms = 180_000
const zones = { CA: 'America/Toronto', NG: 'Africa/Lagos', SN: 'Africa/Dakar', US: 'America/New_York' }
/** Without these, nobody is signed in. */
const accountCalls = /\/api\/v1\/(?:users?\/profile|countries)/
/** What the header and the bottom bar of every page ask for. */
const shellCalls = /\/api\/v1\/(?:cart|user\/notifications|push)/
const shellPages = new Set<PageKey>(['cart', 'cartCheckout', 'notifications', 'profile'])

/** What a program can tell of a picture, for whoever scores the page. */
export interface ShotFacts {
  picture: string
  /** Cumulative layout shift while it loaded. */
  cls: number
  /** Labels of filled buttons in the page, and those of them in the first screen. */
  primary: string[]
  primary_in_view: string[]
  /** Texts that look like a key of the catalogue, and labels that begin with a small letter. */
  raw_keys: string[]
  small_labels: string[]
  errors: string[]
}

interface ShotOptions {
  language: Language
  width: number
  folder: string
}

/** What is taken: no keys mean all pages, no views (`fr-1440`) all of them. */
interface Selection {
  keys: readonly string[]
  views: readonly string[] | undefined
}

/** Takes a picture of each page in each state, and returns what was measured. */
export async function takePageScreenshots(
  browser: Browser,
  base: string,
  folder: string,
  { keys, views: selectedViews }: Selection,
): Promise<ShotFacts[]> {
  const facts: ShotFacts[] = []
  const waiting: (() => Promise<ShotFacts[]>)[] = []
  const targets = {
    en: await findShotTargets(base, 'en', keys),
    fr: await findShotTargets(base, 'fr', keys),
  }
  for (const [language, width] of shotViews.filter(([spoken, wide]) => isSelectedView(spoken, wide, selectedViews)))
    for (const target of targets[language])
      waiting.push(() => takeScreenshots(browser, base, target, { language, width, folder }))
  const work = async () => {
    for (let take = waiting.shift(); take !== undefined; take = waiting.shift()) facts.push(...(await take()))
  }
  await Promise.all(Array.from({ length: maxOpen }, work))
  return facts.toSorted((a, b) => a.picture.localeCompare(b.picture))
}

export const isSelectedView = (language: Language, width: number, selected: readonly string[] | undefined): boolean =>
  selected?.includes(`${language}-${width}`) ?? true

/** A picture in each theme. None of a failed page that loads nothing itself. */
async function takeScreenshots(
  browser: Browser,
  base: string,
  { key, state, to, country, token }: ShotTarget,
  { language, width, folder }: ShotOptions,
): Promise<ShotFacts[]> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: `${language}-${country}`,
    timezoneId: zones[country],
    hasTouch: width < 600,
    serviceWorkers: state === 'offline' ? 'allow' : 'block',
  })
  try {
    const selected = { id: countryIds[country], code: country, name: country }
    await context.addInitScript(
      (stored) => {
        for (const [name, value] of Object.entries(stored)) if (value !== undefined) localStorage.setItem(name, value)
        Object.assign(globalThis, { shift: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) (globalThis as unknown as { shift: number }).shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      },
      { selectedCountry: JSON.stringify(selected), language, parkwell_user_token: token },
    )
    // What the server renders for whoever has been here before.
    const cookies = { country, language, ...(token !== undefined && { signed_in: '1' }) }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })))
    const page = await context.newPage()
    page.setDefaultTimeout(loaded_machine_ms)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) errors.push(message.text())
    })
    let failedCalls = 0
    const tries = new Map<string, number>()
    if (state === 'failed') {
      // What the server has rendered cannot fail any more: the page is opened from another one.
      await page.goto(base + pagePath('terms'))
      await waitUntilLoaded(page)
      await page.route('**/api/v1/**', async (route) => {
        const url = route.request().url()
        if (accountCalls.test(url)) return route.fallback()
        if (shellPages.has(key) || !shellCalls.test(url)) failedCalls += 1
        tries.set(url, (tries.get(url) ?? 0) + 1)
        return route.fulfill({
          status: 500,
          json: { code: 'internal', message: failures[textLanguageOf(language)].internal },
        })
      })
    }
    // A link of a mail that nobody got.
    if (key === 'unsubscribe' && state === 'full')
      await page.route('**/unsubscribe/*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { reminders: false, low_stock: true } })
          : route.fallback(),
      )
    if (state === 'offline') await storeForOffline(page, base)
    if (state === 'failed') {
      await navigateWithin(page)(to).catch(() => undefined)
      await page
        .locator(busyParts)
        .first()
        .waitFor({ state: 'detached', timeout: loading_ms })
        .catch(() => errors.push('is still loading after its calls have failed'))
    } else await page.goto(base + to)
    await waitUntilLoaded(page)
    if (state === 'failed' && failedCalls === 0) return []
    for (const [url, calls] of tries) if (calls > mostTries) errors.push(`${url} was asked for ${calls} times`)
    const measured = await page.evaluate(measure)
    await page.evaluate(showEverything)
    const taken: ShotFacts[] = []
    for (const scheme of schemes) {
      const picture = `${key}-${state}-${width}-${scheme}-${language}`
      await page.emulateMedia({ colorScheme: scheme })
      // A map that is shown takes the colours of the other theme tile by tile, and does not say when it is done.
      if (scheme === 'dark' && state === 'full' && (await page.locator('.park-map:visible').count()) > 0) {
        await page.reload()
        await waitUntilLoaded(page)
        await page.evaluate(showEverything)
      }
      await waitUntilLoaded(page)
      await page.screenshot({ path: join(folder, `${picture}.png`), fullPage: key !== 'search' })
      taken.push({ picture, ...measured, errors: scheme === 'light' ? [...errors, ...measured.errors] : [] })
    }
    return taken
  } finally {
    await context.close()
  }
}

/** Lets the service worker, which the bookings register, store what it does; then there is no network. */
async function storeForOffline(page: Page, base: string): Promise<void> {
  await page.goto(base + pagePath('bookings'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  for (const path of await page.locator('a[href^="/booking-details/"]').evaluateAll(readPaths)) {
    await page.goto(base + path)
    await waitUntilLoaded(page)
  }
  await page.goto(base + pagePath('bookings'))
  await waitUntilLoaded(page)
  await page.context().setOffline(true)
}

/** Runs in the page: pictures include what has not been scrolled into view, and no colour on its way to another theme. */
export function showEverything(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { content-visibility: visible !important } *, ::before, ::after { transition: none !important; animation: none !important }',
  )
  document.adoptedStyleSheets.push(sheet)
  for (const image of document.images) image.loading = 'eager'
}

/** Runs in the page. */
const readPaths = (links: Element[]) => [...new Set(links.map((link) => (link as HTMLAnchorElement).pathname))]

async function waitUntilLoaded(page: Page): Promise<void> {
  await waitUntilHydrated(page)
  await page
    .locator(busyParts)
    .first()
    .waitFor({ state: 'detached', timeout: loading_ms })
    .catch(() => undefined)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  const maps = page.locator('.park-map:visible')
  if ((await maps.count()) === 0) return
  await page
    .locator('.park-map[data-drawn]:visible')
    .first()
    .waitFor({ timeout: map_ms })
    .catch(() => undefined)
  await page.waitForLoadState('networkidle').catch(() => undefined)
}

/** Runs in the page. */
export function measure(): Omit<ShotFacts, 'picture'> {
  const main = document.querySelector('main') ?? document.body
  const labelOf = (element: Element) => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)
  const visible = (selector: string, within: Element = document.body) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
  const filled = visible('a.bg-act, button.bg-act', main)
  const isInView = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  }
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) texts.push((walker.currentNode.textContent ?? '').trim())
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    cls: Math.round((globalThis as unknown as { shift: number }).shift * 1_000) / 1_000,
    primary: filled.map(labelOf),
    primary_in_view: filled.filter(isInView).map(labelOf),
    raw_keys: texts.filter((text) => /^[a-z]+(?:_[a-z]+)*(?:\.[a-z_]+)+$|^[a-z]+(?:_[a-z]+)+$|\{\{/.test(text)),
    small_labels: visible('button, label, h1, h2, h3, th, dt, legend, summary')
      .map(labelOf)
      .filter((label) => /^\p{Ll}/u.test(label)),
    errors: scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider than the screen`] : [],
  }
}
