import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { CountriesMismatch } from '#server/database/errors.ts'
import { transact } from '#server/database/transact.ts'
import { fees as allFees, storedValue } from './platform-fees.ts'
import { countries as allCountries, numberStates, vehicleTypes, type ListedState } from './seed-countries.ts'
import { placeRows, type PlaceFiles } from './seed-places.ts'
import { addSlugs } from './seed-slugs.ts'

const folder = new URL('../../../../data/', import.meta.url)
const cityFiles = ['cities_NG', 'cities_CA', 'cities_SN', 'cities_US']
const siteFiles = ['airports', 'stations', 'stadiums', 'pois_NG_SN']
const destinationFiles = ['landmarks', 'venues', 'neighbourhoods']
const figureFiles = ['places/airports_importance.json', 'places/airport_names.json', 'places/downtowns.json']

/** Increase when this code creates other rows from the same files. */
const version = 6

interface SourceEntry {
  title: string
  licence: string
  attribution: string
  url?: string
  note?: string
}

/**
 * Loads the countries that are served (by default all), their states, fees and (by default) places, vehicle types and park
 * sources into the database. Skips unchanged data: a second call only reads the files and one row. Throws CountriesMismatch
 * where the database serves another country too.
 */
export async function seedReference(
  db: Db,
  options: { places?: boolean; countries?: readonly CountryCode[] } = {},
): Promise<void> {
  const codes = options.countries ?? countryCodes
  await requireCountries(db, codes)
  const small = await readAll(['places/states.json', 'parks/sources.json'])
  const countries = allCountries.filter(({ code }) => codes.includes(code as CountryCode))
  const ids = new Set(countries.map(({ id }) => id as number))
  const tables = { countries, vehicleTypes, fees: allFees.filter(({ country_id }) => ids.has(country_id)) }
  await once(db, 'seed_reference', fingerprintOf([JSON.stringify(tables), ...small.values()]), async (tx) => {
    // Numbers are those of all countries, wherever they are served.
    const states = numberStates(JSON.parse(small.get('places/states.json')!) as ListedState[]).filter(
      ({ country_id }) => ids.has(country_id),
    )
    const sources = JSON.parse(small.get('parks/sources.json')!) as Record<string, SourceEntry>
    await writeReference(tx, tables, states, sources)
  })
  if (options.places === false) return
  const names = [...cityFiles, ...siteFiles, ...destinationFiles].map((name) => `places/${name}.ndjson`)
  const texts = await readAll([...names, ...figureFiles])
  await once(
    db,
    'seed_places',
    fingerprintOf([...(ids.size < allCountries.length ? codes : []), ...small.values(), ...texts.values()]),
    async (tx) => {
      const lines = (name: string): never[] =>
        texts
          .get(`places/${name}.ndjson`)!
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as never)
      const files: PlaceFiles = {
        cities: cityFiles.flatMap(lines),
        airports: lines('airports'),
        stations: lines('stations'),
        stadiums: lines('stadiums'),
        pois: lines('pois_NG_SN'),
        destinations: destinationFiles.flatMap(lines),
        airportNames: JSON.parse(texts.get('places/airport_names.json')!) as PlaceFiles['airportNames'],
        airportImportance: JSON.parse(texts.get('places/airports_importance.json')!) as PlaceFiles['airportImportance'],
        downtowns: JSON.parse(texts.get('places/downtowns.json')!) as PlaceFiles['downtowns'],
      }
      await writePlaces(tx, files, ids)
    },
  )
}

async function requireCountries(db: Db, codes: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('countries').select('code').where('code', 'not in', codes).orderBy('id').execute()
  if (rows.length > 0)
    throw new CountriesMismatch(
      `The database serves ${rows.map(({ code }) => code).join(', ')} too, which COUNTRIES does not name. A cell has a database or schema of its own.`,
    )
}

async function readAll(names: string[]): Promise<Map<string, string>> {
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return new Map(names.map((name, index) => [name, texts[index]!]))
}

function fingerprintOf(texts: string[]): string {
  const hash = createHash('sha256').update(String(version))
  for (const text of texts) hash.update('\0').update(text)
  return hash.digest('hex')
}

/** Runs `work` in a transaction unless the setting `key` has this fingerprint. Concurrent processes wait. */
async function once(db: Db, key: string, fingerprint: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const isDone = async (on: Db | Tx) => {
    const row = await on.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    return row?.value === fingerprint
  }
  if (await isDone(db)) return
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(727275)`.execute(tx)
    if (await isDone(tx)) return
    await work(tx)
    const value = JSON.stringify(fingerprint)
    await tx
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })
}

async function writeReference(
  tx: Tx,
  { countries, fees }: { countries: readonly object[]; fees: typeof allFees },
  states: ReturnType<typeof numberStates>,
  sources: Record<string, SourceEntry>,
): Promise<void> {
  const stateIds = new Map(states.map(({ id, code }) => [code, id]))
  await sql`
    insert into countries select * from json_populate_recordset(null::countries, ${JSON.stringify(countries)}::json)
    on conflict (id) do update set code = excluded.code, name = excluded.name, name_fr = excluded.name_fr,
      currency = excluded.currency, languages = excluded.languages`.execute(tx)
  await sql`
    insert into states select * from json_populate_recordset(null::states, ${JSON.stringify(states)}::json)
    on conflict (id) do update set country_id = excluded.country_id, code = excluded.code, name = excluded.name,
      name_fr = excluded.name_fr`.execute(tx)
  await sql`
    insert into vehicle_types
    select * from json_populate_recordset(null::vehicle_types, ${JSON.stringify(vehicleTypes)}::json)
    on conflict (id) do update set name = excluded.name, name_fr = excluded.name_fr,
      vehicle_class = excluded.vehicle_class, length_cm = excluded.length_cm, height_cm = excluded.height_cm,
      width_cm = excluded.width_cm`.execute(tx)
  const sourceRows = Object.entries(sources).map(([code, { title, licence, attribution, url }]) => ({
    code,
    title,
    licence,
    attribution,
    // A source combined from several places is represented by the first.
    url: url?.split(' ; ')[0] ?? null,
  }))
  await sql`
    insert into sources select * from json_populate_recordset(null::sources, ${JSON.stringify(sourceRows)}::json)
    on conflict (code) do update set title = excluded.title, licence = excluded.licence,
      attribution = excluded.attribution, url = excluded.url`.execute(tx)
  const feeRows = fees.map(({ state_code, rate, ...fee }) => ({
    ...fee,
    state_id: state_code === null ? null : stateIds.get(state_code)!,
    value: storedValue({ kind: fee.kind, rate }),
  }))
  await tx.deleteFrom('fees').execute()
  await sql`insert into fees select * from json_populate_recordset(null::fees, ${JSON.stringify(feeRows)}::json)`.execute(
    tx,
  )
}

/** Rows per statement: a few megabytes of JSON, which fit the embedded engine's memory. */
const chunk = 10_000

async function writePlaces(tx: Tx, files: PlaceFiles, country_ids: ReadonlySet<number>): Promise<void> {
  const states = await tx.selectFrom('states').select(['id', 'code']).execute()
  const stateIds = new Map(states.map(({ id, code }) => [code, id]))
  const places = addSlugs(placeRows(files)).filter(({ country_id }) => country_ids.has(country_id))
  const rows = places.map(({ state_code, ...row }) => ({
    ...row,
    state_id: state_code === null ? null : (stateIds.get(state_code) ?? null),
  }))
  await tx.deleteFrom('places').execute()
  for (let at = 0; at < rows.length; at += chunk) {
    const json = JSON.stringify(rows.slice(at, at + chunk))
    await sql`insert into places select * from json_populate_recordset(null::places, ${json}::json)`.execute(tx)
  }
}
