import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#test/kits/postgres.ts'
import type { ParkColumns } from '../generated-parks.ts'
import { cpuOf, ownCpu } from '../lib.ts'
import type { ParkPeer } from './park-questions.ts'

/*
 * The parks in PostgreSQL: with PostGIS, as points of a map in Mercator and as geography, and as texts with GIN. Each peer
 * has a table of its own, which is dropped before the next is made.
 */

export interface ParkDatabase {
  /** How long an empty statement takes to be answered, in ms: a part of every other. */
  roundTrip: () => Promise<number[]>
  hasPostgis: boolean
  openMercator: () => Promise<ParkPeer>
  /** Its table in the order of the index, or in that in which the parks were loaded. */
  openGeography: (order: 'indexed' | 'loaded') => Promise<ParkPeer>
  openText: () => Promise<ParkPeer>
  stop: () => Promise<void>
}

/** Starts a PostgreSQL server with the parks, everything in memory, and one connection to it. */
export async function openParkDatabase(parks: ParkColumns): Promise<ParkDatabase> {
  const server = await startPostgres({
    settings: ['shared_buffers=4GB', 'maintenance_work_mem=1GB', 'work_mem=128MB', 'max_wal_size=8GB'],
  })
  process.once('exit', () => server.process.kill('SIGINT'))
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await copyParks(client, parks)
  const found = await client.query(`select from pg_available_extensions where name = 'postgis'`)
  const hasPostgis = found.rowCount === 1
  await client.query('create extension btree_gist; create extension pg_trgm')
  if (hasPostgis) await client.query('create extension postgis')
  const connected = { client, cpu: () => cpuOf(server.process.pid!) + ownCpu() }
  return {
    hasPostgis,
    roundTrip: async () => {
      const times: number[] = []
      for (let at = 0; at < 1_000; at += 1) {
        const began = performance.now()
        await client.query({ name: 'nothing', text: 'select 1' })
        times.push(performance.now() - began)
      }
      return times
    },
    openMercator: () => openMercator(connected),
    openGeography: (order) => openGeography(connected, order),
    openText: () => openText(connected),
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

interface Connected {
  client: pg.Client
  cpu: () => number
}

/** Loads the parks through a file, which the server reads itself. */
async function copyParks(client: pg.Client, { lat, lng, country, weight, words }: ParkColumns): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-parks-'))
  // The server's account is another.
  chmodSync(folder, 0o755)
  const path = join(folder, 'parks.tsv')
  const file = openSync(path, 'w', 0o644)
  let lines = ''
  for (let at = 0; at < lat.length; at += 1) {
    lines += `${at}\t${country[at]}\t${lat[at]}\t${lng[at]}\t${weight[at]}\t${words[at]}\n`
    if (lines.length < 1 << 20) continue
    writeSync(file, lines)
    lines = ''
  }
  writeSync(file, lines)
  closeSync(file)
  await client.query(`create unlogged table all_parks (
    at integer, country_id integer, lat float8, lng float8, weight integer, words text)`)
  await client.query(`copy all_parks from '${path}'`)
  rmSync(folder, { recursive: true })
}

/** Makes a peer's table and returns what that took. */
async function build(
  client: pg.Client,
  table: string,
  statements: readonly string[],
): Promise<{ seconds: number; mb: number }> {
  const began = performance.now()
  for (const statement of statements) await client.query(statement)
  await client.query(`vacuum analyze ${table}`)
  const { rows } = await client.query<{ bytes: string }>(`select pg_total_relation_size('${table}') as bytes`)
  return { seconds: (performance.now() - began) / 1_000, mb: Number(rows[0]!.bytes) / 1e6 }
}

const numbers = async (client: pg.Client, name: string, text: string, values: unknown[]): Promise<number[]> => {
  const { rows } = await client.query<{ at: number }>({ name, text, values })
  return rows.map(({ at }) => at)
}

const radius_m = 6_378_137
/** Web Mercator, in metres; its map ends at 85.05°. */
const toMercator = ({ lat, lng }: { lat: number; lng: number }): [number, number] => {
  const within = Math.max(-85.05, Math.min(85.05, lat))
  return [(lng * Math.PI * radius_m) / 180, radius_m * Math.log(Math.tan(Math.PI / 4 + (within * Math.PI) / 360))]
}

async function openMercator({ client, cpu }: Connected): Promise<ParkPeer> {
  const built = await build(client, 'mercator_parks', [
    `create unlogged table mercator_parks as
      select at, country_id, lat, lng, st_transform(st_setsrid(st_makepoint(lng, lat), 4326), 3857) as point
      from all_parks order by point`,
    'create index on mercator_parks using gist (point)',
    'create index on mercator_parks using gist (country_id, point)',
  ])
  // The nearest by Mercator are the nearest of the globe but for the last few: 24 are put in order again.
  const near = (condition: string) => `
    with nearest as materialized (
      select at, lat, lng from mercator_parks ${condition}
      order by point <-> st_setsrid(st_makepoint($1, $2), 3857) limit 24)
    select at from nearest
    order by st_distancesphere(st_makepoint(lng, lat), st_makepoint($3, $4)) limit 20`
  return {
    name: 'PostGIS geometry (Mercator, 24 in order again), rows as indexed',
    built,
    cpu,
    near: ({ point, country_id }) => {
      const values = [...toMercator(point), point.lng, point.lat]
      return country_id === undefined
        ? numbers(client, 'mercator', near(''), values)
        : numbers(client, 'mercator of a country', near('where country_id = $5::int'), [...values, country_id])
    },
    clusters: async ({ box, zoom }) => {
      const [west, south] = toMercator({ lat: box.south, lng: box.west })
      const [east, north] = toMercator({ lat: box.north, lng: box.east })
      const { rows } = await client.query<{ count: number }>({
        name: 'clusters',
        text: `select count(*)::int as count, avg(lat) as lat, avg(lng) as lng from mercator_parks
          where point && st_makeenvelope($1, $2, $3, $4, 3857)
            and lng between $5 and $6 and lat between $7 and $8
          group by floor(st_x(point) / $9), floor(st_y(point) / $9)`,
        // An eighth of the side of a tile, as in our index.
        values: [
          west,
          south,
          east,
          north,
          box.west,
          box.east,
          box.south,
          box.north,
          (2 * Math.PI * radius_m) / 2 ** (zoom + 3),
        ],
      })
      return rows.reduce((sum, { count }) => sum + count, 0)
    },
    close: () => drop(client, 'mercator_parks'),
  }
}

async function openGeography({ client, cpu }: Connected, order: 'indexed' | 'loaded'): Promise<ParkPeer> {
  const built = await build(client, 'geography_parks', [
    `create unlogged table geography_parks as
      select at, country_id, st_setsrid(st_makepoint(lng, lat), 4326)::geography as point
      from all_parks order by ${order === 'indexed' ? 'st_setsrid(st_makepoint(lng, lat), 4326)' : 'at'}`,
    'create index on geography_parks using gist (point)',
    'create index on geography_parks using gist (country_id, point)',
  ])
  const near = (condition: string) => `
    select at from geography_parks ${condition}
    order by point <-> st_setsrid(st_makepoint($1, $2), 4326)::geography limit 20`
  return {
    name: `PostGIS geography, rows as ${order}`,
    built,
    cpu,
    near: ({ point, country_id }) =>
      country_id === undefined
        ? numbers(client, 'geography', near(''), [point.lng, point.lat])
        : numbers(client, 'geography of a country', near('where country_id = $3::int'), [
            point.lng,
            point.lat,
            country_id,
          ]),
    close: () => drop(client, 'geography_parks'),
  }
}

/** A query for texts with a word of each of these beginnings. */
const toPrefixes = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll(/['\\]/g, '$&$&')}':*`).join(' & ')

async function openText({ client, cpu }: Connected): Promise<ParkPeer> {
  const built = await build(client, 'text_parks', [
    `create unlogged table text_parks as
      select at, country_id, weight, words, array_to_tsvector(string_to_array(words, ' ')) as terms from all_parks`,
    'create index on text_parks using gin (terms)',
    'create index on text_parks using gin (words gin_trgm_ops)',
  ])
  return {
    name: 'PostgreSQL GIN (tsvector with prefixes; pg_trgm for typing errors)',
    built,
    cpu,
    text: async ({ words }) => {
      const { rows } = await client.query<{ count: number }>({
        name: 'text',
        text: 'select count(*)::int as count from text_parks where terms @@ $1::tsquery',
        values: [toPrefixes(words)],
      })
      return rows[0]!.count
    },
    suggest: ({ words, country_id }) =>
      numbers(
        client,
        'suggest',
        `select at from text_parks where terms @@ $1::tsquery and country_id = $2::int
          order by weight desc, at limit 10`,
        [toPrefixes(words), country_id],
      ),
    mistyped: ({ word }) =>
      numbers(
        client,
        'mistyped',
        `select at from text_parks where $1 <% words order by word_similarity($1, words) desc, weight desc, at limit 10`,
        [word],
      ),
    close: () => drop(client, 'text_parks'),
  }
}

const drop = async (client: pg.Client, table: string): Promise<void> => {
  await client.query(`drop table ${table}`)
}
