/**
 * Kills, under a steady load of bookings, extensions and top-ups, the leader of three databases, both balancers and a
 * server, and freezes a leader until another has its place. Nothing that was acknowledged may be lost or done twice, and
 * changes must be possible again within 30 seconds. Needs what `ops/ha/start` needs. `npm run drill:failover`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openServer } from '#server/database/connect.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { findBookingDiscrepancies, findSpaceDiscrepancies } from '#test/kits/consistency.ts'
import { waitFor } from './trial/book.ts'
import type { Member } from './trial/cluster.ts'
import { crowdMoney, gatherCrowd } from './trial/crowd.ts'
import { startPair, type Pair } from './trial/pair.ts'
import { SteadyLoad, topUpMoney } from './trial/steady-load.ts'

const longestPause_s = 30
const settled_ms = 10_000
/** A loaded machine is slow, and the webhook of a long outage comes late. */
const patience_ms = 300_000

const secondsSince = (at_ms: number) => ((performance.now() - at_ms) / 1_000).toFixed(1)

/** A connection whose end is noticed by its next query alone. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits until another member than this one leads. */
const waitForSuccessor = ({ cluster }: Pair, before: Member): Promise<Member> =>
  waitFor(
    'another leader',
    async () => {
      const leader = await cluster.findLeader()
      return leader === before ? undefined : leader
    },
    patience_ms,
  )

/** Moves a car park that nobody books to the south, and waits until the index of each server has it there. */
async function moveCarPark({ cluster, servers }: Pair, lat: number): Promise<string> {
  const move = async () => {
    const client = await connect(cluster.url)
    const moved = await client
      .query(
        'update parks set lat = $1, lng = -140 where id = (select id from parks where partner_id is null order by id limit 1)',
        [lat],
      )
      .finally(() => void client.end().catch(() => undefined))
    return moved.rowCount
  }
  await waitFor('a change through the balancer', move, patience_ms)
  const moved_ms = performance.now()
  for (const { address } of servers)
    await waitFor(
      'the change in a search index',
      async () => {
        const answer = await fetch(`${address}/api/v1/parks/front/parks/?lat=${lat}&lng=-140&radius=5`)
        return ((await answer.json()) as { total: number }).total === 1 ? true : undefined
      },
      patience_ms,
    )
  return `a change was in both search indexes after ${secondsSince(moved_ms)} s`
}

/** Kills the leader's database and Patroni, and starts them again. */
async function crashLeader(pair: Pair): Promise<string> {
  const { cluster } = pair
  const leader = await cluster.findLeader()
  const from_ms = performance.now()
  cluster.crash(leader)
  const successor = await waitForSuccessor(pair, leader)
  const led = `${successor.name} led after ${secondsSince(from_ms)} s`
  const moved = await moveCarPark(pair, -60)
  cluster.start(leader)
  await cluster.waitUntilWhole()
  return `${led}, ${leader.name} followed after ${secondsSince(from_ms)} s; ${moved}`
}

/** Freezes the leader, continues it once another leads, and proves that it acknowledges no change afterwards. */
async function freezeLeader(pair: Pair, load: SteadyLoad): Promise<string> {
  const { cluster } = pair
  const leader = await cluster.findLeader()
  const witness = await connect(cluster.urlOf(leader))
  await witness.query('create table witness (n integer)')
  await witness.query('insert into witness values (0)')
  const from_ms = performance.now()
  cluster.freeze(leader)
  const acknowledged: number[] = []
  const insert = (client: pg.Client, n: number) =>
    client.query('insert into witness values ($1)', [n]).then(
      () => void acknowledged.push(n),
      () => undefined,
    )
  // It waits in the frozen leader's socket, and is executed as soon as that continues.
  void insert(witness, 1)
  const successor = await waitForSuccessor(pair, leader)
  const led = `${successor.name} led after ${secondsSince(from_ms)} s`
  await load.nextAcknowledged()
  const thawed_ms = performance.now()
  // Its database answers by itself for five seconds, without the Patroni that would stop it.
  const thawing = cluster.thaw(leader, wait(5_000))
  let tries = 1
  while (performance.now() - thawed_ms < 15_000) {
    const n = (tries += 1)
    await connect(cluster.urlOf(leader)).then(
      (client) =>
        Promise.race([insert(client, n), wait(1_000)]).finally(() => void client.end().catch(() => undefined)),
      () => wait(200),
    )
  }
  await thawing
  const moved = await moveCarPark(pair, -61)
  await cluster.waitUntilWhole()
  const reader = await connect(cluster.urlOf(await cluster.findLeader()))
  const { rows } = await reader.query<{ n: number }>('select n from witness order by n')
  await reader.end()
  // A connection that is opened after it follows again is refused every change, so that only the first row remains.
  if (acknowledged.length > 0 || rows.length !== 1)
    load.problems.push(
      `the old leader acknowledged ${acknowledged.join()}; stored are ${rows.map(({ n }) => n).join()}`,
    )
  return `${led}; of ${tries} changes the old leader acknowledged ${acknowledged.length}; it followed after ${secondsSince(from_ms)} s; ${moved}`
}

/** Compares what was acknowledged with the database; returns a sentence for each discrepancy. */
async function compare({ cluster, production }: Pair, load: SteadyLoad, ids: readonly string[]): Promise<string[]> {
  await production.payments.control.settled()
  const { db, close } = await openServer(cluster.url, 2)
  try {
    const wrong: string[] = []
    const readTopUps = () =>
      db
        .selectFrom('top_ups')
        .select(['reference', 'user_id', 'status', 'amount_minor'])
        .where('user_id', 'in', ids)
        .execute()
    await waitFor(
      'the credit of every payment',
      async () => {
        const waiting = await db
          .selectFrom('webhook_events')
          .select('id')
          .where('processed_at', 'is', null)
          .executeTakeFirst()
        const pending = (await readTopUps()).some(({ status }) => status !== 'success')
        return waiting === undefined && !pending ? true : undefined
      },
      patience_ms,
    ).catch((error: Error) => wrong.push(error.message))

    const bookings = await db
      .selectFrom('bookings')
      .select(['booking_code', 'user_id', 'total_minor', 'end_time'])
      .where('user_id', 'in', ids)
      .execute()
    const stored = new Map(bookings.map((booking) => [booking.booking_code, booking]))
    for (const [code, { driver, total, end_time }] of load.bookings) {
      const row = stored.get(code)
      const isSame =
        row?.user_id === ids[driver % ids.length] &&
        row?.total_minor === BigInt(Math.round(total * 100)) &&
        row?.end_time.getTime() === Date.parse(end_time)
      if (!isSame) wrong.push(`booking ${code} was acknowledged, ${row === undefined ? 'and is lost' : 'and differs'}`)
    }
    for (const code of stored.keys()) if (!load.bookings.has(code)) wrong.push(`booking ${code} was made twice`)

    const topUps = await readTopUps()
    for (const reference of load.topUps.keys())
      if (!topUps.some((row) => row.reference === reference && row.amount_minor === topUpMoney))
        wrong.push(`top-up ${reference} was acknowledged and is lost`)
    for (const { reference } of topUps)
      if (!load.topUps.has(reference)) wrong.push(`top-up ${reference} was started twice`)

    const balances = await db
      .selectFrom('ledger_accounts')
      .select(['owner', 'balance_minor'])
      .where('kind', '=', 'customer')
      .where('owner', 'in', ids)
      .execute()
    for (const [n, id] of ids.entries()) {
      const paid = [...load.bookings.values()].filter(({ driver }) => driver % ids.length === n)
      const added = [...load.topUps.values()].filter(({ driver, isPaid }) => driver % ids.length === n && isPaid)
      const expected =
        crowdMoney +
        BigInt(added.length) * topUpMoney -
        paid.reduce((sum, { total }) => sum + BigInt(Math.round(total * 100)), 0n)
      const balance = balances.find(({ owner }) => owner === id)?.balance_minor
      if (balance !== expected) wrong.push(`driver ${n} has ${balance} and should have ${expected}`)
    }

    const sent = production.payments.control.webhooks
    const events = await db.selectFrom('webhook_events').select(['reference', 'event_type', 'last_error']).execute()
    // A webhook whose answer was lost is stored all the same.
    for (const { reference, event_type } of sent) {
      const found = events.filter((event) => event.reference === reference && event.event_type === event_type)
      if (found.length !== 1) wrong.push(`webhook ${event_type} of ${reference} was stored ${found.length} times`)
    }
    wrong.push(
      ...(await checkLedger(db)),
      ...(await findSpaceDiscrepancies(db)),
      ...(await findBookingDiscrepancies(db)),
    )
    const verified = [...load.topUps.values()].filter(({ isAcknowledged }) => isAcknowledged).length
    const repeated = sent.filter(({ attempts }) => attempts.length > 1).length
    console.info(
      `found ${bookings.length} of ${load.bookings.size} acknowledged bookings, ${topUps.length} of ${load.topUps.size} top-ups (${verified} acknowledged as paid); ${sent.length} webhooks, ${repeated} sent more than once, each booked once`,
    )
    return wrong
  } finally {
    await close()
  }
}

const started_ms = performance.now()
const pair = await startPair()
try {
  const { cluster, production } = pair
  console.info(`${cluster.versions}; ready after ${secondsSince(started_ms)} s`)
  const crowd = await gatherCrowd(production, pair.servers[0]!.address, 50)
  const load = new SteadyLoad(crowd, production.base)
  const pauses: number[] = []
  const run = async (name: string, work: () => Promise<string>) => {
    const from_ms = performance.now()
    const result = await work()
    await wait(settled_ms)
    const pause_s = load.longestPause(from_ms)
    pauses.push(pause_s)
    console.info(`${name}: longest pause between two acknowledged changes ${pause_s.toFixed(1)} s; ${result}`)
  }
  load.start()
  await run('nothing', async () => moveCarPark(pair, -59))
  await run('leader killed', () => crashLeader(pair))
  await run('balancer of the databases killed', async () => {
    cluster.restartBalancer()
    return 'started again'
  })
  await run('balancer of the servers killed', async () => {
    pair.restartBalancer()
    return 'started again'
  })
  await run('server killed', async () => {
    const from_ms = performance.now()
    await pair.replaceServer(0)
    return `ready again after ${secondsSince(from_ms)} s`
  })
  await run('leader frozen', () => freezeLeader(pair, load))
  await load.stop()
  for (const [name, { sent, answered, repeated }] of Object.entries(load.tallies))
    console.info(`${name}: ${sent} calls, ${answered} acknowledged, ${repeated} of them repeated with their key`)
  console.info(`unanswered: ${[...load.failures].map(([failure, count]) => `${count} × ${failure}`).join(', ')}`)
  const problems = [...load.problems, ...(await compare(pair, load, crowd.ids))]
  const logged = pair.servers.flatMap(({ log }) => log().split('\n')).filter((line) => line.includes('"level":50'))
  for (const [line, found] of Map.groupBy(logged, (text) => /"msg":"([^"]*)"/.exec(text)?.[1] ?? text))
    console.info(`logged ${found.length} × ${line.slice(0, 200)}`)
  if (Math.max(...pauses) > longestPause_s) problems.push(`changes were not back within ${longestPause_s} s`)
  for (const problem of problems.slice(0, 40)) console.error(problem)
  console.info(problems.length === 0 ? 'all is right' : `${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  console.error(readFileSync(join(pair.cluster.folder, 'patroni.log'), 'utf8').split('\n').slice(-200).join('\n'))
  throw error
} finally {
  await pair.close()
}
