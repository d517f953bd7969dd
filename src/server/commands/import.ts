import { parseArgs } from 'node:util'
import { importParks, type ImportReport } from '#server/features/park-import/import.ts'
import { readParks, UnreadableFile } from '#server/features/park-import/readers/read-parks.ts'
import { refusals, type Refusal } from '#server/features/park-import/row.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { CommandError, readOptions, type Command } from './command.ts'

const usage = 'Usage: npm run import -- FILE [--source CODE] [--all-refusals]'
const maxListed = 20

/**
 * `npm run import -- FILE [--source CODE] [--all-refusals]`: imports car parks from NDJSON as in data/parks (also gzipped),
 * Toronto's Green P JSON, prkng's CSV, the Alternative Fuels Data Center's CSV or GeoJSON of OpenStreetMap. Safe to repeat.
 */
export const importCommand: Command = {
  creates_database: true,
  runs_alone: true,
  readWords: (words) => readWords(words).path,
  run: async ({ db, clock, config }, words, file) => {
    const { path, source, lists_all } = readWords(words)
    // A database in use is left to its servers, which may be of another version.
    const seeded = await db.selectFrom('settings').select('key').where('key', '=', 'seed_reference').executeTakeFirst()
    if (seeded === undefined) await seedReference(db, { places: config.SHIPPED_DATA })
    const report = await importParks(db, await readFile(file, path, source), clock())
    return { exit_code: 0, output: formatReport(report, lists_all), error: '' }
  },
}

function readWords(words: readonly string[]): { path: string; source: string | undefined; lists_all: boolean } {
  const { values, positionals } = readOptions(usage, () =>
    parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { source: { type: 'string' }, 'all-refusals': { type: 'boolean', default: false } },
    }),
  )
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new CommandError(usage)
  return { path, source: values.source, lists_all: values['all-refusals'] }
}

async function readFile(file: Buffer, path: string, source: string | undefined): ReturnType<typeof readParks> {
  try {
    return await readParks(file, path, source)
  } catch (error) {
    throw error instanceof UnreadableFile ? new CommandError(error.message) : error
  }
}

function formatReport(report: ImportReport, listsAll: boolean): string {
  const lines = [
    `${report.added} added, ${report.changed} updated, ${report.unchanged} unchanged, ` +
      `${report.merged} merged into existing car parks, ${report.refused.length} rejected.`,
  ]
  const reasons = Map.groupBy(report.refused, ({ reason }) => reason)
  for (const [reason, rows] of [...reasons].toSorted(([, a], [, b]) => b.length - a.length)) {
    lines.push(`  ${rows.length} rejected: ${refusals[reason satisfies Refusal]}:`)
    const listed = listsAll ? rows : rows.slice(0, maxListed)
    lines.push(`    ${listed.map(({ source_id }) => source_id).join(', ')}${listed.length < rows.length ? ', …' : ''}`)
  }
  return lines.join('\n')
}
