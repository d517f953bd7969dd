import { parseArgs } from 'node:util'
import { importParks, type ImportReport } from '#server/features/park-import/import.ts'
import { proposeFor, readParks } from '#server/features/park-import/readers/read-parks.ts'
import { UnreadableFile } from '#server/features/park-import/readers/unreadable-file.ts'
import { refusals, type Refusal } from '#server/features/park-import/row.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { CommandError, readOptions, type Command } from './command.ts'

const usage = 'Usage: npm run import -- FILE [--source CODE] [--propose | --map FILE] [--all-refusals]'
const maxListed = 20

/**
 * `npm run import -- FILE [--source CODE] [--propose | --map FILE] [--all-refusals]`: imports car parks from NDJSON as in
 * data/parks (also gzipped), Toronto's Green P JSON, prkng's CSV, the Alternative Fuels Data Center's CSV or GeoJSON of
 * OpenStreetMap, and from other CSV, JSON and GeoJSON by a mapping, which `--propose` prints. Safe to repeat.
 */
export const importCommand: Command = {
  creates_database: true,
  runs_alone: true,
  file_option: '--map',
  readWords: (words) => readWords(words).path,
  run: async ({ db, clock, config }, words, file) => {
    const { path, proposes, lists_all, ...options } = readWords(words)
    if (proposes) return { exit_code: 0, output: await explain(proposeFor(file, path)), error: '' }
    const candidates = await explain(readParks(file, path, options))
    // A database in use is left to its servers, which may be of another version.
    const seeded = await db.selectFrom('settings').select('key').where('key', '=', 'seed_reference').executeTakeFirst()
    if (seeded === undefined) await seedReference(db, { places: config.SHIPPED_DATA, countries: config.COUNTRIES })
    const report = await importParks(db, candidates, clock())
    const output = formatReport(report, lists_all)
    const taken = report.added + report.changed + report.unchanged + report.merged
    if (taken > 0) return { exit_code: 0, output, error: '' }
    return {
      exit_code: 1,
      output,
      error: candidates.length === 0 ? 'The file has no car parks.' : 'Nothing was imported.',
    }
  },
}

interface ImportWords {
  path: string
  source: string | undefined
  mapping: string | undefined
  proposes: boolean
  lists_all: boolean
}

function readWords(words: readonly string[]): ImportWords {
  const { values, positionals } = readOptions(usage, () =>
    parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        map: { type: 'string' },
        propose: { type: 'boolean', default: false },
        'all-refusals': { type: 'boolean', default: false },
      },
    }),
  )
  const [path] = positionals
  const { source, map: mapping, propose: proposes } = values
  if (path === undefined || positionals.length > 1 || (proposes && mapping !== undefined)) throw new CommandError(usage)
  return { path, source, mapping, proposes, lists_all: values['all-refusals'] }
}

/** Makes a file that cannot be read an expected problem. */
async function explain<Result>(read: Promise<Result>): Promise<Result> {
  try {
    return await read
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
  const { cut } = report
  if (cut.length > 0)
    lines.push(`  ${cut.length} with hours past midnight that the next day's rule cuts; to keep them, set:`)
  for (const { source_id, hours, meant } of listsAll ? cut : cut.slice(0, maxListed))
    lines.push(`    ${source_id}: ${meant} (is ${hours})`)
  return lines.join('\n')
}
