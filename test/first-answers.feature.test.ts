import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
/** What the server answers in a page before the page asks: it has to be what the page asks, and what it would be told. */
let world: World
let slug: string
beforeAll(async () => {
  world = await createWorld()
  ;({ slug } = await world.newPark({ name: 'Quay </script><b>', lat: 43.65, lng: -79.38 }))
})
afterAll(() => world.close())

async function answersIn(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const page = await world.app.inject({ url, headers })
  const block = /<script type="application\/json" id="page-answers">(.*?)<\/script>/.exec(page.body)?.[1]
  return block === undefined ? {} : (JSON.parse(block) as Record<string, unknown>)
}

const told = async (url: string, language = 'en') =>
  (await world.app.inject({ url, headers: { 'accept-language': language } })).json<unknown>()

/** As the page writes a call's query. */
const queryOf = (query: object) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()

const at = (minutes: number) =>
  new Date(Math.floor(world.clock.now.getTime() / 900_000) * 900_000 + minutes * 60_000)
    .toISOString()
    .replace('.000Z', 'Z')
const types = '/api/v1/vehicles/public'

describe('answered in the page', () => {
  test.each(['en', 'fr'])('a checkout in its window, as the call would be (%s)', async (language) => {
    const answers = await answersIn(`/checkout/${slug}?start=${at(60)}&end=${at(180)}&lang=${language}`)
    const address = `/api/v1/front/parks/${slug}?${queryOf({ start_time: at(60), end_time: at(180), vehicle_type_id: 1 })}`
    expect(Object.keys(answers)).toEqual([address, types])
    expect(answers[address]).toEqual(await told(address, language))
    expect(answers[types]).toEqual(await told(types, language))
  })

  test('without a window it is the usual one from now on', async () => {
    const window = { start_time: at(0), end_time: at(120), vehicle_type_id: 1 }
    expect(Object.keys(await answersIn(`/checkout/${slug}`))).toContain(
      `/api/v1/front/parks/${slug}?${queryOf(window)}`,
    )
  })

  test.each([
    () => `/checkout/${slug}?start=${at(-60)}&end=${at(60)}`,
    () => `/checkout/${slug}?start=${at(61)}&end=${at(121)}`,
    () => `/checkout/${slug}?start=nonsense&end=${at(120)}`,
    () => `/checkout/${slug}?start=${at(60)}&end=${at(120)}&vehicle=1%26x`,
  ])('what the page would ask otherwise is left to it (%#)', async (url) => {
    expect(Object.keys(await answersIn(url()))).toEqual([types])
  })

  test('and nothing where the page asks nothing first', async () => {
    expect(await answersIn('/wallet')).toEqual({})
    expect(await answersIn('/checkout/no-such-park')).toEqual({})
  })
})

describe('what stands in the page before its code', () => {
  /** What is in the root; the rest is for who runs no scripts. */
  const begunWith = async (url: string) => {
    const { body } = await world.app.inject({ url, headers: { 'accept-language': 'en' } })
    return (
      /<div id="root">([^]*)<script type="module"/.exec(body)?.[1] ?? /<div id="root">([^]*?)<noscript>/.exec(body)![1]!
    )
  }
  const loader = 'class="first-paint"'

  test('a checkout has the name of its park, whatever it is called', async () => {
    const checkout = await begunWith(`/checkout/${slug}?start=${at(60)}&end=${at(180)}`)
    expect(checkout).toContain('Quay &lt;/script&gt;&lt;b&gt;</h2>')
    expect(checkout).not.toContain(loader)
    expect(checkout).not.toContain('Quay <')
  })

  test.each([
    () => `/checkout/${slug}?start=${at(-60)}&end=${at(60)}`,
    () => `/checkout/${slug}?hold=ABCDEF`,
    () => '/wallet',
  ])('every other page has the loader (%#)', async (url) => {
    expect(await begunWith(url())).toContain(loader)
  })
})

test('pages go compressed', async () => {
  const { headers } = await world.app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
  expect(headers['vary']).toContain('accept-encoding')
})
