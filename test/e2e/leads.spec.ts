import { reworded, wordsOf } from './kit/catalogue.ts'
import { send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const base = process.env['BASE_URL']!
const en = reworded(wordsOf.en, 'en-US')

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 4, code: 'US', name: 'United States' })),
  ),
)

const newMail = () => `reader-${crypto.randomUUID()}@example.com`
const mailTo = async (email: string) =>
  (await send<{ subject: string; text: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`))[0]

testInTurn(1, 4)(
  'requests a demo, reports missing fields, keeps the form over a reload and cancels the booked time @phone',
  async ({ page }) => {
    const email = newMail()
    await page.goto('/book-demo')
    const form = page.getByRole('region', { name: en.leads_form.legend.demo })
    // Until the form's code has loaded, the browser itself submits it.
    await expect(async () => {
      await form.getByRole('button', { name: en.leads_form.send.demo }).click()
      await expect(form.getByRole('alert')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await form.getByRole('button', { name: `${en.leads_form.fields.name}: ${en.errors.fields.required}` }).click()
    await expect(form.getByLabel(en.leads_form.fields.name)).toBeFocused()
    await page.keyboard.type('Ada Obi')
    await form.getByLabel(en.leads_form.fields.email).fill(email)
    // The first day may have a single time left.
    await form.getByLabel(en.leads_form.slots.day).selectOption({ index: 1 })
    await form.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(form.getByRole('radio').nth(1)).toBeChecked()
    await page.reload()
    await expect(form.getByLabel(en.leads_form.fields.email)).toHaveValue(email)
    await expect(form.getByRole('radio').nth(1)).toBeChecked()
    await form.getByRole('button', { name: en.leads_form.send.demo }).click()
    await expect(page.getByRole('heading', { name: en.leads_form.sent_title })).toBeFocused()
    const link = /http\S+booked=\S+/.exec((await mailTo(email))!.text)![0]
    await page.goto(link)
    await page.getByRole('button', { name: en.leads_form.booked.cancel }).click()
    await expect(page.getByText(en.leads_form.booked.cancelled)).toBeVisible()
    expect((await mailTo(email))!.subject).toBe('Your demo is canceled')
    await page.reload()
    await expect(page.getByText(en.leads_form.booked.invalid_link)).toBeVisible()
  },
)
