import type { Page } from '@playwright/test'
import { desk as deskWords } from '#i18n/en/desk.ts'
import { buildDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { tabTo } from '../kit/keyboard.ts'
import {
  askQuote,
  expectStatus,
  fillForm,
  openDesk,
  payQuote,
  prepareState,
  signInCustomer,
  wordsIn,
} from './documents.ts'

const base = process.env['BASE_URL']!
const words = wordsIn('en').documents
const { lists, records, documents: panels } = deskWords
const { actions, done, fields, tabs } = records.documents

test.use({ locale: 'en-US', timezoneId: 'Africa/Lagos', reducedMotion: 'reduce' })

const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first())
  await page.keyboard.press('Enter')
}

test('a request goes from the first field to its payment without a mouse @desktop', async ({ page }) => {
  await prepareState(base, 'GO')
  const customer = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 100_000 })
  await signInCustomer(page, customer)
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
  await expectStatus(page, words, 'document_review')
  await tabTo(page, page.getByRole('button', { name: words.inspection.next_day }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /at Inspection Centre GO$/ }).first()).not.toHaveAttribute(
    'aria-disabled',
  )
  await press(page, /at Inspection Centre GO$/)
  await press(page, words.inspection.book)
  await expectStatus(page, words, 'inspection_booked')
})

test('staff takes a request from the queue to the agency without a mouse @desktop', async ({ page, browser }) => {
  await prepareState(base, 'TA')
  const customer = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 100_000 })
  await signInCustomer(page, customer)
  const plate = 'JAL-777KB'
  await fillForm(page, words, { state: 'TA', plate, kinds: ['third_party_insurance'], handover: 'delivery' })
  const number = await askQuote(page, words)
  await payQuote(page, words)

  const desk = await openDesk(browser, base)
  const keys = desk.page.keyboard
  await desk.page.goto('/desk')
  await desk.page.getByRole('heading', { level: 1 }).waitFor()
  await keys.press('Control+k')
  await expect(desk.page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await keys.type(lists.documents.title)
  await desk.page.getByRole('option', { name: lists.documents.title, exact: true }).waitFor()
  await keys.press('Enter')
  await expect(desk.page.getByRole('heading', { level: 1, name: lists.documents.title })).toBeVisible()
  await keys.press('/')
  await expect(desk.page.getByRole('searchbox')).toBeFocused()
  await keys.type(plate)
  await keys.press('Enter')
  await expect(desk.page.getByRole('row')).toHaveCount(2)
  // Out of the field, where letters are text.
  await keys.press('Tab')
  await keys.press('j')
  await expect(desk.page.getByRole('row').nth(1)).toBeFocused()
  await keys.press('Enter')
  await expect(desk.page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(desk.page.getByText('JTDBR32E720123456')).toBeVisible()
  await tabTo(desk.page, desk.page.getByRole('tab', { name: tabs.request }))
  await keys.press('ArrowRight')
  await keys.press('Enter')
  await expect(desk.page.getByText(panels.files.none)).toBeVisible()

  const dialog = desk.page.getByRole('dialog')
  const submit = async (action: 'ask' | 'submit') => {
    await tabTo(desk.page, dialog.getByRole('button', { name: actions[action], exact: true }))
    await keys.press('Enter')
    await expect(desk.page.getByText(done[action]).first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  await press(desk.page, actions.ask)
  await tabTo(desk.page, dialog.getByLabel(fields.reason).first())
  await keys.type('A photo of your current certificate')
  await submit('ask')
  await page.reload()
  await expectStatus(page, words, 'action_required')
  await tabTo(page, page.getByLabel(words.request.note))
  await page.keyboard.type('It was stolen')
  await press(page, words.request.answer)
  await expectStatus(page, words, 'document_review')
  // The button of the answer is gone: the page's title has the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await desk.page.reload()
  await press(desk.page, actions.submit)
  await submit('submit')
  await desk.context.close()
  await page.reload()
  await expectStatus(page, words, 'with_agency')
})
