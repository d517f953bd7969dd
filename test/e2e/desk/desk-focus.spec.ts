import type { Locator, Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, book, buildDriver, parksToBook, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { expectReachedByTab, tabTo } from '../kit/keyboard.ts'

/* The desk without a mouse: Tab reaches everything, and what was opened gives the focus back to its opener. */

const base = process.env['BASE_URL']!
const { records } = en

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first()

/** Opens by Enter, reaches all of what has opened, closes it by Escape, and is back at the opener. */
async function openAndClose(page: Page, opener: Locator, opened: Locator): Promise<void> {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(opened).toBeVisible()
  await expect(opened.locator(':focus').or(opened.and(page.locator(':focus')))).toHaveCount(1)
  if ((await opened.getAttribute('role')) !== 'menu') await expectReachedByTab(page, opened)
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect(opener).toBeFocused()
}

testInTurn(1, 4)(
  'all of a list is reached, and its menus and dialogs give the focus back @desktop',
  async ({ page }) => {
    await open(page, '/desk/coupons?size=10')
    const main = page.getByRole('main')
    await expectReachedByTab(page, main)
    const [dialog, menu] = [page.getByRole('dialog'), page.getByRole('menu')]
    await openAndClose(page, button(page, en.filter.add), dialog)
    await openAndClose(page, button(page, en.columns), menu)
    await openAndClose(page, button(page, en.export), menu)
    const views = button(page, en.views.title)
    await openAndClose(page, views, menu)
    // From a menu, it is the menu's button that the dialog goes back to.
    await tabTo(page, views)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: en.views.save }).waitFor()
    await page.keyboard.press('Home')
    for (const _ of Array(20)) {
      if (await page.getByRole('menuitem', { name: en.views.save }).evaluate((item) => item === document.activeElement))
        break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expectReachedByTab(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(views).toBeFocused()
    // The search of the whole desk, and the list of keys.
    for (const key of ['Control+k', 'Shift+?']) {
      await views.focus()
      await page.keyboard.press(key)
      await expect(dialog).toBeVisible()
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(views).toBeFocused()
    }
  },
)

testInTurn(2, 4)('all of a record is reached, and its dialogs give the focus back @desktop', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  await open(page, `/desk/bookings/${booking_code}`)
  await expectReachedByTab(page, page.getByRole('main'))
  const dialog = page.getByRole('dialog')
  const { actions } = records.bookings
  for (const name of [actions.refund, actions.extend]) await openAndClose(page, button(page, name), dialog)

  const stem = `TAB-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  const amounts = { minimum_order_amount: null, maximum_discount: null, currency: null, limit_per_user: null }
  const { id } = await send<{ id: string }>(base, 'POST', '/api/v1/admin/coupons', {
    token,
    body: {
      code: stem,
      discount_type: 'percentage',
      discount: 10,
      ...amounts,
      start_date: '2026-01-01T00:00:00Z',
      end_date: '2030-01-01T00:00:00Z',
    },
  })
  await open(page, `/desk/coupons/${id}`)
  await expectReachedByTab(page, page.getByRole('main'))
  // What cannot be restored asks for its name.
  await openAndClose(page, button(page, en.record.remove), dialog)
  await page.keyboard.press('e')
  await page.getByRole('button', { name: en.form.save }).waitFor()
  await expectReachedByTab(page, page.getByRole('main'))
})

testInTurn(3, 4)('a change of many rows is chosen, reached and left without a mouse @desktop', async ({ page }) => {
  await open(page, '/desk/items?size=10')
  await page.getByRole('rowheader').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const change = button(page, records.items.actions.change_many)
  await expect(change).toBeVisible()
  const row = page.getByRole('row').nth(1)
  await expect(row).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await openAndClose(page, change, page.getByRole('dialog'))
  await open(page, '/desk/order-board')
  await expectReachedByTab(page, page.getByRole('main'))
  await open(page, '/desk/invite/new')
  await expectReachedByTab(page, page.getByRole('main'))
})
