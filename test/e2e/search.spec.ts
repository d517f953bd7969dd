import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const toronto = `/search?lat=43.65107&lng=-79.38155&place=Toronto&start=${day}T16:00:00Z&end=${day}T18:30:00Z`

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

const cards = (page: Page) => page.locator('article')
/** The pin of the first card; the map shows more parks than one page of the list. */
const firstPin = async (page: Page) => {
  const name = await cards(page).first().getByRole('heading').textContent()
  return page.locator(`.park-pin[aria-label^="${name}, "]`)
}
/** Names of the listed parks, in order. */
const slugsOf = (page: Page) =>
  cards(page)
    .locator('a[data-card-link]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1)))
/** Software rendering is slow on a busy machine. */
const drawn = (page: Page) => expect(page.locator('.park-map[data-drawn]')).toBeVisible({ timeout: 45_000 })
/** Simulates a phone with this many processors; a slow one starts without the map. */
const withProcessors = (page: Page, count: number) =>
  page.addInitScript((many) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => many })
  }, count)

test('shows the same parks and prices on the map as in the list, and opens a pin by keyboard @desktop', async ({
  page,
}) => {
  const mapped = page.waitForResponse(/\/parks\/front\/map\?/)
  await page.goto(toronto)
  await drawn(page)
  const { features } = (await (await mapped).json()) as { features: { id: string }[] }
  expect(features.length).toBeGreaterThan(0)
  const first = cards(page).first()
  const pin = await firstPin(page)
  await expect(pin).toHaveAttribute('aria-label', /\$/)
  await expect(first).toContainText('Total for 2 h 30 min'.replaceAll(' h', '\u00a0h').replaceAll(' min', '\u00a0min'))
  await first.getByRole('link').focus()
  await expect(pin).toHaveAttribute('data-pointed', '')
  for (const name of await cards(page).getByRole('heading').allTextContents())
    await expect(page.locator(`.park-pin[aria-label^="${name}, "]`).first()).toBeAttached()
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAttribute('data-chosen', '')
  await expect(page).toHaveURL(/chosen=/)
  await expect(cards(page).first()).toHaveClass(/before:bg-kerb/)
  const popup = page.locator('.map-popup')
  await expect(popup.getByRole('link').first()).toBeFocused()
  await expect(popup.getByRole('link', { name: pattern(w.search.book_for) })).toHaveAttribute('href', /^\/checkout\//)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(pin).toBeFocused()
})

test('searches the moved map area and keeps the selected park and every choice in the address @phone', async ({
  page,
}) => {
  await withProcessors(page, 2)
  await page.goto(toronto)
  await expect(page.getByText(w.search.map_slow)).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: w.search.show_map }).click()
  await drawn(page)
  const name = await cards(page).first().getByRole('heading').textContent()
  const pin = await firstPin(page)
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAttribute('data-chosen', '')
  await page.getByRole('link', { name: w.search.page.replace('{{page}}', '2') }).click()
  await expect(page).toHaveURL(/page=2.*chosen=/)
  const aside = page.getByRole('region', { name: w.search.selected })
  await expect(aside.getByRole('heading', { name: name! })).toBeVisible()
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: w.search.search_this_area }).click()
  await expect(page).toHaveURL(/box=-79\..*chosen=/)
  await page.getByRole('combobox', { name: w.search.sort }).selectOption('price')
  const answered = page.waitForResponse(/\/parks\/front\/parks\/\?(?=.*sort=price)(?=.*amenities=covered)/)
  await page.getByRole('button', { name: w.park.amenities.covered, exact: true }).click()
  const { items } = (await (await answered).json()) as { items: { slug: string }[] }
  const slugs = items.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  await expect(page).toHaveURL(/sort=price/)
  await page.reload()
  await expect(page).toHaveURL(/chosen=/)
  await expect.poll(() => slugsOf(page)).toEqual(slugs)
})

test('choosing a pin neither moves the list nor undoes a click on page 2 @phone', async ({ page }) => {
  await withProcessors(page, 8)
  await page.goto(toronto)
  await drawn(page)
  const pin = await firstPin(page)
  // The address changes some time after the press, and scroll events may be late on a busy machine.
  const moved = await pin.evaluate(async (button: HTMLElement) => {
    const list = document.querySelector('article')!.closest('.overflow-y-auto')!
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
    button.click()
    list.scrollTop = 300
    const before = list.scrollTop
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return list.scrollTop - before
  })
  await expect(page).toHaveURL(/chosen=/)
  expect(moved).toBe(0)
  const link = page.getByRole('link', { name: w.search.page.replace('{{page}}', '2') })
  await link.evaluate((to: HTMLElement) => {
    const others = [...document.querySelectorAll<HTMLElement>('.park-pin:not([data-chosen], [data-tone=many])')]
    to.click()
    others[0]!.click()
  })
  await expect(page).toHaveURL(/page=2.*chosen=/)
})

test('zooms into a cluster on the map @desktop', async ({ page }) => {
  await page.goto(`${toronto}&box=-80.5,43,-78.5,44.5`)
  await drawn(page)
  const many = page.locator('.park-pin[data-tone=many]:visible').first()
  await expect(many).toHaveAttribute('aria-label', pattern(w.search.many_here_other))
  const mapped = page.waitForResponse(/\/parks\/front\/map\?/)
  await many.focus()
  await page.keyboard.press('Enter')
  expect((await mapped).ok()).toBe(true)
  await expect(page.getByRole('button', { name: w.search.search_this_area })).toBeVisible()
})

test('explains a missing position, WebGL or network and offers another way @phone', async ({ page, context }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await withProcessors(page, 8)
  await page.goto(toronto)
  await expect(page.getByText(w.search.map_failed)).toBeVisible()
  await expect(cards(page).first()).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: w.search.near_me }).click()
  await expect(page.getByText(w.search.position_denied)).toBeVisible()

  await page.goto('/parks-list')
  await expect(cards(page).first()).toBeVisible()
  await page
    .getByRole('link', { name: pattern(w.search.page) })
    .last()
    .focus()
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: w.park.offline })).toBeVisible()
})
