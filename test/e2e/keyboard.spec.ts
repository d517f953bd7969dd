import type { Locator, Page } from '@playwright/test'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { book, buildDriver, parksToBook, send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { expectFocusWithin, pressByKey, tabTo } from './kit/keyboard.ts'

/* What drivers do, without a mouse; a request for documents is in `documents/documents-keyboard.spec.ts`. */

const w = wordsOf.en
test.use({ drawsMaps: false, locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .locator('visible=true')
    .first()

async function tick(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  if (!(await control.isChecked())) await page.keyboard.press('Space')
  await expect(control).toBeChecked()
}

/** Opens a dialog, confirms in it, and finds the focus in the page again. */
async function confirmInDialog(page: Page, opener: string, confirm: RegExp): Promise<void> {
  await pressByKey(page, button(page, opener))
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await pressByKey(page, dialog.getByRole('button', { name: confirm }).first())
  await expect(dialog).toBeHidden()
}

testInTurn(4, 4)(
  'books, extends, cancels, adds money, orders and finds an event without a mouse @desktop',
  async ({ page, baseURL }) => {
    const { token } = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    await page.addInitScript((stored) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      localStorage.setItem('parkwell_user_token', stored)
    }, token)

    await test.step('finds a car park', async () => {
      await page.goto('/')
      await tabTo(page, page.getByRole('combobox', { name: w.search.where }))
      await page.keyboard.type('cn tower')
      await expect(page.getByRole('option', { name: /CN Tower/ }).first()).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/search\?.*lat=/)
      const card = page.locator('[data-list] article').filter({ hasText: pattern(w.park.spaces_free) })
      await pressByKey(page, card.first().getByRole('link').first())
      await expect(page).toHaveURL(/\/park\//)
    })

    await test.step('books it and pays', async () => {
      await pressByKey(page, page.getByRole('link', { name: w.park.book }).locator('visible=true').first())
      await tabTo(page, page.getByRole('textbox', { name: w.checkout.plate }))
      await page.keyboard.type('BKTR 482')
      await pressByKey(page, button(page, pattern(w.checkout.pay)))
      await expect(page).toHaveURL(/\/booking-details\//)
      await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
    })

    await test.step('extends and cancels it', async () => {
      await confirmInDialog(page, w.bookings.action.extend, /extend to|^Extend/)
      await expect(page.getByText(pattern(w.bookings.extend.done)).first()).toBeVisible()
      await confirmInDialog(page, w.bookings.action.cancel, pattern(w.bookings.cancel_dialog.confirm_refund))
      await expect(page.getByText(pattern(w.bookings.cancel_dialog.done)).first()).toBeVisible()
    })

    await test.step('adds money', async () => {
      await page.goto('/wallet')
      await pressByKey(page, button(page, pattern(w.wallet.go_to_provider)))
      await tabTo(page, page.getByLabel('Card number'))
      await page.keyboard.type('4242 4242 4242 4242')
      await pressByKey(page, button(page, pattern(w.wallet.stripe.pay)))
      await expect(page.getByText(/added to your wallet/).first()).toBeVisible()
    })

    await test.step('orders from the marketplace', async () => {
      await page.goto('/marketplace?branch=yorkville')
      await tabTo(page, page.getByRole('main').locator('input[type=search]'))
      await page.keyboard.type('screen wash')
      await page.keyboard.press('Enter')
      await pressByKey(page, page.locator('main a[href*="/marketplace/screen-wash"]').first())
      await expect(page).toHaveURL(/\/marketplace\/screen-wash/)
      await pressByKey(page, button(page, pattern(w.cart.add_for)))
      await pressByKey(page, page.getByRole('link', { name: pattern(w.shell.nav.cart_one) }).locator('visible=true'))
      await pressByKey(page, page.getByRole('link', { name: w.cart.checkout }))
      // Of radio buttons, Tab reaches the chosen one, and the arrows the others.
      const takeaway = page.getByRole('radio', { name: w.orders.types.takeaway })
      await expect(takeaway).toBeVisible()
      const types = page.locator('[name=order_type]')
      const isChosen = (await page.locator('[name=order_type]:checked').count()) > 0
      await tabTo(page, isChosen ? page.locator('[name=order_type]:checked') : types.first())
      for (let n = 0; n < 2 && !(await takeaway.isChecked()); n += 1) await page.keyboard.press('ArrowDown')
      await expect(takeaway).toBeChecked()
      await tick(page, page.getByRole('checkbox').last())
      await pressByKey(page, button(page, pattern(w.orders.pay)))
      await expect(page.getByRole('heading', { name: w.orders.success })).toBeVisible()
    })

    await test.step('opens an event and its parking', async () => {
      await page.goto('/events')
      await pressByKey(page, page.locator('main a[href^="/event/"]').first())
      await expect(page).toHaveURL(/\/event\//)
      await pressByKey(page, page.locator('main a[href*="/booking/event/"], main a[href*="/park/"]').first())
      await expect(page).toHaveURL(/\/(?:booking\/event|park|checkout)\//)
    })
  },
)

testInTurn(2, 4)(
  'dialogs and menus take the focus, keep it, and give it back with Escape @desktop',
  async ({ page, baseURL }) => {
    await page.addInitScript(() =>
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
    )
    await test.step('of visitors', async () => {
      await page.goto('/')
      const header = page.getByRole('banner')
      await expectFocusWithin(page, header.getByRole('button', { name: pattern(w.shell.country.change) }), 'menu')
      await expectFocusWithin(page, header.getByRole('button', { name: pattern(w.shell.language.change) }), 'menu')
      await expectFocusWithin(page, header.getByRole('button', { name: w.shell.nav.menu }))
      await expectFocusWithin(page, button(page, w.home.window_kinds.later))
      await expectFocusWithin(page, button(page, w.shell.footer.credits))
      await page.goto('/bookings')
      await expectFocusWithin(page, button(page, w.shell.login_prompt.button))
    })

    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
    const { booking_code } = await book(baseURL!, driver, park!)
    const { token } = driver
    const vehicle = { plate: 'BKTR 482', make: 'Toyota', model: 'Corolla', country_code: 'CA' }
    await send(baseURL!, 'POST', '/api/v1/user/vehicles/', { token, body: vehicle })
    await page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), token)

    await test.step('of the search on a phone, and of a car park', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const window = new URLSearchParams({ start: park!.start_time, end: park!.end_time })
      await page.goto(`/search?lat=43.6532&lng=-79.3832&place=Toronto&${window}`)
      const main = page.getByRole('main')
      await expectFocusWithin(page, page.locator('button[aria-haspopup=dialog]').filter({ hasText: 'Toronto' }))
      await expectFocusWithin(page, main.getByRole('button', { name: w.search_list.filters }).first())
      await page.goto(`/park/${park!.slug}?${window}`)
      await expectFocusWithin(page, main.locator('button[aria-haspopup=dialog]').first())
      await expectFocusWithin(page, button(page, w.park_page.mistake.open))
    })

    await test.step('of a booking, the profile and the header', async () => {
      await page.setViewportSize({ width: 1_440, height: 900 })
      await page.goto(`/booking-details/${booking_code}`)
      const { action } = w.bookings
      await expectFocusWithin(page, button(page, w.bookings.directions), 'menu')
      for (const name of [action.extend, action.auto_extend, action.plate, action.share, action.cancel])
        await expectFocusWithin(page, button(page, name))
      await page.goto('/profile')
      await expectFocusWithin(page, page.getByRole('button', { name: pattern(w.shell.nav.account) }), 'menu')
      await expectFocusWithin(page, button(page, w.vehicles.add))
      await expectFocusWithin(page, button(page, w.account.privacy.erase))
    })
  },
)
