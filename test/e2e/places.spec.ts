import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

test('leads from the airports of a country to one of them and to a search around it @phone', async ({ page }) => {
  await page.goto('/parking-types/airport-parking')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airport parking in Canada')
  await page.getByRole('searchbox').fill('toronto pears')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?country=CA&search=toronto\+pears/)
  await page.getByRole('link', { name: /^Lester B\. Pearson/ }).click()
  await expect(page).toHaveURL(/\/airport-parking\/.*-yyz$/)
  await expect(page).toHaveTitle(/Pearson/)
  await page.getByRole('link', { name: w.places.find, exact: true }).first().click()
  await expect(page).toHaveURL(/\/search\?lat=43\.\d+&lng=-79\.\d+&place=Lester/)
})

test('a city’s page shows its nearest car parks as the lists do @desktop', async ({ page }) => {
  await page.goto('/city-parking/toronto-ca-on')
  await expect(page.getByText(/\d+ car parks within 10\u00a0km, from CA\$\d/)).toBeVisible()
  const first = page.locator('article').first()
  await expect(first).toContainText(/m walk|min walk/)
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/park\//)
})

test('lists car parks by state, city and page, each at its own address @phone', async ({ page }) => {
  await page.goto('/parks-list?country=US')
  await page
    .getByRole('navigation', { name: w.places.states })
    .getByRole('link', { name: /^New York/ })
    .click()
  await expect(page).toHaveURL(/country=US&state=US-NY/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('New York, United States')
  await page
    .getByRole('navigation', { name: w.search.list.cities })
    .getByRole('link', { name: /^Brooklyn/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brooklyn')
  await page
    .getByRole('link', { name: pattern(w.search.page) })
    .last()
    .click()
  await expect(page).toHaveURL(/page=\d/)
  await page.reload()
  await expect(page.locator('article').first()).toContainText('Brooklyn')
})

test('keeps the language of the address until another is chosen @desktop', async ({ page }) => {
  await page.goto('/parks-list?country=SN&lang=fr')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sénégal')
  await page
    .getByRole('button', { name: /Français/ })
    .first()
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Car parks in Senegal')
  await expect(page).not.toHaveURL(/lang=/)
})

test('shows 404 for an unknown place with a link to others @phone', async ({ page }) => {
  const answer = await page.goto('/station-parking/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: w.places.not_found })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: w.places.kinds.station }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Station parking in Canada')
})

test.describe('without scripts', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false })

  test('leads from the home page to the price of a car park', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'All car parks' }).click()
    await page.getByRole('link', { name: 'Canada' }).click()
    await page.locator('a[href^="/park/"]').first().click()
    // Playwright's text locators don't search <noscript>.
    await expect(page.locator('main')).toContainText('for one hour')
  })
})
