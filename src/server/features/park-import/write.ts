import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countryIds, type CountryCode } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import type { Duplicate } from './duplicates.ts'
import { factsOf } from './facts.ts'
import { handlesWanted, takeHandles } from './handles.ts'
import type { ParkRow } from './row.ts'
import { writeTariffs } from './write-tariffs.ts'

export type WrittenCounts = { taken: number; changed: number; unchanged: number; merged: number }

/** To be raised when the code here makes other facts of the same rows: then they count as changed. */
export const importVersion = 2

/** Of a row as given: tells whether an import changes anything. */
const fingerprintOf = (row: ParkRow): Buffer =>
  createHash('sha256').update(String(importVersion)).update(JSON.stringify(row)).digest()

const chunk_rows = 1_000
export const keyOf = ({ source, source_id }: { source: string; source_id: string }) => `${source}\0${source_id}`
const hexOf = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

type Known = { key: string; park_id: string; fingerprint: string; isMerged: boolean }

/** The listed and the merged rows among these keys. A merged row stays merged, however it comes in later. */
async function findKnown(tx: Tx, keys: { source: string; source_id: string }[]): Promise<Map<string, Known>> {
  const json = JSON.stringify(keys.map(({ source, source_id }) => ({ source, source_id })))
  const { rows } = await sql<{
    source: string
    source_id: string
    park_id: string
    fingerprint: Uint8Array
    merged: boolean
  }>`
    with wanted as (select * from json_to_recordset(${json}::json) as w (source text, source_id text))
    select source, source_id, id as park_id, fingerprint, false as merged from parks join wanted using (source, source_id)
    union all
    select source, source_id, park_id, fingerprint, true from park_sources join wanted using (source, source_id)`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => [
      keyOf(row),
      { key: keyOf(row), park_id: row.park_id, fingerprint: hexOf(row.fingerprint), isMerged: row.merged },
    ]),
  )
}

/** Lists new parks and brings known ones up to date. */
export async function writeParks(tx: Tx, rows: readonly ParkRow[], now: Date, counts: WrittenCounts): Promise<void> {
  if (rows.length === 0) return
  const states = await tx.selectFrom('states').select(['id', 'code']).execute()
  const stateIds = new Map(states.map(({ id, code }) => [code, id]))
  for (let at = 0; at < rows.length; at += chunk_rows) {
    const part = rows.slice(at, at + chunk_rows)
    const known = await findKnown(tx, part)
    const fresh: ParkRow[] = []
    const changed: { row: ParkRow; id: string }[] = []
    const remerged: Duplicate[] = []
    for (const row of part) {
      const there = known.get(keyOf(row))
      if (there === undefined) fresh.push(row)
      else if (there.fingerprint === hexOf(fingerprintOf(row))) counts.unchanged += 1
      else if (there.isMerged) remerged.push({ row, of: row })
      else changed.push({ row, id: there.park_id })
    }
    const toRecord = (row: ParkRow) => ({
      ...factsOf(row),
      country_id: countryIds[row.country_code as CountryCode],
      state_id: stateIds.get(row.state_code ?? '') ?? null,
      imported_at: now,
      fingerprint: hexOf(fingerprintOf(row)),
    })
    const listed = await insertParks(tx, fresh, toRecord, now)
    await updateParks(
      tx,
      changed.map(({ row, id }) => ({ id, ...toRecord(row) })),
    )
    await mergeParks(tx, remerged, now, counts)
    await writeTariffs(tx, [...listed, ...changed], now)
    counts.taken += fresh.length
    counts.changed += changed.length
  }
}

const sourceColumns = [
  'name',
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
  const titled = rows.map((row) => ({ ...factsOf(row), source: row.source, source_id: row.source_id }))
  const found = await tx
    .selectFrom('park_handles')
    .select('handle')
    .where('handle', '=', sql<string>`any(${[...new Set(titled.flatMap(handlesWanted))]}::text[])`)
    .execute()
  const taken = new Set(found.map(({ handle }) => handle))
  const parks = rows.map((row, index) => ({
    ...toRecord(row),
    id: newId(now.getTime()),
    source: row.source,
    source_id: row.source_id,
    ...takeHandles(titled[index]!, taken),
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

/** Columns in which the demonstration may have filled a gap, by the mark that says so: a gap in the source keeps it. */
const filledColumns: Record<string, string> = {
  opening_hours: 'hours',
  capacity: 'capacity',
  max_height_cm: 'limits',
}

async function updateParks(tx: Tx, parks: readonly object[]): Promise<void> {
  if (parks.length === 0) return
  const assignments = sourceColumns.map((name) => {
    const [to, given, kept] = [sql.ref(name), sql.ref(`given.${name}`), sql.ref(`parks.${name}`)]
    const mark = filledColumns[name]
    if (mark !== undefined)
      return sql`${to} = coalesce(${given}, case when ${mark} = any(parks.examples) then ${kept} end)`
    if (name === 'amenities')
      return sql`amenities = case when 'amenities' = any(parks.examples)
        then array(select distinct a from unnest(${given} || ${kept}) a order by a) else ${given} end`
    return sql`${to} = ${given}`
  })
  await sql`
    update parks set ${sql.join(assignments)}
    from json_populate_recordset(null::parks, ${JSON.stringify(parks)}::json) given
    where parks.id = given.id`.execute(tx)
}

/**
 * Keeps the source of rows that are another park's, and what they add to it. Returns those whose park is not listed, and
 * those that are listed themselves: they stay so, as they may have been booked.
 */
export async function mergeParks(
  tx: Tx,
  duplicates: readonly Duplicate[],
  now: Date,
  counts: WrittenCounts,
): Promise<Duplicate[]> {
  if (duplicates.length === 0) return []
  const known = await findKnown(
    tx,
    duplicates.flatMap(({ row, of }) => [row, of]),
  )
  const own: Duplicate[] = []
  const rows: object[] = []
  for (const duplicate of duplicates) {
    const { row, of } = duplicate
    const there = known.get(keyOf(row))
    const park_id = there?.isMerged === true ? there.park_id : known.get(keyOf(of))?.park_id
    const fingerprint = hexOf(fingerprintOf(row))
    if (there?.isMerged === false || park_id === undefined) own.push(duplicate)
    else if (there?.fingerprint === fingerprint) counts.unchanged += 1
    else {
      const { amenities, observed_at } = factsOf(row)
      rows.push({
        source: row.source,
        source_id: row.source_id,
        park_id,
        // Hours of a charger are not those of the park.
        amenities: amenities.filter((amenity) => amenity !== 'open_24h'),
        observed_at,
        imported_at: now,
        fingerprint,
      })
      if (there === undefined) counts.merged += 1
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
  return own
}

/** Adds to each park what its merged rows say there is; to be done after every change of parks. */
export async function addMergedAmenities(tx: Tx): Promise<void> {
  await sql`
    update parks set amenities = array(select distinct a from unnest(parks.amenities || added.amenities) a order by a)
    from (select park_id, array_agg(distinct amenity) as amenities
      from park_sources, unnest(park_sources.amenities) amenity group by park_id) added
    where parks.id = added.park_id and not parks.amenities @> added.amenities`.execute(tx)
}
