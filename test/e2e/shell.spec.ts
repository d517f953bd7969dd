import type { BrowserContext } from '@playwright/test'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const canada = JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })
const selectCountry = (context: BrowserContext, country = canada) =>
  context.addInitScript((text) => localStorage.setItem('selectedCountry', text), country)

testInTurn(1, 4)(
  '@phone shows the loader with the brand until the page has loaded, and for eight seconds at most',
  async ({ page, context }) => {
    await selectCountry(context)
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/LoginPage-*.js', async (route) => {
      await held
      await route.continue()
    })
    // Rendered in the browser alone.
    await page.goto('/auth')
    const bar = page.getByRole('progressbar', { name: 'Loading Parkwell' })
    await expect(bar).toBeVisible()
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(80)
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(85)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar).toHaveCount(0)

    await page.unroute('**/assets/LoginPage-*.js')
    await page.route('**/assets/LoginPage-*.js', () => undefined)
    await page.clock.install()
    await page.reload()
    await expect(bar).toBeVisible()
    await page.clock.fastForward(8_100)
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Loading Issue' })).toBeVisible()
  },
)

testInTurn(4, 4)(
  '@desktop retries a page whose code fails to load twice, then offers to try again or go home',
  async ({ page, context }) => {
    await selectCountry(context)
    let loaded = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded += 1
    })
    await page.route('**/assets/ParksListPage-*.js', (route) => route.abort('connectionreset'))
    const issue = page.getByRole('heading', { name: 'Loading Issue' }).waitFor()
    await page.goto('/parks-list')
    await issue
    await expect(page.getByRole('heading', { name: 'Loading Error' })).toBeVisible({ timeout: 30_000 })
    expect(loaded).toBe(3)
    await expect(page.getByRole('button', { name: w.common.go_home })).toBeVisible()
    await page.unroute('**/assets/ParksListPage-*.js')
    await page.getByRole('button', { name: w.common.try_again }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Loading Error' })).toHaveCount(0)
  },
)

testInTurn(2, 4)(
  '@phone makes the header sticky after 20 px, closes the panel on an outside click and navigates 100 ms after it has closed',
  async ({ page, context }) => {
    await selectCountry(context)
    await page.clock.install()
    await page.goto('/')
    const header = page.getByRole('banner')
    const lineAt = async (y: number) => {
      await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
      return header.evaluate((element) => element.className.includes('border-line bg-card'))
    }
    await expect(header).toBeVisible()
    await expect.poll(() => lineAt(20)).toBe(false)
    await expect.poll(() => lineAt(21)).toBe(true)
    await expect(header).toBeInViewport()

    const panel = page.getByRole('dialog', { name: w.shell.nav.menu })
    const open = () => header.getByRole('button', { name: w.shell.nav.menu }).click()
    await open()
    await expect(panel).toBeVisible()
    await page.mouse.click(10, 400)
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL('/')

    const button = header.getByRole('button', { name: w.shell.nav.menu })
    await button.press('Enter')
    await expect(panel.getByRole('button', { name: w.shell.nav.close_menu })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(panel.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(button).toBeFocused()

    await open()
    await expect(panel).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await panel.getByRole('link', { name: w.content.links.about }).click()
    await expect(panel).toBeHidden()
    await page.clock.runFor(99)
    await expect(page).toHaveURL('/')
    await page.clock.runFor(1)
    await expect(page).toHaveURL('/about')
  },
)

for (const language of ['en', 'fr'] as const)
  testInTurn(2, 4)(
    `@desktop opens the side panel by keyboard at every width, in one row with the header's links (${language})`,
    async ({ page, context }) => {
      await selectCountry(context, JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
      const words = wordsOf[language].shell
      await page.goto(`/about?lang=${language}`)
      const header = page.getByRole('banner')
      const panel = page.getByRole('dialog', { name: words.nav.menu })
      for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const button = header.getByRole('button', { name: words.nav.menu })
        await button.press('Enter')
        await expect(panel.getByText('English')).toBeVisible()
        await expect(panel.getByText('Français')).toBeVisible()
        await expect(panel.getByRole('button', { name: words.country.change_link })).toBeVisible()
        await expect(panel.getByText(words.country.cart_warning)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(panel).toBeHidden()
        await expect(button).toBeFocused()
        expect((await header.boundingBox())!.height, `${width} px`).toBeLessThan(72)
      }
    },
  )

testInTurn(3, 4)(
  '@desktop links the header to its pages, closes menus on an outside click and opens pages at the top or at the part in their address',
  async ({ page, context }) => {
    await selectCountry(context, JSON.stringify({ id: 1, code: 'NG', name: 'Nigeria' }))
    await page.goto('/')
    const header = page.getByRole('banner')
    for (const [name, href] of [
      [w.shell.nav.home, '/'],
      [w.shell.nav.find, '/parks-list'],
      [w.content.links.marketplace, '/marketplace'],
      [w.shell.nav.get_started, '/get-started'],
      [w.shell.nav.log_in, '/auth'],
      [w.content.links.about, '/about'],
    ] as const)
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await header.getByRole('button', { name: pattern(w.shell.country.change) }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.mouse.click(300, 700)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 400))
    await expect(header).toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 900))
    await header.getByRole('link', { name: w.shell.nav.find }).click()
    await expect(page).toHaveURL(/parks-list/)
    // The page may render a moment after the address changes.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goto('/help#extend')
    await expect(page.locator('#extend details')).toHaveAttribute('open', '')
    await expect(page.locator('#extend')).toBeInViewport()
  },
)
