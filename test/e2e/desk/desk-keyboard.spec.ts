import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { book, buildDriver, parksToBook, send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { tabTo } from '../kit/keyboard.ts'

const base = process.env['BASE_URL']!
const { records, lists, record: words } = en
const coupon = lists.coupons.columns

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const createCoupon = (code: string) => {
  const terms = { discount_type: 'percentage', discount: 10, currency: null, limit_per_user: null }
  const amounts = { minimum_order_amount: null, maximum_discount: null }
  const days = { start_date: '2026-01-01T00:00:00Z', end_date: '2030-01-01T00:00:00Z' }
  return send(base, 'POST', '/api/v1/admin/coupons', { token, body: { code, ...terms, ...amounts, ...days } })
}

/** Opens a screen through the palette. */
async function goTo(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

testInTurn(1, 4)(
  'makes and changes a coupon, then switches two off at once, without a mouse @desktop',
  async ({ page }) => {
    await page.goto('/desk')
    await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
    const stem = `KEY-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
    const [given, made] = [`${stem}A`, `${stem}B`] as const
    await createCoupon(given)
    await goTo(page, lists.coupons.title)
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { name: lists.coupons.create })).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: coupon.code, exact: true }))
    await page.keyboard.type(made)
    await tabTo(page, page.getByLabel(coupon.discount_type))
    await page.keyboard.type('Perc')
    await tabTo(page, page.getByRole('textbox', { name: coupon.discount, exact: true }))
    await page.keyboard.type('10')
    for (const [name, year] of [
      [coupon.start_date, '2026'],
      [coupon.end_date, '2030'],
    ] as const) {
      await tabTo(page, page.getByLabel(name))
      await page.keyboard.type(`0101${year}`)
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('1200AM')
    }
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('heading', { name: made, level: 1 })).toBeVisible()
    await page.keyboard.press('e')
    await tabTo(page, page.getByRole('textbox', { name: coupon.limit_per_user }))
    await page.keyboard.type('4')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: words.edit })).toBeVisible()

    await goTo(page, lists.coupons.title)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(stem)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`search=${stem}`))
    // The rows of before stay until those that were searched for are here.
    await expect(page.getByRole('row')).toHaveCount(3)
    // Out of the field, where letters are text.
    await page.keyboard.press('Tab')
    await page.keyboard.press('j')
    await expect(page.getByRole('row').nth(1)).toBeFocused()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByRole('group', { name: '2 rows selected' })).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, page.getByRole('button', { name: records.coupons.actions.deactivate, exact: true }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByRole('button', { name: records.coupons.actions.deactivate, exact: true }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('2 of 2 done')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.goto(`/desk/coupons?search=${stem}&state=inactive`)
    for (const code of [given, made]) await expect(page.getByRole('rowheader', { name: code })).toBeVisible()
  },
)

testInTurn(2, 4)('finds a booking by its code and answers a message, without a mouse @desktop', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code: code } = await book(base, driver, park!)
  const email = `keys-${crypto.randomUUID()}@example.com`
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })

  await page.goto('/desk')
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(code)
  await page
    .getByRole('option', { name: new RegExp(code) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()

  await goTo(page, lists.leads.title)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  // Out of the field, where letters are text.
  await page.keyboard.press('Tab')
  await page.keyboard.press('j')
  await expect(page.getByRole('row').nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Where is my receipt?')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: records.leads.actions.close, exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.type('Sent it again')
  await tabTo(page, dialog.getByRole('button', { name: records.leads.actions.close, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(records.leads.done.close)).toBeVisible()

  await goTo(page, lists.bookings.title)
  await page.getByRole('rowheader', { name: code }).waitFor()
  await tabTo(page, page.getByRole('button', { name: en.export }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: en.export_csv }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(en.reauth.password, { exact: true })).toBeFocused()
  await page.keyboard.type(staffMember.password)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(code)
})

// With 25 rows the page scrolls, with 100 the list.
for (const [turn, size] of [25, 100].entries())
  testInTurn(turn + 1, 4)(
    `leads back from a record to its row, where the list was scrolled to (${size} rows) @desktop`,
    async ({ page }) => {
      await page.goto(`/desk/parks?size=${size}`)
      const list = page.getByRole('region', { name: lists.parks.title })
      await expect(page.getByRole('row').nth(20)).toBeAttached()
      const readScroll = async () => [await page.evaluate(() => scrollY), await list.evaluate((box) => box.scrollTop)]
      const link = page.locator('[data-row="20"]').getByRole('link')
      const name = (await link.textContent())!
      await link.scrollIntoViewIfNeeded()
      await link.focus()
      const before = await readScroll()
      expect(Math.max(...before)).toBeGreaterThan(0)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goBack()
      await expect(page.locator('[data-row="20"]')).toBeFocused()
      await expect.poll(readScroll).toEqual(before)
      await expect(page.locator('[aria-current="true"]').getByRole('link')).toHaveText(name)
    },
  )
