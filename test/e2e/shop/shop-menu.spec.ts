import { expectAccessibleAtBothWidths, expectAccessibleScreens } from '../kit/axe.ts'
import { wordsFor } from '../kit/catalogue.ts'
import { expect, test } from '../kit/fixtures.ts'

const words = wordsFor({ language: 'en', country: 'NG' }).shop

test('the pages of the marketplace keep the accessibility rules in both themes @phone', async ({ page }) => {
  await expectAccessibleScreens(
    page,
    ['/marketplace', '/marketplace?search=zzzzzzz', '/marketplace/wash', '/marketplace/full-wash', '/branch/ikeja'],
    expectAccessibleAtBothWidths,
  )
})

test('the menu is searched, filtered and opened by keyboard @desktop', async ({ page }) => {
  await page.goto('/marketplace')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('wipper')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=wipper/)
  const delivery = page.getByRole('link', { name: words.order_types.delivery, exact: true })
  await delivery.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/order_type=delivery/)
  await expect(delivery).toHaveAttribute('aria-current', 'true')
  await page.getByRole('combobox', { name: words.sort }).selectOption('-price')
  await expect(page).toHaveURL(/sort=-price/)
  await page.getByRole('link', { name: 'Wiper blades' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Wiper blades' })).toBeVisible()
})

test('nothing moves while the menu and an item are loading @phone', async ({ page }) => {
  for (const path of ['/marketplace', '/marketplace/full-wash']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift, path).toBeLessThanOrEqual(0.02)
  }
})
