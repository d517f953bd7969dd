import type { Locator } from '@playwright/test'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { quarter_ms } from '#contract/time.ts'

export interface E2eDriver {
  email: string
  password: string
  token: string
}

/** A staff account of the seed; roles cannot be assigned over the API. */
export const staffMember = { email: 'staff@example.com', password: 'a desk beside the barrier' }
export const adminMember = { email: 'admin@example.com', password: 'a key for every barrier' }

type Json = Record<string, unknown>

export async function send<T = Json>(
  base: string,
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<T> {
  const response = await fetch(base + path, {
    method,
    headers: {
      'accept-language': 'en',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** The six-digit code of the newest mail to an address that has one on a line of its own. */
export async function codeFor(base: string, email: string): Promise<string> {
  const mails = await send<{ text: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)
  const code = mails.map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]).find((found) => found !== undefined)
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** Texts of the messages that have reached a mobile number, the newest first. */
export const readTexts = async (base: string, number: string): Promise<string[]> =>
  (await send<{ text: string }[]>(base, 'GET', `/dev/sms.json?to=${number.slice(1)}`)).map(({ text }) => text)

/** Types the code that was just asked for. Its field is shown once the mail is written, and an earlier mail may have one too. */
export async function typeCode(field: Locator, base: string, email: string): Promise<void> {
  await field.waitFor()
  await field.fill(await codeFor(base, email))
}

/** Registers and verifies a driver over the API and tops up through the provider's simulator. */
export async function buildDriver(
  base: string,
  options: { country_code: string; language: string; top_up?: number },
): Promise<E2eDriver> {
  const email = `driver-${crypto.randomUUID()}@example.com`
  const password = 'a long drive to the sea'
  await send(base, 'POST', '/api/v1/auth/register', {
    body: {
      first_name: 'Ada',
      last_name: 'Diop',
      email,
      password,
      country_code: options.country_code,
      language: options.language,
      accept_terms: true,
    },
  })
  const { token } = await send<{ token: string }>(base, 'POST', '/api/v1/auth/verify-email', {
    body: { email, code: await codeFor(base, email) },
  })
  if (options.top_up !== undefined) await topUp(base, token, options.top_up)
  return { email, password, token }
}

async function topUp(base: string, token: string, amount: number): Promise<void> {
  const { data } = await send<{ data: { payment_info: Record<string, string> } }>(
    base,
    'POST',
    '/api/v1/wallet/add-funds',
    { token, body: { amount } },
  )
  const { authorization_url, checkout_url, payment_url, reference, provider } = data.payment_info
  await fetch((authorization_url ?? checkout_url ?? payment_url)!, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=success',
  })
  const query = new URLSearchParams({ payment_reference: reference!, payment_provider: provider! })
  const settled = await send<{ status: string }>(base, 'POST', `/api/v1/wallet/verify-payment?${query}`, { token })
  if (settled.status === 'failed') throw new Error('the top-up failed')
}

/** What the wallet of a driver holds, in its currency. */
export const walletOf = async (base: string, { token }: E2eDriver): Promise<number> =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance

/** Subjects of the mails to a driver, the newest first. */
export const subjectsTo = async (base: string, { email }: E2eDriver): Promise<string[]> =>
  (await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)).map(
    ({ subject }) => subject,
  )

export interface Choice {
  id: string
  slug: string
  available: number
  start_time: string
  end_time: string
}

/** Tomorrow 16:00 to 18:00 UTC, daytime in all four countries. */
export function tomorrow(): { start_time: string; end_time: string } {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return { start_time: `${day}T16:00:00Z`, end_time: `${day}T18:00:00Z` }
}

/** Two hours, or as many quarter hours as given, from the running quarter hour. */
export function fromNow(quarters = 8): { start_time: string; end_time: string } {
  const start = runningQuarter(new Date()).getTime()
  return {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + quarters * quarter_ms).toISOString(),
  }
}

/** Spaces that tests which run at the same time may take before one of them is booked. */
const spare = 5

/** Parks near a point with space for all tests in the window (tomorrow's by default), nearest first. */
export async function parksToBook(
  base: string,
  near: { lat: number; lng: number },
  window = tomorrow(),
): Promise<Choice[]> {
  const query = new URLSearchParams({ lat: String(near.lat), lng: String(near.lng), size: '100', ...window })
  const { items } = await send<{
    items: {
      id: string
      slug: string
      bookable: boolean
      open: boolean | null
      fits: boolean | null
      available: number | null
    }[]
  }>(base, 'GET', `/api/v1/parks/front/parks/?${query}`)
  const free = items.filter(
    (park) => park.bookable && park.open !== false && park.fits !== false && (park.available ?? 0) > spare,
  )
  if (free.length === 0) throw new Error('no park to book here')
  return free.map(({ id, slug, available }) => ({ id, slug, available: available ?? 0, ...window }))
}

/** Books one space over the API; from the next quarter hour, and as long, if the window's has ended meanwhile. */
export async function book(
  base: string,
  { token }: E2eDriver,
  {
    id,
    start_time,
    end_time,
    plate = 'BKTR 482',
  }: Pick<Choice, 'id' | 'start_time' | 'end_time'> & Partial<Choice> & { plate?: string },
): Promise<{ booking_code: string }> {
  for (;;) {
    const now = runningQuarter(new Date()).getTime()
    const late_ms = Math.max(0, now - Date.parse(start_time))
    const move = (time: string) => new Date(Date.parse(time) + late_ms).toISOString()
    const window = { start_time: move(start_time), end_time: move(end_time) }
    try {
      return await send(base, 'POST', '/api/v1/bookings', {
        token,
        body: { park_id: id, plate, ...window, again: true },
      })
    } catch (error) {
      const isLate = Date.parse(window.start_time) < runningQuarter(new Date()).getTime()
      if (!isLate) throw error
    }
  }
}

/** Books a park in Toronto for the running quarter hour and the two hours that follow. */
export async function bookNow(base: string, driver: E2eDriver): Promise<BookingDetails> {
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 }, fromNow())
  const { booking_code } = await book(base, driver, park!)
  return send(base, 'GET', `/api/v1/bookings/${booking_code}`, { token: driver.token })
}

/** Reports that a new booking cannot be used, as often as is believed without a check. */
export async function reportTwice(base: string, driver: E2eDriver): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    const { id } = await bookNow(base, driver)
    const body = { reason: 'full' }
    await send(base, 'POST', `/api/v1/bookings/${id}/cannot-park`, { token: driver.token, body })
  }
}

/** A booking whose report, the driver's third, waits for staff. */
export async function buildReport(base: string, driver: E2eDriver): Promise<BookingDetails> {
  await reportTwice(base, driver)
  const booking = await bookNow(base, driver)
  const body = { reason: 'blocked' }
  await send(base, 'POST', `/api/v1/bookings/${booking.id}/cannot-park`, { token: driver.token, body })
  return booking
}

export async function bookingsOf(base: string, { token }: E2eDriver): Promise<number> {
  return (await send<{ total: number }>(base, 'GET', '/api/v1/bookings/list', { token })).total
}

/** Addresses of a bookable park in Toronto, a Canadian city and an event. */
export async function findExamples(base: string): Promise<{ park: string; place: string; event: string }> {
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const places = await send<{ items: { slug: string }[] }>(base, 'GET', '/api/v1/places/city?country=CA&size=1')
  const events = await send<{ items: { event_code: string }[] }>(base, 'GET', '/api/v1/front/events?size=1')
  return {
    park: `/park/${park!.slug}`,
    place: `/city-parking/${places.items[0]!.slug}`,
    event: `/event/${events.items[0]!.event_code}`,
  }
}
