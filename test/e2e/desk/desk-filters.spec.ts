import { desk as fr } from '#i18n/fr/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'fr-FR', viewport: { width: 320, height: 640 } })

testInTurn(1, 3)('fits its filters and their editors on a narrow screen @desktop', async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  await page.goto(`/desk/online-orders?payment=paid&created_from=2026-11-01&coupon=${'LONG-'.repeat(20)}`)
  const chips = page.getByRole('list', { name: fr.filters })
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  const dialog = page.getByRole('dialog')
  const triggers = [
    page.getByRole('button', { name: fr.filter.add }),
    ...[0, 1, 2].map((n) => chips.getByRole('listitem').nth(n).getByRole('button').first()),
  ]
  for (const trigger of triggers) {
    await trigger.press('Enter')
    await expect(dialog).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(trigger).toBeFocused()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
