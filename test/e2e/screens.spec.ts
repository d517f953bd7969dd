import type { Page } from '@playwright/test'
import { contentPages, type PageKey, pageRoutes } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { prepareState } from './documents/document-fees.ts'
import { actAsStaff, bookTomorrow, buildDraft, buildQuote, payRequest, resultOf } from './documents/requests.ts'
import { expectAccessibleInTurn, findViolations } from './kit/axe.ts'
import { pattern, wordsFor, wordsOf } from './kit/catalogue.ts'
import {
  book,
  bookNow,
  type Choice,
  type E2eDriver,
  buildDriver,
  buildReport,
  parksToBook,
  send,
} from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { navigateWithin } from './kit/navigation.ts'
import { findOverflow } from './kit/overflow.ts'
import { findRawTexts } from './kit/rawTexts.ts'
import { findLostSubmits } from './kit/submits.ts'
import { buildPhotographedService, buildReturnedOrder, reportService } from './shop/cared-orders.ts'
import { completeOrder, newPhoto, placeOrder, signInStaff } from './shop/orders.ts'

test.use({ timezoneId: 'America/Toronto', reducedMotion: 'reduce', drawsMaps: false })

/** Pages with the same layout as another one. */
const similarPages = new Set<PageKey>([
  'cityParking',
  'airportPlace',
  'stadiumParking',
  'stadiumPlace',
  'stationParking',
  'stationPlace',
  'privacy-policy',
  'cancellation-policy',
])
const routes = pageRoutes.filter(
  ({ key }, index) => !similarPages.has(key) && pageRoutes.findIndex((route) => route.key === key) === index,
)
/** Pages that redirect signed-in users. */
const visitorPages = new Set<PageKey>(['auth', 'register', 'verify', 'forgotPassword', 'guest'])
const accountPages = new Set<PageKey>([
  'bookings',
  'bookingDetails',
  'wallet',
  'walletCallback',
  'payment',
  'bookingSuccess',
  'profile',
  'desk',
  'unsubscribe',
  'cart',
  'cartCheckout',
  'orderSuccess',
  'orders',
  'order',
  'orderPay',
  'addresses',
])
/** Content pages share a layout. */
const textPages = new Set<PageKey>(
  contentPages.filter((page) => !['blog', 'help', 'subscription-plans'].includes(page)),
)
/** Text pages with different contents: lists, links to other pages, forms with files, dates and numbers. */
const exampleTextPages = new Set<PageKey>(['about', 'marketplace', 'business-accounts', 'book-demo', 'careers'])
const isOtherText = (key: PageKey) => textPages.has(key) && !exampleTextPages.has(key)
/** Pages whose map is shown without a press. */
const mapPages = new Set<PageKey>(['search', 'park', 'event', 'electric-vehicle-charging'])
/** One page for each arrangement of header, panel, list and form. */
const layoutPages = new Set<PageKey>(['home', 'search', 'park', 'checkout', 'auth', 'bookings', 'wallet', 'help'])

/** Pages that one test visits one after the other. */
const groups: Record<string, (key: PageKey) => boolean> = {
  'text and login pages': (key) => visitorPages.has(key) || textPages.has(key),
  'account pages': (key) => accountPages.has(key),
  'parking pages': (key) => ![visitorPages, accountPages, textPages].some((pages) => pages.has(key)),
}

interface Address {
  key: PageKey
  to: string
}

/** The address of every page once, with a park, an event and a booking of a new driver. */
async function findAddresses(base: string, language: string): Promise<{ addresses: Address[]; token: string }> {
  const { token, ...driver } = await buildDriver(base, { country_code: 'CA', language, top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, { token, ...driver }, park!)
  const { items: events } = await send<{ items: { event_code: string }[] }>(base, 'GET', '/api/v1/front/events')
  const addresses = routes.map(({ key, path }) => {
    const query = queryOf(key, park!, booking_code)
    const filled = path
      .replace(':screen', 'bookings')
      .replace(':record', 'none')
      .replace(':slug', park!.slug)
      .replace(':bookingCode', booking_code)
      .replace(':place', 'toronto-ca-on')
      .replace(':post', 'toronto-winter')
      .replace(':article', 'parking-for-someone-else')
      .replace(':service', 'full-wash')
      .replace(':branch', 'yorkville')
      .replace(':order', 'ABCD2345')
      .replace(':event', events[0]!.event_code)
    return { key, to: query === undefined ? filled : `${filled}?${query}` }
  })
  return { addresses, token }
}

function queryOf(key: PageKey, park: Choice, code: string): URLSearchParams | undefined {
  if (key === 'bookingSuccess') return new URLSearchParams({ code })
  if (key !== 'search' && key !== 'park' && key !== 'checkout') return undefined
  return new URLSearchParams({ start: park.start_time, end: park.end_time, lat: '43.6532', lng: '-79.3832' })
}

/** Selects a country and a language before the page loads. */
const setPreferences = (page: Page, language: string) =>
  page.addInitScript((spoken) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', spoken)
  }, language)

/** Navigates to each page of a group within the app and checks it once all requests have finished. */
async function visitPages(
  page: Page,
  base: string,
  language: string,
  isIncluded: (key: PageKey) => boolean,
  check: (key: PageKey) => Promise<void>,
): Promise<void> {
  await setPreferences(page, language)
  const { addresses, token } = await findAddresses(base, language)
  // A third of the pages in each run.
  const isTurn = takeTurns(3)
  const selected = addresses.filter(({ key }) => isIncluded(key) && isTurn())
  // Signed-in users are redirected from the login pages.
  if (!selected.some(({ key }) => visitorPages.has(key)))
    await page.addInitScript((stored) => localStorage.setItem('parkwell_user_token', stored), token)
  await page.goto('/terms')
  const navigate = navigateWithin(page)
  for (const { key, to } of selected) {
    await navigate(to)
    await check(key)
  }
}

type TextSize = '100%' | '200%'

/**
 * Widths and text sizes in which a page is checked. Every second page is seen in the reverse order, from the look that the
 * page before has ended with: each change lays the page out again. Texts and forms have a largest width.
 */
const looksOf = (key: PageKey): readonly { width: number; size: TextSize }[] => [
  ...(layoutPages.has(key) ? [{ width: 2560, size: '100%' } as const] : []),
  { width: 320, size: '100%' },
  { width: 390, size: '200%' },
  { width: 1280, size: '200%' },
]

/** Sets the reader's text size, as in the settings of a browser. */
const setTextSize = (page: Page, size: TextSize) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)

// Each group is seen on a phone in one of two runs, and on wider screens in the others.
for (const [place, [name, isIncluded]] of Object.entries(groups).entries()) {
  test.describe(name, () => {
    // Visits up to twenty pages, which takes minutes on a loaded machine.
    test.setTimeout(300_000)

    testInTurn(place, 3)(
      'fit a phone in English and meet WCAG 2.2 AA',
      { tag: '@phone' },
      async ({ page, baseURL }) => {
        // Whether the other text pages fit is checked in French, which is longer.
        const isChecked = (key: PageKey) => isIncluded(key) && !isOtherText(key)
        const expectAccessible = expectAccessibleInTurn()
        const checks = [
          async (key: PageKey) => {
            await setTextSize(page, '100%')
            await expectAccessible(page, key)
            expect(await findLostSubmits(page), `forms of ${key}`).toEqual([])
          },
          async (key: PageKey) => {
            await setTextSize(page, '200%')
            await expect.poll(() => findOverflow(page), { message: `${key} with large text` }).toEqual([])
          },
        ]
        await visitPages(page, baseURL!, 'en', isChecked, async (key) => {
          for (const check of checks) await check(key)
          // The next page begins with the size that this one has ended with.
          checks.reverse()
        })
      },
    )

    test.describe('with maps', () => {
      test.use({ drawsMaps: true })

      testInTurn(place + 1, 3)(
        'fit from 320 to 2560 px and with text of 200 % in French',
        { tag: '@desktop' },
        async ({ page, baseURL }) => {
          let turn = 0
          await visitPages(page, baseURL!, 'fr', isIncluded, async (key) => {
            const looks = looksOf(key)
            turn += 1
            expect(await findRawTexts(page), `texts of ${key}`).toEqual([])
            for (const { width, size } of turn % 2 === 0 ? looks.toReversed() : looks) {
              const name = `${key} at ${width} with text of ${size}`
              await page.setViewportSize({ width, height: 900 })
              await setTextSize(page, size)
              await expect.poll(() => findOverflow(page), { message: name }).toEqual([])
              if (size === '100%') expect(await findLostSubmits(page), `forms of ${name}`).toEqual([])
              // Pins are placed anew once the map is drawn at its new size.
              if (width === 320 && mapPages.has(key))
                await expect.poll(() => findViolations(page), { message: `${name}, map` }).toEqual([])
            }
          })
        },
      )
    })
  })
}

/** Opens the first page of somebody signed in; what is returned goes on to others and checks each, or checks what is shown. */
async function openAs(page: Page, { token }: E2eDriver, language: Language, country: 'NG' | 'CA', first: string) {
  await page.addInitScript(
    ([stored, spoken, code]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: code === 'NG' ? 1 : 2, code, name: code }))
      localStorage.setItem('language', spoken)
      localStorage.setItem('parkwell_user_token', stored)
    },
    [token, language, country] as const,
  )
  await page.goto(first)
  const navigate = navigateWithin(page)
  const expectAccessible = expectAccessibleInTurn()
  return {
    check: async (path: string) => {
      await navigate(path)
      await expectAccessible(page, path)
    },
    checkShown: (name: string) => expectAccessible(page, name),
  }
}

// What pages show in a state that is prepared for them, where it has parts that no page above has.
test.describe('pages in a state of their own keep the rules and fit a phone', { tag: '@phone' }, () => {
  test.setTimeout(300_000)

  testInTurn(4, 4)('vehicle documents, in French', async ({ page, baseURL }) => {
    const base = baseURL!
    const centre = await prepareState(base, 'ON', 3_000)
    const customer = await buildDriver(base, { country_code: 'NG', language: 'fr', top_up: 200_000 })
    const facts = { state: 'ON', plate: 'AKR-222BB', handover: 'delivery' } as const
    const vehicle = { plate: facts.plate, make: 'Toyota', model: 'Corolla', country_code: 'NG', papers: [] }
    await send(base, 'POST', '/api/v1/user/vehicles/', { token: customer.token, body: vehicle })
    const all = ['vehicle_licence', 'road_worthiness', 'third_party_insurance'] as const
    const draft = await buildDraft(base, customer, { ...facts, kinds: all })
    const [failed, rejected, ready] = [
      await buildQuote(base, customer, { ...facts, kinds: ['road_worthiness'] }),
      await buildQuote(base, customer, { ...facts, kinds: ['third_party_insurance'] }),
      await buildQuote(base, customer, { ...facts, kinds: ['third_party_insurance'], handover: 'pickup' }),
    ]
    for (const quote of [failed, rejected, ready]) await payRequest(base, customer, quote)
    await bookTomorrow(base, customer, failed)
    await actAsStaff(base, failed, ['inspection/fail', { reason: 'Les freins sont usés' }])
    const submit = ['submit', { agency_receipt: null }] as const
    await actAsStaff(
      base,
      rejected,
      [...submit],
      ['result', resultOf('third_party_insurance', 'rejected', 'Le numéro de châssis ne correspond pas')],
      ['refund', { third_party_insurance: 14_000 }],
    )
    await actAsStaff(
      base,
      ready,
      [...submit],
      ['result', resultOf('third_party_insurance', 'issued')],
      ['ready', { pickup_place: '1 Ring Road', pickup_hours: 'Lu-Ve 08:00-16:00' }],
    )
    const quoted = await buildQuote(base, customer, { ...facts, kinds: all })

    const { check, checkShown } = await openAs(page, customer, 'fr', 'NG', '/documents')
    for (const step of [1, 2, 3, 4, 5]) await check(`/vehicle-docs-renewal?request=${draft.number}&step=${step}`)
    for (const { number } of [quoted, rejected, ready]) await check(`/documents/${number}`)
    await check(`/documents/${failed.number}`)
    await page
      .getByRole('button', { name: new RegExp(`${centre}$`) })
      .first()
      .click()
    await checkShown('the fee of another inspection')
  })

  testInTurn(1, 4)('the shop, and orders with what comes after them', async ({ page, baseURL }) => {
    const base = baseURL!
    const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
    const { token } = customer
    const returned = await buildReturnedOrder(base, customer)
    const service = await buildPhotographedService(base, customer)
    const rated = await placeOrder(base, customer, 'good')
    await completeOrder(base, rated)
    await send(base, 'POST', `/api/v1/orders/${rated.id}/rating`, { token, body: { rating: 3, text: 'Not bad' } })

    const { check, checkShown } = await openAs(page, customer, 'en', 'CA', '/notifications')
    await check('/notifications')
    await check('/marketplace')
    await check('/marketplace?search=zzzzzzz')
    await check('/marketplace/wash')
    await check('/branch/front-street')
    // With its form to rate it, messages and a return.
    await check(`/order/${returned.order_number}`)
    await check(`/order/${rated.order_number}`)
    await check(`/order-success/${rated.order_number}`)
    const care = wordsOf.en.order_care
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await newPhoto() }
    await check(`/order/${returned.order_number}/return`)
    await page.getByRole('button', { name: care.photo, exact: true }).setInputFiles(file)
    await expect(page.getByRole('img', { name: care.returns.photo_alt })).toBeVisible()
    await checkShown('a return with a photo')
    await check(`/order/${service.order_number}`)
    await page.getByRole('button', { name: care.problems.open }).click()
    await page.getByRole('dialog').waitFor()
    await checkShown('a report')
    await page.keyboard.press('Escape')
    await reportService(base, customer, service)
    await page.reload()
    await expect(page.getByRole('heading', { name: care.problems.title })).toBeVisible()
    await checkShown('an order with a report')

    await check('/marketplace/full-wash')
    await page.getByRole('radio', { name: 'Car', exact: false }).first().check()
    await page.getByRole('button', { name: pattern(wordsOf.en.cart.add_for) }).click()
    await expect(page.getByRole('link', { name: pattern(wordsOf.en.shell.nav.cart_one) })).toBeVisible()
    await check('/cart')
    await check('/cart/checkout')
  })

  testInTurn(2, 4)('a report of a car park, in French', async ({ page, baseURL }) => {
    const base = baseURL!
    const driver = await buildDriver(base, { country_code: 'CA', language: 'fr', top_up: 300 })
    const { bookings: words } = wordsFor({ language: 'fr', country: 'CA' })
    const refused = await buildReport(base, driver)
    await send(base, 'POST', `/api/v1/admin/park-reports/${refused.id}/refuse`, {
      token: await signInStaff(base),
      body: { answer: 'Les caméras montrent des places libres' },
    })
    const next = await bookNow(base, driver)
    const { check, checkShown } = await openAs(page, driver, 'fr', 'CA', '/bookings')
    await check(`/booking-details/${refused.booking_code}`)
    await check(`/booking-details/${next.booking_code}`)
    await page.getByRole('button', { name: words.action.cannot_park, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: words.cannot_park.reasons.blocked }).check()
    await checkShown('what is wrong')
    await dialog.getByRole('button', { name: words.cannot_park.go_on }).click()
    await dialog.getByRole('radio', { name: words.cannot_park.check }).check()
    await dialog.getByRole('button', { name: words.cannot_park.confirm_check }).click()
    await expect(dialog.getByText(words.cannot_park.sent_text)).toBeVisible()
    await checkShown('the report is sent')
    await page.reload()
    await expect(page.getByText(words.report.waiting)).toBeVisible()
    await checkShown('the report waits')
  })
})

test('shows 404 for an unknown page', { tag: '@phone' }, async ({ page }) => {
  await setPreferences(page, 'en')
  for (const path of ['/no-such-page', '/%E0%A4%A']) {
    const answer = await page.goto(path)
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { name: wordsOf.en.shell.not_found.title })).toBeVisible()
  }
})

testInTurn(4, 4)(
  'shows the login prompt or the home page on account pages without a token @phone',
  async ({ page }) => {
    await setPreferences(page, 'en')
    for (const path of ['/bookings', '/wallet']) {
      await page.goto(path)
      await expect(page.getByText('Please login to view your account')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Login to Continue' })).toBeVisible()
    }
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/$/)
  },
)
