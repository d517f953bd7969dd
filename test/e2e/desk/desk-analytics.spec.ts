import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { analyticsFunnelNames, analyticsFunnels, type Analytics, type AnalyticsStep } from '#contract/desk/analytics.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { park_page } from '#i18n/en/parks/park_page.ts'
import { pattern, wordsOf } from '../kit/catalogue.ts'
import { parksToBook, send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { cart, orders, shell } = wordsOf.en

test.use({
  drawsMaps: false,
  locale: 'en-US',
  timezoneId: 'America/New_York',
  reducedMotion: 'reduce',
  userAgent: 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
})

const signIn = async () => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}

/** What was done on tablets in Canada, real and examples together: other tests use no tablet. */
async function readTablets(token: string, ...counted: readonly AnalyticsStep[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = Object.fromEntries(counted.map((step) => [step, 0]))
  for (const example of ['true', 'false']) {
    const query = `period=today&country=CA&example=${example}`
    const { steps } = await send<Analytics>(base, 'GET', `/api/v1/admin/analytics?${query}`, { token })
    for (const { step, devices } of steps) if (step in counts) counts[step]! += devices.tablet
  }
  return counts
}

testInTurn(2, 4)('counts a search and the pages that it leads to, once each @desktop', async ({ page }) => {
  const token = await signIn()
  const read = () => readTablets(token, 'search', 'park_page')
  const before = await read()
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  await page.goto('/search?lat=43.6532&lng=-79.3832&place=Toronto&sort=distance')
  const card = page.locator(`a[href^="/park/${park!.slug}"]`).first()
  const reported = page.waitForRequest((request) => request.url().endsWith('/api/v1/visits'))
  await card.click()
  await reported
  await expect(page).toHaveURL(/\/park\//)
  // The same page: a reload counts, another time does not.
  await page.reload()
  await page.getByRole('group', { name: park_page.lengths.label }).getByRole('button').nth(2).click()
  await expect(page).toHaveURL(/start=/)
  await expect
    .poll(read, { timeout: 20_000 })
    .toEqual({ search: before['search']! + 1, park_page: before['park_page']! + 2 })
})

testInTurn(4, 4)('counts an item, the cart and its checkout, once each @desktop', async ({ page }) => {
  const token = await signIn()
  const read = () => readTablets(token, 'item_page', 'cart', 'checkout')
  const before = await read()
  await page.addInitScript(() => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', 'en')
  })
  await page.goto('/marketplace?country=CA&search=screen%20wash')
  const reported = page.waitForRequest((request) => request.url().endsWith('/api/v1/visits'))
  await page.locator('a[href^="/marketplace/screen-wash"]').first().click()
  await reported
  const add = page.getByRole('button', { name: pattern(cart.add_for) })
  await add.click()
  await expect(page.getByRole('link', { name: pattern(shell.nav.cart_one) })).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('link', { name: cart.checkout }).click()
  await expect(page.getByRole('heading', { name: orders.checkout })).toBeVisible()
  await expect(page.getByRole('radio', { name: orders.types.takeaway })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: orders.types.takeaway })).toBeVisible()
  await expect.poll(read, { timeout: 20_000 }).toEqual({
    item_page: before['item_page']! + 1,
    cart: before['cart']! + 1,
    checkout: before['checkout']! + 1,
  })
})

testInTurn(3, 4)(
  'shows the steps by period, country and kind of data, and saves their rows @desktop',
  async ({ page }) => {
    const token = await signIn()
    await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
    await page.goto('/desk')
    await page.getByRole('link', { name: en.lists.analytics.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: en.lists.analytics.title })).toBeVisible()
    for (const funnel of analyticsFunnelNames) {
      const steps = page.getByRole('table', { name: en.analytics.funnels[funnel].title })
      const names = analyticsFunnels[funnel].map((step) => en.words.analytics_steps[step])
      await expect(steps.getByRole('rowheader')).toHaveText(names)
    }
    await page.getByRole('radio', { name: en.analytics.examples }).click()
    await expect(page).toHaveURL(/example=true/)
    await expect(page.getByText(en.analytics.examples_text)).toBeVisible()
    await page.getByLabel(en.analytics.country, { exact: true }).first().selectOption('CA')
    await expect(page).toHaveURL(/country=CA/)
    await page.getByRole('radio', { name: en.dashboard.periods['30_days'] }).click()
    await expect(page).toHaveURL(/period=30_days/)
    await page.goBack()
    await expect(page).not.toHaveURL(/period=30_days/)
    await page.goto('/search?search=Dakar&country=SN')
    await page.goto('/desk/analytics?period=today&country=SN')
    const exported = page.getByRole('button', { name: en.export, exact: true })
    // A visit is in the table within seconds.
    await expect(async () => {
      await page.reload()
      await expect(exported).toBeEnabled({ timeout: 3_000 })
    }).toPass()
    await exported.click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: en.export_csv }).click()
    const [head, ...rows] = parse(readFileSync(await (await saved).path()), { bom: true })
    expect(head!.slice(0, 4)).toEqual(['Day', 'Country', 'Device', en.words.analytics_steps.search])
    expect(rows.map((row) => row.slice(1, 3))).toContainEqual(['SN', 'Tablet'])
  },
)
