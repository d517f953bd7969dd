/**
 * Serves Canada and Senegal as two cells of one Citus cluster (a coordinator and two workers on loopback): books in both,
 * races for the last spaces of a car park and for the last money of a driver, and moves a cell to the other worker while it
 * is booked. Nothing that was answered may be lost, and no rule of bookings, spaces or the ledger be broken.
 * `npm run drill:citus`; with `--plain` the same on a PostgreSQL server without Citus, where nothing moves.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CountryCode } from '#contract/places/places.ts'
import { openServer } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { findBookingDiscrepancies, findSpaceDiscrepancies } from '#test/kits/consistency.ts'
import { hasCitus, startCluster, type Cluster } from './trial/citus-cluster.ts'
import { bookAs, bookingOf, countStored, gatherCrowd, sendAs, type Crowd, type CrowdPlace } from './trial/crowd.ts'
import { startProduction, type Production } from './trial/production.ts'
import { launchServer, waitForServer, type RunningServer } from './trial/servers.ts'

const bookings = 200
const atOnce = 6
const places: CrowdPlace[] = [
  { country_code: 'CA', lat: 43.6532, lng: -79.3832 },
  { country_code: 'SN', lat: 14.6937, lng: -17.4441 },
]

interface Cell {
  schema: string
  country: CountryCode
  secrets: Production['secrets']
  server: RunningServer
  crowd: Crowd
  /** Of answered bookings. */
  codes: string[]
  /** How often each answer came. */
  answers: Map<string, number>
}

/** Creates the schema of a cell, distributes it while it is empty, and starts a server on it. */
async function startCell(production: Production, cluster: Cluster | undefined, place: CrowdPlace): Promise<Cell> {
  const country = place.country_code
  const schema = country.toLowerCase()
  const url = `${production.secrets['DATABASE_URL']}?options=-csearch_path%3D${schema}%2Cpublic`
  const database = await openServer(url, 1)
  await database.exec(`create schema ${schema}`)
  const applied = await migrate(database)
  await database.close()
  await cluster?.distribute(schema)
  console.info(`${schema}: ${applied.length} migrations${cluster === undefined ? '' : ', distributed'}`)
  const secrets = { ...production.secrets, DATABASE_URL: url }
  const DATA_DIR = join(production.folder, schema)
  mkdirSync(DATA_DIR)
  const own = { COUNTRIES: country, DATA_DIR, RATE_LIMITS: 'off', OVERLOAD_MS: '0' }
  const server = await launchServer({ ...production, secrets }, own)
  await waitForServer(server)
  const crowd = await gatherCrowd({ secrets }, server.address, 24, place)
  return { schema, country, secrets, server, crowd, codes: [], answers: new Map() }
}

/** Counts an answer, and returns whether it is a booking. */
async function countAnswer({ codes, answers }: Cell, answer: Response): Promise<boolean> {
  const body = (await answer.json()) as { booking_code?: string; code?: string }
  const name = answer.ok ? String(answer.status) : `${answer.status} ${body.code}`
  answers.set(name, (answers.get(name) ?? 0) + 1)
  if (answer.ok) codes.push(body.booking_code!)
  return answer.ok
}

/** Books in all car parks until `isOver`, and at least as often as the drill asks. */
async function bookSteadily(cell: Cell, isOver: () => boolean): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < bookings || !isOver()) {
      const n = next++
      await countAnswer(cell, await bookAs(cell.crowd, cell.server.address, n))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** More drivers than there are spaces book one car park for one hour. Returns how many got one, and how many there were. */
async function raceForSpaces(cell: Cell): Promise<{ won: number; spaces: number }> {
  const { crowd, server } = cell
  const park = crowd.parks.toSorted((a, b) => a.available - b.available)[0]!
  const start_ms = Date.parse(park.start_time) + 10 * 86_400_000
  const window = {
    start_time: new Date(start_ms).toISOString(),
    end_time: new Date(start_ms + 3_600_000).toISOString(),
  }
  const spaces = park.available
  const answers = await Promise.all(
    Array.from({ length: spaces + 8 }, (_, n) =>
      sendAs(crowd, n, `${server.address}/api/v1/bookings`, {
        key: randomUUID(),
        body: { park_id: park.id, plate: `RACE ${n}`, ...window, again: true },
      }),
    ),
  )
  const won = await Promise.all(answers.map((answer) => countAnswer(cell, answer)))
  return { won: won.filter(Boolean).length, spaces }
}

/** One call twice at once with the same key: it is one booking. */
async function raceWithOneKey(cell: Cell): Promise<boolean> {
  const { crowd, server } = cell
  const call = { key: randomUUID(), body: bookingOf(crowd, 10_000) }
  const send = () => sendAs(crowd, 0, `${server.address}/api/v1/bookings`, call)
  const answers = await Promise.all([send(), send(), send()])
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { booking_code?: string }[]
  const codes = new Set(bodies.flatMap(({ booking_code }) => booking_code ?? []))
  cell.codes.push(...codes)
  return codes.size === 1
}

/** Whether everything that was answered is stored, once, and no rule is broken. */
async function checkCell({ schema, secrets, codes, answers, server }: Cell): Promise<boolean> {
  const stored = await countStored({ secrets }, codes)
  const database = await openServer(secrets['DATABASE_URL']!, 1)
  const broken = [
    ...(await findSpaceDiscrepancies(database.db)),
    ...(await findBookingDiscrepancies(database.db)),
    ...(await checkLedger(database.db)),
  ]
  await database.close()
  const errors = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  console.info(`${schema}: answers ${JSON.stringify(Object.fromEntries(answers))}`)
  console.info(
    `${schema}: ${stored} of ${codes.length} answered bookings are stored; errors in the log: ${errors.length}`,
  )
  for (const line of errors.slice(0, 3)) console.info(`${schema}: ${line.slice(0, 400)}`)
  for (const rule of broken) console.info(`${schema}: ${rule}`)
  return stored === codes.length && broken.length === 0 && errors.length === 0
}

async function run(isPlain: boolean): Promise<boolean> {
  const closings: (() => unknown)[] = []
  const cluster = isPlain ? undefined : await startCluster((close) => closings.push(close))
  const production = await startProduction(cluster === undefined ? {} : { database_url: cluster.url })
  try {
    console.info(cluster?.version ?? `PostgreSQL ${production.postgres_version} without Citus`)
    const cells: Cell[] = []
    for (const place of places) cells.push(await startCell(production, cluster, place))
    let isOver = false
    const load = Promise.all(cells.map((cell) => bookSteadily(cell, () => isOver)))
    if (cluster !== undefined) {
      const [{ schema }] = cells as [Cell]
      const before = await cluster.findWorker(schema)
      const started_ms = performance.now()
      await cluster.move(schema)
      const seconds = ((performance.now() - started_ms) / 1_000).toFixed(1)
      console.info(`${schema} moved from worker ${before} to ${await cluster.findWorker(schema)} in ${seconds} s`)
    }
    isOver = true
    await load
    let isRight = true
    for (const cell of cells) {
      const { won, spaces } = await raceForSpaces(cell)
      const isOnce = await raceWithOneKey(cell)
      console.info(
        `${cell.schema}: ${won} of ${spaces + 8} got one of ${spaces} spaces; one key is one booking: ${isOnce}`,
      )
      isRight = (await checkCell(cell)) && won <= spaces && isOnce && isRight
    }
    return isRight
  } finally {
    await production.close()
    for (const close of closings.toReversed()) await close()
  }
}

const isPlain = process.argv.includes('--plain')
if (!isPlain && !hasCitus()) console.info('The Citus extension is not installed here, so no cell was tried on it.')
else process.exitCode = (await run(isPlain)) ? 0 : 1
