import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { findViolations } from '../kit/axe.ts'
import { send, staffMember, tomorrow } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { entrances, photos } = en.parks
const { tabs } = en.records.parks

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), access_token)
})

/** A car park in Montréal where no other journey books. */
async function pickPark(): Promise<{ id: string; slug: string }> {
  const query = new URLSearchParams({ lat: '45.5017', lng: '-73.5673', size: '100', ...tomorrow() })
  const { items } = await send<{ items: { id: string; slug: string; bookable: boolean }[] }>(
    base,
    'GET',
    `/api/v1/parks/front/parks/?${query}`,
  )
  return items.filter(({ bookable }) => bookable)[0]!
}
const openTab = async (page: Page, id: string, tab: string) => {
  await page.goto(`/desk/parks/${id}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

testInTurn(2, 4)('a photo and an entrance are shown on the page of the car park @phone', async ({ page }) => {
  const park = await pickPark()
  await openTab(page, park.id, tabs.photos)
  const description = `Ramp ${crypto.randomUUID().slice(0, 6)}`
  await page.getByRole('button', { name: photos.upload }).click()
  await expect(page.getByText('This field is required!').first()).toBeVisible()
  const upload = page.locator('form').filter({ hasText: photos.add })
  await upload.locator('input[type=file]').setInputFiles('public/icon-512.png')
  await upload.locator('input[name=description_en]').fill(description)
  await upload.locator('input[name=description_fr]').fill('Rampe d’accès')
  await upload.locator('select[name=rights]').selectOption('own')
  await page.getByRole('button', { name: photos.upload }).click()
  await expect(page.getByText(photos.added)).toBeVisible()
  await expect(page.getByRole('img', { name: description })).toBeVisible()
  await page.getByRole('button', { name: entrances.add }).click()
  await page.getByLabel(entrances.name).last().fill('North ramp')
  await page.getByRole('button', { name: entrances.save }).click()
  await expect(page.getByText(entrances.saved)).toBeVisible()
  await page.goto(`/park/${park.slug}`)
  await expect(page.getByRole('img', { name: description }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await openTab(page, park.id, tabs.photos)
  await page.getByRole('button', { name: photos.remove_label.replace('{{name}}', description) }).click()
  await expect(page.getByText(photos.removed)).toBeVisible()
})
