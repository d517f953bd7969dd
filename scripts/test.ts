/**
 * Runs every check: types, lint, format, generated files, unit tests, feature tests on both engines and browser tests.
 * Prints at the end its time by kind, its slowest files, what failed and one line of counts. `npm test -- --only unit|static|browser` runs one part.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { day_ms } from '#contract/time.ts'
import { type PostgresServer, startPostgres } from '#test/kits/postgres.ts'
import { findChromium } from './chromium.ts'
import { keepTemporaryFilesInMemory } from './memory-files.ts'
import {
  describeTimes,
  divideStep,
  type FileTime,
  type JourneySuite,
  type Kind,
  listJourneyTimes,
} from './test-times.ts'

/** Only the step of rules, features and pages is of several kinds. */
interface Step {
  name: string
  kind: Kind | 'vitest'
  command: string[]
  env?: Record<string, string>
}
/** Results of one part of the tests. `failures` has the title and the first lines of the message of each failed test. */
interface Count {
  passed: number
  failed: number
  failures: string[]
}

keepTemporaryFilesInMemory()
const reports = mkdtempSync(join(tmpdir(), 'parkwell-run-'))
// PostgreSQL, which does not run as root, has its files there too.
chmodSync(reports, 0o755)
// What its processes leave behind goes with the run. A short name: the path of a socket has about a hundred characters.
process.env['TMPDIR'] = join(reports, 't')
mkdirSync(process.env['TMPDIR'])
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const unitTimes = join(reports, 'unit-times.json')
const filledDatabase = join(reports, 'database')
// Halves the start of each server and script. `npm start` has the same folder: what has changed is compiled again.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node')
process.env['TEST_TURN'] ??= String(readTurn())
process.env['TEST_FILES'] ??= 'in turn'
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const isSelected = (part: string) => only === undefined || only === part

const startedAt_ms = performance.now()
const secondsSince = (start: number) => (performance.now() - start) / 1_000
const took = new Map<Step['kind'], number>()

const running = new Set<ChildProcess>()
/** The server on which features, pages and journeys have their databases. */
let postgres: PostgresServer | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child)
    postgres?.process.kill('SIGINT')
    rmSync(reports, { recursive: true, force: true })
    process.exit(1)
  })

/** Ends a step and all processes it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

async function run({ name, kind, command, env }: Step): Promise<boolean> {
  const started = performance.now()
  // A process group of its own, so that processes a step leaves behind can be ended with it.
  const child = spawn(command[0]!, command.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: true,
  })
  running.add(child)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  endGroup(child)
  running.delete(child)
  const seconds = secondsSince(started)
  took.set(kind, (took.get(kind) ?? 0) + seconds)
  console.info(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  return code === 0
}

/** Which cases of the many are tried follows the commit's time, which a shallow clone has too; without a history, the day. */
function readTurn(): number {
  try {
    return Number(execFileSync('git', ['show', '-s', '--format=%ct', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return Math.floor(Date.now() / day_ms)
  }
}

const typesChecked = 'node_modules/.cache/types.tsbuildinfo'
// It reads the turn from the environment as it is loaded.
const { longTurns } = await import('#test/kits/rounds.ts')
/** With types, lint takes twelve times as long; a commit tries the files it changes with them (`scripts/check-staged.ts`). */
const lintWithTypes = longTurns.lint_with_types ? ['--type-aware'] : []

const statics: Step[] = [
  // One checker: several repeat each other's work, which costs more than it saves on two cores.
  // Garbage is collected less often: it takes a sixth of the work.
  {
    name: 'types',
    kind: 'static',
    // Where nothing has changed since the last run, nothing is checked again.
    command: ['tsc', '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', typesChecked],
    env: { GOGC: '400', GOMEMLIMIT: '3GiB' },
  },
  { name: 'lint', kind: 'static', command: ['oxlint', '--deny-warnings', ...lintWithTypes] },
  { name: 'nothing unused', kind: 'static', command: ['knip'] },
  { name: 'format', kind: 'static', command: ['oxfmt', '--check', '.'] },
]

/** The pages that the server renders are tested as they are built. */
const webBuild: Step = {
  name: 'web build',
  kind: 'build',
  command: ['node', 'scripts/build-web-if-needed.ts', '--quick'],
}

/**
 * The product of the journeys has the embedded database in one of four runs, with the commands beside a server, and else
 * the PostgreSQL server of features and pages, which is filled and answers in half the time.
 */
const usesEmbedded = longTurns.embedded
const fillEmbedded: Step = {
  name: 'embedded database',
  kind: 'build',
  command: ['node', 'scripts/fill-journeys.ts', filledDatabase],
}
/** Runs the steps one after the other, also after a failure. */
async function runInOrder(steps: Step[]): Promise<boolean> {
  let succeeded = true
  for (const step of steps) succeeded = (await run(step)) && succeeded
  return succeeded
}

// Tests wait in a sixth of their time, for processes and while they prepare databases: what uses one core fills it.
const besideTests = runInOrder([
  ...(usesEmbedded && isSelected('browser') ? [fillEmbedded] : []),
  ...(isSelected('static') ? statics : []),
])
let succeeded = only === 'static' || (await run(webBuild))
if (only !== 'static') postgres = await startPostgres()
const databases: Record<string, string> = {
  ...(usesEmbedded && isSelected('browser') && { FILLED_DATABASE: filledDatabase }),
}
if (isSelected('unit')) {
  const reporters = ['default', 'json', './scripts/vitest-times.ts'].map((name) => `--reporter=${name}`)
  const command = ['vitest', 'run', ...reporters, `--outputFile.json=${unitReport}`]
  const env = { TEST_TIMES: unitTimes, ...databases, TEST_POSTGRES: postgres!.url }
  succeeded = (await run({ name: 'rules, features and pages', kind: 'vitest', command, env })) && succeeded
}
succeeded = (await besideTests) && succeeded
if (isSelected('browser')) {
  const env = {
    CHROME_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    ...databases,
    ...(!usesEmbedded && { TEST_POSTGRES: postgres!.url }),
  }
  const command = ['playwright', 'test', '--reporter=list,json']
  succeeded = (await run({ name: 'journeys', kind: 'journeys', command, env })) && succeeded
}

await postgres?.stop()

const nothing: Count = { passed: 0, failed: 0, failures: [] }
const unit = isSelected('unit') ? countUnit() : nothing
const browser = isSelected('browser') ? countBrowser() : nothing
const times = listTimes()
rmSync(reports, { recursive: true, force: true })
const { vitest = 0, ...ofOneKind } = Object.fromEntries(took) as Partial<Record<Step['kind'], number>>
const vitestFiles = times.filter(({ kind }) => kind !== 'journeys')
const byKind = { ...ofOneKind, ...divideStep(vitest, vitestFiles) }
for (const line of ['', ...describeTimes(secondsSince(startedAt_ms), byKind, times)]) console.info(line)
const failed = unit.failed + browser.failed
for (const failure of [...unit.failures, ...browser.failures]) console.info(`\nFAILED ${failure}`)
console.info(`\nTried in turn: TEST_TURN=${process.env['TEST_TURN']} (CONTRIBUTING.md, Tests).`)
console.info(`\n${unit.passed + browser.passed} passed, ${succeeded ? failed : Math.max(1, failed)} failed`)
process.exitCode = succeeded && failed === 0 ? 0 : 1

function countUnit(): Count {
  interface Assertion {
    status: string
    fullName: string
    failureMessages: string[]
  }
  interface File {
    name: string
    status: string
    message: string
    assertionResults: Assertion[]
  }
  const report = read(unitReport) as { numPassedTests: number; numFailedTests: number; testResults: File[] } | undefined
  if (report === undefined) return { passed: 0, failed: 1, failures: ['rules and features: no report'] }
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // Without a failed test, the file itself could not be run.
      if (failed.length === 0) return [describeFailure(name, message)]
      return failed.map(({ fullName, failureMessages }) => describeFailure(`${name} › ${fullName}`, failureMessages[0]))
    })
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

function countBrowser(): Count {
  interface Result {
    status: string
    error?: { message?: string }
  }
  interface Spec {
    title: string
    file: string
    line: number
    tests: { status: string; results: Result[] }[]
  }
  interface Suite {
    specs: Spec[]
    suites?: Suite[]
  }
  const report = read(browserReport) as { stats: { expected: number; unexpected: number }; suites: Suite[] } | undefined
  if (report === undefined) return { passed: 0, failed: 1, failures: ['journeys: no report'] }
  const listFailures = ({ specs, suites = [] }: Suite): string[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => describeFailure(`${file}:${line} › ${title}`, results.at(-1)?.error?.message)),
    ),
    ...suites.flatMap(listFailures),
  ]
  const { expected, unexpected } = report.stats
  return { passed: expected, failed: unexpected, failures: report.suites.flatMap(listFailures) }
}

/** What each test file took. */
function listTimes(): FileTime[] {
  const unitFiles = read(unitTimes) as FileTime[] | undefined
  const journeys = read(browserReport) as { suites: JourneySuite[] } | undefined
  return [...(unitFiles ?? []), ...listJourneyTimes(journeys?.suites ?? [])]
}

/** Returns a title and the start of a message: readers of a long log often see only its end. */
function describeFailure(title: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [title, ...lines.slice(0, 8).map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
