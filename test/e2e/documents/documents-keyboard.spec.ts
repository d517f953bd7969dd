import type { Page } from '@playwright/test'
import { wordsFor } from '../kit/catalogue.ts'
import { buildDriver } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { pressByKey, tabTo } from '../kit/keyboard.ts'
import { prepareState } from './document-fees.ts'

/* What becomes of a request afterwards is in `request.page.test.tsx`, and how it looks in `screens.spec.ts`. */

const base = process.env['BASE_URL']!
const words = wordsFor({ language: 'en', country: 'NG' }).documents

test.use({ locale: 'en-US', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' })

const press = (page: Page, name: string | RegExp) =>
  pressByKey(page, page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first())

/** Waits until the page of a request shows where it stands. */
const expectStatus = (page: Page, status: keyof typeof words.status) =>
  expect(page.getByRole('listitem').filter({ hasText: words.status[status] }).last()).toHaveAttribute(
    'aria-current',
    'step',
  )

testInTurn(3, 4)('a request goes from the first field to its payment without a mouse @desktop', async ({ page }) => {
  await prepareState(base, 'GO')
  const customer = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 100_000 })
  await page.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
    localStorage.setItem('language', 'en')
    localStorage.setItem('parkwell_user_token', token)
  }, customer.token)
  await page.goto('/vehicle-docs-renewal')
  const type = async (name: keyof typeof words.fields, text: string) => {
    await tabTo(page, page.getByLabel(new RegExp(`^${words.fields[name].replaceAll(/[()]/g, '\\$&')}`)).first())
    await page.keyboard.type(text)
  }
  const goOn = async (next: keyof typeof words.steps) => {
    await expect(page.getByText(words.save.saved)).toBeVisible()
    await press(page, words.next)
    await expect(page.getByRole('heading', { name: words.steps[next] })).toBeFocused()
  }
  await type('state', 'Gombe')
  await type('plate', 'GME-123KB')
  await type('category', 'Saloon')
  await tabTo(page, page.getByRole('radio', { name: words.uses.private }))
  await page.keyboard.press('Space')
  await type('make', 'Toyota')
  await type('model', 'Corolla')
  await type('year', '2015')
  await type('colour', 'Silver')
  await type('engine_cc', '1800')
  await type('engine_number', '1ZZ-1234567')
  // Without the chassis number, the summary takes the focus and leads to the field.
  await press(page, words.next)
  await press(page, /Chassis number/)
  await expect(page.getByLabel(/^Chassis number/)).toBeFocused()
  await page.keyboard.type('JTDBR32E720123456')
  await goOn('held')
  const licence = page.getByRole('checkbox', { name: words.kinds.vehicle_licence })
  await tabTo(page, licence)
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel(words.expires_on_of.replace('{{document}}', words.kinds.vehicle_licence)))
  await page.keyboard.type('12312030')
  await goOn('documents')
  await tabTo(page, page.getByRole('checkbox', { name: new RegExp(`^${words.kinds.vehicle_licence}`) }))
  await page.keyboard.press('Space')
  for (const kind of ['third_party_insurance', 'road_worthiness'] as const)
    await press(page, words.dependency.add.replace('{{document}}', words.dependent[kind]))
  await goOn('owner')
  await type('owner_name', 'Ada Diop')
  await type('owner_address', '12 Allen Avenue, Ikeja')
  await type('owner_phone', '+234 803 123 4567')
  await type('owner_email', 'ada@example.com')
  await tabTo(page, page.getByRole('radio', { name: new RegExp(`^${words.handovers.delivery}`) }))
  await page.keyboard.press('Space')
  await press(page, words.same_address)
  await expect(page.getByLabel(/^Delivery address/)).toHaveValue('12 Allen Avenue, Ikeja')
  await goOn('check')
  await press(page, words.ask_quote)
  await page.waitForURL(/\/documents\/\w+$/)
  await press(page, /^Pay ₦/)
  await expectStatus(page, 'document_review')
  await press(page, words.inspection.next_day)
  await press(page, /at Inspection Centre GO$/)
  await press(page, words.inspection.book)
  await expectStatus(page, 'inspection_booked')
})
