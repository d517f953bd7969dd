import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/* Taxes and sliders are tested without a browser (`src/web/features/desk/shop/shop-desk.page.test.tsx`). */

const base = process.env['BASE_URL']!
const { records, lists, record: words, form, shop } = en

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

interface Row {
  id: string
  [key: string]: unknown
}
const rowsOf = async (list: string, query = '') =>
  (await send<{ items: Row[] }>(base, 'GET', `/api/v1/admin/${list}?size=100&${query}`, { token })).items
const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })
const escape = (text: string) => text.replaceAll(/[()]/g, '\\$&')
const create = (page: Page) => page.getByRole('button', { name: form.create, exact: true }).click()
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Finds a record by typing a part of its name, and takes the first by Enter. */
async function find(page: Page, name: string, typed: string, title: string): Promise<void> {
  const input = page.getByRole('combobox', { name: new RegExp(`^${escape(name)}`) })
  await input.focus()
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

test('leads from a category and an attribute to an item with prices, an offer and stock @desktop', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6)
  await page.goto('/desk/item-categories/new')
  const category = records.item_categories.fields
  await field(page, category.name).fill(`Covers ${mark}`)
  await field(page, category.name_fr).fill(`Housses ${mark}`)
  await page.getByLabel(lists.item_categories.columns.work_group).selectOption('counter')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#446688' } })
    .png()
    .toBuffer()
  await page
    .getByLabel(lists.item_categories.columns.picture)
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: photo })
  await expect(page.getByRole('img', { name: lists.item_categories.columns.picture })).toBeVisible()
  await field(page, lists.item_categories.columns.slug).fill('wash')
  await create(page)
  await expect(page.getByText('Another category or item has this address.').first()).toBeVisible()
  await field(page, lists.item_categories.columns.slug).fill(`covers-${mark}`)
  await create(page)
  await expect(page.getByRole('heading', { level: 1, name: `Covers ${mark}` })).toBeVisible()
  await act(page, records.item_categories.actions.activate)
  await expect(page.getByText(records.item_categories.done.activate)).toBeVisible()

  await page.goto('/desk/item-attributes/new')
  const attribute = records.item_attributes.fields
  await field(page, attribute.name).fill(`Length ${mark}`)
  await field(page, attribute.name_fr).fill(`Longueur ${mark}`)
  await field(page, attribute.value_codes).fill('short\nlong')
  await field(page, attribute.value_names).fill('Short\nLong')
  await field(page, attribute.value_names_fr).fill('Court\nLong')
  await field(page, lists.item_attributes.columns.code).fill(`length_${mark}`)
  await create(page)
  await expect(page.getByText('Short', { exact: false }).first()).toBeVisible()

  // A new item by keyboard: g i, n.
  await page.goto('/desk/items')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: lists.items.create })).toBeVisible()
  const item = records.items.fields
  await field(page, item.name).fill(`Car cover ${mark}`)
  await field(page, item.description).fill('Keeps the sun out.')
  await find(page, item.category_id, `covers ${mark}`, `Covers ${mark}`)
  await expect(page.getByRole('combobox', { name: new RegExp(`^${item.category_id}`) })).toHaveValue(`Covers ${mark}`)
  await page.getByLabel(lists.items.columns.kind).selectOption('good')
  await page.getByLabel(lists.items.columns.tax_class).selectOption('standard')
  await page.getByLabel(lists.items.columns.tracks_stock).check()
  await field(page, item.low_stock).fill('2')
  await field(page, lists.items.columns.slug).fill(`car-cover-${mark}`)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: `Car cover ${mark}` })).toBeVisible()
  const address = new URL(page.url()).pathname
  await act(page, records.items.actions.activate)
  await expect(page.getByText(/The French text is missing/)).toBeVisible()
  await page.getByRole('button', { name: words.edit, exact: true }).click()
  await field(page, item.name_fr).fill(`Housse ${mark}`)
  await field(page, item.description_fr).fill('Protège du soleil.')
  await act(page, form.save)
  await act(page, records.items.actions.activate)
  await expect(page.getByText(records.items.done.activate)).toBeVisible()

  await page.getByRole('tab', { name: records.items.tabs.variations }).click()
  await page.getByLabel(shop.attribute).selectOption(`Length ${mark}`)
  await page.getByRole('checkbox', { name: 'Short' }).check()
  await act(page, shop.save_variations)
  await expect(page.getByText('Choose at least two values, or none.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Long' }).check()
  await act(page, shop.save_variations)
  await expect(page.getByText(shop.variations_saved)).toBeVisible()

  await page.getByRole('tab', { name: records.items.tabs.prices }).click()
  await page.getByRole('textbox', { name: 'Short, CAD' }).fill('40')
  await page.getByRole('textbox', { name: 'Long, CAD' }).fill('60.005')
  await act(page, shop.save_prices)
  await expect(page.getByText(/^Enter a whole amount in naira/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Long, CAD' }).fill('60')
  await act(page, shop.save_prices)
  await expect(page.getByText(shop.prices_saved)).toBeVisible()

  await page.goto('/desk/offers/new')
  await field(page, records.offers.fields.name).fill(`Cover week ${mark}`)
  await field(page, records.offers.fields.name_fr).fill(`Semaine des housses ${mark}`)
  await page.getByLabel(lists.offers.columns.discount_type).selectOption('percentage')
  await field(page, records.offers.fields.discount).fill('120')
  await page.getByLabel(lists.offers.columns.start_date).fill('2026-01-01T00:00')
  await page.getByLabel(lists.offers.columns.end_date).fill('2030-01-01T00:00')
  await find(page, records.offers.fields.item_ids, `cover ${mark}`, `Car cover ${mark}`)
  await expect(page.getByRole('listitem').filter({ hasText: `Car cover ${mark}` })).toBeVisible()
  await page.getByLabel(lists.offers.columns.funded_by).selectOption('us')
  await field(page, lists.offers.columns.slug).fill(`cover-week-${mark}`)
  await create(page)
  await expect(page.getByText('Discount less then or equal to 100').first()).toBeVisible()
  await field(page, records.offers.fields.discount).fill('25')
  await create(page)
  await expect(page.getByRole('heading', { level: 1, name: `Cover week ${mark}` })).toBeVisible()

  // Two lengths at each of the branches are more than the ten rows of a page.
  await page.goto(`${address}?tab=stock`)
  await page.getByLabel(en.page_size).selectOption('25')
  await page
    .getByRole('row', { name: /Short.*Front Street/ })
    .getByRole('link')
    .click()
  await act(page, records.stock.actions.receive)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: new RegExp(`^${records.stock.fields.quantity}`) }).fill('3')
  await dialog.getByRole('button', { name: records.stock.actions.receive }).click()
  await expect(page.getByText(records.stock.done.receive)).toBeVisible()
  await page.getByRole('tab', { name: lists.stock_movements.title }).click()
  await expect(page.getByRole('row', { name: /Received/ })).toBeVisible()

  // As customers see it: the cheaper form, reduced, with the taxes of Toronto.
  const [branch] = await rowsOf('branches', 'search=Front%20Street')
  const query = `branch=${String(branch!['slug'])}`
  const sold = () =>
    send<{ price: { amount: number }; old_price: { amount: number }; sold_out: boolean; variations: Row[] }>(
      base,
      'GET',
      `/api/v1/marketplace/items/car-cover-${mark}?${query}`,
    )
  await expect.poll(async () => (await sold()).sold_out).toBe(false)
  const shown = await sold()
  expect([shown.price.amount, shown.old_price.amount]).toEqual([33.9, 45.2])
  expect(shown.variations.map(({ sold_out }) => sold_out)).toEqual([false, true])
})

test('pauses an item at a branch until a time, ends the pause, and goes back to the item @phone', async ({ page }) => {
  const [item] = await rowsOf('items', 'search=Butter')
  await page.goto(`/desk/items/${item!.id}?tab=item_branches`)
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
  await expect(page).toHaveURL(new RegExp(`/desk/items/${item!.id}\\?tab=item_branches`))
})
