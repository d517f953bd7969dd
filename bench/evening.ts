import { transact } from '#server/database/transact.ts'
import { createOneBooking } from '#server/features/bookings/create/create-bookings.ts'
import { queueSale } from '#server/features/bookings/create/sale-queue.ts'
import type { Sale } from '#server/features/bookings/create/sale.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { compare, option, printMachine, printTable, rate, ratio, startBench, whole } from './lib.ts'
import {
  buildPast,
  buildTown,
  dayAhead,
  drivers,
  randomUpTo,
  randomWindow,
  createSaleFactory,
  sweepTown,
} from './town.ts'

/** One event evening with demand for a single park: the sale queue compared with one transaction per booking. */

const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const callers = option('callers', 256)
const connections = 16

const bench = await startBench(connections)
const { deps, database } = bench
await buildTown(database, 1)
await buildPast(database, 1, 0, 10_000)
await database.exec('update pools set capacity = 32000')
const saleOf = await createSaleFactory(deps)
/** A new evening for each round. */
let day = 2
const anySale = (): Sale => saleOf(1, randomUpTo(drivers), randomWindow(dayAhead(day)))
const evening = (count: number, book: (sale: Sale) => Promise<unknown>) => {
  day += 1
  return rate(bench, count, seconds, () => book(anySale()))
}
const bookUnbatched = (sale: Sale) => transact(deps.db, (tx) => createOneBooking(tx, deps, sale, deps.clock()))

const figures = await compare(
  {
    unbatched: () => evening(connections, bookUnbatched),
    batched: () => evening(callers, (sale) => queueSale(deps, sale)),
  },
  rounds,
)
await printMachine(database)
const { unbatched, batched } = figures
printTable(
  ['one pool', 'bookings a second', 'of unbatched', 'CPU ms each', 'unbatched of it'],
  [
    ['each its own transaction, 16 connections', whole(unbatched.a_second), '', unbatched.cpu_ms.toFixed(2), ''],
    [
      `batched, ${callers} callers`,
      whole(batched.a_second),
      ratio(batched.a_second, unbatched.a_second),
      batched.cpu_ms.toFixed(2),
      ratio(unbatched.cpu_ms, batched.cpu_ms),
    ],
  ],
)
const wrong = [...(await sweepTown(database, undefined)), ...(await checkLedger(deps.db))]
console.info(`\nsweep: ${wrong.join('\n') || 'nothing oversold, counters right, ledger balanced'}`)
await bench.stop()
