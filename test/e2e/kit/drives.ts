import type { Locator, Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { pattern, wordsFor } from './catalogue.ts'
import { buildDriver, codeFor, send } from './drivers.ts'
import { expect, waitUntilHydrated } from './fixtures.ts'

/* A driver's way from the home page to the pass, as one walks it on a phone. Each step is shown to `onScreen`. */

export interface Drive {
  country: CountryCode
  language: Language
  timezoneId: string
  /** As people type it. */
  place: string
  plate: string
}

/** The four countries, in each of their languages. */
export const drives: readonly Drive[] = [
  { country: 'NG', language: 'en', timezoneId: 'Africa/Lagos', place: 'balogun market', plate: 'LSR-482-KJ' },
  { country: 'CA', language: 'en', timezoneId: 'America/Toronto', place: 'cn tower', plate: 'BKTR 482' },
  { country: 'CA', language: 'fr', timezoneId: 'America/Toronto', place: 'centre eaton', plate: 'BKTR 482' },
  { country: 'SN', language: 'en', timezoneId: 'Africa/Dakar', place: 'dakar plateau', plate: 'AA-482-KJ' },
  { country: 'SN', language: 'fr', timezoneId: 'Africa/Dakar', place: 'place de l’independance', plate: 'AA-482-KJ' },
  { country: 'US', language: 'en', timezoneId: 'America/New_York', place: 'times square', plate: '7KJR482' },
]

export const localeOfDrive = ({ country, language }: Drive): string => `${language}-${country}`

type OnScreen = (name: string) => Promise<void>

/** Someone who has never been here: chooses the country, signs up at the checkout and pays at the provider. */
export async function driveAsNewUser(page: Page, base: string, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  await page.goto('/')
  await waitUntilHydrated(page)
  const country = page
    .getByRole('dialog', { name: w.shell.country.title })
    .getByRole('button', { name: w.common.countries[drive.country] })
  await expect(country).toBeVisible()
  await onScreen('country')
  const reloaded = page.waitForEvent('load')
  await country.click()
  await reloaded
  await waitUntilHydrated(page)
  await findPark(page, drive, onScreen)
  await page.getByRole('link', { name: w.park.book }).locator('visible=true').first().click()
  await page.getByRole('textbox', { name: w.checkout.plate }).fill(drive.plate)
  await signUp(page, base, drive, onScreen)
  await payAtProvider(page, drive, onScreen)
  await showPass(page, drive, onScreen)
}

/** Someone who has been here before: signed in, with a vehicle and money in the wallet. */
export async function driveAsReturningUser(page: Page, base: string, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  const { country, language, plate } = drive
  const top_up = { NG: 50_000, CA: 200, SN: 50_000, US: 200 }[country]
  const { token } = await buildDriver(base, { country_code: country, language, top_up })
  await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: { plate, country_code: country } })
  await page.addInitScript(
    ([key, selected]) => {
      localStorage.setItem('parkwell_user_token', key!)
      localStorage.setItem('selectedCountry', selected!)
    },
    [token, JSON.stringify({ id: countryIds[country], code: country, name: w.common.countries[country] })],
  )
  await page.goto('/')
  await waitUntilHydrated(page)
  await findPark(page, drive, onScreen)
  const pay = page.getByRole('button', { name: w.checkout.pay_unknown, exact: true }).locator('visible=true')
  await expect(pay).toBeVisible()
  await onScreen('pay')
  await pay.click()
  await showPass(page, drive, onScreen)
}

/** From the home page to the page of the nearest car park with space. */
async function findPark(page: Page, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  const where = page.getByRole('combobox', { name: w.search.where })
  await where.fill(drive.place)
  // The first suggestion of the server; until it answers, only what the device knows is listed.
  const suggestion = page.getByRole('option').first()
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await onScreen('destination')
  await suggestion.click()
  await expect(page).toHaveURL(/\/search\?.*lat=/)
  const card = page
    .locator('[data-list] article')
    .filter({ hasText: pattern(w.park.spaces_free) })
    .first()
  await expect(card).toBeVisible()
  await onScreen('list')
  await followLink(card)
  await expect(page).toHaveURL(/\/park\//)
  await expect(page.getByRole('table', { name: w.park.price_caption })).toBeVisible()
  await onScreen('park')
}

const followLink = (card: Locator) => card.getByRole('link').first().click()

/** The code leads on to the payment. */
async function signUp(page: Page, base: string, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  const email = `ada-${crypto.randomUUID()}@example.com`
  await page.getByRole('textbox', { name: w.auth.email }).fill(email)
  await page.getByRole('checkbox', { name: /terms of use|conditions d’utilisation/ }).check()
  await onScreen('sign-up')
  await page.getByRole('button', { name: w.auth.email_login.lead }).click()
  const code = page.getByRole('textbox', { name: w.auth.code })
  await expect(code).toBeFocused()
  await onScreen('code')
  await code.fill(await codeFor(base, email))
}

/** Stripe's form is in our page; the other providers have pages of their own. */
async function payAtProvider(page: Page, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  const isStripe = drive.country === 'CA' || drive.country === 'US'
  if (isStripe) await page.locator('[name=stand-in-number]').fill('4242 4242 4242 4242')
  const success = isStripe
    ? page.getByRole('button', { name: pattern(w.wallet.stripe.pay) }).first()
    : page.locator('button[value="success"]')
  await expect(success).toBeEnabled()
  await onScreen('provider')
  await success.click()
}

async function showPass(page: Page, drive: Drive, onScreen: OnScreen): Promise<void> {
  const w = wordsFor(drive)
  await expect(page).toHaveURL(/\/booking-details\//)
  await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
  await expect(page.getByText(drive.plate).first()).toBeVisible()
  await onScreen('pass')
}
