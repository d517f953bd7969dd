import type { Page } from '@playwright/test'
import { desk } from '#i18n/en/desk.ts'
import { expectAccessibleScreen, expectAccessibleScreens } from '../kit/axe.ts'
import { wordsFor } from '../kit/catalogue.ts'
import { buildDriver, send, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { completeOrder, newPhoto, placeOrder, signInStaff } from './orders.ts'

const base = process.env['BASE_URL']!
const reader = { country: 'CA', language: 'en' } as const
const words = wordsFor(reader)
const care = words.order_care

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await newPhoto(),
})

const newCustomer = () => buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
const signIn = (page: Page, { token }: E2eDriver) =>
  page.addInitScript((stored) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', 'en')
    localStorage.setItem('parkwell_user_token', stored)
  }, token)

test('a damaged item is returned with a photo, which its order shows @phone', async ({ page }) => {
  const customer = await newCustomer()
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  await signIn(page, customer)
  await page.goto(`/order/${order.order_number}`)
  await page.getByRole('link', { name: care.returns.open }).click()
  await page
    .getByRole('group', { name: /^Quantity of/ })
    .getByRole('button', { name: words.cart.more })
    .click()
  await page.getByLabel(care.returns.reason).selectOption('damaged')
  await page.getByRole('button', { name: care.photo, exact: true }).setInputFiles(await photo())
  await expect(page.getByRole('img', { name: care.returns.photo_alt })).toBeVisible()
  await expectAccessibleScreen(page, 'a return')
  await page.getByRole('button', { name: care.returns.send }).click()
  await expect(page.getByRole('heading', { name: care.returns.title })).toBeVisible()
  await expect(page.getByRole('img', { name: care.returns.photo_alt })).toBeVisible()
  await expectAccessibleScreen(page, 'an order with a return')
  await expectAccessibleScreens(page, [`/order/${order.order_number}/return`])
})

test('a service is photographed, reported with a photo, and refunded @phone', async ({ page, browser }) => {
  const customer = await newCustomer()
  const order = await placeOrder(base, customer, 'service')
  const staff = await signInStaff(base)
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/accept`, { token: staff, body: {} })
  const context = await browser.newContext({ locale: 'en-CA', baseURL: base, reducedMotion: 'reduce' })
  const desk_page = await context.newPage()
  await desk_page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), staff)
  await desk_page.goto(`/desk/online-orders/${order.order_number}?tab=photos`)
  const { photos } = desk.orders
  await desk_page.getByLabel(`${photos.file}: ${photos.shows.before}`).setInputFiles(await photo())
  await expect(desk_page.getByText(photos.added)).toBeVisible()
  await expect(desk_page.getByRole('img', { name: photos.shows.before })).toBeVisible()
  await expectAccessibleScreen(desk_page, 'photos of an order')
  await completeOrder(base, order, { isAccepted: true })
  await signIn(page, customer)
  await page.goto(`/order/${order.order_number}`)
  await expect(page.getByRole('img', { name: care.photos.before })).toBeVisible()
  await page.getByRole('button', { name: care.problems.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: care.problems.send }).click()
  await expect(dialog.getByText(care.problems.add_photo)).toBeVisible()
  await dialog.getByLabel(care.problems.text).fill('The wheels are still dirty')
  await dialog.getByRole('button', { name: care.photo, exact: true }).setInputFiles(await photo())
  await expect(dialog.getByRole('img', { name: care.problems.photo_alt })).toBeVisible()
  await expectAccessibleScreen(page, 'a report')
  await dialog.getByRole('button', { name: care.problems.send }).click()
  await expect(page.getByRole('heading', { name: care.problems.title })).toBeVisible()
  await expect(page.getByRole('button', { name: care.problems.open })).toBeHidden()
  await expectAccessibleScreen(page, 'an order with a report')
  await desk_page.goto(`/desk/order-problems?search=${order.order_number}`)
  await desk_page.getByRole('link', { name: order.order_number }).click()
  const { actions, done } = desk.records.order_problems
  await desk_page.getByRole('button', { name: actions.refund, exact: true }).click()
  await expectAccessibleScreen(desk_page, 'a report of a service')
  await desk_page.getByRole('dialog').getByRole('button', { name: actions.refund, exact: true }).click()
  await expect(desk_page.getByText(done.refund)).toBeVisible()
  await context.close()
  await page.reload()
  await expect(page.getByText(care.problems.status.refunded, { exact: true })).toBeVisible()
})

test('a completed order is rated, and staff hides the review @desktop', async ({ page }) => {
  const customer = await newCustomer()
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  await signIn(page, customer)
  await page.goto(`/order/${order.order_number}`)
  const branch = page.getByRole('group', { name: /^Your rating of/ }).first()
  await branch.getByRole('radio', { name: /^3 stars/ }).press('Space')
  const text = `Not bad ${order.order_number}`
  await page.getByLabel(care.rating.text).fill(text)
  await expectAccessibleScreen(page, 'an order with its rating form')
  await page.getByRole('button', { name: care.rating.send }).click()
  await expect(page.getByRole('heading', { name: care.rating.own })).toBeVisible()
  await page.goto('/branch/front-street')
  await expect(page.getByText(text)).toBeVisible()
  await expectAccessibleScreen(page, 'a branch with reviews')
  const staff = await signInStaff(base)
  await page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), staff)
  await page.goto(`/desk/item-reviews?search=${order.order_number}`)
  await page.getByRole('link', { name: 'Front Street' }).first().click()
  const { actions, done, fields } = desk.records.item_reviews
  await page.getByRole('button', { name: actions.hide }).click()
  await page.getByRole('dialog').getByLabel(fields.reason).fill('Only a test')
  await page.getByRole('dialog').getByRole('button', { name: actions.hide }).click()
  await expect(page.getByText(done.hide)).toBeVisible()
  await expectAccessibleScreens(page, ['/desk/item-reviews', '/desk/prepared-replies/new'])
  await page.goto('/branch/front-street')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(text)).toBeHidden()
})

test('a customer and the branch write to each other @desktop', async ({ page, browser }) => {
  const customer = await newCustomer()
  const order = await placeOrder(base, customer, 'good')
  await signIn(page, customer)
  await page.goto(`/order/${order.order_number}`)
  await page.getByLabel(/^Write to/).fill('I’m ten minutes late')
  await page.getByRole('button', { name: care.messages.add_photo }).click()
  await page.getByRole('button', { name: care.photo, exact: true }).setInputFiles(await photo())
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/messages/.test(response.url()),
  )
  await page.getByRole('button', { name: care.messages.send }).click()
  expect((await stored).ok()).toBe(true)
  await expect(page.getByText('I’m ten minutes late')).toBeVisible()
  await expect(page.getByRole('img', { name: care.messages.photo_alt })).toBeVisible()
  await expectAccessibleScreen(page, 'an order with messages')
  const staff = await signInStaff(base)
  const name_of_reply = `No hurry ${order.order_number}`
  const query = new URLSearchParams({ search: order.order_number })
  const { items } = await send<{ items: { id: string }[] }>(base, 'GET', `/api/v1/admin/messages?${query}`, {
    token: staff,
  })
  expect(items, order.order_number).toHaveLength(1)
  const thread = await send<{ branch_id: string }>(base, 'GET', `/api/v1/admin/messages/${items[0]!.id}`, {
    token: staff,
  })
  await send(base, 'POST', '/api/v1/admin/prepared-replies', {
    token: staff,
    body: { branch_id: thread.branch_id, name: name_of_reply, text: 'Take your time.', text_fr: 'Prenez votre temps.' },
  })
  const context = await browser.newContext({ locale: 'en-CA', baseURL: base, reducedMotion: 'reduce' })
  const counter = await context.newPage()
  await counter.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), staff)
  await counter.goto(`/desk/messages?search=${order.order_number}`)
  await counter.getByRole('link', { name: order.order_number }).click()
  await counter.getByRole('button', { name: desk.records.messages.actions.claim }).click()
  await expect(counter.getByText(desk.records.messages.done.claim)).toBeVisible()
  await counter.getByRole('tab', { name: desk.records.messages.tabs.conversation }).click()
  await expect(counter.getByText('I’m ten minutes late')).toBeVisible()
  await expect(counter.getByRole('img', { name: desk.orders.messages.photo })).toBeVisible()
  const reply = counter.getByLabel(desk.orders.messages.reply)
  await counter.getByRole('button', { name: name_of_reply }).click()
  await expect(reply).toHaveValue('Take your time.')
  await reply.fill('No problem')
  await counter.getByRole('button', { name: desk.orders.messages.add_photo }).click()
  await counter
    .getByRole('button', { name: desk.orders.messages.photo_of_reply, exact: true })
    .setInputFiles(await photo())
  await counter.getByRole('button', { name: desk.orders.messages.send }).click()
  await expect(counter.getByText('No problem')).toBeVisible()
  await expect(counter.getByRole('img', { name: desk.orders.messages.photo })).toHaveCount(2)
  await expectAccessibleScreen(counter, 'a thread')
  await counter.goto(`/desk/online-orders/${order.order_number}?tab=messages`)
  await expect(counter.getByText('No problem')).toBeVisible()
  await counter.goto('/desk/messages')
  await expectAccessibleScreen(counter, 'the inbox')
  await counter.getByRole('link', { name: desk.inbox.leads }).click()
  await expect(counter).toHaveURL(/\/desk\/leads$/)
  await context.close()
  await expect(page.getByText('No problem')).toBeVisible({ timeout: 15_000 })
  await expectAccessibleScreens(page, ['/notifications'])
})
