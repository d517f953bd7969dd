import sharp from 'sharp'
import { minute_ms } from '#contract/time.ts'
import { send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { buildConfirmedAdmin } from '#test/e2e/kit/invitations.ts'

interface Rows {
  items: { id: string; park_code?: string }[]
}
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * minute_ms).toISOString()

/** Makes a row for each list of the desk that staff and partners fill by hand, and that ships empty. */
export async function buildListRows(base: string, driver: E2eDriver, booking_code: string): Promise<void> {
  const token = await buildConfirmedAdmin(base)
  const post = <T>(path: string, body: object) => send<T>(base, 'POST', `/api/v1/admin/${path}`, { token, body })
  const firstOf = async (list: string, query = '') =>
    (await send<Rows>(base, 'GET', `/api/v1/admin/${list}?${query}`, { token })).items[0]!
  await buildInvitations(base, token)
  await buildContent(base, token)
  const branch = await firstOf('branches')
  const reason = { reason: 'Stocktaking', reason_fr: 'Inventaire' }
  await post(`branches/${branch.id}/add-closure`, { starts_at: inDays(9), ends_at: inDays(10), ...reason })
  await post('prepared-replies', {
    branch_id: branch.id,
    name: `Where to collect ${crypto.randomUUID().slice(0, 4)}`,
    text: 'Your order is at the counter beside the exit.',
    text_fr: 'Votre commande est au comptoir, à côté de la sortie.',
  })
  const centre = await firstOf('inspection-centres')
  const [starts_on, ends_on] = [inDays(20).slice(0, 10), inDays(22).slice(0, 10)]
  await post(`inspection-centres/${centre.id}/closures`, { starts_on, ends_on, ...reason })
  const message = 'We refunded a part, because the lift was out of order.'
  const refund = { cause: 'goodwill', bearer: 'us', amount: 1, message }
  await post(`bookings/${(await firstOf('bookings', `search=${booking_code}`)).id}/refund`, refund)
  await buildPartnerRequests(base, driver, (await firstOf('parks', 'country=CA&state=listed')).id)
}

/** One that waits, and one that was withdrawn. */
async function buildInvitations(base: string, token: string): Promise<void> {
  const { roles, branches } = await send<Record<'roles' | 'branches', { id: string; name: string }[]>>(
    base,
    'GET',
    '/api/v1/admin/invitable',
    { token },
  )
  const role_id = roles.find(({ name }) => name === 'Employee')!.id
  for (const name of ['folake.adeyemi', 'mamadou.ba']) {
    const email = `${name}.${crypto.randomUUID().slice(0, 4)}@example.com`
    const body = { email, language: 'en', role_id, scope: 'branch', place_id: branches[0]!.id }
    await send(base, 'POST', '/api/v1/admin/invitations', { token, body })
  }
  const { items } = await send<Rows>(base, 'GET', '/api/v1/admin/invitations', { token })
  await send(base, 'POST', `/api/v1/admin/invitations/${items[0]!.id}/withdraw`, { token })
}

/** Announcements of each severity, and a slider. */
async function buildContent(base: string, token: string): Promise<void> {
  const post = <T>(path: string, body?: object) =>
    send<T>(base, 'POST', `/api/v1/admin/${path}`, { token, ...(body && { body }) })
  for (const [severity, audience, text, text_fr] of [
    ['warning', 'staff', 'Refunds to cards take a day longer this week', 'Remboursements retardés d’un jour'],
    ['info', 'partners', 'Payouts are made on Monday', 'Les versements ont lieu lundi'],
  ] as const) {
    const times = { starts_at: inDays(-1), ends_at: inDays(6) }
    const facts = { text, text_fr, severity, audience, country_code: null, link: null, ...times }
    const { id } = await post<{ id: string }>('announcements', facts)
    await post(`announcements/${id}/activate`)
  }
  const campaign = { link: '/marketplace', country_code: 'CA', city: null, branch_id: null, activity: null }
  const { id } = await post<{ id: string }>('push-notifications', {
    ...campaign,
    title: 'Half price on Sunday',
    title_fr: 'Moitié prix dimanche',
    text: 'All car washes at Yorkville cost half.',
    text_fr: 'Tous les lavages de Yorkville sont à moitié prix.',
    role: 'customers',
    within_days: null,
    send_at: inDays(2),
  })
  await post(`push-notifications/${id}/schedule`)
  const content = await sharp({ create: { width: 1200, height: 500, channels: 3, background: '#245' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('photo', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'slider.png')
  const answer = await fetch(`${base}/api/v1/admin/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { url } = (await answer.json()) as { url: string }
  await post('sliders', {
    placement: 'marketplace',
    country_code: 'CA',
    title: 'Snow tyres, fitted while you park',
    title_fr: 'Pneus d’hiver, posés pendant votre stationnement',
    text: null,
    text_fr: null,
    wide_picture: url,
    narrow_picture: url,
    alt: 'A wheel in the snow',
    alt_fr: 'Une roue dans la neige',
    link: '/marketplace',
    starts_at: inDays(-1),
    ends_at: inDays(30),
  })
}

/** A car park that somebody claims, and a space that is offered. */
async function buildPartnerRequests(base: string, { token }: E2eDriver, park: string): Promise<void> {
  const operator = {
    company: 'Bloor Street Parking Ltd.',
    phone: '+14165550148',
    message: 'We have run it since 2019.',
  }
  await send(base, 'POST', '/api/v1/partners/claims', { token, body: { ...operator, park } })
  await send(base, 'POST', '/api/v1/partners/spaces', {
    token,
    body: {
      ...operator,
      name: 'Courtyard on Dupont Street',
      place_kind: 'surface',
      address: '212 Dupont Street',
      city: 'Toronto',
      country_code: 'CA',
      lat: 43.6748,
      lng: -79.4024,
      capacity: 12,
      price_hour: 3.5,
    },
  })
}
