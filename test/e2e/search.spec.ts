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

test('shows the same parks and total prices in the list and on the map @desktop', async ({ page }) => {
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
})

test('opens a pin by keyboard, highlights its card and returns the focus when its popup closes @desktop', async ({
  page,
}, info) => {
  await page.goto(toronto)
  await drawn(page)
  const pin = await firstPin(page)
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAttribute('data-chosen', '')
  await expect(page).toHaveURL(/chosen=/)
  await expect(cards(page).first()).toHaveClass(/before:bg-kerb/)
  if (info.project.name === 'phone') return
  const popup = page.locator('.map-popup')
  await expect(popup.getByRole('link').first()).toBeFocused()
  await expect(popup.getByRole('link', { name: pattern(w.search.book_for) })).toHaveAttribute('href', /^\/checkout\//)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(pin).toBeFocused()
})

test('keeps the selected park on another page, in another part of the map and after a reload @phone', async ({
  page,
}) => {
  await withProcessors(page, 8)
  await page.goto(toronto)
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
  await expect(page).toHaveURL(/box=.*chosen=/)
  await page.reload()
  await drawn(page)
  await expect(pin).toHaveAttribute('data-chosen', '')
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

test('searches the moved map area and keeps every choice in the address @phone', async ({ page }) => {
  await withProcessors(page, 2)
  await page.goto(toronto)
  await expect(page.getByText(w.search.map_slow)).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: w.search.show_map }).click()
  await drawn(page)
  await page.locator('.maplibregl-canvas').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: w.search.search_this_area }).click()
  await expect(page).toHaveURL(/box=-79\./)
  await page.getByRole('combobox', { name: w.search.sort }).selectOption('price')
  const answered = page.waitForResponse(/\/parks\/front\/parks\/\?(?=.*sort=price)(?=.*amenities=covered)/)
  await page.getByRole('button', { name: w.park.amenities.covered, exact: true }).click()
  await expect(page).toHaveURL(/sort=price/)
  await expect(page).toHaveURL(/amenities=covered/)
  const { items } = (await (await answered).json()) as { items: { slug: string }[] }
  const slugs = items.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  await page.reload()
  await expect.poll(() => slugsOf(page)).toEqual(slugs)
})

test('applies filters, counts them and clears them all @phone', async ({ page }, info) => {
  await page.goto(toronto)
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: w.search.filters, exact: true }).click()
  const phone = info.project.name === 'phone'
  const fields = phone ? page.getByRole('dialog') : page.getByRole('region', { name: w.search.filters })
  await fields.getByRole('button', { name: w.park.amenities.cctv, exact: true }).click()
  await fields.getByRole('textbox', { name: w.search.max_price }).fill('25')
  await fields.getByRole('textbox', { name: w.search.sizes.height_cm }).fill('230')
  await fields.getByRole('checkbox', { name: w.search.hide_too_small }).check()
  if (phone) await fields.getByRole('button', { name: pattern(w.search.apply_filters_other) }).click()
  for (const part of ['amenities=cctv', 'max_price=25', 'height_cm=230', 'fits=true'])
    await expect(page).toHaveURL(new RegExp(part))
  await expect(page.getByRole('button', { name: w.search.filters_on.replace('{{count}}', '3') })).toBeVisible()
  await page.getByRole('button', { name: w.search.clear_all }).last().click()
  await expect(page).not.toHaveURL(/amenities|max_price|height_cm|fits/)
  await expect(cards(page).first()).toBeVisible()
})

test('searches for the typed place if no suggestion is chosen @desktop', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: w.search.where }).fill('montreal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?lat=45\.\d+&lng=-73\.\d+&place=Montr/)
  await expect(cards(page).first()).toBeVisible()
})

test('offers recent searches before typing and removes them @desktop', async ({ page }) => {
  await page.goto('/')
  const where = page.getByRole('combobox', { name: w.search.where })
  const list = page.getByRole('listbox', { name: w.search.suggestions_label })
  const options = list.getByRole('option')
  await where.click()
  await expect(list).toBeHidden()
  for (const place of ['ottawa', 'montreal']) {
    await where.fill(place)
    await expect(options.first()).toContainText(place === 'ottawa' ? 'Ottawa' : 'Montréal')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await page.reload()
  await where.click()
  await expect(options).toHaveCount(3)
  await expect(options.nth(0)).toContainText('Montréal')
  await expect(options.nth(2)).toHaveText(w.search.recent_clear_all)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(options).toHaveCount(2)
  await options.nth(1).click()
  await page.reload()
  await where.click()
  await expect(options).toHaveCount(0)
})

test('puts a new booking window into the address @phone', async ({ page }) => {
  await page.goto('/parks-list')
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/park\//)
  await page.getByRole('button', { name: new RegExp(`^${w.search.leave}`) }).click()
  await page.getByRole('button', { name: '4\u00a0h', exact: true }).click()
  await page.getByRole('button', { name: pattern(w.search.window_done) }).click()
  await expect(page).toHaveURL(/start=.+&end=.+/)
  const [start, end] = ['start', 'end'].map((name) => Date.parse(new URL(page.url()).searchParams.get(name)!))
  expect(end! - start!).toBe(4 * 3_600_000)
})

test('searches by the month and explains the event window @desktop', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: new RegExp(`^${w.search.arrive}`) }).click()
  const dialog = page.getByRole('dialog')
  const take = dialog.getByRole('button', { name: pattern(w.search.window_done) })
  await dialog.getByRole('radio', { name: w.search.window_kinds.event }).check()
  await expect(dialog.getByText(pattern(w.search.event_hint))).toBeVisible()
  await dialog.getByRole('radio', { name: w.search.window_kinds.month }).check()
  await expect(dialog.getByLabel(w.search.leave_day)).toHaveCount(0)
  await expect(take).toContainText('30\u00a0d')
  await take.click()
  await page.getByRole('combobox', { name: w.search.where }).fill('toronto')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/start=.+&end=.+/)
  const [start, end] = ['start', 'end'].map((name) => Date.parse(new URL(page.url()).searchParams.get(name)!))
  expect(end! - start!).toBe(30 * 86_400_000)
})

test('redirects the car park code to the park’s page @phone', async ({ page, request }) => {
  const { items } = (await (await request.get('/api/v1/parks/front/parks/?country=CA&size=1')).json()) as {
    items: [{ park_code: string; slug: string }]
  }
  await page.goto(`/park/${items[0].park_code}`)
  await expect(page).toHaveURL(new RegExp(`/park/${items[0].slug}$`))
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

  await page.route('**/api/v1/parks/front/parks/**', (route) => route.abort())
  await page.goto('/parks-list')
  await expect(page.getByText(w.common.network_error).first()).toBeVisible()
  await page.unroute('**/api/v1/parks/front/parks/**')
  await page.getByRole('button', { name: w.common.try_again }).click()
  await expect(cards(page).first()).toBeVisible()

  await page
    .getByRole('link', { name: pattern(w.search.page) })
    .last()
    .focus()
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: w.park.offline })).toBeVisible()
})
