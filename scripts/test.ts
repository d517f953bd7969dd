/**
 * The whole proof, in one command: types, lint, format, generated files, rules, features on both engines, journeys in
 * a browser. Ends with one line of counts. `npm test -- --only unit|static|browser` runs a part.
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
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const wanted = (part: string) => only === undefined || only === part

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) endGroup(child)
    rmSync(reports, { recursive: true, force: true })
    process.exit(1)
  })

/** Ends a step and all it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing was left of it.
  }
}

async function run({ name, command, env }: Step): Promise<boolean> {
  const started = performance.now()
  // A group of its own, so that whatever a step leaves behind ends with it and nobody waits for its output.
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
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'nothing unused', command: ['knip'] },
  { name: 'generated tables', command: ['node', 'scripts/generate-tables.ts', '--check'] },
]

/** What the journeys need. */
const preparations: Step[] = [
  { name: 'web build', command: ['node', 'scripts/build-web-if-needed.ts'] },
  { name: 'database of the journeys', command: ['node', 'scripts/fill-journeys.ts', filledDatabase] },
]

/** One after the other; whatever fails, the rest is run too. */
async function runAll(steps: Step[]): Promise<boolean> {
  let good = true
  for (const step of steps) good = (await run(step)) && good
  return good
}

// Each of these keeps one core busy; what comes then keeps two.
const begun = await Promise.all([
  runAll(wanted('static') ? statics : []),
  runAll(wanted('browser') ? preparations : []),
])
let good = begun.every(Boolean)
if (wanted('unit')) {
  const command = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  good = (await run({ name: 'rules and features', command })) && good
}
if (wanted('browser')) {
  const env = {
    CHROME_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    FILLED_DATABASE: filledDatabase,
  }
  good = (await run({ name: 'journeys', command: ['playwright', 'test', '--reporter=list,json'], env })) && good
}

const unit = wanted('unit') ? countUnit() : { passed: 0, failed: 0 }
const browser = wanted('browser') ? countBrowser() : { passed: 0, failed: 0 }
rmSync(reports, { recursive: true, force: true })
const failed = unit.failed + browser.failed
console.info(`\n${unit.passed + browser.passed} passed, ${good ? failed : Math.max(1, failed)} failed`)
process.exitCode = good && failed === 0 ? 0 : 1

function countUnit(): Count {
  const report = read(unitReport) as { numPassedTests: number; numFailedTests: number } | undefined
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 1 }
}

function countBrowser(): Count {
  const report = read(browserReport) as { stats: { expected: number; unexpected: number; flaky: number } } | undefined
  return {
    passed: report === undefined ? 0 : report.stats.expected + report.stats.flaky,
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
