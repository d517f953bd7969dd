import { desk as en } from '#i18n/en/desk.ts'
import { expectAccessibleScreen } from '../kit/axe.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
})

test('reloads the search index of a process', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/desk/search-indexes')
  await page.locator('tbody').getByRole('link').first().click()
  await expect(page).toHaveURL(/search-indexes\/[0-9a-f-]{36}$/)
  await expectAccessibleScreen(page, 'a search index')
  await page.getByRole('button', { name: en.records.search_indexes.actions.reload }).click()
  await expect(page.getByText(en.records.search_indexes.done.reload)).toBeVisible()
  await expect(page.getByText(en.words.index_states.reloading).first()).toBeVisible()
})
