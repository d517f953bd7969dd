import { expectAccessibleInLight } from './kit/axe.ts'
import { wordsOf } from './kit/catalogue.ts'
import { buildDriver } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

/* Claims, from the operator to staff and back, are tested without a browser (`src/web/features/partners/partners.page.test.tsx`). */

const base = process.env['BASE_URL']!
const { operator: words } = wordsOf.en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

testInTurn(3, 4)('the page for operators has no accessibility violations @phone', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const check = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessibleInLight(page, 'partners')
  }
  await page.goto('/partners')
  await check()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), driver.token)
  await page.goto('/partners')
  await page.getByRole('tab', { name: words.tabs.charger }).click()
  await page.getByRole('button', { name: words.send.charger }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await check()
})
