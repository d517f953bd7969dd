import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const descriptionOf = (html: string) => /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

test.each(['en', 'fr'])(
  'every page has its own title and description before any script runs (%s)',
  async (language) => {
    const park = await world.newPark({ name: 'Quay <Garage> & "Co"' })
    const titles = new Map<string, string>()
    for (const { path, key } of pageRoutes) {
      const page = await get(path.replace(':slug', park.slug).replace(':bookingCode', 'ABCD2345'), {
        'accept-language': language,
      })
      expect(page.statusCode, path).toBe(200)
      expect(page.body).toContain(`<html lang="${language}"`)
      expect(descriptionOf(page.body).length, path).toBeGreaterThan(40)
      titles.set(key, titleOf(page.body))
      expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    }
    expect(new Set(titles.values()).size).toBe(titles.size)
    expect(titles.get('park')).toContain('Quay &lt;Garage&gt; &amp; &quot;Co&quot;')
  },
)

test('a park is found by slug and by code; one that is unknown is a 404', async () => {
  const park = await world.newPark({ name: 'Harbour' })
  const byCode = await get(`/park/${park.park_code}`)
  expect(byCode.statusCode).toBe(200)
  expect(byCode.body).toContain(`/park/${park.slug}"`)
  expect((await get('/park/nowhere-at-all')).statusCode).toBe(404)
})

test('the language that was chosen wins over the browser’s', async () => {
  const page = await get('/', { 'accept-language': 'en', cookie: 'a=b; language=fr' })
  expect(page.body).toContain('<html lang="fr"')
})

test.each(['/nothing', '/park', '/park/a/b', '/%E0%A4%A', '/checkout/../x', '/index.html', '/.fingerprint'])(
  '%s does not exist',
  async (path) => {
    const page = await get(path)
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('%LANG%')
  },
)
