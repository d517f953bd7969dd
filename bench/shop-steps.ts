import { startPostgres } from '#test/kits/postgres.ts'
import { median, option, printMachine, printTable, ratio, textOption } from './lib.ts'
import { closeConnections, measureStep, openOurShop, steps, type Cost, type ShopSide, type Step } from './shop-sides.ts'

/*
 * What each step of an order in the shop costs over HTTP, from the list to the paid order, with nothing answered from
 * memory for a time: processor time and statements. With `--beside FOLDER` also in another checkout of this repository, in
 * turns, each with a PostgreSQL server of its own that it has migrated itself.
 */

const rounds = option('rounds', 5)
const load = { each: option('each', 320), clients: option('clients', 16) }
const beside = textOption('beside')
/** `--only list`: the steps with this in their names. */
const only = new RegExp(textOption('only') ?? '')

async function open(cwd: string | undefined): Promise<ShopSide> {
  const postgres = await startPostgres({ fsync: true, settings: ['shared_preload_libraries=pg_stat_statements'] })
  process.once('exit', () => postgres.process.kill('SIGINT'))
  const side = await openOurShop(postgres, load, cwd)
  return {
    ...side,
    stop: async () => {
      await side.stop()
      await postgres.stop()
    },
  }
}

const sides: [string, ShopSide][] = [['this', await open(undefined)]]
if (beside !== undefined) sides.push(['beside', await open(beside)])

const costs = new Map<string, Cost[]>()
const shown = steps.filter((step) => only.test(step))
for (let round = 0; round <= rounds; round += 1)
  for (const step of shown)
    for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
      const cost = await measureStep(side, step, load)
      // The first round warms up.
      if (round > 0) costs.set(`${name} ${step}`, [...(costs.get(`${name} ${step}`) ?? []), cost])
    }

const middle = (name: string, step: Step, figure: keyof Cost): number =>
  median(costs.get(`${name} ${step}`)!.map((cost) => cost[figure]))
await printMachine(sides[0]![1].database)
const isCompared = sides.length > 1
printTable(
  [
    `CPU ms of server and database, ${load.clients} clients, ${rounds} rounds of ${load.each}`,
    'CPU ms',
    'of which database',
    'statements',
    ...(isCompared ? ['CPU ms of the other', 'of which database', 'its statements', 'CPU of the other'] : []),
  ],
  shown.map((step) => [
    step,
    middle('this', step, 'cpu_ms').toFixed(2),
    middle('this', step, 'database_ms').toFixed(2),
    middle('this', step, 'statements').toFixed(1),
    ...(isCompared
      ? [
          middle('beside', step, 'cpu_ms').toFixed(2),
          middle('beside', step, 'database_ms').toFixed(2),
          middle('beside', step, 'statements').toFixed(1),
          ratio(middle('this', step, 'cpu_ms'), middle('beside', step, 'cpu_ms')),
        ]
      : []),
  ]),
)
closeConnections()
for (const [, side] of sides) await side.stop()
