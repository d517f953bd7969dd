/**
 * Runs the feature tests of the last tagged version, as it was, on the schema of today: servers of that version go on
 * serving while an upgrade has migrated their database. `npm run test:previous [-- TEST…]`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import replaced from '#server/database/migrations/0440_replaced.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const migrations = 'src/server/database/migrations'
/** Tests that compare the schema itself with files and lists of the version, which know nothing of what came later. */
const aboutTheSchema = [
  'the types of the tables are those of the migrated schema',
  'the schema as it is stands in one file',
  'the schema keeps to the rule',
  'every table of uploads has a job',
  'knows the kinds that the database allows',
  'lists every table with personal data',
  // Refused as before, but first by a later table that refers to it.
  'truncate ledger_entries',
]

/** What v0.1.0 names, for clones without tags. */
const firstVersion = 'c1709eb00127d5f09f87ecf1652d298eb078c0d3'

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

/** The newest tag of a version before the commit that is checked out, or the commit of the first. */
function findVersion(): string | undefined {
  const head = git('rev-parse', 'HEAD')
  const tag = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
    .split('\n')
    .find((name) => name !== '' && git('rev-list', '-n', '1', name) !== head)
  const hasFirst = () => spawnSync('git', ['cat-file', '-e', firstVersion], { cwd: root }).status === 0
  return tag ?? (hasFirst() ? firstVersion : undefined)
}

/**
 * Lets the demo's reset truncate tables that its version does not have: production refuses it, and elsewhere no server of
 * another version is beside it.
 */
function letResetCascade(folder: string): void {
  const file = join(folder, 'src/server/features/demo/reset.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(sql`truncate [^`]*)`/g, '$1 cascade`'))
}

function testAt(version: string, files: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-previous-'))
  try {
    git('worktree', 'add', '--detach', '--force', folder, version)
    const read = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
    if (read(folder) === read(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
    const hasReplaced = replaced.every((name) => existsSync(join(folder, migrations, name)))
    const added = readdirSync(join(root, migrations)).filter(
      (name) => !existsSync(join(folder, migrations, name)) && !(hasReplaced && name.startsWith('0440_')),
    )
    for (const name of added) copyFileSync(join(root, migrations, name), join(folder, migrations, name))
    letResetCascade(folder)
    console.info(`${version}; later migrations: ${added.length}`)
    const built = spawnSync('node', ['scripts/build-web-if-needed.ts', '--quick'], { cwd: folder, stdio: 'inherit' })
    if (built.status !== 0) return 1
    const words = [
      'vitest',
      'run',
      '--project',
      'server',
      '--testNamePattern',
      `^(?!.*(?:${aboutTheSchema.join('|')}))`,
    ]
    return spawnSync('npx', [...words, ...files], { cwd: folder, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
}

const version = findVersion()
if (version === undefined) console.info('Skipped: this clone has no earlier version (git fetch --tags --unshallow).')
else process.exitCode = testAt(version, process.argv.slice(2))
