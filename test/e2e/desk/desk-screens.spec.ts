import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths, expectAccessibleScreens } from '../kit/axe.ts'
import { adminMember, book, buildDriver, parksToBook, send, staffMember } from '../kit/drivers.ts'
import { test } from '../kit/fixtures.ts'
import { placeOrder } from '../shop/orders.ts'

/* Each screen of the desk once: that everybody can use it, and that it fits. What opens on a screen is checked where it is used. */

const base = process.env['BASE_URL']!
test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

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

const check = (page: Page, screens: string[]) =>
  expectAccessibleScreens(
    page,
    screens.map((screen) => `/desk${screen}`),
    expectAccessibleAtBothWidths,
  )

test.describe('have no accessibility violations and fit', { tag: '@phone' }, () => {
  test.beforeEach(() => test.setTimeout(300_000))

  test('lists, texts and car parks of staff', async ({ page }) => {
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

  test('money, maps and health', async ({ page }) => {
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
      `/events/${event}`,
      `/events/${event}?edit`,
      '/events/new',
      '/park-reports?map=1',
      '/gate-scans',
      '/search-indexes',
      '/servers',
      '/park-imports',
      '/jobs',
      '/mails',
    ])
  })

  test('items, stock and orders of the shop', async ({ page }) => {
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
      '/notices',
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
})
