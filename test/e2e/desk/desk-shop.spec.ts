import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/* The other forms of the shop are tested without a browser (`src/web/features/desk/shop/shop-desk.page.test.tsx`). */

const base = process.env['BASE_URL']!
const { records, lists, record: words } = en

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('pauses an item at a branch until a time, ends the pause, and goes back to the item @phone', async ({ page }) => {
  const path = '/api/v1/admin/items?search=Butter'
  const { items } = await send<{ items: { id: string }[] }>(base, 'GET', path, { token })
  await page.goto(`/desk/items/${items[0]!.id}?tab=item_branches`)
  await page.getByRole('link', { name: 'Yorkville' }).click()
  await act(page, records.item_branches.actions.pause)
  const dialog = page.getByRole('dialog')
  const soon = new Date(Date.now() + 3_600_000)
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Toronto',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(soon)
  await dialog.getByLabel(lists.item_branches.columns.paused_until).fill(wall.replace(' ', 'T'))
  await dialog.getByRole('button', { name: records.item_branches.actions.pause, exact: true }).click()
  await expect(page.getByText(records.item_branches.done.pause)).toBeVisible()
  await expect(page.getByText(lists.item_branches.states.paused, { exact: true })).toBeVisible()
  await act(page, records.item_branches.actions.end_pause)
  await expect(page.getByText(records.item_branches.done.end_pause)).toBeVisible()
  await act(page, records.item_branches.actions.hide)
  await act(page, words.undo)
  await expect(page.getByText(records.item_branches.done.show)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: lists.item_branches.title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/desk/items/${items[0]!.id}\\?tab=item_branches`))
})
