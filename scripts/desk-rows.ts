import { buildQuote, payRequest } from '#test/e2e/documents/requests.ts'
import { book, bookNow, buildDriver, buildReport, type E2eDriver, parksToBook, send } from '#test/e2e/kit/drivers.ts'
import { buildConfirmedAdmin } from '#test/e2e/kit/invitations.ts'
import { buildPhotographedService, buildReturnedOrder, reportService } from '#test/e2e/shop/cared-orders.ts'
import { completeOrder, placeOrder } from '#test/e2e/shop/orders.ts'
import { buildListRows } from './desk-list-rows.ts'

const toronto = { lat: 43.6532, lng: -79.3832 }

/** Codes and addresses of what the jobs of `desk-tasks.ts` begin with. */
export interface DeskRows {
  customer: E2eDriver & { phone: string }
  /** For tomorrow, and running now. */
  bookings: { tomorrow: string; now: string }
  /** To be collected, not accepted yet. */
  order_number: string
}

/** Makes, over the API, a customer with everything that the desk shows about one, and rows for lists that have none. */
export async function buildDeskRows(base: string): Promise<DeskRows> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 900 })
  const { token } = driver
  const phone = `+1416555${String(Math.floor(1_000 + Math.random() * 9_000))}`
  await send(base, 'PATCH', '/api/v1/users/profile', {
    token,
    body: { first_name: 'Amara', last_name: 'Okonkwo', phone },
  })
  const vehicle = { plate: 'BKTR 482', make: 'Toyota', model: 'Corolla', country_code: 'CA', height_cm: 146 }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token, body: vehicle })
  const home = { label: 'home', line: '74 Yorkville Avenue', city: 'Toronto', state: 'Ontario' }
  const address = { ...home, country_code: 'CA', lat: 43.6709, lng: -79.3926 }
  await send(base, 'POST', '/api/v1/user/addresses', { token, body: address })
  const { booking_code: now } = await bookNow(base, driver)
  const [park] = await parksToBook(base, toronto)
  const { booking_code: tomorrow } = await book(base, driver, park!)
  await completeOrder(base, await placeOrder(base, driver, 'good'))
  const returned = await buildReturnedOrder(base, driver)
  const service = await buildPhotographedService(base, driver)
  await reportService(base, driver, service)
  const { order_number } = await placeOrder(base, driver)
  await buildReport(base, await buildDriver(base, { country_code: 'CA', language: 'fr', top_up: 500 }))
  await buildRequests(base)
  await buildStaffRows(base, { driver, order_number: returned.order_number, booking_code: now })
  await buildListRows(base, driver, tomorrow)
  await buildReviewAndRefund(base)
  return { customer: { ...driver, phone }, bookings: { tomorrow, now }, order_number }
}

/** A stay that is over with its review, and the rest of its top-up on the way back to the card. */
async function buildReviewAndRefund(base: string): Promise<void> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 80 })
  const { token } = driver
  const { booking_code } = await bookNow(base, driver)
  const staff = await buildConfirmedAdmin(base)
  const find = async <Row>(list: string, search: string) =>
    (
      await send<{ items: Row[] }>(base, 'GET', `/api/v1/admin/${list}?search=${encodeURIComponent(search)}`, {
        token: staff,
      })
    ).items[0]!
  const { id } = await find<{ id: string }>('bookings', booking_code)
  for (const action of ['check-in', 'check-out'])
    await send(base, 'POST', `/api/v1/admin/bookings/${id}/${action}`, { token: staff })
  const { park_id } = await send<{ park_id: string }>(base, 'GET', `/api/v1/admin/bookings/${id}`, { token: staff })
  await send(base, 'POST', `/api/v1/front/parks/${park_id}/reviews`, {
    token,
    body: { rating: 4, text: 'Easy to find, but the lift was out of order.' },
  })
  const { reference } = await find<{ reference: string }>('top-ups', driver.email)
  await send(base, 'POST', '/api/v1/wallet/refunds', { token, body: { payment_reference: reference, amount: 20 } })
}

/** One request that waits for its payment, and one that is paid. */
async function buildRequests(base: string): Promise<void> {
  const driver = await buildDriver(base, { country_code: 'NG', language: 'en', top_up: 400_000 })
  const kinds = ['vehicle_licence', 'road_worthiness', 'third_party_insurance'] as const
  const facts = { state: 'LA', kinds, handover: 'delivery' } as const
  await buildQuote(base, driver, { ...facts, plate: 'LSR-482KJ' })
  await payRequest(base, driver, await buildQuote(base, driver, { ...facts, plate: 'KJA-219AB' }))
}

/** What staff writes and decides. */
async function buildStaffRows(
  base: string,
  { driver, booking_code }: { driver: E2eDriver; order_number: string; booking_code: string },
): Promise<void> {
  const token = await buildConfirmedAdmin(base)
  const post = (path: string, body: object) => send(base, 'POST', path, { token, body })
  const read = <T>(path: string) => send<T>(base, 'GET', path, { token })
  const customers = await read<{ items: { id: string }[] }>(
    `/api/v1/admin/customers?search=${encodeURIComponent(driver.email)}`,
  )
  const note = { text: 'Asked for a receipt with the company’s name. Sent.' }
  await post(`/api/v1/admin/notes/customers/${customers.items[0]!.id}`, note)
  await post('/api/v1/admin/adjustments', {
    customer: driver.email,
    currency: 'CAD',
    amount: 5,
    reason: 'A top-up was booked twice at the provider',
  })
  const bookings = await read<{ items: { id: string }[] }>(`/api/v1/admin/bookings?search=${booking_code}`)
  await post(`/api/v1/admin/notes/bookings/${bookings.items[0]!.id}`, { text: 'Called: the barrier opened late.' })
  await send(base, 'POST', '/api/v1/leads/contact', {
    body: {
      name: 'Awa Ndiaye',
      email: `awa.${crypto.randomUUID().slice(0, 4)}@example.com`,
      message: 'Where is my receipt?',
      took_ms: 5_000,
    },
  })
}
