import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countryIds } from '#contract/geography.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { manyParks, noteAllParks } from '#server/features/parks/many-parks.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import type { Duplicate } from './duplicates.ts'
import { toFacts, type ParkFacts } from './facts.ts'
import { assignHandles, listCandidateHandles } from './handles.ts'
import type { ParkRow } from './row.ts'
import { findSurroundings, type UnnamedPark } from './surroundings.ts'
import { writeTariffs } from './write-tariffs.ts'

export interface WrittenCounts {
  added: number
  changed: number
  unchanged: number
  merged: number
}

/** Raise when the conversion of rows to facts changes, so that unchanged rows are imported again. */
export const importVersion = 6

/** Hash of a row and the import version, to detect changes. */
const calculateFingerprint = (row: ParkRow): Buffer =>
  createHash('sha256').update(String(importVersion)).update(JSON.stringify(row)).digest()

const batchSize = 1_000
export const toKey = ({ source, source_id }: { source: string; source_id: string }) => `${source}\0${source_id}`
const toHex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

interface ExistingRow {
  key: string
  park_id: string
  fingerprint: string
  isMerged: boolean
}

/** Finds the parks and the merged rows with these keys. A merged row stays merged in later imports. */
async function findExisting(tx: Tx, keys: { source: string; source_id: string }[]): Promise<Map<string, ExistingRow>> {
  const json = JSON.stringify(keys.map(({ source, source_id }) => ({ source, source_id })))
  const { rows } = await sql<{
    source: string
    source_id: string
    park_id: string
    fingerprint: Uint8Array
    merged: boolean
  }>`
    with requested as (select * from json_to_recordset(${json}::json) as w (source text, source_id text))
    select source, source_id, id as park_id, fingerprint, false as merged from parks join requested using (source, source_id)
    union all
    select source, source_id, park_id, fingerprint, true from park_sources join requested using (source, source_id)`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => [
      toKey(row),
      { key: toKey(row), park_id: row.park_id, fingerprint: toHex(row.fingerprint), isMerged: row.merged },
    ]),
  )
}

/** Adds new parks and updates existing ones whose rows changed. */
export async function writeParks(tx: Tx, rows: readonly ParkRow[], now: Date, counts: WrittenCounts): Promise<void> {
  if (rows.length === 0) return
  const states = await tx.selectFrom('states').select(['id', 'code']).execute()
  const stateIds = new Map(states.map(({ id, code }) => [code, id]))
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize)
    const existing = await findExisting(tx, batch)
    const added: ParkRow[] = []
    const changed: { row: ParkRow; id: string }[] = []
    const remerged: Duplicate[] = []
    for (const row of batch) {
      const current = existing.get(toKey(row))
      if (current === undefined) added.push(row)
      else if (current.fingerprint === toHex(calculateFingerprint(row))) counts.unchanged += 1
      else if (current.isMerged) remerged.push({ row, of: row })
      else changed.push({ row, id: current.park_id })
    }
    const surroundings = await findSurroundings(tx, listUnnamed([...added, ...changed.map(({ row }) => row)]))
    const toRecord = (row: ParkRow) => ({
      ...withSurroundings(toFacts(row), surroundings.get(toKey(row))),
      country_id: countryIds[row.country_code as CountryCode],
      state_id: stateIds.get(row.state_code ?? '') ?? null,
      imported_at: now,
      fingerprint: toHex(calculateFingerprint(row)),
    })
    if (added.length + changed.length > manyParks) await noteAllParks(tx)
    const inserted = await insertParks(tx, added, toRecord, now)
    await updateParks(
      tx,
      changed.map(({ row, id }) => ({ id, ...toRecord(row) })),
    )
    await mergeParks(tx, remerged, now, counts)
    await writeTariffs(tx, [...inserted, ...changed], now)
    counts.added += added.length
    counts.changed += changed.length
  }
}

const listUnnamed = (rows: readonly ParkRow[]): UnnamedPark[] =>
  rows.flatMap((row) => {
    const { name, address, city, lat, lng } = toFacts(row)
    return name === null && address === null
      ? [{ key: toKey(row), city, lat, lng, country_code: row.country_code ?? '' }]
      : []
  })

/** Drivers also find an unnamed park by what it is called after. */
const withSurroundings = (facts: ParkFacts, near: ParkNear | undefined) => ({
  ...facts,
  near: near ?? null,
  folded: near === undefined ? facts.folded : `${normalizeText(near.name)} ${facts.folded}`,
})

const sourceColumns = [
  'name',
  'near',
  'kind',
  'uses',
  'country_id',
  'state_id',
  'city',
  'address',
  'lat',
  'lng',
  'timezone',
  'opening_hours',
  'access',
  'fee',
  'operator',
  'amenities',
  'accessible_bays',
  'max_height_cm',
  'capacity',
  'capacity_is_estimate',
  'area_m2',
  'rates_text',
  'rates_parsed',
  'rates_currency',
  'derived',
  'possible_duplicate_of',
  'observed_at',
  'imported_at',
  'fingerprint',
  'folded',
]

async function insertParks(
  tx: Tx,
  rows: readonly ParkRow[],
  toRecord: (row: ParkRow) => object,
  now: Date,
): Promise<{ row: ParkRow; id: string }[]> {
  if (rows.length === 0) return []
  const facts = rows.map((row) => ({ ...toFacts(row), source: row.source, source_id: row.source_id }))
  const found = await tx
    .selectFrom('park_handles')
    .select('handle')
    .where('handle', '=', sql<string>`any(${[...new Set(facts.flatMap(listCandidateHandles))]}::text[])`)
    .execute()
  const taken = new Set(found.map(({ handle }) => handle))
  const parks = rows.map((row, index) => ({
    ...toRecord(row),
    id: newId(now.getTime()),
    source: row.source,
    source_id: row.source_id,
    ...assignHandles(facts[index]!, taken),
  }))
  const columns = sql.join(
    ['id', 'source', 'source_id', 'slug', 'park_code', ...sourceColumns].map((name) => sql.ref(name)),
  )
  await sql`
    insert into parks (${columns})
    select ${columns} from json_populate_recordset(null::parks, ${JSON.stringify(parks)}::json)`.execute(tx)
  await tx
    .insertInto('park_handles')
    .values(
      parks.flatMap(({ id, slug, park_code }) => [
        { handle: slug, park_id: id },
        { handle: park_code.toLowerCase(), park_id: id },
      ]),
    )
    .execute()
  return rows.map((row, index) => ({ row, id: parks[index]!.id }))
}

/**
 * Columns that the demo overlay may have filled, with their mark in `examples`; they are kept if the source has no
 * value.
 */
const overlayColumns: Record<string, string> = {
  opening_hours: 'hours',
  capacity: 'capacity',
  max_height_cm: 'limits',
}

async function updateParks(tx: Tx, parks: readonly object[]): Promise<void> {
  if (parks.length === 0) return
  const assignments = sourceColumns.map((name) => {
    const [column, imported, current] = [sql.ref(name), sql.ref(`imported.${name}`), sql.ref(`parks.${name}`)]
    const mark = overlayColumns[name]
    if (mark !== undefined)
      return sql`${column} = coalesce(${imported}, case when ${mark} = any(parks.examples) then ${current} end)`
    if (name === 'amenities')
      return sql`amenities = case when 'amenities' = any(parks.examples)
        then array(select distinct a from unnest(${imported} || ${current}) a order by a) else ${imported} end`
    return sql`${column} = ${imported}`
  })
  await sql`
    update parks set ${sql.join(assignments)}
    from json_populate_recordset(null::parks, ${JSON.stringify(parks)}::json) imported
    where parks.id = imported.id`.execute(tx)
}

/**
 * Records duplicates as further sources of their parks. Returns those that were not merged: their park does not exist,
 * or they are parks themselves, which must stay because they may have bookings.
 */
export async function mergeParks(
  tx: Tx,
  duplicates: readonly Duplicate[],
  now: Date,
  counts: WrittenCounts,
): Promise<Duplicate[]> {
  if (duplicates.length === 0) return []
  const existing = await findExisting(
    tx,
    duplicates.flatMap(({ row, of }) => [row, of]),
  )
  const unmerged: Duplicate[] = []
  const rows: object[] = []
  for (const duplicate of duplicates) {
    const { row, of } = duplicate
    const current = existing.get(toKey(row))
    const park_id = current?.isMerged === true ? current.park_id : existing.get(toKey(of))?.park_id
    const fingerprint = toHex(calculateFingerprint(row))
    if (current?.isMerged === false || park_id === undefined) unmerged.push(duplicate)
    else if (current?.fingerprint === fingerprint) counts.unchanged += 1
    else {
      const { amenities, observed_at } = toFacts(row)
      rows.push({
        source: row.source,
        source_id: row.source_id,
        park_id,
        // A charger's opening hours are not those of the park.
        amenities: amenities.filter((amenity) => amenity !== 'open_24h'),
        observed_at,
        imported_at: now,
        fingerprint,
      })
      if (current === undefined) counts.merged += 1
      else counts.changed += 1
    }
  }
  await sql`
    insert into park_sources (source, source_id, park_id, amenities, observed_at, imported_at, fingerprint)
    select source, source_id, park_id, amenities, observed_at, imported_at, fingerprint
    from json_populate_recordset(null::park_sources, ${JSON.stringify(rows)}::json)
    on conflict (source, source_id) do update set amenities = excluded.amenities,
      observed_at = excluded.observed_at, imported_at = excluded.imported_at,
      fingerprint = excluded.fingerprint`.execute(tx)
  return unmerged
}

/** Adds the amenities of merged rows to their parks. Must run after every update of parks. */
export async function addMergedAmenities(tx: Tx): Promise<void> {
  await sql`
    update parks set amenities = array(select distinct a from unnest(parks.amenities || added.amenities) a order by a)
    from (select park_id, array_agg(distinct amenity) as amenities
      from park_sources, unnest(park_sources.amenities) amenity group by park_id) added
    where parks.id = added.park_id and not parks.amenities @> added.amenities`.execute(tx)
}
