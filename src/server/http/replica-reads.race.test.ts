import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { updateProfile } from '#contract/accounts/auth.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { readConfig } from '#server/config.ts'
import { openServer } from '#server/database/connect.ts'
import { openDatabase } from '#server/database/open.ts'
import { findReached, most_lag_ms, toPosition } from '#server/database/replica.ts'
import { seedReference } from '#server/features/places/seed.ts'
import { startPostgres, type PostgresServer } from '#test/kits/postgres.ts'
import { createWorld } from '#test/kits/world.ts'

test('positions of the log are compared as numbers', () => {
  expect(toPosition('1/0')).toBe(2n ** 32n)
  expect(toPosition('16/B374D848') > toPosition('9/FFFFFFFF')).toBe(true)
  const marks = [1, 2, 3].map((at_ms) => ({ at_ms, position: BigInt(10 * at_ms) }))
  expect(findReached(marks, 9n)).toBeUndefined()
  expect(findReached(marks, 25n)).toEqual(marks[1])
  // After a failover the positions go on from an earlier one.
  expect(findReached([{ at_ms: 0, position: 99n }, ...marks], 30n)).toEqual(marks[2])
})

let primary: PostgresServer
beforeAll(async () => {
  primary = await startPostgres()
})
afterAll(() => primary.stop())

async function startStandby() {
  const standby = await startPostgres({ of: primary })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await standby.stop()
    isStopped = true
  }
  onTestFinished(stop)
  const control = await openServer(standby.url, 1)
  onTestFinished(() => control.close())
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url })
  const database = await openDatabase(config, { prepare: seedReference, log: console })
  const { replica } = database
  const world = await createWorld({ database, replica: replica! })
  onTestFinished(() => world.close())
  return { world, replica: replica!, control, stop }
}

test('what may lag is read at a standby, by readers who have changed nothing lately', async () => {
  const { world, replica, control, stop } = await startStandby()
  const { token } = await world.buildDriver({ role: 'admin' })
  const browser = 'signed_in=1'
  const list = async (cookie: string | undefined) => {
    const { status, body } = await world.call(customerList.endpoint, {
      token,
      headers: { ...(cookie !== undefined && { cookie }) },
    })
    expect(status).toBe(200)
    return body.total
  }
  const readAt = async (read: () => Promise<unknown>) => {
    const { answered, repeated } = { ...replica.counts }
    await read()
    return { answered: replica.counts.answered - answered, repeated: replica.counts.repeated - repeated }
  }
  await expect.poll(() => replica.isFresh).toBe(true)
  expect(await readAt(() => list(browser))).toEqual({ answered: 1, repeated: 0 })
  // An export writes to the audit log, and a standby would end it half way where it keeps the log from being replayed.
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  const readExport = () =>
    world.call(customerList.endpoint, { token, query: { format: 'csv' }, headers: { cookie: browser } })
  expect(await readAt(async () => expect((await readExport()).status).toBe(200))).toEqual({ answered: 0, repeated: 0 })
  // Without a browser's cookies nobody knows what the client has changed.
  expect(await readAt(() => list(undefined))).toEqual({ answered: 0, repeated: 0 })

  const changed = await world.call(updateProfile, {
    token,
    body: { first_name: 'Grace' },
    headers: { cookie: browser },
  })
  expect(changed.status).toBe(200)
  const cookie = String(changed.headers['set-cookie'])
  expect(cookie).toMatch(/^changed=1; Max-Age=10; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await readAt(() => list(`${browser}; changed=1`))).toEqual({ answered: 0, repeated: 0 })

  // One who has changed nothing sees what the standby has, while it is not far behind.
  await sql`select pg_wal_replay_pause()`.execute(control.db)
  await replica.look()
  const before = await list(browser)
  await world.buildDriver()
  expect(await list(`${browser}; changed=1`)).toBe(before + 1)
  const seen = await list(browser)
  // On a busy machine, the standby may be too far behind by now.
  if (replica.isFresh) expect(seen).toBe(before)
  await expect.poll(() => replica.isFresh, { timeout: 4 * most_lag_ms }).toBe(false)
  expect(await list(browser)).toBe(before + 1)
  await sql`select pg_wal_replay_resume()`.execute(control.db)
  await expect.poll(() => replica.isFresh, { timeout: 4 * most_lag_ms }).toBe(true)
  expect(await list(browser)).toBe(before + 1)

  // What took too long there is not begun again at the leader.
  await replica.look()
  const { repeated: repeatedBefore } = replica.counts
  const slow = () =>
    world.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 1`.execute(tx)
      await sql`select pg_sleep(1)`.execute(tx)
    })
  await expect(replica.read(slow)).rejects.toMatchObject({ code: '57014' })
  expect(replica.counts.repeated).toBe(repeatedBefore)

  // A standby that goes away costs its readers nothing but a second try.
  await replica.look()
  await control.close()
  await stop()
  const { repeated } = await readAt(() => list(browser))
  expect(repeated + Number(!replica.isFresh)).toBeGreaterThan(0)
})

test('a server starts while its replica is away, and reads from the database', async () => {
  const away = new URL(primary.url)
  away.port = '1'
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: primary.url, DATABASE_REPLICA_URL: away.href })
  const database = await openDatabase(config, { prepare: seedReference, log: console })
  const world = await createWorld({ database, replica: database.replica! })
  onTestFinished(() => world.close())
  const { token } = await world.buildDriver({ role: 'admin' })
  const answer = await world.call(customerList.endpoint, { token, headers: { cookie: 'signed_in=1' } })
  expect([answer.status, database.replica!.lag_ms]).toEqual([200, undefined])
  // One that is no standby is not read either: nobody knows what it has.
  const [own] = [
    await openDatabase(
      { ...config, DATABASE_REPLICA_URL: primary.url },
      { prepare: async () => undefined, log: console },
    ),
  ]
  onTestFinished(() => own.close())
  await own.replica!.look()
  expect(own.replica!.isFresh).toBe(false)
})
