import type { Page } from '@playwright/test'
import { settingGroups } from '#contract/settings/desk.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { inTurn, takeTurns } from '#test/kits/rounds.ts'
import {
  expectAccessibleAtBothWidths,
  expectAccessibleInLight,
  expectAccessibleInTurn,
  expectAccessibleScreens,
} from '../kit/axe.ts'
import { wordsOf } from '../kit/catalogue.ts'
import { adminMember, book, buildDriver, buildReport, parksToBook, send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { buildPhotographedService, buildReturnedOrder, reportService } from '../shop/cared-orders.ts'
import { placeOrder } from '../shop/orders.ts'

/* Each screen of the desk once: that everybody can use it, and that it fits. What opens on a screen is checked where it is used. */

const base = process.env['BASE_URL']!
test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce', drawsMaps: false })

/** Signs a member of staff in; what is returned reads the rows of a list. */
async function signIn(page: Page, { email, password }: typeof adminMember) {
  const body = { identifier: email, password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  return async (list: string, query = ''): Promise<string> => {
    const path = `/api/v1/admin/${list}?${query}`
    const { items } = await send<{ items: { id: string }[] }>(base, 'GET', path, { token: access_token })
    return items[0]!.id
  }
}

const check = (page: Page, screens: string[]) => {
  const expectAccessible = expectAccessibleInTurn()
  // A third of the screens in each run.
  const isTurn = takeTurns(3)
  return expectAccessibleScreens(
    page,
    screens.filter(() => isTurn()).map((screen) => `/desk${screen}`),
    (shown, name) => expectAccessibleAtBothWidths(shown, name, expectAccessible),
  )
}

test.describe('have no accessibility violations and fit', { tag: '@phone' }, () => {
  test.beforeEach(() => test.setTimeout(300_000))

  testInTurn(1, 3)('lists, texts and car parks of staff', async ({ page }) => {
    const firstOf = await signIn(page, staffMember)
    const [park] = await parksToBook(base, { lat: 45.4215, lng: -75.6972 })
    const ofPark = (query: string) => `/parks/${park!.id}?${query}`
    await check(page, [
      '',
      '/bookings',
      '/parks?country=CA',
      '/customers',
      '/audit',
      '/analytics',
      '/analytics?period=custom&example=true',
      '/coupons',
      '/coupons/new',
      '/leads',
      '/reviews',
      '/park-reports',
      '/events',
      `/events/${await firstOf('events')}`,
      '/pages',
      '/pages/about',
      '/pages/about?tab=text',
      '/pages/about?tab=versions',
      ...['edit', 'tab=overrides', 'tab=tariffs', 'tab=capacity'].map(ofPark),
      ...['tab=photos', 'tab=guards', 'tab=bookings', ''].map(ofPark),
    ])
  })

  test.describe('with maps', () => {
    test.use({ drawsMaps: true })

    testInTurn(2, 3)('money, maps and health', async ({ page }) => {
      const firstOf = await signIn(page, adminMember)
      const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
      const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
      const { booking_code } = await book(base, driver, park!)
      const customer = await firstOf('customers', `search=${encodeURIComponent(driver.email)}`)
      const event = await firstOf('events', 'size=10')
      await check(page, [
        `/bookings/${booking_code}`,
        `/bookings/${booking_code}?tab=details`,
        `/customers/${customer}`,
        `/customers/${customer}?tab=wallet`,
        `/customers/${customer}?tab=devices`,
        '/transactions',
        `/transactions/${await firstOf('transactions')}?tab=entries`,
        '/top-ups',
        `/top-ups/${await firstOf('top-ups')}`,
        '/refunds',
        '/adjustments',
        '/adjustments/new',
        '/money',
        `/money/${await firstOf('money')}?tab=notes`,
        '/limits',
        '/limits?edit',
        '/settings',
        ...settingGroups.map((group) => `/settings/${group}`),
        `/events/${event}`,
        `/events/${event}?edit`,
        '/events/new',
        '/park-reports?map=1',
        '/gate-scans',
        '/search-indexes',
        `/search-indexes/${await firstOf('search-indexes')}`,
        '/servers',
        '/park-imports',
        '/jobs',
        '/mails',
      ])
    })
  })

  testInTurn(2, 4)('items, stock and orders of the shop', async ({ page }) => {
    const firstOf = await signIn(page, adminMember)
    // Those of the demo, which no other journey deletes meanwhile.
    const varied = await firstOf('items', 'search=Full%20wash')
    const counted = await firstOf('items', 'search=First%20aid%20kit')
    const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const { order_number } = await placeOrder(base, customer)
    await check(page, [
      '/items',
      `/items/${varied}`,
      `/items/${varied}?edit`,
      `/items/${varied}?tab=variations`,
      `/items/${varied}?tab=prices`,
      `/items/${varied}?tab=item_branches`,
      '/item-categories',
      '/item-categories/new',
      '/item-attributes',
      '/stock',
      `/stock/${await firstOf('stock', `item=${counted}`)}`,
      '/offers',
      `/offers/${await firstOf('offers', 'search=Breakfast')}?edit`,
      '/sliders/new',
      '/currencies/CAD',
      '/sms-gateway',
      '/sms-gateway/NG',
      `/taxes/${await firstOf('taxes', 'search=hst')}`,
      '/online-orders',
      '/order-board',
      '/order-returns',
      `/online-orders/${order_number}`,
      `/online-orders/${order_number}?tab=lines`,
      `/online-orders/${order_number}?tab=money`,
      `/online-orders/${order_number}?tab=story`,
      `/order-tickets/${order_number}`,
      `/order-receipts/${order_number}`,
    ])
  })

  testInTurn(1, 4)('what comes after an order, and reports', async ({ page }) => {
    const firstOf = await signIn(page, adminMember)
    const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
    const returned = await buildReturnedOrder(base, customer)
    const service = await buildPhotographedService(base, customer)
    await reportService(base, customer, service)
    const { id: report } = await buildReport(base, customer)
    const thread = await firstOf('messages', `search=${returned.order_number}`)
    const screens = [
      `/desk/online-orders/${service.order_number}?tab=photos`,
      `/desk/online-orders/${returned.order_number}?tab=messages`,
      `/desk/order-returns/${await firstOf('order-returns', `search=${returned.order_number}`)}`,
      `/desk/order-problems/${await firstOf('order-problems', `search=${service.order_number}`)}`,
      '/desk/item-reviews',
      '/desk/prepared-replies/new',
      '/desk/messages',
      `/desk/messages/${thread}?tab=conversation`,
      `/desk/park-reports/${report}`,
      '/desk/notices',
    ]
    await expectAccessibleScreens(page, inTurn(screens, 4)())
    await page.goto(`/desk/park-reports/${report}`)
    const { actions } = en.records.park_reports
    await page.getByRole('button', { name: actions.refuse, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleInLight(page, 'the decision about a report')
    await page.keyboard.press('Escape')
  })

  testInTurn(2, 4)('an order that is taken on the phone', async ({ page }) => {
    const { phone } = en.orders
    await signIn(page, adminMember)
    const { email } = await buildDriver(base, { country_code: 'CA', language: 'en' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/desk/phone-order')
    const branch = page.getByRole('main').getByLabel(phone.branch)
    await branch.selectOption({
      label: (await branch.locator('option', { hasText: 'Toronto' }).first().textContent())!,
    })
    await page.getByLabel(phone.search).fill(email)
    await page.getByRole('button', { name: phone.find }).click()
    await expect(page.getByRole('button', { name: phone.change_customer })).toBeVisible()
    await page.getByLabel(phone.search_items).fill('phone holder')
    await page
      .getByRole('button', { name: new RegExp(`^${phone.choose}: .*phone holder`, 'i') })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: phone.add_item }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Reserve and send payment link · / })).toBeVisible()
    await page.getByRole('button', { name: wordsOf.en.cart.more }).waitFor()
    await expectAccessibleInLight(page, 'an order on the phone')
  })
})
