import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { countryIds } from '#contract/geography.ts'
import { cityPictures, type CityPicture, parkPictures, surroundings_m } from '#contract/pictures/pictures.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { maxWeightedCapacity } from '#server/features/parks/rules.ts'
import type { LiveIndex } from '#server/features/search/live/live-index.ts'
import type { Point } from '#server/geo.ts'
import { AppError } from '#server/http/errors.ts'
import type { drawCity } from './draw-city.ts'
import type { drawSurroundings, SurroundingsDrawing } from './draw-surroundings.ts'
import { degreesOf } from './svg.ts'

/* Pictures are drawn in a worker: reading the tiles of a city takes up to a quarter of a second of processor time. */

const city = { module: new URL('./draw-city.ts', import.meta.url).href, name: 'drawCity' }
const surroundings = { module: new URL('./draw-surroundings.ts', import.meta.url).href, name: 'drawSurroundings' }

type PictureDeps = Pick<Deps, 'db' | 'search' | 'workers' | 'clock'>
type Parks = Awaited<ReturnType<LiveIndex['current']>>['parks']

const [day_s, year_s] = [24 * 60 * 60, 365 * 24 * 60 * 60]
/** Some 5 kB each. */
const maxCached = 1_500

/** Keeps the pictures that were asked for last; a picture that is being drawn is drawn once. */
class PictureCache {
  readonly #pictures = new Map<string, Promise<Buffer>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#pictures.get(key)
    if (known !== undefined) {
      this.#pictures.delete(key)
      this.#pictures.set(key, known)
      return known
    }
    const drawn = draw()
    this.#pictures.set(key, drawn)
    if (this.#pictures.size > this.#most) this.#pictures.delete(this.#pictures.keys().next().value!)
    // A failure is the asker's to report, and the next one tries again.
    drawn.catch(() => this.#pictures.delete(key))
    return drawn
  }
}

/** Serves the pictures of `contract/pictures`, as files: they are no calls of the API. */
export function servePictures(app: FastifyInstance, deps: PictureDeps): void {
  const cache = new PictureCache(maxCached)
  const { clock, search } = deps
  const options = { schema: { hide: true } }
  app.get<{ Params: { at: string; file: string } }>(
    '/pictures/cities/:at/:file',
    options,
    async ({ params }, reply) => {
      const centre = readPosition(params.at, 3)
      const picture = readFile(params.file, cityPictures)
      if (centre === undefined || picture === undefined) throw new AppError('not_found')
      // Its car parks change.
      const day = Math.floor(clock().getTime() / day_ms)
      const drawing = cache.get(`${params.at}/${picture}/${day}`, () => drawCityAt(deps, centre, picture))
      reply
        .type('image/svg+xml')
        .header('cache-control', `public, max-age=${day_s}, stale-while-revalidate=${7 * day_s}`)
      return drawing
    },
  )
  app.get<{ Params: { id: string; file: string }; Querystring: { to?: unknown } }>(
    '/pictures/parks/:id/:file',
    options,
    async ({ params: { id, file }, query: { to: goal } }, reply) => {
      const picture = readFile(file, parkPictures)
      const to = typeof goal === 'string' ? readPosition(goal, 5) : undefined
      const { parks } = await search.current()
      const park = uuid.test(id) ? parks.get(id) : undefined
      if (picture === undefined || park === undefined || (goal !== undefined && to === undefined))
        throw new AppError('not_found')
      const key = JSON.stringify([id, park.lat, park.lng, picture, to])
      const drawing = cache.get(key, () => drawParkAt(deps, parks, park, { picture, to }))
      reply.type('image/svg+xml').header('cache-control', `public, max-age=${year_s}, immutable`)
      return drawing
    },
  )
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Reads "43.653,-79.384" with at most this many decimals, so that one place has few addresses. */
function readPosition(text: string, decimals: number): Point | undefined {
  const match = new RegExp(String.raw`^(-?\d{1,2}(?:\.\d{1,${decimals}})?),(-?\d{1,3}(?:\.\d{1,${decimals}})?)$`).exec(
    text,
  )
  const [lat, lng] = [Number(match?.[1] ?? NaN), Number(match?.[2] ?? NaN)]
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

function readFile<Sizes extends object>(file: string, sizes: Sizes): keyof Sizes | undefined {
  const name = /^(\w+)\.svg$/.exec(file)?.[1]
  return name !== undefined && Object.hasOwn(sizes, name) ? (name as keyof Sizes) : undefined
}

/** What a picture can show at most, in metres from its middle. */
const cityReach_m: Record<CityPicture, number> = { card: 7_500, hero: 2_500, band: 18_000 }
const mostDots = 3_000

async function drawCityAt({ db, search, workers }: PictureDeps, centre: Point, picture: CityPicture): Promise<Buffer> {
  const { parks } = await search.current()
  const within = { ...centre, radius_m: cityReach_m[picture] }
  const { items } = parks.near(centre, { within }, { offset: 0, limit: mostDots })
  const dots = items.map(({ row: { lat, lng, weight } }) => ({ lat, lng, capacity: weight & maxWeightedCapacity }))
  const places = await findLandmarks(db, centre, cityReach_m[picture])
  return Buffer.from(await workers.pictures.run<typeof drawCity>(city, { centre, picture, dots, places }))
}

const mostNeighbours = 80

async function drawParkAt(
  { db, workers }: PictureDeps,
  parks: Parks,
  { id, lat, lng, country_id }: Point & { id: string; country_id: number },
  { picture, to }: Pick<SurroundingsDrawing, 'picture' | 'to'>,
): Promise<Buffer> {
  const { width, height } = parkPictures[picture]
  const reach_m = (surroundings_m.wide * Math.hypot(width, height)) / height
  const { items } = parks.near(
    { lat, lng },
    { within: { lat, lng, radius_m: reach_m } },
    { offset: 0, limit: mostNeighbours },
  )
  const [landmarks, facts, entrances] = await Promise.all([
    findLandmarks(db, { lat, lng }, reach_m),
    db.selectFrom('parks').select('area_m2').where('id', '=', id).executeTakeFirst(),
    db.selectFrom('park_entrances').select(['lat', 'lng']).where('park_id', '=', id).orderBy('position').execute(),
  ])
  return Buffer.from(
    await workers.pictures.run<typeof drawSurroundings>(surroundings, {
      park: { lat, lng, area_m2: facts?.area_m2 ?? null },
      picture,
      entrances,
      neighbours: items.filter(({ row }) => row.id !== id).map(({ row }) => ({ lat: row.lat, lng: row.lng })),
      landmarks,
      to,
      isImperial: country_id === countryIds.US,
    }),
  )
}

/** What people know, apart from neighbourhoods, which have no point, and shops. */
const landmarkKinds =
  'airport arena stadium convention_centre station landmark museum mall market theatre university hospital poi'.split(
    ' ',
  )
const leastWeight = 0.2
const mostLandmarks = 60
const longestName = 36

/** Returns what is known around a position, the most important first. Positions that are only approximate are never marked. */
async function findLandmarks(
  db: Db,
  centre: Point,
  reach_m: number,
): Promise<(Point & { kind: string; name: string })[]> {
  const reach = degreesOf(centre, reach_m)
  return db
    .selectFrom('places')
    .select(['kind', 'lat', 'lng'])
    .select(sql<string>`case when country_id = ${countryIds.SN} then coalesce(name_fr, name) else name end`.as('name'))
    .where('kind', 'in', landmarkKinds)
    .where('approximate', '=', false)
    .where('weight', '>=', leastWeight)
    .where('lat', '>=', centre.lat - reach.lat)
    .where('lat', '<=', centre.lat + reach.lat)
    .where('lng', '>=', centre.lng - reach.lng)
    .where('lng', '<=', centre.lng + reach.lng)
    .where(sql<boolean>`length(name) <= ${longestName}`)
    .orderBy(sql`kind = 'airport'`, 'desc')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .limit(mostLandmarks)
    .execute()
}
