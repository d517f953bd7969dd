/**
 * Takes screenshots of every page in both widths, themes and languages into `shots/`: `npm run shots [-- PAGE ...]`. Starts a
 * server on its own database, with a driver who has a balance and a booking. `drives` records the way from the home page
 * to the pass (`drive-shots.ts`), `readme` the two pictures of the README into `docs/pictures` (`readme-shots.ts`).
 */
import { mkdirSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { pageRoutes } from '#contract/pages.ts'
import { book, buildDriver, parksToBook, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import startServer from '#test/e2e/kit/server.ts'
import { chromiumFlags, findChromium } from './chromium.ts'
import { takeDriveScreenshots } from './drive-shots.ts'
import { takeReadmePictures } from './readme-shots.ts'

const selectedKeys = process.argv.slice(2)
const drivesKey = 'drives'
const readmeKey = 'readme'
const takesPages = selectedKeys.length === 0 || selectedKeys.some((key) => key !== drivesKey && key !== readmeKey)
const takesDrives = selectedKeys.length === 0 || selectedKeys.includes(drivesKey)
const widths = [390, 1440]
const schemes = ['light', 'dark'] as const
const languages = ['en', 'fr'] as const

const stop = await startServer()
const base = process.env['BASE_URL']!
mkdirSync('shots', { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const problems: string[] = []
const { items: events } = await send<{ items: { event_code: string }[] }>(base, 'GET', '/api/v1/front/events')
try {
  if (takesDrives) await takeDriveScreenshots(browser, base)
  if (selectedKeys.includes(readmeKey)) await takeReadmePictures(browser, base)
  for (const language of takesPages ? languages : []) {
    const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 200 })
    const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
    const booked = { ...park!, ...(await book(base, driver, park!)) }
    for (const width of widths)
      for (const scheme of schemes) await takeScreenshots(browser, { language, width, scheme, driver, booked })
  }
} finally {
  await browser.close()
  await stop()
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

interface ShotOptions {
  language: 'en' | 'fr'
  width: number
  scheme: 'light' | 'dark'
  driver: E2eDriver
  booked: { slug: string; booking_code: string; start_time: string; end_time: string }
}

async function takeScreenshots(
  opened: Browser,
  { language, width, scheme, driver, booked }: ShotOptions,
): Promise<void> {
  const signedOut = new Set(['auth', 'register', 'verify', 'forgotPassword', 'guest'])
  const routes = pageRoutes.filter(({ key }, index) => pageRoutes.findIndex((route) => route.key === key) === index)
  for (const { key, path } of routes.filter((route) => selectedKeys.length === 0 || selectedKeys.includes(route.key))) {
    const context = await opened.newContext({
      viewport: { width, height: width < 600 ? 844 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: language === 'fr' ? 'fr-CA' : 'en-CA',
      timezoneId: 'America/Toronto',
      hasTouch: width < 600,
    })
    await context.addInitScript(
      ({ token, chosen }) => {
        localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
        localStorage.setItem('language', chosen)
        if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
      },
      { token: signedOut.has(key) ? undefined : driver.token, chosen: language },
    )
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${key} ${language} ${width} ${scheme}: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`${key} ${language} ${width} ${scheme}: ${error.message}`))
    const window = `start=${encodeURIComponent(booked.start_time)}&end=${encodeURIComponent(booked.end_time)}`
    const query: Record<string, string> = {
      search: `?lat=43.6532&lng=-79.3832&place=Toronto&${window}`,
      park: `?${window}`,
      checkout: `?${window}`,
      verify: '?email=ada@example.com',
      bookingSuccess: `?code=${booked.booking_code}`,
    }
    const placeKind = /^\/(\w+)-parking\/:place$/.exec(path)?.[1]
    await page.goto(
      base +
        path
          .replace(':place', placeKind === undefined ? '' : await findPlace(placeKind))
          .replace(':slug', booked.slug)
          .replace(':bookingCode', booked.booking_code)
          .replace(':post', 'toronto-winter')
          .replace(':service', 'wash')
          .replace(':event', events[0]!.event_code) +
        (query[key] ?? ''),
    )
    // Full-page screenshots include content that has not been scrolled into view.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
    await waitUntilLoaded(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) problems.push(`${key} ${language} ${width} ${scheme}: ${overflow} px wider than the screen`)
    await page.screenshot({ path: `shots/${key}-${width}-${scheme}-${language}.png`, fullPage: key !== 'search' })
    await context.close()
  }
}

/** The largest Canadian place of a kind, as the last part of its path. */
async function findPlace(kind: string): Promise<string> {
  const { items } = await send<{ items: { slug: string }[] }>(base, 'GET', `/api/v1/places/${kind}?country=CA`)
  return items[0]!.slug
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
}
