import { readFileSync } from 'node:fs'
import { desk as en } from '#i18n/en/desk.ts'
import { wordsOf } from '../kit/catalogue.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
})

testInTurn(2, 3)('leads by keyboard from the palette to a filtered list and its pages @desktop', async ({ page }) => {
  await page.goto('/desk')
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('car parks')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/desk\/parks$/)
  await expect(page.getByRole('row')).toHaveCount(26)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The closed dialog may still give the focus back to where it was.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('tr:focus')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('k')
  await expect(page.locator('tr[data-row="0"]')).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('tr[data-row="1"]')).toBeFocused()
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=2/)
  await page.keyboard.press('/')
  await page.keyboard.type('jk')
  await expect(page.getByRole('searchbox')).toHaveValue('jk')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page).toHaveURL(/\/desk\/parks$/)
})

testInTurn(2, 4)(
  'shows a thousand rows and asks for the password before it exports customers @desktop',
  async ({ page }) => {
    await page.goto('/desk/parks?size=1000')
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /\d{4}/)
    // Rows out of sight are not rendered.
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.goto('/desk/customers')
    await page.getByRole('button', { name: en.export }).click()
    await page.getByRole('menuitem', { name: en.export_csv }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.reauth.password, { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: en.reauth.confirm }).click()
    await expect(dialog.getByText(/password/i).last()).toBeVisible()
    await dialog.getByLabel(en.reauth.password, { exact: true }).fill(staffMember.password)
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: en.reauth.confirm }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text).toContain(staffMember.email)
    expect(text.split('\r\n')[0]).toContain('Email')
  },
)

testInTurn(3, 4)(
  'asks again each minute for an open list, which is not sent again unless it has changed @desktop',
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/desk/parks?country=CA')
    await expect(page.getByRole('row')).toHaveCount(26)
    const again = page.waitForResponse((response) => response.url().includes('/api/v1/admin/parks?'))
    await page.clock.runFor(61_000)
    expect((await again).status()).toBe(304)
    await expect(page.getByRole('row')).toHaveCount(26)
  },
)

testInTurn(1, 3)(
  'without a network, rows stay with their time, and what was not loaded says so @desktop',
  async ({ page, context }) => {
    await page.goto('/desk/coupons')
    await page.getByRole('rowheader').first().waitFor()
    await context.setOffline(true)
    await expect(page.getByText(/^You’re offline\. This is from /)).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await page.keyboard.press('/')
    // Else its letters are shortcuts, which open what has not been loaded.
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('nothing has this code')
    await page.keyboard.press('Enter')
    await expect(page.getByText(wordsOf.en.common.network_error)).toBeVisible()
    // They are no answer to what was searched for.
    await expect(page.getByRole('rowheader')).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByText(en.none, { exact: true })).toBeVisible()
  },
)
