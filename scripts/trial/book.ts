import { setTimeout as wait } from 'node:timers/promises'
import { payAs } from '#simulators/test-kit.ts'
import { partsOf, type SmtpServer } from '#test/kits/smtp-server.ts'

interface Answer {
  access_token: string
  quote_id: string
  total: number
  booking_code: string
  status: string
  items: { id: string; bookable: boolean }[]
  data: { payment_info: { reference: string; checkout_url: string } }
}

/** Asks until `read` finds something, for a minute. Throws with `what` afterwards. */
export async function waitFor<Found>(
  what: string,
  read: () => Promise<Found | undefined>,
  ms = 60_000,
): Promise<Found> {
  const end_ms = performance.now() + ms
  for (;;) {
    const found = await read().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() > end_ms) throw new Error(`${what} did not come`)
    await wait(50)
  }
}

/** Waits until the server at `base` is ready for requests. */
export const waitUntilReady = (base: string, ms = 300_000): Promise<true> =>
  waitFor('readiness', async () => ((await fetch(`${base}/health/ready`)).ok ? true : undefined), ms)

/**
 * Does through HTTP what a driver does: registers with the code of an email, adds money at the stand-in of Stripe, and pays
 * for two hours of tomorrow. Returns the booking's code and total, in CAD.
 */
export async function bookAsDriver(base: string, smtp: SmtpServer): Promise<{ code: string; total: number }> {
  let token: string | undefined
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Answer
  }
  const hour_ms = 3_600_000
  const start_ms = Math.ceil(Date.now() / hour_ms) * hour_ms + 24 * hour_ms
  const window = {
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(start_ms + 2 * hour_ms).toISOString(),
  }
  const query = new URLSearchParams({ country: 'CA', size: '50', ...window }).toString()
  const park = (await send('GET', `/parks/front/parks/?${query}`)).items.find(({ bookable }) => bookable)
  if (park === undefined) throw new Error('no car park can be booked')

  const email = `trial-${Date.now()}@example.com`
  const password = 'four quiet bays at dawn'
  await send('POST', '/auth/register', { first_name: 'Ada', email, password, country_code: 'CA', accept_terms: true })
  const code = await waitFor('the email with the code', async () => {
    const mail = smtp.received.find(({ to }) => to.includes(email))
    return mail === undefined ? undefined : /\b\d{6}\b/.exec(partsOf(mail.data).parts['text/plain']!)?.[0]
  })
  await send('POST', '/auth/verify-email', { email, code })
  token = (await send('POST', '/auth/login', { identifier: email, password })).access_token
  const { reference, checkout_url } = (await send('POST', '/wallet/add-funds', { amount: 100 })).data.payment_info
  await payAs(checkout_url, 'success')
  await send('POST', `/wallet/verify-payment?payment_reference=${reference}`)
  const { quote_id } = await send('POST', '/bookings/quote', { park_id: park.id, ...window })
  const booking = await send('POST', '/bookings', {
    park_id: park.id,
    plate: 'ABC 123',
    vehicle_type_id: 1,
    quote_id,
    ...window,
  })
  return { code: booking.booking_code, total: booking.total }
}
