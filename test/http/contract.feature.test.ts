import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendGateReads } from '#contract/gate/gate-reads.ts'
import { isPermission, permissions, type Permission } from '#contract/permissions.ts'
import { listGrants, shippedRoles } from '#contract/shipped-roles.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('every endpoint of the contract is mounted and described in the OpenAPI page', async () => {
  const all = await loadEndpoints()
  expect(all.length).toBeGreaterThan(25)
  const page = (await world.app.inject('/api/v1/openapi.json')).json<{
    openapi: string
    paths: Record<string, object>
  }>()
  expect(page.openapi).toBe('3.1.0')
  const missing = all.filter(({ method, path }) => {
    const paths = Object.entries(page.paths).find(([known]) => known.replace(/\/$/, '') === path.replace(/\/$/, ''))
    return paths === undefined || !(method.toLowerCase() in paths[1])
  })
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('the addresses of the interface', async () => {
  const all = await loadEndpoints()
  expect(all.map(({ method, path, auth }) => `${method} ${path} (${auth})`).sort()).toMatchSnapshot()
})

test('the readable page of the interface', async () => {
  const page = await world.app.inject('/api/v1/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('/api/v1/bookings/quote')
})

test('an unknown call is a problem in the reader’s language', async () => {
  const answer = await world.app.inject({ url: '/api/v1/nothing', headers: { 'accept-language': 'fr-CA,fr;q=0.9' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ code: 'not_found', status: 404, message: 'Contenu introuvable.' })
})

test.each(['/api/v1/%E0%A4%A', '/api/v1/front/parks/%E0%A4%A'])('%s is a problem', async (url) => {
  const answer = await world.app.inject({ url, headers: { accept: 'text/html' } })
  expect([400, 404, 422]).toContain(answer.statusCode)
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test.each([
  ['no JSON', '{"a":', 'application/json', 400, 'malformed_body'],
  ['a prototype', '{"__proto__":{"role":"admin"},"email":"a@b.example"}', 'application/json', 400, 'malformed_body'],
  ['too much', `"${'x'.repeat(1_100_000)}"`, 'application/json', 413, 'payload_too_large'],
  ['another kind', '<a/>', 'application/xml', 415, 'unsupported_media_type'],
  ['very deep', '['.repeat(10_000) + ']'.repeat(10_000), 'application/json', 413, 'payload_too_large'],
])('a hostile body: %s', async (_name, payload, type, status, code) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload,
    headers: { 'content-type': type },
  })
  expect({ status: answer.statusCode, code: answer.json<{ code: string }>().code }).toEqual({ status, code })
})

test('nothing that is answered to a signed-in caller may be cached', async () => {
  const personal = (await loadEndpoints()).filter(({ auth, method }) => auth !== 'none' || method !== 'GET')
  expect(personal.length).toBeGreaterThan(50)
  const cached: string[] = []
  let { token } = await world.buildDriver({ role: 'staff' })
  for (const { method, path, name } of personal) {
    const url = path.replaceAll(/\{(\w+)\}/g, 'x')
    // Calls that change something are refused for their empty body, which must not be cached either.
    const body = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
    const request = { method, url, headers: { authorization: `Bearer ${token}` }, ...body }
    const { headers, statusCode } = await world.app.inject(request)
    // A camera is known by its key.
    if (name !== sendGateReads.name) expect(statusCode, name).not.toBe(401)
    if (headers['cache-control'] !== 'private, no-store') cached.push(name)
    // Such a call can have ended the session.
    if (statusCode < 400 && method !== 'GET') token = (await world.buildDriver({ role: 'staff' })).token
  }
  expect(cached).toEqual([])
})

/** A permission, or any one at all. */
const isOfDesk = (auth: string) => auth === 'desk' || isPermission(auth)

test('every call of the back office names a permission, and every other one does not', async () => {
  const wrong = (await loadEndpoints()).filter(
    ({ auth, path }) => isOfDesk(auth) !== /^\/api\/v1\/(admin|staff|guard|pos|courier)\//.test(path),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

/** Permissions that calls of another one require in addition. */
const required: readonly Permission[] = [
  'bookings.contacts',
  'bookings.refund_more',
  'bookings.refund_any',
  'customers.past',
  'employees.contacts',
  'messages.update',
  'orders.refund_more',
  'orders.refund_any',
  'park_reports.view',
  'pos.discount',
]

test('every permission is required by some call', async () => {
  const named = new Set<string>((await loadEndpoints()).map(({ auth }) => auth))
  expect(permissions.filter((permission) => !named.has(permission) && !required.includes(permission))).toEqual([])
})

test('each role may call what its permissions say, and is refused elsewhere', { timeout: 120_000 }, async () => {
  const calls = (await loadEndpoints()).filter(({ auth }) => isOfDesk(auth))
  expect(calls.length).toBeGreaterThan(8)
  const people = await Promise.all(
    shippedRoles.map(async (role) => ({ role, token: (await world.buildDriver({ role: role.code })).token })),
  )
  const takeRoles = inTurn(people, Math.ceil(people.length / 4))
  const wrong: string[] = []
  for (const { method, path, name, auth } of calls) {
    const url = path.replaceAll(/\{(\w+)\}/g, 'x')
    const body = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
    const statusFor = async (headers: Record<string, string>) =>
      (await world.app.inject({ method, url, headers, ...body })).statusCode
    if ((await statusFor({})) !== 401) wrong.push(`${name} without an account`)
    for (const { role, token } of takeRoles()) {
      const status = await statusFor({ authorization: `Bearer ${token}` })
      const grants = listGrants(role)
      const may = auth === 'desk' ? grants.length > 0 : grants.includes(auth as Permission)
      if ((status === 403) === may) wrong.push(`${name} as ${role.code}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every call that changes something is mounted as a change', async () => {
  const writing = [...world.app.mounted.values()].filter(({ endpoint: { method } }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(300)
  const others = writing.filter(({ is_change }) => is_change !== true).map(({ endpoint }) => endpoint.name)
  expect(others.toSorted()).toEqual(Object.keys(noChanges).toSorted())
})

const reads = 'reads: its body carries what must not stand in an address'
const asksProvider = 'commits before it asks the payment provider, and is finished by whoever asks first'
/** Calls that are no change of one transaction: why `mountChange` does not fit them. No call of staff that writes may be here. */
const noChanges: Record<string, string> = {
  getPassBooking: reads,
  previewPage: reads,
  previewSeries: reads,
  previewTariff: reads,
  findOrderCustomers: reads,
  findOrderBooking: reads,
  findCounterCustomers: reads,
  findPushSubscription: reads,
  priceSale: reads,
  pricePhoneOrder: reads,
  priceAddition: reads,
  priceSubstitute: reads,
  openPrivateEvent: 'reads, after counting the attempt at a code',
  createQuote: 'one statement, which quotes of the same moment share',
  createBooking: 'one transaction for all sales that wait, with their retry keys',
  countVisit: 'counts in memory, and stores the counts every few seconds',
  receiveTwilioReport: 'one statement, which finds the message again while its answer is on its way',
  receiveAfricasTalkingReport: 'one statement, which finds the message again while its answer is on its way',
  receiveTwilioReply: 'opens its transaction for a reply that ends messages alone',
  receiveAfricasTalkingReply: 'opens its transaction for a reply that ends messages alone',
  sendGateReads: 'answers from memory, with or without the database',
  addFunds: asksProvider,
  createPaymentIntent: asksProvider,
  verifyPayment: asksProvider,
  creditWallet: asksProvider,
  logWalletMessages: 'writes to the log alone',
  receivePaystackWebhook: 'stores the event once by its id, whatever becomes of it',
  receiveStripeWebhook: 'stores the event once by its id, whatever becomes of it',
  receiveWaveWebhook: 'stores the event once by its id, whatever becomes of it',
}

test('no call of staff that changes something is without its entry in the audit log', () => {
  const ofStaff = [...world.app.mounted.values()].filter(({ endpoint: { auth } }) => isPermission(auth))
  expect(
    ofStaff.map(({ endpoint: { name } }) => name).filter((name) => name in noChanges && noChanges[name] !== reads),
  ).toEqual([])
})

test('a call without authorization counts its caller by address, whatever token it carries', async () => {
  const limited = await createWorld({
    settings: { RATE_LIMITS: 'on', RATE_ANONYMOUS_MINUTE: '1000', RATE_SIGNED_IN_MINUTE: '2000' },
  })
  onTestFinished(() => limited.close())
  const { token } = await limited.buildDriver({ role: 'staff' })
  const open = (await loadEndpoints()).filter(({ auth, path }) => auth === 'none' && !path.includes('/webhooks/'))
  expect(open.length).toBeGreaterThan(30)
  const limitOf = async ({ method, path }: Endpoint) => {
    const url = path.replaceAll(/\{(\w+)\}/g, 'x')
    const body = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
    const request = { method, url, headers: { authorization: `Bearer ${token}` }, ...body }
    return (await limited.app.inject(request)).headers['ratelimit-limit']
  }
  expect(await limitOf(getProfile)).toBe('2000')
  const identified: string[] = []
  for (const entry of open) if ((await limitOf(entry)) !== '1000') identified.push(entry.name)
  expect(identified).toEqual([])
})

test('a body that names a field twice is refused with the name', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    payload: '{"identifier":"ada@example.com","password":"one","password":"two"}',
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'duplicate_field',
    message: 'The request contains the field “password” twice. Send it once.',
  })
})

test.each([
  '/basemap/../package.json',
  '/basemap/%2e%2e/package.json',
  '/basemap/..%2fpackage.json',
  '/basemap/x/../../x',
])('%s is not found', async (url) => {
  await world.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined)
  const { port } = world.app.server.address() as AddressInfo
  // fetch() would resolve the dots.
  const [answer] = (await once(request({ port, path: url }).end(), 'response')) as [IncomingMessage]
  answer.resume()
  expect([400, 404]).toContain(answer.statusCode)
})
