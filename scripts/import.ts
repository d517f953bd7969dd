/**
 * Imports car parks: `npm run import -- FILE [--source CODE]`. Supported formats: NDJSON as in data/parks (also gzipped),
 * Toronto's Green P JSON, prkng's CSV, the Alternative Fuels Data Center's CSV, GeoJSON of OpenStreetMap. Can be run
 * again. The embedded database must not be in use by a running server.
 */
import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { DatabaseInUse } from '#server/database/lock.ts'
import { openDatabase } from '#server/database/open.ts'
import { importFile, type ImportReport } from '#server/features/park-import/import.ts'
import { UnreadableFile } from '#server/features/park-import/readers/read-parks.ts'
import { refusals, type Refusal } from '#server/features/park-import/row.ts'
import { seedReference } from '#server/features/places/seed.ts'

const usage = 'Usage: npm run import -- FILE [--source CODE] [--all-refusals]'
const maxListed = 20

function print(report: ImportReport, all: boolean): void {
  console.info(
    `${report.added} added, ${report.changed} updated, ${report.unchanged} unchanged, ` +
      `${report.merged} merged into existing car parks, ${report.refused.length} rejected.`,
  )
  const reasons = Map.groupBy(report.refused, ({ reason }) => reason)
  for (const [reason, rows] of [...reasons].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.info(`  ${rows.length} rejected: ${refusals[reason satisfies Refusal]}:`)
    const listed = all ? rows : rows.slice(0, maxListed)
    console.info(
      `    ${listed.map(({ source_id }) => source_id).join(', ')}${listed.length < rows.length ? ', …' : ''}`,
    )
  }
}

async function run(config: Config): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { source: { type: 'string' }, 'all-refusals': { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    console.error(usage)
    return 1
  }
  // Checked before the database is opened or created, so that a mistyped name fails immediately.
  await access(file)
  const database = await openDatabase(config)
  try {
    await seedReference(database.db)
    print(await importFile(database.db, file, values.source), values['all-refusals'])
    return 0
  } finally {
    await database.close()
  }
}

const isMissing = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

try {
  process.exitCode = await run(readConfig(process.env))
} catch (error) {
  if (error instanceof ConfigError) console.error(`Invalid settings:\n${error.message}`)
  else if (error instanceof DatabaseInUse || error instanceof UnreadableFile) console.error(error.message)
  else if (error instanceof TypeError && 'code' in error) console.error(`${error.message}\n${usage}`)
  else if (isMissing(error)) console.error(`File not found: ${error.path ?? error.message}`)
  else throw error
  process.exitCode = 1
}
