import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { send, staffMember } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './catalogue.ts'

const base = process.env['BASE_URL']!
const { en } = wordsOf

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

test('staff lists pass the accessibility check @desktop', async ({ page }) => {
  const email = newMail()
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: { identifier: staffMember.email, password: staffMember.password },
  })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  await page.goto(`/staff/leads?search=${email}`)
  const card = page.getByRole('article').filter({ hasText: email })
  await card.locator('summary').click()
  await expect(card.getByLabel(en.staff.leads.note)).toBeVisible()
  await expectNothingWrong(page, 'main')
  await page.getByRole('navigation', { name: en.staff.pages }).getByRole('link', { name: en.staff.money.title }).click()
  const discrepancy = page.getByRole('article').first()
  await discrepancy.getByRole('button', { name: en.staff.money.resolve }).click()
  await expect(discrepancy.getByText(en.errors.fields.required)).toBeVisible()
  await expectNothingWrong(page, 'main')
})
