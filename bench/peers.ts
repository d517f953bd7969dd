import pg from 'pg'
import { startPostgres } from '#test/kits/postgres.ts'
import { median, option, printMachine, printTable, ratio, readMb, textOption, whole } from './lib.ts'
import { openVendure } from './peers/vendure.ts'
import { closeConnections, measureStep, openOurShop, steps, type Cost, type ShopSide, type Step } from './shop-sides.ts'

/*
 * Our shop beside a Vendure shop with the same 42 items, tax and a payment that settles at once: processor time of server,
 * worker and database, statements, memory and start. Both are on one PostgreSQL server, each with a database of its own,
 * and take turns; the processes of the other are stopped meanwhile.
 */

const rounds = option('rounds', 5)
const load = { each: option('each', 100), clients: option('clients', 16) }
const idle_s = option('idle', 30)
const only = new RegExp(textOption('only') ?? '')
const shown = steps.filter((step) => only.test(step))

/** What we should need of the peer's processor time (goal 11). */
const goals: Record<Step, number> = { list: 0.5, item: 0.25, 'cart line': 0.05, order: 0.05, checkout: 0.08 }

const postgres = await startPostgres({ fsync: true, settings: ['shared_preload_libraries=pg_stat_statements'] })
process.once('exit', () => postgres.process.kill('SIGINT'))

const signal = ({ pids }: ShopSide, name: 'SIGSTOP' | 'SIGCONT') => pids.forEach((pid) => process.kill(pid, name))

/** Lets one shop run while it is measured. A connection that the other has been silent on is not used again. */
async function inTurn<T>(side: ShopSide, work: () => Promise<T>): Promise<T> {
  closeConnections()
  signal(side, 'SIGCONT')
  const result = await work()
  signal(side, 'SIGSTOP')
  return result
}

/** Resident memory of each process, in MB. */
const memoryOf = ({ pids }: ShopSide): string => pids.map((pid) => whole(readMb(pid, 'VmRSS'))).join(' + ')

const wait = () => new Promise((resolve) => setTimeout(resolve, idle_s * 1_000))

/** Processor time with nothing to do, in seconds a minute: of the processes and of the database. */
async function measureIdle(side: ShopSide): Promise<[number, number]> {
  // What a start leaves to be done later is done first.
  await wait()
  const before = side.cpu()
  await wait()
  const after = side.cpu()
  const aMinute = (at: 0 | 1) => ((after[at] - before[at]) / 1_000) * (60 / idle_s)
  return [aMinute(0), aMinute(1)]
}

const ours = await openOurShop({ ...postgres, url: await createDatabase('ours') }, load)
signal(ours, 'SIGSTOP')
const vendure = await openVendure({ ...postgres, url: await createDatabase('vendure') }, ours.database, load)
signal(vendure, 'SIGSTOP')
const sides = { ours, vendure } as const
const names = ['ours', 'vendure'] as const
type Name = (typeof names)[number]

const idle = {} as Record<Name, [number, number]>
const memory = {} as Record<Name, string[]>
for (const name of names) {
  idle[name] = await inTurn(sides[name], () => measureIdle(sides[name]))
  memory[name] = [memoryOf(sides[name])]
}

const costs = new Map<string, Cost[]>()
for (let round = 0; round <= rounds; round += 1)
  for (const step of shown)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const cost = await inTurn(sides[name], () => measureStep(sides[name], step, load))
      // The first round warms up.
      if (round > 0) costs.set(`${name} ${step}`, [...(costs.get(`${name} ${step}`) ?? []), cost])
    }
for (const name of names) memory[name].push(memoryOf(sides[name]))

const middle = (name: Name, step: Step, figure: keyof Cost): number =>
  median(costs.get(`${name} ${step}`)!.map((cost) => cost[figure]))
await printMachine(ours.database)
printTable(
  [
    `CPU ms of server, worker and database, ${load.clients} clients, ${rounds} rounds of ${load.each}`,
    'ours',
    'of which database',
    'Vendure',
    'of which database',
    'ours of Vendure',
    'goal',
    'reached',
    'statements ours / Vendure',
  ],
  shown.map((step) => {
    const own = middle('ours', step, 'cpu_ms')
    const its = middle('vendure', step, 'cpu_ms')
    return [
      step,
      own.toFixed(2),
      middle('ours', step, 'database_ms').toFixed(2),
      its.toFixed(2),
      middle('vendure', step, 'database_ms').toFixed(2),
      ratio(own, its),
      goals[step].toFixed(2),
      own <= its * goals[step] ? 'yes' : 'no',
      `${middle('ours', step, 'statements').toFixed(1)} / ${middle('vendure', step, 'statements').toFixed(1)}`,
    ]
  }),
)
console.info('')
printTable(
  ['', 'start s', 'start CPU s', 'MB idle', 'MB after the rounds', 'idle CPU s a minute: processes', 'database'],
  names.map((name) => [
    name === 'ours' ? 'ours' : 'Vendure, server + worker',
    sides[name].start.took_s.toFixed(1),
    sides[name].start.cpu_s.toFixed(1),
    ...memory[name],
    ...idle[name].map((value) => value.toFixed(2)),
  ]),
)
for (const name of names) {
  signal(sides[name], 'SIGCONT')
  await sides[name].stop()
}
closeConnections()
await postgres.stop()

/** Makes a database on the server and returns its address. */
async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}
