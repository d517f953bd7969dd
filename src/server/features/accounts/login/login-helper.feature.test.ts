import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createWorld, type World } from '#test/kits/world.ts'

const settings = { FIREBASE_PROJECT_ID: 'parkwell-test', FIREBASE_API_KEY: 'key' }
const ours = {
  cookie: 'country=CA; grant=secret',
  authorization: 'Bearer secret',
  'x-forwarded-for': '203.0.113.9',
  referer: 'https://parkwell.example/wallet',
}

let world: World
let app: FastifyInstance
/** Stands for the project's domain at firebaseapp.com. */
const upstream = Fastify({ forceCloseConnections: true })
const received: FastifyRequest[] = []

beforeAll(async () => {
  upstream.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  upstream.addHook('onRequest', async (request) => void received.push(request))
  upstream.get('/__/auth/handler', (_request, reply) =>
    reply
      .headers({ 'set-cookie': 'a=b', 'cache-control': 'max-age=60', 'x-frame-options': 'DENY', server: 'upstream' })
      .type('text/html')
      .send('<script nonce="firebase-auth-helper">1</script>'),
  )
  upstream.post('/__/auth/handler', (request) => ({ body: request.body }))
  upstream.get('/__/firebase/init.json', () => ({ apiKey: 'key' }))
  upstream.get('/__/auth/moved', (_request, reply) => reply.redirect('http://203.0.113.1/'))
  upstream.get('/__/auth/large.js', (_request, reply) => reply.send(Buffer.alloc(3 * 1024 * 1024)))
  const simulated_login = await upstream.listen({ host: '127.0.0.1', port: 0 })
  world = await createWorld({ settings })
  app = await createApp({ ...world.deps, config: { ...world.deps.config, simulated_login } })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await upstream.close()
  await world.close()
})
beforeEach(() => void (received.length = 0))

test('passes a login page on with its query, and nothing of ours with it', async () => {
  const response = await app.inject({
    url: '/__/auth/handler?apiKey=key&redirectUrl=https%3A%2F%2Fa.b%2F',
    headers: ours,
  })
  expect([response.statusCode, response.body]).toEqual([200, '<script nonce="firebase-auth-helper">1</script>'])
  expect(received[0]!.url).toBe('/__/auth/handler?apiKey=key&redirectUrl=https%3A%2F%2Fa.b%2F')
  for (const name of Object.keys(ours)) expect(received[0]!.headers).not.toHaveProperty(name)
  expect(JSON.stringify(received[0]!.headers)).not.toContain('secret')
})

test('answers with what the login pages need and none of the provider’s own headers', async () => {
  const { headers } = await app.inject('/__/auth/handler')
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('text/html'),
    'cache-control': 'max-age=60',
    'cross-origin-opener-policy': 'unsafe-none',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('server')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self' 'nonce-firebase-auth-helper' https://apis.google.com;")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain("script-src 'unsafe-inline'")
})

test('passes on the form that Apple posts, up to 64 kB and no other type', async () => {
  const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url: '/__/auth/handler', headers: { ...ours, 'content-type': type }, payload })
  expect((await post('state=s&code=c')).json()).toEqual({ body: 'state=s&code=c' })
  received.length = 0
  expect((await post(`code=${'c'.repeat(64 * 1024)}`)).statusCode).toBe(413)
  expect((await post('code=c', 'text/plain')).statusCode).toBe(415)
  expect(received).toEqual([])
})

test('serves the project’s settings, which the login pages read', async () => {
  expect((await app.inject('/__/firebase/init.json')).json()).toEqual({ apiKey: 'key' })
})

test.each([
  '/__/auth/../api/v1/users/profile',
  '/__/auth/%2e%2e/__/firebase/init.json',
  '/__/auth/..%2f..%2fetc%2fpasswd',
  '/__/auth/%252e%252e',
  '/__/auth/..',
  '/__/auth/.env',
  '/__/auth//203.0.113.1/',
  '/__/auth/http:%2f%2f203.0.113.1',
  '/__/auth/@203.0.113.1',
  '/__/auth/a%00b',
  '/__/auth/a%0d%0ahost:x',
  '/__/auth/a%5cb',
  `/__/auth/${'a'.repeat(65)}`,
  '/__/auth/',
  '/__/auth',
  '/__/firebase/init.js',
  '/__/firebase/..%2fauth%2fhandler',
])('passes no request on for %s', async (url) => {
  const { statusCode } = await app.inject({ url })
  expect([400, 404, 414]).toContain(statusCode)
  expect(received).toEqual([])
})

test('never contacts another host', async () => {
  for (const url of ['/__/auth/203.0.113.1:80', '/__/auth/handler?//203.0.113.1/', '/__/auth/http:203.0.113.1']) {
    await app.inject({ url, headers: { host: '203.0.113.1' } })
    expect(received.at(-1)?.headers.host).toBe(hostOf())
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    received.length = 0
    await app.inject({ method, url: '/__/auth/handler' })
    expect(received).toEqual([])
  }
})
const hostOf = () => new URL(upstream.listeningOrigin).host

test('gives up a redirect, a response of more than 2 MB and a project that cannot be reached', async () => {
  for (const file of ['moved', 'large.js']) {
    const response = await app.inject(`/__/auth/${file}`)
    expect([response.statusCode, response.json().code]).toEqual([503, 'social_login_unavailable'])
  }
  const page = await app.inject({ url: '/__/auth/moved', headers: { 'sec-fetch-dest': 'document' } })
  expect([page.statusCode, page.headers.location]).toEqual([303, '/auth'])
})

test('limits the requests of an address, apart from those to the API', async () => {
  const config = { ...world.deps.config, simulated_login: upstream.listeningOrigin, RATE_LIMITS: true }
  const limited = await createApp({ ...world.deps, config: { ...config, RATE_ANONYMOUS_MINUTE: 2 } })
  const ask = async (url: string) => (await limited.inject(url)).statusCode
  const page = '/__/auth/handler'
  expect([await ask(page), await ask(page), await ask(page)]).toEqual([200, 200, 429])
  expect(received).toHaveLength(2)
  expect(await ask('/api/v1/health')).toBe(200)
  await limited.close()
})

test('serves the paths of an emulator only with the simulators', async () => {
  const real = await createApp({
    ...world.deps,
    config: { ...world.deps.config, FIREBASE_AUTH_DOMAIN: hostOf() },
  })
  expect(real.hasRoute({ method: 'POST', url: '/__/auth/:file' })).toBe(true)
  expect(real.hasRoute({ method: 'GET', url: '/emulator/auth/:file' })).toBe(false)
  expect(real.hasRoute({ method: 'POST', url: '/identitytoolkit.googleapis.com/v1/:file' })).toBe(false)
  // Its own domain is asked by HTTPS only, which this one does not speak.
  expect((await real.inject('/__/auth/handler')).statusCode).toBe(503)
  await real.close()
  const none = await createApp({ ...world.deps, config: { ...world.deps.config, FIREBASE_PROJECT_ID: undefined } })
  expect(none.hasRoute({ method: 'GET', url: '/__/auth/:file' })).toBe(false)
  await none.close()
})
