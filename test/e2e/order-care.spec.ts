import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { checkScreen, checkScreens } from './axe.ts'
import { wordsFor } from './catalogue.ts'
import { newDriver, type E2eDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { completeOrder, placeOrder } from './orders.ts'

const base = process.env['BASE_URL']!
const reader = { country: 'CA', language: 'en' } as const
const words = wordsFor(reader)
const care = words.order_care

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#7a5c2e' } })
    .jpeg()
    .toBuffer(),
})

const newCustomer = () => newDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
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
  await checkScreen(page, 'a return')
  await page.getByRole('button', { name: care.returns.send }).click()
  await expect(page.getByRole('heading', { name: care.returns.title })).toBeVisible()
  await expect(page.getByRole('img', { name: care.returns.photo_alt })).toBeVisible()
  await checkScreen(page, 'an order with a return')
  await checkScreens(page, [`/order/${order.order_number}/return`])
})
