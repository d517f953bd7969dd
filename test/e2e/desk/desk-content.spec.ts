import { desk as en } from '#i18n/en/desk.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/* Coupons, events and reports are tested without a browser (`src/web/features/desk/content/content-desk.page.test.tsx`). */

const base = process.env['BASE_URL']!
const { records, lists } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), access_token)
})

test('finds a message at the old address, takes it, notes and closes it @desktop', async ({ page }) => {
  const email = `reader-${crypto.randomUUID()}@example.com`
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })
  await page.goto(`/staff/leads?search=${email}`)
  await expect(page).toHaveURL(new RegExp(`/desk/leads\\?search=${email}`))
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('Where is my receipt?')).toBeVisible()
  await page.getByRole('button', { name: records.leads.actions.take, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Sent it again')
  await dialog.getByRole('button', { name: records.leads.actions.take, exact: true }).click()
  await expect(page.getByText(lists.leads.states.in_hand, { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: records.leads.tabs.answers }).click()
  await expect(page.getByText('Sent it again')).toBeVisible()
  await expect(page.getByRole('link', { name: records.leads.panel.reply })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}`),
  )
})
