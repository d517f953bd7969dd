import { desk as en } from '#i18n/en/desk.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/* The other actions on money are tested without a browser (`src/web/features/desk/money/money.page.test.tsx`). */

const base = process.env['BASE_URL']!
const { records, lists } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

test('leads from the old address to the discrepancies, and closes one with a note @desktop', async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), access_token)
  await page.goto('/staff/money?kind=fee')
  await expect(page).toHaveURL(/\/desk\/money\?kind=fee$/)
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText(lists.money.states.open, { exact: true }).first()).toBeVisible()
  const note = `The fee was corrected ${crypto.randomUUID().slice(0, 6)}`
  await page.getByRole('button', { name: records.money.actions.resolve, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(records.money.fields.note).fill(note)
  await dialog.getByRole('button', { name: records.money.actions.resolve, exact: true }).click()
  await expect(page.getByText(records.money.done.resolve)).toBeVisible()
  await page.getByRole('tab', { name: records.money.tabs.notes }).click()
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: records.money.actions.reopen, exact: true }).click()
  await expect(page.getByText(records.money.done.reopen)).toBeVisible()
})
