import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { registerVerifiedUser, callResetCode } from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { accountsJobs, deleteExpired } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('deletes expired records and keeps the others', async () => {
  const { email } = await registerVerifiedUser(world)
  const { id: user_id } = await world.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const count = async () => {
    const tables = ['sessions', 'email_codes', 'failed_attempts', 'idempotency_keys', 'mails'] as const
    const counts = await Promise.all(
      tables.map((table) =>
        world.db
          .selectFrom(table)
          .select((row) => row.fn.countAll<bigint>().as('rows'))
          .executeTakeFirstOrThrow(),
      ),
    )
    return Object.fromEntries(tables.map((table, position) => [table, Number(counts[position]!.rows)]))
  }
  const leave = async () => {
    await world.db
      .insertInto('failed_attempts')
      .values({ kind: 'login', subject: email, at: world.clock.now })
      .execute()
    await world.db
      .insertInto('idempotency_keys')
      .values({ user_id, key: newId(), call: 'x', body_hash: Buffer.alloc(32), created_at: world.clock.now })
      .execute()
  }
  await callResetCode(world, email)
  await leave()
  await deleteExpired(world.deps)
  expect(await count()).toEqual({ sessions: 1, email_codes: 2, failed_attempts: 1, idempotency_keys: 1, mails: 2 })

  world.clock.advance(61)
  await deleteExpired(world.deps)
  expect(await count()).toEqual({ sessions: 1, email_codes: 2, failed_attempts: 0, idempotency_keys: 1, mails: 2 })

  world.clock.advance(1_440)
  await leave()
  await deleteExpired(world.deps)
  expect(await count()).toEqual({ sessions: 1, email_codes: 0, failed_attempts: 1, idempotency_keys: 1, mails: 2 })

  world.clock.advance(30 * 1_440)
  await deleteExpired(world.deps)
  expect(await count()).toEqual({ sessions: 0, email_codes: 0, failed_attempts: 0, idempotency_keys: 0, mails: 0 })
})

test('runs the jobs on an empty database', async () => {
  for (const job of accountsJobs) await job.run(world.deps)
  expect(accountsJobs.map(({ name }) => name)).toEqual(['send_mails', 'forget_expired'])
})
