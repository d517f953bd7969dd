import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import { pattern, wordsFor, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, parksToBook, send } from '#test/e2e/kit/drivers.ts'
import { driveAsNewUser, driveAsReturningUser, drives, localeOfDrive } from '#test/e2e/kit/drives.ts'
import { waitUntilHydrated } from '#test/e2e/kit/fixtures.ts'
import { countFields, countPresses } from '#test/e2e/kit/presses.ts'
import { completeForm } from '#test/kits/document-form.ts'
import { loaded_machine_ms } from './page-shots.ts'

const visitors = { new: driveAsNewUser, returning: driveAsReturningUser }
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

/**
 * Records the way from the home page to the pass, and then what else drivers do, as pictures, whose names tell how many
 * presses led there. Prints the tables of `docs/pages.md`: seconds are those of the pages, without what taking the pictures
 * takes.
 */
export async function takeDriveScreenshots(browser: Browser, base: string, to: string): Promise<void> {
  const rows: string[] = []
  for (const drive of drives)
    for (const [visitor, takeShots] of Object.entries(visitors)) {
      const folder = join(to, 'drives', `${drive.country}-${drive.language}-${visitor}`)
      const options = { baseURL: base, locale: localeOfDrive(drive), timezoneId: drive.timezoneId }
      const counted = await recordWalk(browser, options, folder, (page, onScreen) =>
        takeShots(page, base, drive, onScreen),
      )
      rows.push(`| ${drive.country} ${drive.language} | ${visitor} | ${counted} |`)
    }
  console.log(
    ['| drive | visitor | presses | fields | seconds |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
  )
  const taskRows: string[] = []
  const { tokens, code } = await prepare(base)
  for (const [name, { path, country = 'CA', run }] of Object.entries(tasks)) {
    const options = { baseURL: base, locale: `en-${country}`, timezoneId: zones[country] }
    const selected = JSON.stringify({ id: countryIds[country], code: country, name: words.common.countries[country] })
    const stored = { parkwell_user_token: tokens[country], selectedCountry: selected, language: 'en' }
    const counted = await recordWalk(browser, options, join(to, 'drives', `task-${name}`), async (page, onScreen) => {
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
      }, stored)
      await page.goto(path.replace(':code', code))
      await waitUntilHydrated(page)
      await run(page, onScreen)
    })
    taskRows.push(`| ${name} | ${counted} |`)
  }
  console.log(['| task | presses | fields | seconds |', '| --- | --- | --- | --- |', ...taskRows].join('\n'))
}

export type OnScreen = (name: string) => Promise<void>
type Walk = (page: Page, onScreen: OnScreen) => Promise<void>

/** Returns presses, fields and seconds as the cells of a table. */
export async function recordWalk(
  browser: Browser,
  options: BrowserContextOptions,
  folder: string,
  walk: Walk,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const context = await browser.newContext({ ...phone, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(loaded_machine_ms)
  const [presses, fields] = [await countPresses(page), await countFields(page)]
  let shown = 0
  let pictures_ms = 0
  const start_ms = performance.now()
  await walk(page, async (name) => {
    const paused_ms = performance.now()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    shown += 1
    await page.screenshot({ path: `${folder}/${shown}-${name}-after-${presses.length}.png` })
    pictures_ms += performance.now() - paused_ms
  })
  const seconds = (performance.now() - start_ms - pictures_ms) / 1_000
  console.log(`${folder}: ${presses.length} presses: ${presses.join(' · ')}`)
  await context.close()
  return `${presses.length} | ${fields.size} | ${seconds.toFixed(1)}`
}

const words = wordsOf.en
const documentWords = wordsFor({ language: 'en', country: 'NG' }).documents
const zones = { CA: 'America/Toronto', NG: 'Africa/Lagos' }
const toronto = { lat: 43.6532, lng: -79.3832 }

/** A driver in Toronto with a vehicle, money in the wallet and a booking for tomorrow, and one in Lagos with money. */
async function prepare(base: string) {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 900 })
  const vehicle = { plate: 'BKTR 482', country_code: 'CA' }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token: driver.token, body: vehicle })
  const [park] = await parksToBook(base, toronto)
  const { booking_code } = await book(base, driver, park!)
  const nigerian = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 200_000 })
  return { tokens: { CA: driver.token, NG: nigerian.token }, code: booking_code }
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click()
const expectText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

interface Task {
  path: string
  country?: 'CA' | 'NG'
  run: Walk
}

/** What a driver does who is signed in, from the page on which it begins; each begins where the one before it has ended. */
const tasks: Record<string, Task> = {
  'top up': {
    path: '/wallet',
    run: async (page, onScreen) => {
      await press(page, pattern(words.wallet.go_to_provider))
      await page.locator('[name=stand-in-number]').fill('4242 4242 4242 4242')
      await onScreen('provider')
      await press(page, pattern(words.wallet.stripe.pay))
      await expectText(page, /added to your wallet/)
      await onScreen('done')
    },
  },
  extend: {
    path: '/booking-details/:code',
    run: async (page, onScreen) => {
      await press(page, words.bookings.action.extend)
      await onScreen('price')
      await press(page, /^Pay .* and extend to/)
      await expectText(page, pattern(words.bookings.extend.done))
      await onScreen('done')
    },
  },
  'book weekly': {
    path: '/booking-details/:code',
    run: async (page, onScreen) => {
      await press(page, words.bookings.action.weekly)
      await onScreen('days')
      await press(page, /^Book \d+ days? for/)
      await expectText(page, /bookings? made/)
      await onScreen('done')
    },
  },
  cancel: {
    path: '/booking-details/:code',
    run: async (page, onScreen) => {
      await press(page, words.bookings.action.cancel)
      await onScreen('refund')
      await press(page, pattern(words.bookings.cancel_dialog.confirm_refund))
      await expectText(page, pattern(words.bookings.cancel_dialog.done))
      await onScreen('done')
    },
  },
  renew: {
    path: '/booking-details/:code',
    run: async (page, onScreen) => {
      await press(page, words.bookings.action.renew)
      await onScreen('price')
      await press(page, pattern(words.bookings.renew.confirm))
      await expectText(page, words.bookings.phase.coming)
      await onScreen('done')
    },
  },
  order: {
    path: '/marketplace',
    run: async (page, onScreen) => {
      await page.getByRole('searchbox').fill('screen wash')
      await page.getByRole('searchbox').press('Enter')
      await page.getByRole('link', { name: /^Screen wash/ }).click()
      await page.waitForURL(/screen-wash/)
      await onScreen('item')
      await press(page, pattern(words.cart.add_for))
      await page.getByRole('link', { name: pattern(words.shell.nav.cart_one) }).click()
      await onScreen('cart')
      await page.getByRole('link', { name: words.cart.checkout }).click()
      await page.getByRole('radio', { name: words.orders.types.takeaway }).check()
      await page.getByRole('checkbox').last().check()
      await onScreen('checkout')
      await press(page, pattern(words.orders.pay))
      await page.getByRole('heading', { name: words.orders.success }).waitFor()
      await onScreen('done')
    },
  },
  'renew documents': {
    path: '/vehicle-docs-renewal',
    country: 'NG',
    run: async (page, onScreen) => {
      await requestDocuments(page, onScreen)
      await press(page, pattern(documentWords.pay.button))
      await page.getByText(documentWords.status.document_review).first().waitFor()
      await onScreen('done')
    },
  },
}

/** Fills in the five steps of the form, up to the quote. A choice from a list is one press. */
async function requestDocuments(page: Page, onScreen: OnScreen): Promise<void> {
  const labelled = (name: keyof typeof documentWords.fields) =>
    page.getByLabel(new RegExp(`^${documentWords.fields[name].replaceAll(/[()?]/g, String.raw`\$&`)}`)).first()
  const choose = async (name: 'state' | 'category', option: string) => {
    await labelled(name).click()
    await labelled(name).selectOption({ label: option })
  }
  const check = (role: 'radio' | 'checkbox', name: string) =>
    page
      .getByRole(role, { name: new RegExp(`^${name}`) })
      .first()
      .check()
  const goOn = async (next: keyof typeof documentWords.steps) => {
    await press(page, documentWords.next)
    await page.getByRole('heading', { name: documentWords.steps[next] }).waitFor()
    await onScreen(next)
  }
  await choose('state', 'Lagos')
  await choose('category', documentWords.categories.saloon)
  await check('radio', documentWords.uses.private)
  for (const name of [
    'engine_cc',
    'plate',
    'make',
    'model',
    'year',
    'colour',
    'engine_number',
    'chassis_number',
  ] as const)
    await labelled(name).fill(String(completeForm[name]))
  await goOn('held')
  await goOn('documents')
  await check('checkbox', documentWords.kinds.vehicle_licence)
  for (const kind of ['third_party_insurance', 'road_worthiness'] as const)
    await press(page, documentWords.dependency.add.replace('{{document}}', documentWords.dependent[kind]))
  await goOn('owner')
  for (const name of ['owner_name', 'owner_address', 'owner_phone', 'owner_email'] as const)
    await labelled(name).fill(completeForm[name]!)
  await check('radio', documentWords.handovers.delivery)
  await press(page, documentWords.same_address)
  await goOn('check')
  await press(page, documentWords.ask_quote)
  await page.waitForURL(/\/documents\/\w+$/)
  await onScreen('quote')
}
