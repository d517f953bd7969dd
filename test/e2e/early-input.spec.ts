import type { Page } from '@playwright/test'
import { findExamples } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

/** Opens a page as on a slow connection: its code, by default all but its first script, arrives when `release` is called. */
async function openWithoutCode(
  page: Page,
  address: string,
  missing: 'code' | 'first script' = 'code',
): Promise<{ release: () => Promise<void> }> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${missing === 'code' ? 'start' : 'index'}-*.js`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(address, { waitUntil: missing === 'code' ? 'domcontentloaded' : 'commit' })
  if (missing === 'code') await expect(page.locator('#page-code')).toBeEmpty()
  return {
    release: async () => {
      resolve()
      // Notices have their place from hydration on.
      await page.locator('section[aria-live=polite]').first().waitFor({ state: 'attached' })
    },
  }
}

test.use({ drawsMaps: false })

test.describe('before the page is hydrated', { tag: '@phone' }, () => {
  test.beforeEach(async ({ page, context, baseURL }) => {
    // A choice is in both, so that the server renders the page for it.
    await context.addCookies([{ name: 'country', value: 'CA', url: baseURL! }])
    await page.addInitScript(() =>
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
    )
  })

  for (const missing of ['code', 'first script'] as const)
    test(`keeps what is typed and chosen in the search box before its ${missing} came`, async ({ page }) => {
      const { release } = await openWithoutCode(page, '/', missing)
      const box = page.getByRole('search')
      await box.getByLabel('Vehicle').selectOption('Motorcycle')
      await box.getByRole('combobox', { name: 'Where' }).pressSequentially('Toronto Un')
      await release()
      await expect(box.getByLabel('Vehicle')).toHaveValue('3')
      await expect(box.getByRole('combobox', { name: 'Where' })).toHaveValue('Toronto Un')
      // The components know of it too.
      await expect(page.getByRole('option', { name: /Toronto Union/ }).first()).toBeVisible()
    })

  testInTurn(4, 4)('keeps the order of a search, and opens the filters that were asked for', async ({ page }) => {
    const { release } = await openWithoutCode(page, '/search?lat=43.6532&lng=-79.3832&place=Toronto')
    await page.getByLabel('Sort by').selectOption('Distance')
    await page.getByRole('button', { name: 'Filters' }).click()
    await release()
    await expect(page).toHaveURL(/sort=distance/)
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  })

  testInTurn(1, 4)("keeps the vehicle on a car park's page", async ({ page, baseURL }) => {
    const { release } = await openWithoutCode(page, (await findExamples(baseURL!)).park)
    await page.getByLabel(/^Vehicle ?Car/).selectOption('Motorcycle')
    await release()
    await expect(page).toHaveURL(/vehicle=3/)
  })

  testInTurn(2, 4)('keeps a form, and the time chosen in a list that becomes buttons', async ({ page }) => {
    const { release } = await openWithoutCode(page, '/book-demo')
    await page.getByLabel('Name').fill('Ada')
    const slots = page.locator('select[name=starts_at]')
    const chosen = await slots.locator('option').last().getAttribute('value')
    await slots.selectOption(chosen)
    await release()
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await expect(page.locator(`input[type=radio][value="${chosen}"]`)).toBeChecked()
  })
})
