import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { countryCodes, countryIds } from '#contract/geography.ts'
import { correctHours } from '#contract/parks/week-hours.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import { applyOverrides, showImported } from '#server/features/parks/manage/overrides.ts'
import { indexCities } from '#server/features/places/seed-nearest.ts'
import { findDuplicates, type Duplicate } from './duplicates.ts'
import { readParks } from './readers/read-parks.ts'
import { checkRow, type Candidate, type ParkRow, type Refusal } from './row.ts'
import { addMergedAmenities, importVersion, toKey, mergeParks, writeParks, type WrittenCounts } from './write.ts'

export type ImportReport = WrittenCounts & {
  refused: { source_id: string; reason: Refusal }[]
  /** Rows whose hours past midnight are cut by the next day's rule, with the hours that are probably meant. */
  cut: { source_id: string; hours: string; meant: string }[]
}

/**
 * Imports car parks in one transaction: adds new ones, updates those with the same source and source_id, merges likely
 * duplicates and refuses the rest with a reason. Partner, pools, example facts, slugs and codes are never changed.
 */
export async function importParks(db: Db, candidates: Iterable<Candidate>, now = new Date()): Promise<ImportReport> {
  const rows = [...candidates]
  return transact(db, async (tx) => {
    const report: ImportReport = { added: 0, changed: 0, unchanged: 0, merged: 0, refused: [], cut: [] }
    // Serializes imports: concurrent ones could assign the same slug.
    await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
    await showImported(tx)
    const { single, duplicates } = findDuplicates(await checkAll(tx, rows, report))
    await writeParks(tx, single, now, report)
    await importDuplicates(tx, duplicates, now, report)
    await addMergedAmenities(tx)
    await applyOverrides(tx)
    return report
  })
}

/**
 * Merges duplicates into their parks. One whose park does not exist becomes a park, into which others can be merged.
 */
async function importDuplicates(
  tx: Tx,
  duplicates: readonly Duplicate[],
  now: Date,
  report: ImportReport,
): Promise<void> {
  let pending = duplicates
  while (pending.length > 0) {
    const unmerged = await mergeParks(tx, pending, now, report)
    // A row merged just now may be the target of another one.
    if (unmerged.length < pending.length) {
      pending = unmerged
      continue
    }
    const keys = new Set(unmerged.map(({ row }) => toKey(row)))
    const roots = unmerged.filter(({ of }) => !keys.has(toKey(of)))
    const added = roots.length > 0 ? roots : unmerged
    await writeParks(
      tx,
      added.map(({ row }) => row),
      now,
      report,
    )
    pending = unmerged.filter((duplicate) => !added.includes(duplicate))
  }
}

/** Returns the valid rows, each source_id once, and adds the refused ones to the report. */
async function checkAll(tx: Tx, candidates: readonly Candidate[], report: ImportReport): Promise<ParkRow[]> {
  const served = new Set((await tx.selectFrom('countries').select('code').execute()).map(({ code }) => code))
  const sources = new Set((await tx.selectFrom('sources').select('code').execute()).map(({ code }) => code))
  const filledRows = await fillPlaces(
    tx,
    candidates.map((candidate) => ('row' in candidate ? candidate.row : undefined)),
  )
  const seen = new Set<string>()
  const rows: ParkRow[] = []
  for (const [index, candidate] of candidates.entries()) {
    const checked = 'refusal' in candidate ? candidate : checkRow(filledRows[index])
    const key = 'row' in checked ? `${checked.row.source}:${checked.row.source_id}` : ''
    const refuse = (reason: Refusal) => report.refused.push({ source_id: candidate.source_id, reason })
    if ('refusal' in checked) refuse(checked.refusal)
    else if (!served.has(checked.row.country_code!)) refuse('unknown_country')
    else if (!sources.has(checked.row.source)) refuse('unknown_source')
    else if (seen.has(key)) refuse('repeated')
    else {
      rows.push(checked.row)
      const hours = checked.row.opening_hours
      const meant = hours === null ? undefined : correctHours(hours)
      if (hours !== null && meant !== undefined) report.cut.push({ source_id: candidate.source_id, hours, meant })
    }
    seen.add(key)
  }
  return rows
}

const shippedFolder = fileURLToPath(new URL('../../../../data/parks/', import.meta.url))
const shippedFiles = ['CA.ndjson', 'NG.ndjson', 'SN.ndjson', 'US.ndjson']

/**
 * Imports the shipped files of these countries that changed since their last import. Returns undefined if none did.
 */
export async function importShippedParks(
  db: Db,
  folder = shippedFolder,
  countries: readonly CountryCode[] = countryCodes,
): Promise<ImportReport | undefined> {
  let total: ImportReport | undefined
  for (const name of shippedFiles.filter((file) => countries.some((code) => file === `${code}.ndjson`))) {
    const bytes = await readFile(join(folder, name))
    const key = `import_${name}`
    const fingerprint = createHash('sha256').update(String(importVersion)).update(bytes).digest('hex')
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    if (row?.value === fingerprint) continue
    const report = await importParks(db, await readParks(bytes, name))
    const value = JSON.stringify(fingerprint)
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    total = total === undefined ? report : addReports(total, report)
  }
  return total
}

const addReports = (a: ImportReport, b: ImportReport): ImportReport => ({
  added: a.added + b.added,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  merged: a.merged + b.merged,
  refused: [...a.refused, ...b.refused],
  cut: [...a.cut, ...b.cut],
})

const placeFields = ['city', 'state_code', 'country_code'] as const
type RowWithPosition = { lat: number; lng: number; derived?: unknown } & Record<string, unknown>

function hasPosition(row: unknown): row is RowWithPosition {
  if (typeof row !== 'object' || row === null || !('lat' in row) || !('lng' in row)) return false
  return typeof row.lat === 'number' && typeof row.lng === 'number'
}

const listMissingFields = (row: RowWithPosition) =>
  placeFields.filter((field) => row[field] === undefined || row[field] === null || row[field] === '')

/** Fills in missing city, state and country from the nearest city, and lists the filled fields in `derived`. */
async function fillPlaces(tx: Tx, rows: readonly unknown[]): Promise<unknown[]> {
  if (!rows.some((row) => hasPosition(row) && listMissingFields(row).length > 0)) return [...rows]
  const codes = new Map(Object.entries(countryIds).map(([code, id]) => [id as number, code as CountryCode]))
  const cityRows = await tx
    .selectFrom('places')
    .innerJoin('states', 'states.id', 'places.state_id')
    .select(['places.name', 'lat', 'lng', 'population', 'places.country_id', 'states.code as state_code'])
    .where('kind', '=', 'city')
    .execute()
  const cities = indexCities(
    cityRows.map(({ country_id, population, ...city }) => ({
      ...city,
      country_code: codes.get(country_id)!,
      population: population ?? 0,
    })),
  )
  return rows.map((row) => {
    if (!hasPosition(row)) return row
    const missing = listMissingFields(row)
    const [nearest, around] = missing.length === 0 ? [] : [cities.nearest(row), cities.around(row)]
    if (nearest === undefined || around === undefined) return row
    const place = { city: around.name, state_code: nearest.state_code, country_code: nearest.country_code }
    const derived = Array.isArray(row.derived) ? (row.derived as unknown[]) : []
    return {
      ...row,
      ...Object.fromEntries(missing.map((field) => [field, place[field]])),
      derived: [...new Set([...derived, ...missing])],
    }
  })
}
