/**
 * Lighthouse's four figures of the pages that most visitors see, as on a slow phone: `npm run bench -- lighthouse`.
 * `-- lighthouse --rounds 5` for a median of five, `--only 'search|checkout'` for some pages, `LIGHTHOUSE_BASE=http://…` for a server that
 * runs already; `--beside FOLDER` also measures another checkout of this repository, in turns, on a database that it fills itself.
 * npx fetches the tool on demand; it is not a dependency (docs/decisions/0020).
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startMapHost } from '#simulators/map-host.ts'
import { findExamples, parksToBook } from '#test/e2e/kit/drivers.ts'
import { startProduct } from '#test/e2e/kit/server.ts'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { median, option, printTable, startServerProcess, textOption } from './lib.ts'
import type { VisitOptions } from './lighthouse-visit.ts'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = {
  'largest-contentful-paint': 'LCP s',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string; displayValue?: string }>
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const given = process.env['LIGHTHOUSE_BASE']
const mapHost = await startMapHost()
const product =
  given === undefined
    ? await startProduct({
        MAP_STYLE_URL: mapHost.styleUrl('answers', 'light'),
        MAP_STYLE_DARK_URL: mapHost.styleUrl('answers', 'dark'),
      })
    : undefined
const base = given ?? product!.address
const beside = await startBeside()
const rounds = option('rounds', 3)
const only = new RegExp(textOption('only') ?? '')

/** Pages kept out of search engines on purpose; the audit that requires indexing is skipped. */
const unlisted = new Set(['search', 'checkout', 'event', 'wallet'])

/** The product of `--beside`; undefined without it. */
async function startBeside(): Promise<{ address: string; stop(): Promise<void> } | undefined> {
  const cwd = textOption('beside')
  if (cwd === undefined) return undefined
  const { origin, stop } = await startServerProcess(
    {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
      MAP_STYLE_URL: mapHost.styleUrl('answers', 'light'),
      MAP_STYLE_DARK_URL: mapHost.styleUrl('answers', 'dark'),
    },
    { cwd },
  )
  return { address: origin, stop }
}

/** `address` is a whole one. */
async function runLighthouse(name: string, address: string, tries = 3): Promise<Report> {
  const file = join(folder, 'report.json')
  const options: VisitOptions = {
    chromium: findChromium(),
    flags: chromiumFlags,
    categories,
    skipAudits: unlisted.has(name) ? ['is-crawlable'] : [],
  }
  const visit = [fileURLToPath(new URL('lighthouse-visit.ts', import.meta.url)), address, file]
  const finished = run(
    'npx',
    ['--yes', '--package', `lighthouse@${version}`, 'node', ...visit, JSON.stringify(options)],
    { maxBuffer: 1 << 26 },
  )
  try {
    await finished
  } catch (error) {
    // On a busy machine the browser occasionally records nothing.
    if (tries === 1) throw error
    return runLighthouse(name, address, tries - 1)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/** The pages of a server, by their names. */
async function findPages(base: string): Promise<Record<string, string>> {
  const { place, event } = await findExamples(base)
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const bookingWindow = new URLSearchParams({ start: park!.start_time, end: park!.end_time })
  return {
    home: '/?country=CA',
    search: `/search?country=CA&lat=43.6532&lng=-79.3832&place=Toronto&${bookingWindow}`,
    park: `/park/${park!.slug}?${bookingWindow}`,
    checkout: `/checkout/${park!.slug}?${bookingWindow}`,
    place: `${place}?country=CA`,
    event: `${event}?country=CA`,
    post: '/post/toronto-winter?country=CA',
    wallet: '/wallet?country=CA',
    marketplace: '/marketplace?country=CA',
    item: '/marketplace/full-wash?country=CA',
  }
}

try {
  const bases = { now: base, ...(beside && { before: beside.address }) }
  const sides = await Promise.all(
    Object.entries(bases).map(async ([side, address]) => ({ side, address, pages: await findPages(address) })),
  )
  const rows: string[][] = []
  const short = new Set<string>()
  for (const name of Object.keys(sides[0]!.pages)) {
    if (!only.test(name)) continue
    const measured = sides.map((side) => ({ ...side, reports: [] as Report[] }))
    for (let round = 0; round < rounds; round += 1)
      for (const { address, pages, reports } of measured)
        reports.push(await runLighthouse(name, address + pages[name]!))
    for (const { side, reports } of measured) addRow(beside === undefined ? name : `${name}, ${side}`, reports)
    const { reports } = measured[0]!
    for (const category of categories)
      for (const { id, weight } of reports[0]!.categories[category]!.auditRefs) {
        const { score, title, displayValue = '' } = reports[0]!.audits[id]!
        if (weight > 0 && score !== null && score < 0.9) short.add(`${name}: ${id} ${score} (${title}) ${displayValue}`)
      }
  }

  function addRow(name: string, reports: readonly Report[]): void {
    const figure = (of: (report: Report) => number) => median(reports.map(of))
    rows.push([
      name,
      ...categories.map((category) =>
        String(figure((report) => Math.round(report.categories[category]!.score! * 100))),
      ),
      ...Object.keys(timings).map((audit) =>
        timing(
          audit,
          figure((report) => report.audits[audit]!.numericValue ?? 0),
        ),
      ),
    ])
  }
  console.info(`\nLighthouse ${version}, mobile, median of ${rounds}, load ${loadavg()[0]!.toFixed(0)}\n`)
  printTable(['page', ...categories, ...Object.values(timings)], rows)
  console.info(`\n${[...short].join('\n')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await product?.stop()
  await beside?.stop()
  await mapHost.close()
}

function timing(audit: string, value: number): string {
  if (audit === 'largest-contentful-paint') return (value / 1_000).toFixed(1)
  return audit === 'cumulative-layout-shift' ? value.toFixed(3) : String(Math.round(value))
}
