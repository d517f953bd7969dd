import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { records, lists, record: words, form } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()
const openFirst = (page: Page) => page.getByRole('rowheader').getByRole('link').click()
const suffix = () => crypto.randomUUID().slice(0, 6).toUpperCase()

test('creates a coupon, edits it, switches it off and takes that back @desktop', async ({ page }) => {
  await page.goto('/desk/coupons')
  await page.getByRole('link', { name: lists.coupons.create }).click()
  await expect(page.getByRole('heading', { name: lists.coupons.create })).toBeVisible()
  const code = `SPRING-${suffix()}`
  await field(page, lists.coupons.columns.code).fill(code)
  await page.getByLabel(lists.coupons.columns.discount_type).selectOption('percentage')
  await page.getByRole('textbox', { name: new RegExp(`^${lists.coupons.columns.discount}\\b(?! type)`) }).fill('120')
  await field(page, lists.coupons.columns.start_date).fill('2026-01-01T00:00')
  await field(page, lists.coupons.columns.end_date).fill('2030-01-01T00:00')
  await page.getByRole('button', { name: form.create }).click()
  await expect(page.getByText('Discount less then or equal to 100').first()).toBeVisible()
  await page.getByRole('textbox', { name: new RegExp(`^${lists.coupons.columns.discount}\\b(?! type)`) }).fill('12.5')
  await page.getByRole('button', { name: form.create }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: records.coupons.actions.deactivate, exact: true }).click()
  await expect(page.getByText(records.coupons.done.deactivate)).toBeVisible()
  await page.getByRole('button', { name: words.undo }).click()
  await expect(page.getByRole('button', { name: records.coupons.actions.deactivate, exact: true })).toBeVisible()
  await page.getByRole('button', { name: words.edit }).click()
  await field(page, lists.coupons.columns.limit_per_user).fill('3')
  await page.getByRole('button', { name: form.save }).click()
  await expect(page.getByText('12.5')).toBeVisible()
  await page.getByRole('tab', { name: lists.coupon_uses.title }).click()
  await expect(page.getByText(lists.coupon_uses.empty)).toBeVisible()
})

test('finds a message at the old address, takes it, notes and closes it @desktop', async ({ page }) => {
  const email = `reader-${crypto.randomUUID()}@example.com`
  const body = { name: 'Awa Ndiaye', email, message: 'Where is my receipt?', took_ms: 5_000 }
  await send(base, 'POST', '/api/v1/leads/contact', { body })
  await page.goto(`/staff/leads?search=${email}`)
  await expect(page).toHaveURL(new RegExp(`/desk/leads\\?search=${email}`))
  await openFirst(page)
  await expect(page.getByText('Where is my receipt?')).toBeVisible()
  await page.getByRole('button', { name: records.leads.actions.take, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Sent it again')
  await dialog.getByRole('button', { name: records.leads.actions.take, exact: true }).click()
  await expect(page.getByText(lists.leads.states.in_hand, { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: records.leads.tabs.answers }).click()
  await expect(page.getByText('Sent it again')).toBeVisible()
  await expect(page.getByRole('link', { name: records.leads.panel.reply })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${email}`),
  )
})

test('resolves a reported mistake @desktop', async ({ page }) => {
  const { items } = await send<{ items: { slug: string; name: string }[] }>(
    base,
    'GET',
    '/api/v1/parks/front/parks/?country=CA&size=1',
  )
  const text = `The price is wrong ${suffix()}`
  await send(base, 'POST', `/api/v1/front/parks/${items[0]!.slug}/mistakes`, { body: { kind: 'price', text } })
  await page.goto(`/desk/park-reports?search=${encodeURIComponent(text)}`)
  await openFirst(page)
  await page.getByRole('button', { name: records.park_reports.actions.resolve, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: records.park_reports.actions.resolve, exact: true }).click()
  await expect(dialog.getByText('This field is required!').first()).toBeVisible()
  await dialog.getByRole('textbox').fill('We corrected it')
  await dialog.getByRole('button', { name: records.park_reports.actions.resolve, exact: true }).click()
  await expect(page.getByText(records.park_reports.done.resolve)).toBeVisible()
  await expect(page.getByRole('button', { name: records.park_reports.actions.reopen, exact: true })).toBeVisible()
})

test('drafts an event in both languages, publishes it and gives it a private code once @desktop', async ({ page }) => {
  await page.goto('/desk/events/new')
  const name = `Lantern night ${suffix()}`
  const columns = lists.events.columns
  const fill = (label: string, value: string) => page.getByRole('textbox', { name: label, exact: true }).fill(value)
  const choose = (label: string, value: string) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption(value)
  await page.getByRole('textbox', { name: new RegExp(`^${columns.name}(?! in)`) }).fill(name)
  await page.getByRole('textbox', { name: records.events.fields.name_fr }).fill('Nuit des lanternes')
  await page
    .getByRole('textbox', { name: new RegExp(`^${records.events.fields.description}(?! in)`) })
    .fill('Lanterns.')
  await page.getByRole('textbox', { name: records.events.fields.description_fr }).fill('Des lanternes.')
  await choose(columns.kind, 'festival')
  await fill(columns.venue, 'Queens Quay')
  await fill(columns.city, 'Toronto')
  await choose(records.events.fields.country_code, 'CA')
  await fill(records.events.fields.lat, '43.64')
  await fill(records.events.fields.lng, '-79.38')
  await choose(columns.timezone, 'America/Toronto')
  await field(page, records.events.fields.doors_at).fill('2031-06-01T18:00')
  await field(page, columns.starts_at).fill('2031-06-01T19:00')
  await field(page, columns.ends_at).fill('2031-06-01T22:00')
  await choose(columns.cancellation, 'flexible')
  await page.getByRole('button', { name: form.create }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: records.events.actions.publish, exact: true }).click()
  await expect(page.getByText(lists.events.states.published, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: records.events.actions.reset_code, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: records.events.actions.reset_code, exact: true }).click()
  await expect(page.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/)).toHaveCount(0)
  await page.getByRole('tab', { name: lists.event_parks.title }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
