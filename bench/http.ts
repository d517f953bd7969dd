import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createBooking, createQuote } from '#contract/bookings/bookings.ts'
import { health } from '#contract/system.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { option, percentile, printMachine, printTable, rate, startBench, startServerProcess, whole } from './lib.ts'
import { buildTown, dayAhead, drivers, parkIdOf, randomUpTo, randomWindow, sweepTown } from './town.ts'

/** Quotes and bookings over HTTP, spread over a country's parks, compared with the health endpoint. */

const parks = option('parks', 100_000)
const rounds = option('rounds', 5)
const seconds = option('seconds', 4)
const clients = option('clients', 16)

const bench = await startBench(4)
await buildTown(bench.database, parks)
const server = await startServerProcess({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  DATABASE_URL: bench.url,
})
const { origin: address, stop } = server
const cpu = () => bench.cpu() + server.cpu()
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const took = new Map<string, number[]>()

async function call(name: string, method: string, path: string, headers: object, body?: object): Promise<unknown> {
  const began = performance.now()
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(new URL(path, address), { agent, method, headers: { ...headers } }, (response) => {
      let all = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (all += chunk))
      response.on('end', () =>
        response.statusCode! < 300 ? resolve(all) : reject(new Error(`${name}: ${response.statusCode} ${all}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
  took.get(name)!.push(performance.now() - began)
  return JSON.parse(text)
}

async function quoteAndBook(): Promise<void> {
  const { start, end } = randomWindow(dayAhead(2))
  const plate = `B ${randomUpTo(1_000_000)}`
  const body = {
    park_id: parkIdOf(randomUpTo(parks)),
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    plate,
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer bench-${randomUpTo(drivers)}` }
  const quote = (await call('quote', createQuote.method, createQuote.path, headers, body)) as { quote_id: string }
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  await call('booking', createBooking.method, createBooking.path, keyed, { ...body, quote_id: quote.quote_id })
}

const rows: string[][] = []
const figures = new Map<string, number[][]>()
for (let round = 0; round <= rounds; round += 1) {
  for (const name of ['health', 'quote', 'booking']) took.set(name, [])
  const plain = await rate({ cpu }, clients, 1, () => call('health', health.method, health.path, {}))
  const booked = await rate({ cpu }, clients, seconds, quoteAndBook)
  // The first round warms up.
  if (round === 0) continue
  for (const [name, times] of took)
    figures.set(name, [
      ...(figures.get(name) ?? []),
      name === 'health'
        ? [plain.a_second, percentile(times, 0.5), percentile(times, 0.99), plain.cpu_ms]
        : [booked.a_second, percentile(times, 0.5), percentile(times, 0.99), booked.cpu_ms],
    ])
  await pause(200)
}
for (const [name, seen] of figures) {
  const middle = (n: number) =>
    percentile(
      seen.map((round) => round[n]!),
      0.5,
    )
  rows.push([name, whole(middle(0)), middle(1).toFixed(1), middle(2).toFixed(1), middle(3).toFixed(2)])
}
await printMachine(bench.database)
printTable(
  [`${clients} clients, ${whole(parks)} parks`, 'a second', 'p50 ms', 'p99 ms', 'CPU ms, quote and booking together'],
  rows,
)
await stop()
const wrong = [...(await sweepTown(bench.database, undefined)), ...(await checkLedger(bench.deps.db))]
console.info(`\nsweep: ${wrong.join('\n') || 'nothing oversold, counters right, ledger balanced'}`)
await bench.stop()
