import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listBookings } from '#contract/bookings/bookings.ts'
import { listParks } from '#contract/parks/parks.ts'
import { listCountries } from '#contract/places/places.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { openServer, type Database } from '#server/database/connect.ts'
import { CountriesMismatch } from '#server/database/errors.ts'
import { newCode } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrate.ts'
import { jobsOf } from '#server/features.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import { importParks } from '#server/features/park-import/import.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { expectConsistentDatabase } from '#test/kits/consistency.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

/* Two countries as cells: each in a schema of its own of one database, which is what a distributed engine moves. */

const name = `cells_${newCode(12).toLowerCase()}`
const addressOf = (schema?: string) => {
  const url = inject('server_url').replace(/postgres$/, name)
  return schema === undefined ? url : `${url}?options=-csearch_path%3D${schema}%2Cpublic`
}

async function execAsRoot(statement: string): Promise<void> {
  const root = await openServer(inject('server_url'), 1)
  await root.exec(statement)
  await root.close()
}

interface Cell {
  schema: string
  world: World
}

async function createCell(schema: string, country: CountryCode): Promise<Cell> {
  const database = await openServer(addressOf(schema), 4, { work: 'requests' })
  await database.exec(`create schema ${schema}`)
  await migrate(database)
  await seedReference(database.db, { places: false, countries: [country] })
  return { schema, world: await createWorld({ database, settings: { COUNTRIES: country } }) }
}

let cells: Record<'ca' | 'sn', Cell>
let neutral: Database
beforeAll(async () => {
  await execAsRoot(`create database ${name}`)
  neutral = await openServer(addressOf(), 1)
  cells = { ca: await createCell('ca', 'CA'), sn: await createCell('sn', 'SN') }
})
afterAll(async () => {
  await neutral.close()
  for (const { world } of Object.values(cells)) await world.close()
  await execAsRoot(`drop database ${name} with (force)`)
})

const bookIn = async ({ world }: Cell, country_code: 'CA' | 'SN'): Promise<Driver> => {
  const driver = await world.buildDriver({ country_code, balance_minor: 1_000_000n })
  await buildPaidBooking(world, driver, await world.buildPark({ country_code }), 4, 4)
  return driver
}

test('each cell has its tables, and extensions are in public', async () => {
  const { rows } = await sql<{ schema: string; tables: number }>`
    select relnamespace::regnamespace::text as schema, count(*)::int as tables from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('ca', 'sn', 'public') group by 1 order by 1`.execute(
    neutral.db,
  )
  expect(rows.map(({ schema }) => schema)).toEqual(['ca', 'sn'])
  expect(rows[0]!.tables).toBeGreaterThan(150)
  expect(rows[1]!.tables).toBe(rows[0]!.tables)
})

test('serves bookings and money that the other cell does not see', async () => {
  const [canadian, senegalese] = [await bookIn(cells.ca, 'CA'), await bookIn(cells.sn, 'SN')]
  for (const { world } of Object.values(cells)) {
    const { rows } = await sql<{ bookings: number; currencies: string }>`
      select (select count(*)::int from bookings) as bookings,
        (select string_agg(distinct currency, ' ') from ledger_entries) as currencies`.execute(world.db)
    expect(rows).toEqual([{ bookings: 1, currencies: world === cells.ca.world ? 'CAD' : 'XOF' }])
    await expectConsistentDatabase(world.db)
    await world.expectBalancedLedger()
  }
  // An account belongs to its cell.
  const askAs = async ({ world }: Cell, { token }: Driver) => (await world.call(listBookings, { token })).status
  expect(await askAs(cells.ca, canadian)).toBe(200)
  expect(await askAs(cells.ca, senegalese)).toBe(401)
  expect(await askAs(cells.sn, canadian)).toBe(401)
})

test('offers its own country alone', async () => {
  const { world } = cells.ca
  await world.buildPark({ name: 'Own' })
  expect((await world.call(listCountries)).body.map(({ code }) => code)).toEqual(['CA'])
  expect((await world.call(listParks, { query: { country: 'CA' } })).body.items.map((park) => park.name)).toContain(
    'Own',
  )
  expect((await world.call(listParks, { query: { country: 'SN' } })).status).toBe(422)
  const choose = async (code: string) => (await world.app.inject(`/choose-country?country=${code}`)).statusCode
  expect([await choose('CA'), await choose('SN')]).toEqual([303, 404])
  const sitemap = (await world.app.inject('/sitemaps/pages.xml')).body
  expect(sitemap).toContain('country=CA')
  expect(sitemap).not.toContain('country=SN')
  await expect(world.buildDriver({ country_code: 'SN' })).rejects.toThrow('users_country_id_fkey')
})

test('runs every job, those of the demo and its reset too', async () => {
  const { deps } = cells.sn.world
  const config = { ...deps.config, demo: true, SHIPPED_DATA: true, EXAMPLE_ORDERS: true }
  const failures: string[] = []
  for (const { name, run } of jobsOf(config))
    await run({ ...deps, config }).catch((error: Error) => failures.push(`${name}: ${error.message}`))
  expect(failures).toEqual([])
  await resetDemo({ ...deps, config })
})

test('imports car parks of its own country alone', async () => {
  const row = (country_code: string, lat: number, lng: number) => ({
    source_id: country_code,
    row: { source: 'test', source_id: country_code, name: country_code, kind: 'surface', country_code, lat, lng },
  })
  const report = await importParks(cells.ca.world.db, [row('CA', 43.6, -79.4), row('SN', 14.7, -17.4)])
  expect(report).toMatchObject({ added: 1, refused: [{ source_id: 'SN', reason: 'unknown_country' }] })
})

test('functions of a cell find its tables, whatever path a connection has', async () => {
  const { world } = cells.ca
  const park = await world.buildPark({ name: 'From elsewhere' })
  await neutral.exec(`update ca.parks set name = 'Changed from elsewhere' where id = '${park.id}'`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from index_changes where park_id = ${park.id}`.execute(world.db)
  expect(rows[0]!.count).toBeGreaterThan(0)
  await expect(
    neutral.exec(`with t as (select id from ca.ledger_transfers limit 1)
      insert into ca.ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
      select t.id, a.id, 'CAD', 5, now() from t, ca.ledger_accounts a limit 1`),
  ).rejects.toThrow('is not balanced')
})

test('every function of a cell works in its schema', async () => {
  const { rows } = await sql<{ name: string; path: string }>`
    select p.proname as name, c as path from pg_proc p cross join lateral unnest(p.proconfig) c
    where p.pronamespace = 'ca'::regnamespace and c like 'search\\_path=%' and c <> 'search_path=ca, public'`.execute(
    neutral.db,
  )
  expect(rows).toEqual([])
})

test('limits of connections stay beside the path of a cell', async () => {
  const { rows } = await sql<{ path: string; limit: string }>`
    select current_setting('search_path') as path, current_setting('statement_timeout') as limit`.execute(
    cells.ca.world.db,
  )
  expect(rows).toEqual([{ path: 'ca,public', limit: '20s' }])
})

test('refuses a database of another country, and a schema that is missing', async () => {
  await expect(seedReference(cells.ca.world.db, { places: false, countries: ['SN'] })).rejects.toThrow(
    CountriesMismatch,
  )
  const nowhere = await openServer(addressOf('us'), 1)
  await expect(migrate(nowhere)).rejects.toThrow('create schema us')
  await nowhere.close()
})
