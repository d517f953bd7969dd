import type { Page } from '@playwright/test'
import type { Language } from '#contract/places/places.ts'
import { inTurn, takeTurns } from '#test/kits/rounds.ts'
import { book, bookNow, buildDriver, findExamples, parksToBook, send, type E2eDriver } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { findBroken, lengthenAnswers } from './kit/longest.ts'
import { navigateWithin } from './kit/navigation.ts'
import { findOverflow } from './kit/overflow.ts'
import { findLine, placeOrder } from './shop/orders.ts'

test.use({ drawsMaps: false, timezoneId: 'Africa/Dakar', reducedMotion: 'reduce' })

const toronto = { lat: 43.6532, lng: -79.3832 }

/** A driver who has one of everything, and the pages that show it. */
async function buildPages(base: string): Promise<{ driver: E2eDriver; paths: string[] }> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'fr', top_up: 900 })
  const { token } = driver
  const [park] = await parksToBook(base, toronto)
  const { booking_code: current } = await bookNow(base, driver)
  const { booking_code } = await book(base, driver, park!)
  const { id } = await send<{ id: string }>(base, 'GET', `/api/v1/bookings/${booking_code}`, { token })
  const share = { token, body: { shows_pass: true } }
  const { url } = await send<{ url: string }>(base, 'PUT', `/api/v1/bookings/${id}/share`, share)
  await send(base, 'PUT', `/api/v1/user/favourites/${park!.id}`, { token })
  const vehicle = { plate: 'BKTR 482', make: 'Toyota', model: 'Corolla', country_code: 'CA' }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: vehicle })
  const home = { label: 'home', line: '74 Yorkville Avenue', city: 'Toronto', state: 'Ontario', country_code: 'CA' }
  await send(base, 'POST', '/api/v1/user/addresses', { token, body: { ...home, lat: 43.6709, lng: -79.3926 } })
  const order = await placeOrder(base, driver, 'food')
  const { line } = await findLine(base, { branch: 'yorkville', kind: 'food' })
  await send(base, 'POST', '/api/v1/cart/lines', { token, body: { branch: 'yorkville', replace: true, ...line } })
  const { event, place } = await findExamples(base)
  const window = new URLSearchParams({ start: park!.start_time, end: park!.end_time })
  const where = new URLSearchParams({ lat: String(toronto.lat), lng: String(toronto.lng), place: 'Toronto' })
  return {
    driver,
    paths: [
      '/',
      `/search?${where}&${window}`,
      '/parks-list',
      place,
      event,
      '/events',
      '/favourites',
      '/bookings',
      `/booking-details/${current}`,
      `/booking-details/${booking_code}`,
      `/booking-success?code=${booking_code}`,
      `/shared/${url.split('/').at(-1)!}`,
      `/park/${park!.slug}?${window}`,
      `/checkout/${park!.slug}?${window}`,
      '/wallet',
      '/profile',
      '/addresses',
      '/marketplace',
      '/marketplace/full-wash',
      '/branch/yorkville',
      '/cart',
      '/cart/checkout',
      '/orders',
      `/order/${order.order_number}`,
      `/order-success/${order.order_number}`,
      '/notifications',
    ],
  }
}

/** Signs in as somebody whose country has the longest amounts. */
const become = (page: Page, { token }: E2eDriver, language: Language) =>
  page.addInitScript(
    ([stored, spoken]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 3, code: 'SN', name: 'Senegal' }))
      localStorage.setItem('language', spoken)
      localStorage.setItem('parkwell_user_token', stored)
    },
    [token, language] as const,
  )

testInTurn(2, 3)(
  'names and amounts of any length fit a phone, and their words stay whole @phone',
  async ({ page, baseURL }) => {
    test.setTimeout(180_000)
    const { driver, paths } = await buildPages(baseURL!)
    const [language] = inTurn<Language>(['fr', 'en'], 1)()
    await become(page, driver, language!)
    await page.goto('/terms')
    await lengthenAnswers(page)
    const navigate = navigateWithin(page)
    const problems: string[] = []
    // A third of the pages in each run.
    for (const path of paths.filter(takeTurns(3))) {
      await navigate(path)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const found = [...(await findOverflow(page)), ...(await findBroken(page))]
        problems.push(...found.map((problem) => `${path.split('?')[0]} at ${width} px, ${language}: ${problem}`))
      }
    }
    expect(problems).toEqual([])
  },
)
