import { loadavg } from 'node:os'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { jsonCodec } from '#server/features/search/index/codecs.ts'
import { idFrom, randomFrom } from '#server/features/search/index/generated-entries.ts'
import { buildParkIndex } from '#server/features/search/index/park-index.ts'
import { clusterFeature } from '#server/features/search/map.ts'
import { median, option, printTable, whole } from './lib.ts'
import { startPhone, throttling } from './phone.ts'

/*
 * Main-thread time per frame while the map is dragged, with thousands of generated parks in view and with none, in turns.
 * Drawing runs in software and costs the same in both cases, so frames per second are not comparable.
 */

const parks = option('parks', 5_000)
const rounds = option('rounds', 3)
const steps = option('steps', 60)
const centre = { lat: 43.65107, lng: -79.38155 }
const random = randomFrom(1)

/** A random offset in degrees that keeps every park within the first view. */
const around = () => (random() + random() + random() - 1.5) * 0.02
const index = buildParkIndex(
  Array.from({ length: parks }, () => ({
    id: idFrom(random),
    country_id: 2,
    state_id: null,
    lat: centre.lat + around(),
    lng: centre.lng + around() * 1.4,
    kind: 0,
    amenities: 0,
    bookable: true,
    max_height_cm: null,
    max_length_cm: null,
    max_width_cm: null,
    rating: null,
    weight: 0,
    words: '',
    payload: { price: 2 + Math.floor(random() * 40) },
  })),
  jsonCodec<{ price: number }>(),
)

/** The server's response for these parks. */
function mapResponse(url: URL, isEmpty: boolean) {
  const [west, south, east, north] = url.searchParams.get('bbox')!.split(',').map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const zoom = Number(url.searchParams.get('zoom'))
  const { total, clusters, rows } = index.clusters({ west, south, east, north }, zoom, isEmpty ? { country_id: 9 } : {})
  const pins = rows.map(({ id, lat, lng, payload }) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      cluster: false,
      id,
      slug: id,
      name: `Park ${id.slice(0, 4)}`,
      bookable: true,
      open: true,
      fits: true,
      available: 20,
      price: payload.price,
      currency: 'CAD',
    },
  }))
  return { type: 'FeatureCollection', total, features: [...clusters.map(clusterFeature), ...pins] }
}

const figures = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const
type Moved = Record<(typeof figures)[number], number> & {
  frames: number
  longest_ms: number
  map_requests: number
  pins: number
}

const phone = await startPhone()
const seen = new Map<string, Moved[]>()
try {
  for (let round = 0; round <= rounds; round += 1)
    for (const width of [412, 1440])
      for (const isEmpty of [true, false]) {
        const moved = await moveOnce(width, isEmpty)
        const name = `${width} px, ${isEmpty ? 'no parks' : `${whole(parks)} parks`}`
        // The first round warms up.
        if (round > 0) seen.set(name, [...(seen.get(name) ?? []), moved])
      }
} finally {
  await phone.stop()
}

async function moveOnce(width: number, isEmpty: boolean): Promise<Moved> {
  let map_requests = 0
  const prepare = async (context: BrowserContext) => {
    await context.route(/\/parks\/front\/map\?/, (route) => {
      map_requests += 1
      return route.fulfill({ json: mapResponse(new URL(route.request().url()), isEmpty) })
    })
    // An empty list, so that all pins belong to the generated parks.
    await context.route(/\/parks\/front\/parks\/\?/, (route) =>
      route.fulfill({ json: { items: [], total: 0, page: 1, size: 20, pages: 0 } }),
    )
  }
  const { lat, lng } = centre
  const box = [lng - 0.04, lat - 0.025, lng + 0.04, lat + 0.025].join(',')
  const { page, session, close } = await phone.open(`/search?lat=${lat}&lng=${lng}&place=Toronto&box=${box}`, {
    width,
    prepare,
  })
  await page.locator('.park-map[data-drawn]').waitFor({ timeout: 120_000 })
  if (!isEmpty) await page.locator('.park-pin').nth(20).waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForTimeout(1_500)
  map_requests = 0
  const moved = await measure(page, session)
  await page.waitForTimeout(1_000)
  const pins = await page.locator('.park-pin').count()
  await close()
  return { ...moved, map_requests, pins }
}

async function measure(page: Page, session: CDPSession): Promise<Omit<Moved, 'map_requests' | 'pins'>> {
  await session.send('Performance.enable')
  await page.evaluate(() => {
    const state = { frames: 0, longest_ms: 0 }
    Object.assign(window, { state })
    const count = () => {
      state.frames += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.longest_ms = Math.max(state.longest_ms, duration)
    }).observe({ type: 'longtask' })
  })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return figures.map((name) => metrics.find((metric) => metric.name === name)!.value * 1_000)
  }
  const { x, y, width, height } = (await page.locator('.maplibregl-canvas').boundingBox())!
  const [left, right] = [x + width * 0.3, x + width * 0.7]
  const middle = y + height / 2
  const before = await read()
  for (const [from, to] of [
    [right, left],
    [left, right],
  ] as const) {
    await page.mouse.move(from, middle)
    await page.mouse.down()
    await page.mouse.move(to, middle + height * 0.1, { steps })
    await page.mouse.up()
  }
  const after = await read()
  const { frames, longest_ms } = await page.evaluate(
    () => (window as unknown as { state: { frames: number; longest_ms: number } }).state,
  )
  const cost = Object.fromEntries(figures.map((name, n) => [name, (after[n]! - before[n]!) / frames]))
  return { ...(cost as Record<(typeof figures)[number], number>), frames, longest_ms }
}

console.info(`\nProcessor ${throttling.processor} times slower, load ${loadavg()[0]!.toFixed(0)}; ms a frame\n`)
printTable(
  ['map of', 'pins', 'frames', 'script', 'style', 'layout', 'main thread, total', 'longest task, ms', 'map requests'],
  [...seen].map(([name, all]) => {
    const of = (figure: keyof Moved) => median(all.map((entry) => entry[figure]))
    return [
      name,
      whole(of('pins')),
      whole(of('frames')),
      ...figures.map((figure) => of(figure).toFixed(2)),
      whole(of('longest_ms')),
      whole(of('map_requests')),
    ]
  }),
)
