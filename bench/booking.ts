import { sql } from 'kysely'
import { transact } from '#server/database/transact.ts'
import { queueSale } from '#server/features/bookings/create/sale-queue.ts'
import type { Sale } from '#server/features/bookings/create/sale.ts'
import { prepareBooking, writeBookings } from '#server/features/bookings/create/write-bookings.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { compare, option, printMachine, printTable, rate, ratio, startBench, type Rate, whole } from './lib.ts'
import {
  buildPast,
  buildTown,
  dayAhead,
  drivers,
  fillTown,
  randomUpTo,
  randomWindow,
  createSaleFactory,
  sweepTown,
} from './town.ts'

/** Bookings spread over a country's parks, compared with the same writes without checks and counters. */

const parks = option('parks', 500_000)
const past = option('past', 10_000_000)
const recent = 10_000
const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const connections = 16

type Town = Awaited<ReturnType<typeof startTown>>
/** A server with all parks and this many past bookings; on empty tables the query plans would differ. */
async function startTown(bookings: number) {
  const bench = await startBench(connections)
  await buildTown(bench.database, parks)
  await buildPast(bench.database, parks, 0, bookings)
  return { ...bench, saleOf: await createSaleFactory(bench.deps) }
}

const town = await startTown(recent)
const old = await startTown(past)
const empty = dayAhead(3)
const nearlyFull = dayAhead(30)

const anySale = ({ saleOf }: Town, day: Date): Sale => saleOf(randomUpTo(parks), randomUpTo(drivers), randomWindow(day))
const sellOn = (at: Town, day: Date) => () => rate(at, connections, seconds, () => queueSale(at.deps, anySale(at, day)))
// A year ago, because these take no space and the sweep must not count them.
const bareAt = (at: Town) => () =>
  rate(at, connections, seconds, () =>
    transact(at.deps.db, (tx) => {
      const now = at.deps.clock()
      return writeBookings(tx, at.deps, [prepareBooking(anySale(at, dayAhead(-365)), now)], now)
    }),
  )
const bare = bareAt(town)
const { database, deps } = town

const rows: string[][] = []
const addRow = (what: string, figures: { bare: Rate; booking: Rate }, own: Rate | undefined) =>
  rows.push([
    what,
    whole(figures.bare.a_second),
    whole(figures.booking.a_second),
    ratio(figures.booking.a_second, figures.bare.a_second),
    own === undefined
      ? ''
      : `${ratio(figures.booking.a_second, own.a_second)} (CPU ${ratio(own.cpu_ms, figures.booking.cpu_ms)})`,
    figures.bare.cpu_ms.toFixed(2),
    figures.booking.cpu_ms.toFixed(2),
    ratio(figures.bare.cpu_ms, figures.booking.cpu_ms),
  ])

const first = await compare({ bare, booking: sellOn(town, empty) }, rounds)
addRow(`${whole(parks)} parks, empty`, first, undefined)

await sql`alter system set commit_siblings = 0`.execute(deps.db)
await sql`alter system set commit_delay = 1000`.execute(deps.db)
await sql`select pg_reload_conf()`.execute(deps.db)
addRow(
  'the same, each commit a millisecond longer',
  await compare({ bare, booking: sellOn(town, empty) }, rounds),
  undefined,
)
await sql`alter system reset commit_delay`.execute(deps.db)
await sql`select pg_reload_conf()`.execute(deps.db)

await fillTown(database, parks, [nearlyFull], 20)
await database.exec('vacuum analyze pool_days')
// Measures the empty days again: only figures measured in turns can be compared.
const full = await compare({ bare, empty: sellOn(town, empty), booking: sellOn(town, nearlyFull) }, rounds)
addRow('20 of 500 spaces left', full, full.empty)

const long = await compare({ bare: bareAt(old), empty: sellOn(town, empty), booking: sellOn(old, empty) }, rounds)
addRow(`${whole(past)} bookings in the past`, long, long.empty)

await printMachine(database)
printTable(
  [
    'bookings a second, 16 connections',
    'bare',
    'product',
    'of bare',
    'of its own empty figure',
    'CPU ms each: bare',
    'product',
    'bare of product',
  ],
  rows,
)
for (const [at, filled] of [
  [town, { from: nearlyFull, to: dayAhead(31), used: 480 }],
  [old, undefined],
] as const) {
  await sql`update bookings set space_until = null where start_time < now() and space_until is not null`.execute(
    at.deps.db,
  )
  const wrong = [...(await sweepTown(at.database, filled)), ...(await checkLedger(at.deps.db))]
  console.info(`\nsweep: ${wrong.join('\n') || 'nothing oversold, counters right, ledger balanced'}`)
  await at.stop()
}
