import { mkdirSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { book, buildDriver, parksToBook, tomorrow } from '#test/e2e/kit/drivers.ts'
import { loaded_machine_ms } from './page-shots.ts'

const folder = 'docs/pictures'
const toronto = { lat: 43.6489, lng: -79.3817 }
/** Not the nearest: its address fits into one line. */
const parkToShow = 1

interface Picture {
  name: string
  path: string
  width: number
  height: number
  scale: number
  shown: string
}

/** Takes the two pictures of the README from the running product: a search on a wide screen, a booking's pass on a phone. */
export async function takeReadmePictures(browser: Browser, base: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const { start_time, end_time } = tomorrow()
  const park = (await parksToBook(base, toronto))[parkToShow]!
  const { booking_code } = await book(base, driver, park)
  const search = new URLSearchParams({
    lat: String(toronto.lat),
    lng: String(toronto.lng),
    place: 'Toronto',
    start: start_time,
    end: end_time,
  })
  const pictures: Picture[] = [
    {
      name: 'search-desktop',
      path: `/search?${search}`,
      width: 1440,
      height: 900,
      scale: 1,
      shown: '.park-map[data-drawn]',
    },
    {
      name: 'pass-phone',
      path: `/booking-details/${booking_code}`,
      width: 390,
      height: 844,
      scale: 2,
      shown: 'text=Works offline',
    },
  ]
  for (const { name, path, width, height, scale, shown } of pictures) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-CA',
      timezoneId: 'America/Toronto',
      hasTouch: width < 600,
    })
    await context.addInitScript((token) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      localStorage.setItem('parkwell_user_token', token)
    }, driver.token)
    const page = await context.newPage()
    page.setDefaultTimeout(loaded_machine_ms)
    await page.goto(base + path)
    await page.locator(shown).waitFor()
    await page.getByRole('button', { name: 'Hide until your next visit' }).click()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.evaluate(() => document.fonts.ready)
    await sharp(await takeSteadyScreenshot(page))
      .webp({ quality: 82 })
      .toFile(`${folder}/${name}.webp`)
    await context.close()
  }
}

/** Returns a screenshot once nothing has changed for ten seconds: streets are drawn after the map is shown. */
async function takeSteadyScreenshot(page: Page): Promise<Buffer> {
  let picture = await page.screenshot()
  for (let same_s = 0; same_s < 10;) {
    await page.waitForTimeout(1_000)
    const next = await page.screenshot()
    same_s = next.equals(picture) ? same_s + 1 : 0
    picture = next
  }
  return picture
}
