import { desk as en } from '#i18n/en/desk.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { form, lists } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

const logIn = async () => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}

/** A coupon of its own for a journey. */
async function createCoupon(token: string): Promise<{ id: string; code: string; version: number }> {
  const terms = { discount_type: 'percentage', discount: 10, currency: null, limit_per_user: 2 }
  const amounts = { minimum_order_amount: null, maximum_discount: null }
  const days = { start_date: '2026-01-01T00:00:00Z', end_date: '2030-01-01T00:00:00Z' }
  const code = `FRAME-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  return send(base, 'POST', '/api/v1/admin/coupons', { token, body: { code, ...terms, ...amounts, ...days } })
}

testInTurn(4, 4)('asks before what was typed is lost, however one leaves @desktop', async ({ page }) => {
  const token = await logIn()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  const coupon = await createCoupon(token)
  await page.goto(`/desk/coupons/${coupon.id}`)
  await page.getByRole('button', { name: en.record.edit }).click()
  const limit = page.getByRole('textbox', { name: lists.coupons.columns.limit_per_user })
  await limit.fill('7')
  const exits = {
    link: () => page.getByRole('link', { name: lists.coupons.title }).first().click(),
    cancel: () => page.getByRole('button', { name: form.cancel }).click(),
    key: () => page.keyboard.press('Escape'),
    back: () => page.evaluate(() => window.history.back()),
    palette: async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(lists.bookings.title)
      await page.getByRole('option', { name: lists.bookings.title }).waitFor()
      await page.keyboard.press('Enter')
    },
  }
  for (const [name, leave] of Object.entries(exits)) {
    await leave()
    await expect(page.getByRole('dialog', { name: form.unsaved }), name).toBeVisible()
    await page.getByRole('button', { name: form.stay }).click()
    await expect(limit, name).toHaveValue('7')
  }
  await exits.palette()
  await page.getByRole('button', { name: form.leave }).click()
  await expect(page).toHaveURL(/\/desk\/bookings$/)
})
