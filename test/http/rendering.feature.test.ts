import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let slug: string
beforeAll(async () => {
  world = await createWorld()
  ;({ slug } = await world.buildPark({ name: 'Quay </script><b>', lat: 43.65, lng: -79.38 }))
})
afterAll(() => world.close())

const open = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { 'accept-language': 'en', ...headers } })

/** What the browser hydrates the page with. */
const stateOf = (body: string) =>
  JSON.parse(/<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(body)![1]!) as {
    is_frame: boolean
    queries: { queries: { queryKey: unknown[] }[] }
  }

test.each(['checkout', 'booking'])('names the car park in the HTML of /%s, whatever it is called', async (page) => {
  const { body, statusCode } = await open(`/${page}/${slug}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('Quay &lt;/script&gt;&lt;b&gt;</h')
  expect(body).not.toContain('Quay <')
  // Nobody can use it before its scripts run.
  expect(body).toContain('role="progressbar" aria-label="Loading Parkwell"')
  expect(stateOf(body).queries.queries.map(({ queryKey }) => queryKey.slice(0, 3))).toContainEqual(['park', 'en', slug])
})

test('renders the frame of an account page with the loader, and nothing of an account', async () => {
  const { body, headers } = await open('/wallet', { authorization: 'Bearer anything', cookie: 'signed_in=1' })
  expect(stateOf(body)).toMatchObject({ is_frame: true, queries: { queries: [] } })
  expect(body).toContain('role="progressbar"')
  expect(body).toContain('<title>Your wallet | Parkwell</title>')
  expect(headers['cache-control']).toBe('no-cache')
})

test('answers unknown addresses of the desk with 404, in its own frame', async () => {
  for (const path of ['/desk/nowhere', '/desk/nowhere/1', '/desk/parks/1/2', '/desk/profile/secret']) {
    const { body, statusCode } = await open(path)
    expect([path, statusCode]).toEqual([path, 404])
    // The desk itself says so once it is loaded.
    expect(stateOf(body)).toMatchObject({ is_frame: true, refused: false })
  }
  for (const path of ['/desk', '/desk/parks', '/desk/people/1', '/desk/orders/1/receipt'])
    expect([path, (await open(path)).statusCode]).toEqual([path, 200])
})

test('compresses pages', async () => {
  const { headers } = await open('/', { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(headers['vary']).toContain('accept-encoding')
})
