import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Park } from '#contract/parks/parks.ts'
import { chromiumFlags, findChromium, plainDrawing } from '../../../scripts/chromium.ts'
import { pattern, wordsOf } from '../kit/catalogue.ts'
import { book, fromNow, buildDriver, parksToBook, send, type Choice, type E2eDriver } from '../kit/drivers.ts'
import { buildCodeFilm } from '../kit/fake-camera.ts'
import { collectErrors, expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const w = wordsOf.en

/** The nearest park with check-in and another one, both with space for the next two hours. */
async function findParks(): Promise<{ booked: Choice & Park; other: Park }> {
  const choices = await parksToBook(base, { lat: 43.6532, lng: -79.3832 }, fromNow())
  const parks = await Promise.all(
    choices.slice(0, 20).map(async (choice) => ({
      ...(await send<Park>(base, 'GET', `/api/v1/front/parks/${choice.id}`)),
      ...choice,
    })),
  )
  const booked = parks.find(({ policies }) => policies.check_in === 'scan')!
  return { booked, other: parks.find(({ id }) => id !== booked.id)! }
}

/** A phone before whose camera a code is held. */
const openPhone = (film: string): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      ...plainDrawing,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })

async function openPage(browser: Browser, driver: E2eDriver): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', token)
  }, driver.token)
  return context.newPage()
}

const open = (page: Page) => page.getByRole('button', { name: w.bookings.gate_scan.action }).click()
const typeCode = async (page: Page, code: string) => {
  await page.getByLabel(w.bookings.gate_scan.code).fill(code)
  await page.getByLabel(w.bookings.gate_scan.code).press('Enter')
}

testInTurn(2, 3)('scans the code at the gate: the wrong one, then in and out', { tag: '@phone' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-gate-'))
  const film = join(folder, 'camera.y4m')
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const { booked, other } = await findParks()
  const { booking_code } = await book(base, driver, booked)
  const read = () => send<Booking>(base, 'GET', `/api/v1/bookings/${booking_code}`, { token: driver.token })
  buildCodeFilm(film, `https://parkwell.example/booking/${other.park_code}`)
  const browser = await openPhone(film)
  const page = await openPage(browser, driver)
  const errors = collectErrors(page)
  const dialog = page.getByRole('dialog')

  await test.step('warns at another car park, with the way to the booked one and a booking here', async () => {
    await page.goto(`/booking-details/${booking_code}`)
    await open(page)
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(w.bookings.gate_scan.wrong)
    await expect(dialog.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
      'href',
      new RegExp(`destination=${booked.lat},${booked.lng}$`),
    )
    await expect(dialog.getByRole('link', { name: w.bookings.gate_scan.change })).toHaveAttribute(
      'href',
      `/booking/${other.park_code}`,
    )
    expect(await read()).toMatchObject({ status: 'active' })
  })

  await test.step('checks in by the poster of the booked one', async () => {
    buildCodeFilm(film, `https://parkwell.example/booking/${booked.park_code}`)
    await dialog.getByRole('button', { name: w.bookings.gate_scan.again }).click()
    await expect(page.getByText(w.bookings.checked_in)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await read()).toMatchObject({ status: 'checked_in' })
  })

  await test.step('asks before it checks out, from the list of bookings', async () => {
    await page.goto('/bookings')
    await open(page)
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(w.bookings.gate_scan.leaving)
    await expect(page).toHaveURL(new RegExp(`/booking-details/${booking_code}`))
    expect(await read()).toMatchObject({ status: 'checked_in' })
    await dialog.getByRole('button', { name: w.bookings.gate_scan.check_out }).click()
    await expect(page.getByText(w.bookings.checked_out)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/do=/)
    expect(await read()).toMatchObject({ status: 'completed' })
  })
  expect(errors).toEqual([])
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

testInTurn(3, 4)(
  'takes a typed code where the camera is refused, and says what it needs a network for @phone',
  async () => {
    const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const { booked } = await findParks()
    const { booking_code } = await book(base, driver, booked)
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags, ...plainDrawing] })
    const page = await openPage(browser, driver)
    const errors = collectErrors(page)
    // Headless browsers have no camera that could be refused.
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
    })
    await page.goto(`/booking-details/${booking_code}`)
    await open(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(w.bookings.gate_scan.camera.refused)).toBeVisible()
    await typeCode(page, 'PK222222')
    await expect(dialog.getByText(pattern(w.bookings.gate_scan.unknown))).toBeVisible()
    await page.context().setOffline(true)
    await expect(dialog.getByText(w.bookings.gate_scan.offline)).toBeVisible()
    await typeCode(page, booked.park_code)
    await expect(dialog.getByText(pattern(w.bookings.checked_in_failed))).toBeVisible()
    await page.context().setOffline(false)
    await dialog.getByRole('button', { name: w.bookings.action.check_in }).click()
    await expect(page.getByText(w.bookings.checked_in)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(errors).toEqual([])
    await browser.close()
  },
)
