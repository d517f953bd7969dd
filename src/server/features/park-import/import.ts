import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { findDuplicates, type Duplicate } from './duplicates.ts'
import { fillPlaces } from './place.ts'
import { readParks } from '#server/features/park-import/readers/read-parks.ts'
import { checkRow, type Candidate, type ParkRow, type Refusal } from './row.ts'
import { addMergedAmenities, importVersion, keyOf, mergeParks, writeParks, type WrittenCounts } from './write.ts'

export type ImportReport = WrittenCounts & { refused: { source_id: string; reason: Refusal }[] }

/**
 * Takes car parks in: new ones are listed, known ones (by source and source_id) brought up to date, likely duplicates
 * merged into the park that is listed already, the rest refused with a reason. One transaction: all of it or nothing.
 * Never touches what is not the source's: partner, pools, examples, slugs and codes stay.
 */
export async function importParks(db: Db, candidates: Iterable<Candidate>, now = new Date()): Promise<ImportReport> {
  const report: ImportReport = { taken: 0, changed: 0, unchanged: 0, merged: 0, refused: [] }
  await db.transaction().execute(async (tx) => {
    // Two imports at once could give one slug twice; the second waits.
    await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
    const { single, duplicates } = findDuplicates(await checkAll(tx, [...candidates], report))
    await writeParks(tx, single, now, report)
    await settleDuplicates(tx, duplicates, now, report)
    await addMergedAmenities(tx)
  })
  return report
}

/** Merges; whose park is not there becomes a park of its own, and then those that point to it are merged into it. */
async function settleDuplicates(tx: Tx, all: readonly Duplicate[], now: Date, report: ImportReport): Promise<void> {
  let pending = all
  while (pending.length > 0) {
    const own = await mergeParks(tx, pending, now, report)
    // One that was merged just now may be what another one points to.
    if (own.length < pending.length) {
      pending = own
      continue
    }
    const keys = new Set(own.map(({ row }) => keyOf(row)))
    const roots = own.filter(({ of }) => !keys.has(keyOf(of)))
    const listed = roots.length > 0 ? roots : own
    await writeParks(
      tx,
      listed.map(({ row }) => row),
      now,
      report,
    )
    pending = own.filter((duplicate) => !listed.includes(duplicate))
  }
}

/** The rows in their one form, each source_id once; what is refused goes into the report. */
async function checkAll(tx: Tx, candidates: readonly Candidate[], report: ImportReport): Promise<ParkRow[]> {
  const known = new Set((await tx.selectFrom('sources').select('code').execute()).map(({ code }) => code))
  const given = await fillPlaces(
    tx,
    candidates.map((candidate) => ('row' in candidate ? candidate.row : undefined)),
  )
  const seen = new Set<string>()
  const rows: ParkRow[] = []
  for (const [index, candidate] of candidates.entries()) {
    const checked = 'refusal' in candidate ? candidate : checkRow(given[index])
    const key = 'row' in checked ? `${checked.row.source}:${checked.row.source_id}` : ''
    const refuse = (reason: Refusal) => report.refused.push({ source_id: candidate.source_id, reason })
    if ('refusal' in checked) refuse(checked.refusal)
    else if (!known.has(checked.row.source)) refuse('unknown_source')
    else if (seen.has(key)) refuse('repeated')
    else rows.push(checked.row)
    seen.add(key)
  }
  return rows
}

/** Imports one file in any of the known forms; `source` names the source where the file does not say it. */
export async function importFile(db: Db, path: string, source?: string): Promise<ImportReport> {
  return importParks(db, readParks(await readFile(path), path, source))
}

const shippedFiles = ['CA.ndjson', 'NG.ndjson', 'SN.ndjson', 'US.ndjson']

/** Imports the files that ship with the product, each once for each of its versions. Undefined when none was new. */
export async function importShippedParks(db: Db, folder: string): Promise<ImportReport | undefined> {
  let total: ImportReport | undefined
  for (const name of shippedFiles) {
    const bytes = await readFile(join(folder, name))
    const key = `import_${name}`
    const fingerprint = createHash('sha256').update(String(importVersion)).update(bytes).digest('hex')
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    if (row?.value === fingerprint) continue
    const report = await importParks(db, readParks(bytes, name))
    const value = JSON.stringify(fingerprint)
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
    total = total === undefined ? report : sumOf(total, report)
  }
  return total
}

const sumOf = (a: ImportReport, b: ImportReport): ImportReport => ({
  taken: a.taken + b.taken,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  merged: a.merged + b.merged,
  refused: [...a.refused, ...b.refused],
})
