import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { newDriver, send } from './drivers.ts'
import { staffMember } from './seed.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './catalogue.ts'

const base = process.env['BASE_URL']!
const { en, fr } = wordsOf

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 4, code: 'US', name: 'United States' })),
  ),
)

const newMail = () => `reader-${crypto.randomUUID()}@example.com`
const mailTo = async (email: string) =>
  (await send<{ subject: string; text: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`))[0]
async function expectNothingWrong(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

test('requests a demo, reports missing fields, keeps the form over a reload and cancels the booked time @phone', async ({
  page,
}) => {
  const email = newMail()
  await page.goto('/book-demo')
  const form = page.getByRole('region', { name: en.leads_form.legend.demo })
  await form.getByRole('button', { name: en.leads_form.send.demo }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await form.getByRole('button', { name: `${en.leads_form.fields.name}: ${en.errors.fields.required}` }).click()
  await expect(form.getByLabel(en.leads_form.fields.name)).toBeFocused()
  await page.keyboard.type('Ada Obi')
  await form.getByLabel(en.leads_form.fields.email).fill(email)
  await form.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('radio').nth(1)).toBeChecked()
  await page.reload()
  await expect(form.getByLabel(en.leads_form.fields.email)).toHaveValue(email)
  await expect(form.getByRole('radio').nth(1)).toBeChecked()
  await expectNothingWrong(page, '#ask')
  await form.getByRole('button', { name: en.leads_form.send.demo }).click()
  await expect(page.getByRole('heading', { name: en.leads_form.sent_title })).toBeFocused()
  const link = /http\S+booked=\S+/.exec((await mailTo(email))!.text)![0]
  await page.goto(link)
  await page.getByRole('button', { name: en.leads_form.booked.cancel }).click()
  await expect(page.getByText(en.leads_form.booked.cancelled)).toBeVisible()
  expect((await mailTo(email))!.subject).toBe('Your demo is cancelled')
  await page.reload()
  await expect(page.getByText(en.leads_form.booked.invalid_link)).toBeVisible()
})

test('sends an application with a PDF and rejects a file that is not one @desktop', async ({ page }) => {
  const email = newMail()
  await page.goto('/careers?lang=fr')
  const form = page.getByRole('region', { name: fr.leads_form.legend.career })
  const words = fr.leads_form.fields
  await form.getByLabel(words.name).fill('Awa Ndiaye')
  await form.getByLabel(words.email).fill(email)
  await form.getByLabel(words.work).fill('Écrire')
  await form.getByLabel(fr.leads_form.fields_of.career_message).fill('Bonjour,\nvoici ma lettre.')
  const file = form.locator('input[type=file]')
  await file.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ not at all') })
  await form.getByRole('button', { name: fr.leads_form.send.career }).click()
  await expect(form.getByRole('alert')).toContainText(fr.errors.fields.pdf)
  const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n'
  await page.reload()
  await expect(form.getByLabel(words.work)).toHaveValue('Écrire')
  await expect(form.getByText(fr.leads_form.file_lost.replace('{{name}}', 'cv.pdf'))).toBeVisible()
  await form.getByRole('button', { name: fr.leads_form.send.career }).click()
  await expect(form.getByRole('alert')).toContainText('cv.pdf')
  await file.setInputFiles({ name: 'mon cv', mimeType: 'text/plain', buffer: Buffer.from(pdf) })
  await expectNothingWrong(page, '#ask')
  await form.getByRole('button', { name: fr.leads_form.send.career }).click()
  await expect(page.getByRole('heading', { name: fr.leads_form.sent_title })).toBeFocused()
  expect((await mailTo(email))!.subject).toBe('Nous avons bien reçu votre message')
})

test('estimates earnings from local prices and the values entered @desktop', async ({ page }) => {
  await page.goto('/car-park-management')
  const sum = page.locator('#sum')
  await sum.getByLabel(en.earnings.city, { exact: true }).selectOption('Boston')
  await expect(sum).toContainText(/In Boston, the median price of the \d+ car parks/)
  await sum.getByLabel(en.earnings.space.price).fill('2.5')
  await sum.getByLabel(en.earnings.space.spaces).fill('3')
  await sum.getByLabel(en.earnings.space.occupancy).fill('50')
  await expect(sum).toContainText('$825')
  await sum.getByLabel(en.earnings.space.hours).fill('25')
  await expect(sum).toContainText('Enter a number from 1 to 24.')
  await sum.getByLabel(en.earnings.space.hours).fill('10')
  await sum.getByLabel(en.earnings.country).selectOption('SN')
  await expect(sum).toContainText('CFA')
  await expectNothingWrong(page, '#sum')
})

test('lists car parks with chargers and directions to them @phone', async ({ page }) => {
  await page.goto('/electric-vehicle-charging')
  const list = page.getByRole('list', { name: en.chargers.here })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expect(list.getByRole('link', { name: /^Directions to / }).first()).toHaveAttribute(
    'href',
    /destination=-?\d+\.\d+,-?\d+/,
  )
  await expectNothingWrong(page, '#map')
  await list.getByRole('link', { name: /^See/ }).first().click()
  await expect(page).toHaveURL(/\/park\//)
})

test('lets only staff process messages and resolve discrepancies @desktop', async ({ page }) => {
  const email = newMail()
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })
  const enter = (token: string) =>
    page.addInitScript((kept) => localStorage.setItem('parkwell_user_token', kept), token)
  await enter((await newDriver(base, { country_code: 'CA', language: 'en' })).token)
  await page.goto('/staff/leads')
  await expect(page.getByText('You tried to access a page you did not have prior authorization for.')).toBeVisible()
  const { email: identifier, password } = staffMember
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: { identifier, password },
  })
  await enter(access_token)
  await page.goto(`/staff/leads?search=${email}`)
  const card = page.getByRole('article').filter({ hasText: email })
  await expect(card).toContainText('Where is my receipt?')
  await card.getByRole('button', { name: en.staff.leads.moves.in_hand }).click()
  await expect(card.getByText(en.staff.leads.states.in_hand, { exact: true })).toBeVisible()
  await card.getByLabel(en.staff.leads.note).fill('Sent it again')
  await card.getByRole('button', { name: en.staff.leads.note_save }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Sent it again' })).toContainText(staffMember.email)
  await expectNothingWrong(page, 'main')
  // On to the discrepancies: resolving one requires a reason and removes it from the list.
  await page.getByRole('navigation', { name: en.staff.pages }).getByRole('link', { name: en.staff.money.title }).click()
  await page.getByLabel(en.staff.money.kind, { exact: true }).selectOption('amount')
  await expect(page).toHaveURL(/\/staff\/money\?kind=amount$/)
  const differing = page.getByRole('article')
  await expect(differing).toHaveCount(1)
  await expect(differing).toContainText(/Our record\s*CA\$20\s*Requested\s*Stripe’s record\s*CA\$18\.50\s*Paid/)
  await expectNothingWrong(page, 'main')
  await differing.getByRole('button', { name: en.staff.money.resolve }).click()
  await expect(differing.getByText(en.errors.fields.required)).toBeVisible()
  await differing.getByLabel(en.staff.money.note).fill('The card was refunded 1.50')
  await differing.getByRole('button', { name: en.staff.money.resolve }).click()
  await expect(page.getByRole('heading', { name: en.staff.leads.none })).toBeVisible()
  await page.getByRole('radiogroup').getByText(en.staff.money.states.resolved).click()
  await expect(differing.getByRole('listitem').filter({ hasText: 'refunded 1.50' })).toContainText(staffMember.email)
})
