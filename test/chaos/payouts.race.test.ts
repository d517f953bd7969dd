import {
  RawNode,
  sql,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RootOperationNode,
} from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { day_ms } from '#contract/time.ts'
import { openServer } from '#server/database/connect.ts'
import { isAway } from '#server/database/errors.ts'
import type { Deps } from '#server/deps.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import { createRandom } from '#server/features/demo/random.ts'
import { payoutsJobs } from '#server/features/payouts/jobs.ts'
import { reconcilePayouts } from '#server/features/payouts/reconcile-payouts.ts'
import { sendPayouts } from '#server/features/payouts/send-payouts.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import type { PayoutProvider } from '#server/providers/payouts/provider.ts'
import { rounds } from '#test/kits/rounds.ts'
import { databaseUrlOf } from '#test/kits/server-process.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { seed, withSeed } from './harness.ts'
import { expectConsistentPayouts } from './payouts-books.ts'
import { createScenario, handOver, sell, workOnPayouts, type Scenario } from './payouts-scenario.ts'

const providers = ['paystack', 'wave', 'stripe'] as const
const weeks = 13
const kills = 40
const week_min = 7 * 24 * 60

class Killed extends Error {}

/**
 * Counts what a process does, statements and calls of providers, and kills its connections after one of them: those alone, or
 * the process with them, of which nothing works from then on.
 */
class Killer implements KyselyPlugin {
  left = Infinity
  isDead = false
  /** What it was killed after. */
  killedAt: string | undefined
  readonly #terminate: () => Promise<void>
  #how: 'connections' | 'process' = 'process'
  #last = ''

  constructor(terminate: () => Promise<void>) {
    this.#terminate = terminate
  }

  aim(left: number, how: 'connections' | 'process'): void {
    this.left = left
    this.#how = how
    this.killedAt = undefined
  }

  async pass(what: string): Promise<void> {
    if (this.isDead) throw new Killed()
    this.left -= 1
    if (this.left !== 0) return
    this.killedAt = what
    await this.#terminate()
    this.isDead = this.#how === 'process'
    if (this.isDead) throw new Killed()
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (this.isDead) throw new Killed()
    this.#last = `after ${describeNode(node)}`
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    await this.pass(this.#last)
    return result
  }
}

/** The kind of a statement, or the beginning of its text. */
const describeNode = (node: RootOperationNode): string =>
  RawNode.is(node) ? node.sqlFragments.join('…').trim().slice(0, 40) : node.kind

interface Worker {
  deps: Deps
  killer: Killer
  close: () => Promise<void>
}

let count = 0
/** A process that runs jobs, with connections and providers that can be killed. */
async function startWorker(world: WalletWorld): Promise<Worker> {
  const name = `payouts-${(count += 1)}`
  const database = await openServer(`${await databaseUrlOf(world)}?application_name=${name}`, 2)
  const killer = new Killer(async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${name}`.execute(world.db)
  })
  const watch = (provider: PayoutProvider): PayoutProvider => ({
    ...provider,
    send: async (payout) => {
      await killer.pass('before sending')
      const result = await provider.send(payout)
      await killer.pass('after sending')
      return result
    },
    find: async (payout) => {
      const result = await provider.find(payout)
      await killer.pass('after asking')
      return result
    },
  })
  const { paystack, wave, stripe } = world.deps.payouts
  const payouts = { paystack: watch(paystack!), wave: watch(wave!), stripe: watch(stripe!) }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const deps = { ...world.deps, db: database.db.withPlugin(killer), payouts, log }
  return { deps, killer, close: () => database.close() }
}

const closeStatements = payoutsJobs.find(({ name }) => name === 'close_statements')!.run
const jobs = { close: closeStatements, send: sendPayouts } as const

const countDue = async ({ db, clock }: WalletWorld, job: keyof typeof jobs): Promise<number> => {
  const now = clock.now
  const { rows } =
    job === 'close'
      ? await sql<{ due: number }>`select count(*)::int as due from payees where next_closing_at <= ${now}`.execute(db)
      : await sql<{ due: number }>`select count(*)::int as due from payouts
          where state in ('approved', 'sending', 'sent') and method <> 'bank' and coalesce(send_after, '-infinity') <= ${now}`.execute(
          db,
        )
  return rows[0]!.due
}

/** Of the least that a job does for each of its rows, so that it does not end before it is killed. */
const leastSteps = { close: 9, send: 5 } as const

test(
  `what is stated and paid is what was earned, although ${kills} processes or connections are killed (seed ${seed})`,
  { timeout: 600_000 * rounds },
  () =>
    withSeed(async () => {
      const world = await createWalletWorld({ pool: 6 })
      onTestFinished(() => world.close())
      const began = new Date(world.clock.now)
      const scenario = await createScenario(world, `${seed} sales`)
      const draw = createRandom(`${seed} kills`)
      let worker = await startWorker(world)
      onTestFinished(() => worker.close())
      const killedAt: string[] = []
      const run = async (job: keyof typeof jobs, isKilled: boolean): Promise<void> => {
        const due = await countDue(world, job)
        worker.killer.aim(
          isKilled ? draw.whole(1, leastSteps[job] * due) : Infinity,
          draw.pick(['connections', 'process']),
        )
        await jobs[job](worker.deps).catch((error: unknown) => {
          // Connections that were killed in the run before may be found out now.
          if (worker.killer.killedAt === undefined && !isAway(error)) throw error
        })
        if (worker.killer.killedAt !== undefined) killedAt.push(`${job}: ${worker.killer.killedAt}`)
        if (worker.killer.isDead) {
          await worker.close()
          worker = await startWorker(world)
        }
        // What failed is tried again after a minute, and what was being sent is asked for after two.
        world.clock.advance(3)
      }
      // A week with little to close or send leaves some kills to the next.
      for (let week = 0; week < weeks || (killedAt.length < kills && week < 2 * weeks); week += 1) {
        const runUntil = async (job: keyof typeof jobs, share: number) => {
          const target = Math.min(kills, Math.round((kills * (week + share)) / weeks))
          while (killedAt.length < target && (await countDue(world, job)) > 0) await run(job, true)
          await run(job, false)
        }
        setBehaviour(scenario)
        await sell(scenario, 10 * rounds, 24 * 5)
        await beginMonday(world)
        if (week === 6) for (const country of ['NG', 'CA', 'US'] as const) await handOver(scenario, country)
        await runUntil('close', 0.5)
        await workOnPayouts(scenario)
        loseAnswers(scenario)
        await runUntil('send', 1)
        await returnPayout(scenario)
        if (scenario.random.chance(0.5)) await world.simulators.control.releaseWebhooks()
        await processWebhooks(world.deps)
      }
      await endAll(
        scenario,
        began,
        () => run('close', false),
        () => run('send', false),
      )
      await expectConsistentPayouts(scenario)
      expect(killedAt).toHaveLength(kills)
      expect(new Set(killedAt).size).toBeGreaterThan(kills / 3)
      // Top-ups that were disputed are for staff.
      const unexpected = world.errors.filter((message) => !/needs a person|our balance at/.test(message))
      world.errors.length = 0
      expect(unexpected).toEqual([])
    }),
)

/** Lets the week end, and bookings with it: Monday morning in all zones. */
async function beginMonday(world: WalletWorld): Promise<void> {
  const { clock } = world
  const minutes = Math.floor(clock.now.getTime() / 60_000)
  // 1970-01-05 was a Monday.
  const monday = Math.ceil((minutes - 4 * 1_440) / week_min) * week_min + 4 * 1_440
  clock.now = new Date((monday + 9 * 60) * 60_000)
  await advanceBookings(world.deps)
}

/** Makes providers hold, refuse, lose or repeat what they answer and send. */
function setBehaviour({ world, random }: Scenario): void {
  for (const provider of providers)
    world.simulators.control.set(provider, {
      payouts: random.pick(['at_once', 'at_once', 'at_once', 'held', 'failing']),
      webhooks: random.pick(['before_redirect', 'before_redirect', 'held', 'never']),
      webhook_copies: random.whole(1, 3),
      drop_answers: 0,
      drop_reads: 0,
      empty_balance: random.chance(0.15),
    })
}

/** Some answers of providers are lost until the next week, as after a time-out, and one may be away for a moment. */
function loseAnswers({ world, random }: Scenario): void {
  for (const provider of providers)
    world.simulators.control.set(provider, { drop_answers: random.whole(0, 2), drop_reads: random.whole(0, 1) })
}

/**
 * A bank sends back one of the payouts that were made, at Stripe also a part of it. Only reconciliation finds what no webhook
 * tells, as at Wave, which may keep its fee.
 */
async function returnPayout({ world, random }: Scenario): Promise<void> {
  const provider = random.pick(providers)
  const desk = world.simulators.control.desks[provider].payouts
  const line = desk.lines().findLast(({ state }) => state === 'paid')
  if (line === undefined || !random.chance(0.4)) return
  world.simulators.control.set('wave', { keeps_payout_fee: random.chance(0.5) })
  const left_minor = line.amount_minor - line.returned_minor
  const isPart = provider === 'stripe' && left_minor > 1n && random.chance(0.6)
  await desk.finish(line.reference, 'returned', isPart ? BigInt(random.whole(1, Number(left_minor) - 1)) : undefined)
}

/** Compares the last months with the lists of the providers: what nobody has told is learned, and nothing differs. */
async function expectReconciled({ deps, clock }: WalletWorld, began: Date): Promise<void> {
  const to = new Date(clock.now.getTime() + day_ms)
  const midnight = (at: Date) => new Date(Math.floor(at.getTime() / day_ms) * day_ms)
  for (const provider of providers) {
    const { discrepancies } = await reconcilePayouts(deps, deps.payouts[provider]!, midnight(began), midnight(to))
    expect(discrepancies, provider).toEqual([])
  }
}

/** Providers end what they hold, all periods end, and nothing is under way any more. */
async function endAll(
  { world }: Scenario,
  began: Date,
  close: () => Promise<void>,
  send: () => Promise<void>,
): Promise<void> {
  const { control } = world.simulators
  const finish = async () => {
    control.reset()
    for (const provider of ['paystack', 'wave'] as const) {
      const desk = control.desks[provider].payouts
      for (const { reference, state } of desk.lines()) if (state === 'pending') await desk.finish(reference, 'paid')
    }
    await control.releaseWebhooks()
    await control.settled()
    await processWebhooks(world.deps)
  }
  // What was tried too often is tried again by staff.
  await sql`delete from failed_work where queue in ('payouts', 'statements')`.execute(world.db)
  // Until the first of the month after the next: monthly statements close too.
  for (let week = 0; week < 6; week += 1) {
    await finish()
    for (let day = 0; day < 3; day += 1) {
      await send()
      world.clock.advance(25 * 60)
    }
    await finish()
    await beginMonday(world)
    await close()
  }
  await finish()
  expect(await countDue(world, 'send')).toBe(0)
  // What came back is on the next statement, as far as it is known by then.
  await expectReconciled(world, began)
}
