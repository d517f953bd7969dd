/**
 * Runs every check: types, lint, format, generated files, unit tests, feature tests on both engines and browser tests.
 * Prints one line of counts at the end. `npm test -- --only unit|static|browser` runs one part.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'

type Step = { name: string; command: string[]; env?: Record<string, string> }
type Count = { passed: number; failed: number }

const reports = mkdtempSync(join(tmpdir(), 'parkwell-reports-'))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const filledDatabase = join(reports, 'database')
// Halves the start of each server and script.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled')
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const isSelected = (part: string) => only === undefined || only === part

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child)
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

async function run({ name, command, env }: Step): Promise<boolean> {
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.info(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  return code === 0
}

const statics: Step[] = [
  // One checker: several repeat each other's work, which costs more than it saves on two cores.
  { name: 'types', command: ['tsc', '--noEmit', '--checkers', '1'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'nothing unused', command: ['knip'] },
]

/** The pages that the server renders are tested as they are built. */
const webBuild: Step = { name: 'web build', command: ['node', 'scripts/build-web-if-needed.ts', '--quick'] }

/** Prerequisites of page tests and browser tests. */
const preparations: Step[] = [
  webBuild,
  { name: 'database of pages and journeys', command: ['node', 'scripts/fill-journeys.ts', filledDatabase] },
]

/** Runs the steps one after the other, also after a failure. */
async function runAll(steps: Step[]): Promise<boolean> {
  let succeeded = true
  for (const step of steps) succeeded = (await run(step)) && succeeded
  return succeeded
}

// Each of these sequences uses one core; the later steps use two.
const results = await Promise.all([
  runAll(isSelected('static') ? statics : []),
  runAll(isSelected('browser') ? preparations : isSelected('unit') ? [webBuild] : []),
])
let succeeded = results.every(Boolean)
if (isSelected('unit')) {
  const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  const env: Record<string, string> = isSelected('browser') ? { FILLED_DATABASE: filledDatabase } : {}
  succeeded = (await run({ name: 'rules and features', command, env })) && succeeded
}
if (isSelected('browser')) {
  const env = {
    CHROME_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    FILLED_DATABASE: filledDatabase,
  }
  succeeded =
    (await run({ name: 'journeys', command: ['playwright', 'test', '--reporter=list,json'], env })) && succeeded
}

const unit = isSelected('unit') ? countUnit() : { passed: 0, failed: 0 }
const browser = isSelected('browser') ? countBrowser() : { passed: 0, failed: 0 }
rmSync(reports, { recursive: true, force: true })
const failed = unit.failed + browser.failed
console.info(`\n${unit.passed + browser.passed} passed, ${succeeded ? failed : Math.max(1, failed)} failed`)
process.exitCode = succeeded && failed === 0 ? 0 : 1

function countUnit(): Count {
  const report = read(unitReport) as { numPassedTests: number; numFailedTests: number } | undefined
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 1 }
}

function countBrowser(): Count {
  const report = read(browserReport) as { stats: { expected: number; unexpected: number } } | undefined
  return {
    passed: report === undefined ? 0 : report.stats.expected,
    failed: report === undefined ? 1 : report.stats.unexpected,
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
