import type { Page } from '@playwright/test'
import { takeTurns } from '#test/kits/rounds.ts'
import { wordsFor, wordsOf } from './kit/catalogue.ts'
import { findExamples } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const { en, fr } = wordsOf

test.use({ javaScriptEnabled: false, locale: 'en-CA' })
test.beforeEach(({ context, baseURL }) => context.addCookies([{ name: 'country', value: 'CA', url: baseURL! }]))

/** Links of a page that lead to another page of this site. */
const readLinks = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')!.split('#')[0]!))])

/** Links that the pages of one template share are followed once. */
const templateOf = (address: string) =>
  address
    .split('?')[0]!
    .replace(/^\/(park|post|event|checkout|marketplace|(?:city|airport|stadium|station)-parking)\/[^/]+$/, '/$1/…')

testInTurn(1, 3)('every public page is complete and leads on without scripts @phone', async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  const examples = await findExamples(baseURL!)
  const pages = [
    '/',
    '/search?lat=43.6532&lng=-79.3832&place=Toronto',
    '/parks-list?country=CA',
    '/city-parking?country=CA',
    examples.place,
    examples.park,
    '/events?country=CA',
    examples.event,
    '/marketplace',
    '/marketplace/wash',
    '/marketplace/full-wash',
    '/branch/yorkville',
    '/blog',
    '/post/toronto-winter',
    '/help',
    '/about',
    '/careers',
    '/book-demo',
    '/terms',
    '/nothing-here',
  ]
  // The page of what does not exist names itself in the other language.
  const followed = new Set(['/nothing-here'])
  // A quarter of the pages in each run.
  const isTurn = takeTurns(4)
  for (const path of pages.filter(() => isTurn()))
    await test.step(path, async () => {
      const answer = await page.goto(path)
      expect(answer!.status()).toBe(path === '/nothing-here' ? 404 : 200)
      await expect(page.locator('main h1')).not.toBeEmpty()
      const text = await page.locator('main').innerText()
      expect(text.length).toBeGreaterThan(60)
      expect(await page.locator('main .bay-skeleton:visible, main [aria-busy=true]:visible').count()).toBe(0)
      expect(await page.locator('button[type=button]:visible').count()).toBe(0)
      for (const link of await readLinks(page)) {
        const template = templateOf(link)
        if (followed.has(template)) continue
        followed.add(template)
        expect(
          (await page.request.get(baseURL! + link, { maxRedirects: 3 })).status(),
          `${link} on ${path}`,
        ).toBeLessThan(400)
      }
    })
})

testInTurn(2, 3)('searches, filters and opens a car park without scripts @phone', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('search')
  await form.getByLabel(en.search.where).fill('montreal')
  await form.getByLabel(en.search.arrive).fill('2027-01-15T09:00')
  await form.getByLabel(en.search.leave).fill('2027-01-15T11:00')
  await form.getByRole('button', { name: en.search.search }).click()
  await expect(page).toHaveURL(/\/search\?lat=45\.\d+&lng=-73\.\d+&place=Montr.*start=2027-01-15T14%3A00%3A00Z/)
  await page.getByRole('link', { name: en.park.amenities.covered }).click()
  await expect(page).toHaveURL(/amenities=covered/)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/park\/.+start=2027-01-15T14%3A00%3A00Z/)
})

testInTurn(4, 4)('sends a question without scripts, in the language of the address @phone', async ({ page }) => {
  await page.goto('/help?lang=fr')
  const words = fr.leads_form
  const form = page.getByRole('region', { name: words.legend.contact })
  await form.getByLabel(words.fields.name).fill('Awa')
  await form.getByLabel(words.fields.email).fill('nobody')
  await form.getByRole('button', { name: words.send.contact }).click()
  await expect(form.getByRole('alert')).toContainText(words.fields.email)
  await expect(form.getByLabel(words.fields.name)).toHaveValue('Awa')
  await form.getByLabel(words.fields.email).fill(`reader-${crypto.randomUUID()}@example.com`)
  await form.getByLabel(words.fields.message).fill('Bonjour')
  await form.getByRole('button', { name: words.send.contact }).click()
  await expect(page.getByRole('heading', { name: words.sent_title })).toBeVisible()
  await expect(page).toHaveURL(/\/help\?sent=[A-Z0-9]+&lang=fr#lead$/)
  await page.getByRole('contentinfo').getByRole('link', { name: fr.content.links.about }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

testInTurn(1, 4)('asks for vehicle documents without scripts @phone', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'country', value: 'NG', url: baseURL! }])
  await page.goto('/vehicle-docs-renewal')
  const words = wordsFor({ language: 'en', country: 'NG' }).leads_form
  const form = page.getByRole('region', { name: words.legend.documents })
  await form.getByLabel(words.fields.plate).fill('KJA-123AA')
  await form.getByLabel(words.fields.name).fill('Ada')
  await form.getByLabel(words.fields.email).fill(`reader-${crypto.randomUUID()}@example.com`)
  await form.getByRole('button', { name: words.send.documents }).click()
  await expect(form.getByRole('alert')).toContainText(words.fields.state)
  await form.getByLabel(words.fields.state).fill('Lagos')
  await form.getByLabel(words.fields.phone).fill('+234 803 123 4567')
  await form.getByLabel(words.fields.paper).selectOption({ index: 1 })
  await form.getByRole('button', { name: words.send.documents }).click()
  await expect(page.getByRole('heading', { name: words.sent_title })).toBeVisible()
})

testInTurn(2, 4)('changes country and language without scripts @phone', async ({ page }) => {
  await page.goto('/city-parking?country=CA')
  await page
    .getByRole('navigation', { name: en.shell.country.label, exact: true })
    .getByRole('link', { name: 'Senegal' })
    .click()
  await expect(page).toHaveURL(/\/city-parking$/)
  await expect(page.locator('main')).toContainText('Dakar')
  await page.getByRole('navigation', { name: en.shell.language.label }).getByRole('link', { name: 'Français' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.locator('main')).toContainText('Dakar')
})
