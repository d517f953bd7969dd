import { expect, test, testInTurn } from './kit/fixtures.ts'

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

testInTurn(3, 4)('keeps the language of the address until another is chosen @desktop', async ({ page }) => {
  await page.goto('/parks-list?country=SN&lang=fr')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sénégal')
  await page
    .getByRole('button', { name: /Français/ })
    .first()
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parking in Senegal')
  await expect(page).not.toHaveURL(/lang=/)
})

test.describe('without scripts', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false })

  test('leads from the home page to the price of a car park', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find Parking' }).click()
    await page.locator('main a[href^="/park/"]').first().click()
    await expect(page.getByRole('main')).toContainText(/including service fee and tax|pay at the car park/i)
  })
})
