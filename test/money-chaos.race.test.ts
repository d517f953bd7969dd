import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openServer } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { randomOf } from '#server/features/demo/random.ts'
import { checkOpenRefunds, checkPendingTopUps } from '#server/features/wallet/jobs.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { reconcile } from '#server/features/wallet/reconciliation/reconcile.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import { createPaystack } from '#server/providers/payments/paystack.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { createWave } from '#server/providers/payments/wave.ts'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { payAs } from '#simulators/test-kit.ts'
import { act, calmDown, createMoneyChaos, expectRight, recount, untilBusy, type MoneyChaos } from '#test/money-chaos.ts'
import { startProcess, urlOf } from '#test/server-process.ts'
import { tills } from '#test/wallet-kit.ts'
import { createWorld, type World } from '#test/world.ts'

/** `CHAOS_SEED` replays one seed, `CHAOS_ROUNDS` makes each run so many times longer. */
const seed = process.env['CHAOS_SEED'] ?? String(Math.floor(Math.random() * 1e9))
const length = Number(process.env['CHAOS_ROUNDS'] ?? 1)

async function seeded(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`CHAOS_SEED=${seed} fails: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

const jobs = [processWebhooks, checkPendingTopUps, checkOpenRefunds]

/** A world and the providers' stand-ins; they end with the test, however that ends. */
async function startWorld(options: { retry_delays_ms: number[]; now?: (world: World) => Date }) {
  const world = await createWorld({ engine: 'server', pool: 4 })
  onTestFinished(() => world.close())
  const now = () => (options.now ?? (({ clock }: World) => new Date(clock.now)))(world)
  const { retry_delays_ms } = options
  const simulators = await startSimulators({ host: '127.0.0.1', port: 0, retry_delays_ms, now })
  onTestFinished(() => simulators.close())
  return { world, simulators, now }
}

function paymentsOf({ keys: { paystack, wave, stripe } }: Simulators, now: () => Date): Deps['payments'] {
  return {
    paystack: createPaystack({ ...paystack, now }),
    wave: createWave(wave),
    stripe: createStripe({ ...stripe, now }),
  }
}

/** Several servers on one database, one clock and the same stand-ins; `kill` ends a connection of theirs that is at work. */
async function startApps(world: World, simulators: Simulators, count: number) {
  const url = `${await urlOf(world)}?application_name=money`
  const killed: number[] = []
  // A busy machine tells of a broken connection late.
  const isExcused = (from: number, to: number) => killed.some((at) => at > from - 5_000 && at < to)
  const errors: { at: number; said: string }[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (...said: unknown[]) => errors.push({ at: performance.now(), said: said.join(' ') }),
  }
  const payments = paymentsOf(simulators, () => new Date(world.clock.now))
  const apps = await Promise.all(
    Array.from({ length: count }, async () => {
      const database = await openServer(url, 3)
      onTestFinished(() => database.close())
      const deps = { ...world.deps, db: database.db, payments, log }
      const app = await createApp({ ...deps, config: { ...deps.config, LOG_LEVEL: 'silent' } })
      onTestFinished(() => app.close())
      return { deps, database, app, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
    }),
  )
  return {
    apps,
    isExcused,
    kill: async () => {
      killed.push(performance.now())
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'money'
        order by state = 'idle', random() limit 1`.execute(world.db)
      killed.push(performance.now())
    },
    /** What the jobs do, in all servers at once. */
    tickAll: async () => {
      const from = performance.now()
      const ticks = await Promise.allSettled(apps.flatMap(({ deps }) => jobs.map((job) => job(deps))))
      const failed = ticks.find(({ status }) => status === 'rejected')
      if (failed !== undefined && !isExcused(from, performance.now())) throw (failed as PromiseRejectedResult).reason
    },
    expectNoErrors: () => {
      const unforeseen = errors.filter(({ at, said }) => !isExcused(at - 100, at) && !said.includes('needs a person'))
      expect(unforeseen.map(({ said }) => said)).toEqual([])
    },
  }
}
type Servers = Awaited<ReturnType<typeof startApps>>

/** Whatever is open comes to its end: half an hour later, and later, until a day has passed. */
async function comeToRest(world: World, chaos: MoneyChaos, servers: Servers): Promise<void> {
  await calmDown(chaos)
  for (let n = 0; n < 52; n += 1) {
    await servers.tickAll()
    if (n > 2 && (await countOpen(world)) === 0) return
    world.clock.advance(31)
  }
  expect(await countOpen(world)).toBe(0)
}

async function countOpen({ db }: World): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from top_ups where status = 'pending')::int
      + (select count(*) from refunds where status in ('pending', 'processing'))::int
      + (select count(*) from webhook_events where processed_at is null)::int as open`.execute(db)
  return rows[0]!.open
}

const names: readonly ProviderName[] = ['paystack', 'wave', 'stripe']
/** Told, and right: somebody did something at the provider. */
const foreseen = new Set(['refund_at_provider', 'dispute'])

test.each([
  { breaks: 0.04, what: 'and connections break' },
  { breaks: 0, what: 'and time jumps' },
])(
  `money comes and goes at three servers, providers stumble $what (seed ${seed})`,
  { timeout: 300_000 * length },
  ({ breaks }) =>
    seeded(async () => {
      const { world, simulators } = await startWorld({ retry_delays_ms: [10, 50, 200] })
      const servers = await startApps(world, simulators, 3)
      const addresses = servers.apps.map(({ address }) => address)
      const fate = randomOf(`${seed} fate`)
      simulators.setWebhookBase(addresses[0]!)
      const chaos = await createMoneyChaos(world, simulators, randomOf(seed), {
        addresses: () => addresses,
        isExcused: servers.isExcused,
      })
      const trouble = async (run: { isOver: boolean }) => {
        while (!run.isOver) {
          await pause(fate.whole(5, 60))
          const drawn = fate.next()
          if (drawn < breaks) await servers.kill()
          else if (drawn < 0.2) world.clock.advance(fate.whole(1, 6))
          else if (drawn < 0.5) simulators.setWebhookBase(fate.pick(addresses as [string, ...string[]]))
          else if (drawn < 0.9) await servers.tickAll()
          // In the middle of it all, over one picture of the database.
          else expect(await checkLedger(world.db)).toEqual([])
        }
      }
      for (let round = 0; round < 2; round += 1) {
        const run = { isOver: false }
        const crowd = Promise.all(Array.from({ length: 8 }, () => act(chaos, 25 * length)))
        await Promise.all([crowd.finally(() => (run.isOver = true)), trouble(run)])
        await untilBusy(chaos)
        await comeToRest(world, chaos, servers)
        const { deps } = servers.apps[round]!
        const from = new Date('2026-11-20T00:00:00Z')
        const to = new Date(world.clock.now.getTime() + 86_400_000)
        for (const name of names) {
          const { discrepancies } = await reconcile(deps, name, from, to)
          expect(discrepancies.filter(({ kind }) => !foreseen.has(kind))).toEqual([])
          expect((await reconcile(deps, name, from, to)).discrepancies).toEqual([])
        }
        await comeToRest(world, chaos, servers)
        await expectRight(chaos)
      }
      servers.expectNoErrors()
    }),
)

test.each(tills)(
  'the same notice of $provider twenty times and twenty verifications at once: one credit',
  { timeout: 120_000 },
  async (till) => {
    const { world, simulators } = await startWorld({ retry_delays_ms: [] })
    const servers = await startApps(world, simulators, 3)
    const addresses = servers.apps.map(({ address }) => address)
    simulators.setWebhookBase(addresses[0]!)
    simulators.control.set(till.provider, { webhooks: 'held', webhook_copies: 20 })
    const driver = await world.newDriver({ country_code: till.country_code })
    const post = async (n: number, path: string, body?: object) => {
      const response = await fetch(`${addresses[n % 3]}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${driver.token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(response.status).toBe(200)
      return (await response.json()) as { data: { payment_info: Record<string, string> } }
    }
    const { payment_info } = (await post(0, '/api/v1/wallet/add-funds', { amount: till.amount })).data
    await payAs(payment_info[till.address], 'success')
    const query = `payment_reference=${payment_info['reference']}`
    await Promise.all([
      simulators.control.releaseWebhooks(),
      ...Array.from({ length: 20 }, (_, n) => post(n, `/api/v1/wallet/verify-payment?${query}`)),
      servers.tickAll(),
    ])
    await expect.poll(() => countOpen(world), { timeout: 60_000 }).toBe(0)
    const credits = await world.db
      .selectFrom('ledger_transfers')
      .select('reference')
      .where('kind', '=', 'top_up')
      .execute()
    expect(credits).toEqual([{ reference: payment_info['reference'] }])
    await world.expectBalancedLedger()
    servers.expectNoErrors()
  },
)

test(
  'a server that is killed in the middle of notices and calls, and started again: one credit each, nothing lost',
  { timeout: 400_000 * length },
  () =>
    seeded(async () => {
      const retry_delays_ms = [100, 300, 1_000, 2_000, 4_000, 8_000]
      const { world, simulators, now } = await startWorld({ retry_delays_ms, now: () => new Date() })
      world.clock.now = now()
      const { paystack, wave, stripe } = simulators.keys
      const gaps: { from: number; to: number }[] = []
      const server = await startProcess(await urlOf(world), {
        PAYSTACK_SECRET_KEY: paystack.secret_key,
        PAYSTACK_URL: paystack.base_url,
        WAVE_API_KEY: wave.api_key,
        WAVE_WEBHOOK_SECRET: wave.webhook_secret,
        WAVE_URL: wave.base_url,
        STRIPE_SECRET_KEY: stripe.secret_key,
        STRIPE_WEBHOOK_SECRET: stripe.webhook_secret,
        STRIPE_URL: stripe.base_url,
      })
      simulators.setWebhookBase(server.address)
      const chaos = await createMoneyChaos(world, simulators, randomOf(`${seed} process`), {
        addresses: () => [server.address],
        isExcused: (from, to) => gaps.some((gap) => gap.from < to && gap.to > from),
        now,
      })
      const run = { isOver: false }
      const trouble = async () => {
        for (let kills = 0; !run.isOver && kills < 2 * length; kills += 1) {
          await pause(chaos.random.whole(300, 1_200))
          const gap = { from: performance.now(), to: Infinity }
          gaps.push(gap)
          await server.kill()
          expect(await checkLedger(world.db)).toEqual([])
          await server.start()
          gap.to = performance.now() + 2_000
        }
      }
      const crowd = Promise.all(Array.from({ length: 6 }, () => act(chaos, 20 * length)))
      await Promise.all([crowd.finally(() => (run.isOver = true)), trouble()])
      await untilBusy(chaos)
      await calmDown(chaos)
      // What was paid and not told is asked for when it is due; it is due now.
      const due = () =>
        sql`with t as (update top_ups set next_check_at = now(), held_until = null where status = 'pending'),
          r as (update refunds set next_check_at = now(), held_until = null where status in ('pending', 'processing'))
          update webhook_events set next_attempt_at = now() where processed_at is null`.execute(world.db)
      // What the providers tell in their lists alone is taken in beside the server, as the command does.
      const deps = { ...world.deps, clock: now, payments: paymentsOf(simulators, now), log: silent }
      const today = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)] as const
      const unsettled = async () => {
        await due()
        const open = await waiting(world)
        if (open.length > 0) return open
        for (const name of names) await reconcile(deps, name, ...today)
        return recount(chaos, world.db)
      }
      await expect.poll(unsettled, { timeout: 120_000 * length, interval: 1_000 }).toEqual([])
      await server.kill()
      expect([...chaos.problems, ...(await checkLedger(world.db))]).toEqual([])
    }),
)

const silent: Deps['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined }

const waiting = async ({ db }: World): Promise<string[]> => [
  ...(
    await db.selectFrom('refunds').select('reference').where('status', 'in', ['pending', 'processing']).execute()
  ).map(({ reference }) => `${reference} is open`),
  ...(await db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute()).map(
    ({ id }) => `notice ${id} waits`,
  ),
]
