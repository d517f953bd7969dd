import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { createRandom } from '#server/features/demo/random.ts'
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
import { expectNoneOf } from '#test/kits/consistency.ts'
import { isInTurn, rounds } from '#test/kits/rounds.ts'
import { providerCases } from '#test/kits/wallet-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { runCrowd, seed, startKillableServer, startServers, withSeed, type Run, type Servers } from './harness.ts'
import {
  actAtRandom,
  calmProviders,
  compareBooks,
  createMoneyChaos,
  ensureCoverage,
  expectConsistentMoney,
  type MoneyChaos,
} from './money-scenario.ts'

/** Creates a world and simulated providers, closed at the end of the test. */
async function createMoneyWorld(options: { retry_delays_ms: number[]; now?: (world: World) => Date }) {
  const world = await createWorld({ engine: 'server', pool: 4 })
  onTestFinished(() => world.close())
  const now = () => (options.now ?? (({ clock }: World) => new Date(clock.now)))(world)
  const { retry_delays_ms } = options
  const simulators = await startSimulators({ host: '127.0.0.1', port: 0, retry_delays_ms, now })
  onTestFinished(() => simulators.close())
  return { world, simulators, now }
}

function createProviders({ keys: { paystack, wave, stripe } }: Simulators, now: () => Date): Deps['payments'] {
  return {
    paystack: createPaystack({ ...paystack, now }),
    wave: createWave(wave),
    stripe: createStripe({ ...stripe, now }),
  }
}

const startMoneyServers = (world: World, simulators: Simulators): Promise<Servers> =>
  startServers(world, {
    count: 3,
    deps: { payments: createProviders(simulators, () => new Date(world.clock.now)) },
    jobs: [processWebhooks, checkPendingTopUps, checkOpenRefunds],
    // Logged for discrepancies that staff must check.
    isExpectedError: (message) => message.includes('needs a person'),
  })

/** Runs the jobs over a day, half an hour apart, until no payment, refund or webhook is open. */
async function completeOpenWork(world: World, chaos: MoneyChaos, servers: Servers): Promise<void> {
  await calmProviders(chaos)
  for (let n = 0; n < 52; n += 1) {
    await endBankPayments(world, chaos)
    await servers.runJobs()
    if (n > 2 && (await countOpen(world)) === 0) return
    world.clock.advance(31)
  }
  expect(await countOpen(world)).toBe(0)
}

/** Has the banks carry out what takes days. */
async function endBankPayments({ db }: World, { simulators: { control } }: MoneyChaos): Promise<void> {
  const waiting = await db
    .selectFrom('top_ups')
    .select('reference')
    .where('status', '=', 'pending')
    .where('detail', '=', 'processing')
    .where('provider', '=', 'stripe')
    .execute()
  for (const { reference } of waiting)
    // Refused if the bank has paid already and the top-up has not heard of it.
    await control.desks.stripe.finishPayment!(reference, 'done').catch(() => undefined)
}

async function countOpen({ db }: World): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from top_ups where status = 'pending')::int
      + (select count(*) from refunds where status in ('pending', 'processing'))::int
      + (select count(*) from webhook_events where processed_at is null)::int as open`.execute(db)
  return rows[0]!.open
}

const names: readonly ProviderName[] = ['paystack', 'wave', 'stripe']
/** Discrepancies that the scenario causes by acting at the provider. */
const expectedKinds = new Set(['refund_at_provider', 'dispute'])

test(
  `keeps money consistent at three servers while providers fail, time jumps and connections are killed (seed ${seed})`,
  { timeout: 300_000 * rounds },
  () =>
    withSeed(async () => {
      const { world, simulators } = await createMoneyWorld({ retry_delays_ms: [10, 50, 200] })
      const servers = await startMoneyServers(world, simulators)
      const addresses = servers.target.addresses()
      const events = createRandom(`${seed} events`)
      simulators.setWebhookBase(addresses[0]!)
      const chaos = await createMoneyChaos(world, simulators, servers.target, { seed })
      const disturb = async (run: Run, killRate: number) => {
        while (!run.isOver) {
          await pause(events.whole(5, 60))
          const draw = events.next()
          if (draw < killRate) await servers.killConnection()
          else if (draw < 0.2) world.clock.advance(events.whole(1, 6))
          else if (draw < 0.5) simulators.setWebhookBase(events.pick(addresses as [string, ...string[]]))
          else if (draw < 0.9) await servers.runJobs()
          else expectNoneOf(await checkLedger(world.db))
        }
      }
      // No error is excused until connections are killed in the second round.
      for (const [round, killRate] of [0, 0.08].entries()) {
        await runCrowd(
          8,
          () => actAtRandom(chaos, 9 * rounds),
          (run) => disturb(run, killRate),
        )
        await ensureCoverage(chaos)
        await completeOpenWork(world, chaos, servers)
        const { deps } = servers.servers[round]!
        const from = new Date('2026-11-20T00:00:00Z')
        const to = new Date(world.clock.now.getTime() + 86_400_000)
        for (const name of names) {
          const { discrepancies } = await reconcile(deps, name, from, to)
          expect(discrepancies.filter(({ kind }) => !expectedKinds.has(kind))).toEqual([])
          expect((await reconcile(deps, name, from, to)).discrepancies).toEqual([])
        }
        await completeOpenWork(world, chaos, servers)
        await expectConsistentMoney(chaos)
      }
      servers.expectNoErrors()
    }),
)

test(
  'credits once for 20 copies of a webhook and 20 concurrent verifications, with each provider',
  { timeout: 400_000 },
  async () => {
    const { world, simulators } = await createMoneyWorld({ retry_delays_ms: [] })
    const servers = await startMoneyServers(world, simulators)
    const addresses = servers.target.addresses()
    simulators.setWebhookBase(addresses[0]!)
    const references: string[] = []
    for (const { provider, country_code, amount, address } of providerCases) {
      simulators.control.set(provider, { webhooks: 'held', webhook_copies: 20 })
      const driver = await world.buildDriver({ country_code })
      const post = async (n: number, path: string, body?: object) => {
        const response = await fetch(`${addresses[n % 3]}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${driver.token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        expect([provider, response.status]).toEqual([provider, 200])
        return (await response.json()) as { data: { payment_info: Record<string, string> } }
      }
      const { payment_info } = (await post(0, '/api/v1/wallet/add-funds', { amount })).data
      await payAs(payment_info[address], 'success')
      const reference = payment_info['reference']!
      references.push(reference)
      await Promise.all([
        simulators.control.releaseWebhooks(),
        ...Array.from({ length: 20 }, (_, n) =>
          post(n, `/api/v1/wallet/verify-payment?payment_reference=${reference}`),
        ),
        servers.runJobs(),
      ])
      await expect.poll(() => countOpen(world), { timeout: 60_000 }).toBe(0)
      const credits = await world.db
        .selectFrom('ledger_transfers')
        .select('reference')
        .where('kind', '=', 'top_up')
        .execute()
      expect(credits.map((credit) => credit.reference).toSorted(), provider).toEqual(references.toSorted())
      await world.expectBalancedLedger()
    }
    servers.expectNoErrors()
  },
)

test.runIf(isInTurn('payments at a killed server', 2))(
  'credits each payment once and loses nothing when a server is killed and restarted during webhooks and calls',
  { timeout: 400_000 * rounds },
  () =>
    withSeed(async () => {
      const retry_delays_ms = [100, 300, 1_000, 2_000, 4_000, 8_000]
      const { world, simulators, now } = await createMoneyWorld({ retry_delays_ms, now: () => new Date() })
      world.clock.now = now()
      const { paystack, wave, stripe } = simulators.keys
      const { server, target, killRepeatedly } = await startKillableServer(world, {
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
      const chaos = await createMoneyChaos(world, simulators, target, { seed: `${seed} process`, now })
      const whileDown = async () => {
        expectNoneOf(await checkLedger(world.db))
        // The leases of the killed server expire, for which the drivers would otherwise wait 90 s.
        await world.db.updateTable('top_ups').set({ held_until: null }).execute()
        await world.db.updateTable('refunds').set({ held_until: null }).execute()
      }
      await runCrowd(
        6,
        () => actAtRandom(chaos, 8 * rounds),
        (run) => killRepeatedly(run, chaos.random, { count: rounds, delays_ms: [300, 1_200], whileDown }),
      )
      await ensureCoverage(chaos)
      await calmProviders(chaos)
      // Makes all open checks due now.
      const makeDue = () =>
        sql`with t as (update top_ups set next_check_at = now(), held_until = null where status = 'pending'),
          r as (update refunds set next_check_at = now(), held_until = null where status in ('pending', 'processing'))
          update webhook_events set next_attempt_at = now() where processed_at is null`.execute(world.db)
      // Reversals that appear only in providers' lists are recorded from this process, as the reconcile script does.
      const deps = { ...world.deps, clock: now, payments: createProviders(simulators, now), log: silent }
      const today = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)] as const
      const findUnfinished = async () => {
        await makeDue()
        // Beside the server's own jobs, which only run every five seconds.
        for (const job of [processWebhooks, checkPendingTopUps, checkOpenRefunds]) await job(deps)
        const open = await findOpenWork(world)
        if (open.length > 0) return open
        for (const name of names) await reconcile(deps, name, ...today)
        return compareBooks(chaos, world.db)
      }
      await expect.poll(findUnfinished, { timeout: 120_000 * rounds, interval: 1_000 }).toEqual([])
      await server.kill()
      expectNoneOf([...chaos.problems, ...(await checkLedger(world.db))])
    }),
)

const silent: Deps['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined }

const findOpenWork = async ({ db }: World): Promise<string[]> => [
  ...(
    await db.selectFrom('refunds').select('reference').where('status', 'in', ['pending', 'processing']).execute()
  ).map(({ reference }) => `${reference} is open`),
  ...(await db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null).execute()).map(
    ({ id }) => `webhook ${id} is not processed`,
  ),
]
