import type { Locator, Page } from '@playwright/test'
import { hostedAttribution } from '#simulators/map-host.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

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
const pageLink = (page: Page, number: number) =>
  page.getByRole('link', { name: w.search.page.replace('{{page}}', String(number)), exact: true })
/** Waits for the map's parks at a zoom level that passes the test. */
const mappedAt = (page: Page, test: (zoom: number) => boolean) =>
  page.waitForResponse(
    (response) =>
      /\/parks\/front\/map\?/.test(response.url()) && test(Number(new URL(response.url()).searchParams.get('zoom'))),
  )
/** Software rendering is slow on a busy machine. */
const drawn = (page: Page) => expect(page.locator('.park-map[data-drawn]')).toBeVisible({ timeout: 45_000 })
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
/**
 * Chooses a pin and scrolls the list at once, then to its end. Returns how far the list moved by itself when the address
 * changed, and how much its height changed at the end: both would move the page links under a finger.
 */
const choosePinWhileScrolling = (pin: Locator) =>
  pin.evaluate(async (button: HTMLElement) => {
    const list = document.querySelector('article')!.closest('[data-list]')!
    const height = list.scrollHeight
    // Scroll events may be late on a busy machine.
    const stop = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('scroll', stop, { capture: true })
    const address = location.href
    button.click()
    while (location.href === address) await new Promise(requestAnimationFrame)
    list.scrollTop = 300
    const before = list.scrollTop
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const moved_px = list.scrollTop - before
    window.removeEventListener('scroll', stop, { capture: true })
    list.scrollTop = height
    for (let frame = 1; frame <= 3; frame++) await new Promise(requestAnimationFrame)
    return { moved_px, grown_px: list.scrollHeight - height }
  })
/** The list as a sheet over the map: its position, how far its handle is from the top, and how far the list is scrolled. */
const readSheet = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector<HTMLElement>('[data-position]')
    const list = document.querySelector('article')!.closest('[data-list]')!
    const handle = sheet?.querySelector('button')!.getBoundingClientRect().top
    return { position: sheet?.dataset['position'], handle_px: handle, scrolled_px: list.scrollTop }
  })
/** How far the list is scrolled, once it has stopped. */
const listRests = (page: Page) =>
  page.evaluate(async () => {
    const list = document.querySelector('article')!.closest('[data-list]')!
    let last_px
    do {
      last_px = list.scrollTop
      for (let frame = 1; frame <= 5; frame++) await new Promise(requestAnimationFrame)
    } while (last_px !== list.scrollTop)
    return last_px
  })
const sheetRestsAt = (page: Page, position: string) => expect.poll(() => readSheet(page)).toMatchObject({ position })
/** Moves a finger up or down from a height of the screen. */
async function swipe(page: Page, from_px: number, by_px: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 60, y }] })
  const steps = 10
  await send('touchStart', from_px)
  for (let step = 1; step <= steps; step++) {
    await send('touchMove', from_px + (by_px * step) / steps)
    // A finger is seen in each frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await send('touchEnd')
  await browser.detach()
}

test('shows the parks and prices of the list on the map, opens a pin by keyboard and zooms into a cluster @desktop', async ({
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
  await expect(pin).toHaveAttribute('data-highlighted', '')
  for (const name of await cards(page).getByRole('heading').allTextContents())
    await expect(page.locator(`.park-pin[aria-label^="${name}, "]`).first()).toBeAttached()
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAttribute('data-chosen', '')
  await expect(page).toHaveURL(/chosen=/)
  await expect(cards(page).first()).toHaveClass(/before:bg-kerb/)
  const popup = page.locator('.map-popup')
  await expect(popup.getByRole('link').first()).toBeFocused()
  await expect(popup.getByRole('link', { name: pattern(w.search_list.book_for) })).toHaveAttribute(
    'href',
    /^\/checkout\//,
  )
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(pin).toBeFocused()

  const wide = mappedAt(page, (zoom) => zoom < 10)
  await page.locator('.maplibregl-canvas').focus()
  for (let press = 1; press <= 2; press++) await page.keyboard.press('Shift+Minus')
  await wide
  const many = page.locator('.park-pin[data-tone=many]:visible').first()
  await expect(many).toHaveAttribute('aria-label', pattern(w.map.many_here_other))
  const closer = mappedAt(page, (zoom) => zoom >= 10)
  await many.focus()
  await page.keyboard.press('Enter')
  expect((await closer).ok()).toBe(true)
  await expect(page.getByRole('button', { name: w.search_list.search_this_area })).toBeVisible()
})

testInTurn(3, 4)(
  'draws the hosted map in both themes, and the packed one when its tiles do not load @desktop',
  async ({ page }) => {
    const hostBehaves = (behaviour: string) =>
      page.route('**/refuses/styles/*', (route) =>
        route.continue({ url: route.request().url().replace('refuses', behaviour) }),
      )
    const attribution = page.locator('.maplibregl-ctrl-attrib-inner')
    await hostBehaves('answers')
    await page.goto(toronto)
    await drawn(page)
    await expect(attribution).toContainText(hostedAttribution)
    const darkStyle = page.waitForResponse(/answers\/styles\/dark$/)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect((await darkStyle).ok()).toBe(true)
    await expect(attribution).toContainText(hostedAttribution)

    await hostBehaves('without-tiles')
    await page.reload()
    await drawn(page)
    await expect(attribution).toContainText('GSHHG')
  },
)

testInTurn(1, 4)(
  'keeps the list still when a pin is chosen, searches the moved map area and keeps every choice in the address @phone',
  async ({ page }) => {
    await page.goto(toronto)
    await expect(cards(page).first()).toBeVisible()
    await drawn(page)
    const name = await cards(page).first().getByRole('heading').textContent()
    const pin = await firstPin(page)
    expect(await choosePinWhileScrolling(pin)).toEqual({ moved_px: 0, grown_px: 0 })
    await expect(pin).toHaveAttribute('data-chosen', '')
    // A press lasts as long as a finger's.
    await pageLink(page, 2).click({ delay: 100 })
    await expect(page).toHaveURL(/page=2.*chosen=/)
    const aside = page.getByRole('region', { name: w.search_list.selected })
    await expect(aside.getByRole('heading', { name: name! })).toBeVisible()
    const first = param(page, 'chosen')
    await pageLink(page, 1).evaluate((link: HTMLElement) => {
      const other = document.querySelector<HTMLElement>('.park-pin:not([data-chosen], [data-tone=many])')!
      link.click()
      other.click()
    })
    await expect.poll(() => param(page, 'chosen')).not.toBe(first)
    expect(param(page, 'page')).toBeNull()
    await sheetRestsAt(page, 'half')
    await page.locator('.maplibregl-canvas').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: w.search_list.search_this_area }).click()
    await expect(page).toHaveURL(/box=-79\..*chosen=/)
    await page.getByRole('combobox', { name: w.search_list.sort }).selectOption('price')
    const answered = page.waitForResponse(/\/parks\/front\/parks\/\?(?=.*sort=price)(?=.*amenities=covered)/)
    await page.getByRole('button', { name: w.park.amenities.covered, exact: true }).click()
    const { items } = (await (await answered).json()) as { items: { slug: string }[] }
    const slugs = items.map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThan(0)
    await expect(page).toHaveURL(/sort=price/)
    await page.reload()
    await expect(page).toHaveURL(/chosen=/)
    await expect.poll(() => slugsOf(page)).toEqual(slugs)
  },
)

testInTurn(2, 4)(
  'opens with the list as a sheet that a finger raises and lowers, and keeps it on the way back @phone',
  async ({ page }) => {
    await page.goto(toronto)
    await expect(cards(page).first()).toBeVisible()
    await sheetRestsAt(page, 'half')
    const half_px = (await readSheet(page)).handle_px!
    const below_px = 300

    await swipe(page, half_px + 10, -250)
    await sheetRestsAt(page, 'full')
    await swipe(page, half_px + below_px, -300)
    await expect.poll(async () => (await readSheet(page)).scrolled_px).toBeGreaterThan(200)
    await sheetRestsAt(page, 'full')
    const scrolled_px = await listRests(page)
    await cards(page)
      .nth(3)
      .getByRole('link')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(/\/park\//)
    await page.goBack()
    await sheetRestsAt(page, 'full')
    await expect.poll(async () => (await readSheet(page)).scrolled_px).toBe(scrolled_px)

    // The list's overscroll at its start lowers the sheet.
    await page.locator('[data-list]').evaluate((list) => list.scrollTo({ top: 0, behavior: 'instant' }))
    expect(await listRests(page)).toBe(0)
    await swipe(page, half_px, 250)
    await sheetRestsAt(page, 'half')
    await swipe(page, half_px + 10, 200)
    await sheetRestsAt(page, 'peek')
    const count = page.getByRole('status').filter({ hasText: /\d+ parking lots/ })
    await expect(count).toBeInViewport()
    await expect(cards(page).first().getByRole('heading')).toBeInViewport()

    await drawn(page)
    const pin = await firstPin(page)
    await pin.evaluate((button: HTMLElement) => button.click())
    await sheetRestsAt(page, 'half')
    await expect(page.locator('article.bg-card')).toBeInViewport({ ratio: 1 })
  },
)

testInTurn(3, 4)('requests the map after the list, and remembers that it was hidden @phone', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const mapCode = () => requested.some((url) => /ParkMap/.test(url))
  await page.route('**/parks/front/parks/*', async (route) => {
    expect(mapCode()).toBe(false)
    await route.continue()
  })
  await page.goto(toronto)
  await drawn(page)
  await page.getByRole('button', { name: w.search_list.list_only }).click()
  await expect(page.getByRole('button', { name: w.map.show })).toBeVisible()
  await expect(page.locator('.park-map')).toHaveCount(0)

  requested.length = 0
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: w.map.show }).waitFor()
  expect(mapCode()).toBe(false)
  await page.getByRole('button', { name: w.map.show }).click()
  await drawn(page)
})

testInTurn(4, 4)(
  'explains a missing position, WebGL or network and offers another way @phone',
  async ({ page, context }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.goto(toronto)
    await expect(page.getByText(w.search_list.map_failed)).toBeVisible()
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
  },
)
