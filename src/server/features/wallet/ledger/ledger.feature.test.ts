import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { constraintOf } from '#server/database/errors.ts'
import { asAppError } from '#server/http/problems.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { findBalance, postTransfer, type Posting } from './ledger.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 1_000n })
})
afterAll(() => world.close())

const customer = (amount_minor: bigint, { user_id }: Driver = driver): Posting => ({
  account: { kind: 'customer', owner: user_id },
  amount_minor,
})
const park = (amount_minor: bigint): Posting => ({ account: { kind: 'park_payable', owner: 'park' }, amount_minor })

let count = 0
const transfer = (postings: Posting[], reference = `test-${(count += 1)}`) =>
  world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'booking',
      reference,
      description: 'booking:TEST2345',
      currency: 'CAD',
      at: world.clock.now,
      postings,
    }),
  )
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('updates the balance and stores it with the entry', async () => {
  const before = await findBalance(world.db, driver.user_id, 'CAD')
  const { transfer_id } = await transfer([customer(-300n), park(200n), park(100n)])
  expect(await findBalance(world.db, driver.user_id, 'CAD')).toBe(before - 300n)
  const entries = await world.db
    .selectFrom('ledger_entries')
    .select(['amount_minor', 'balance_after_minor'])
    .where('transfer_id', '=', transfer_id)
    .orderBy('amount_minor')
    .execute()
  expect(entries).toEqual([
    { amount_minor: -300n, balance_after_minor: before - 300n },
    { amount_minor: 300n, balance_after_minor: null },
  ])
  await world.expectBalancedLedger()
})

test('rejects a negative balance and writes nothing', async () => {
  const before = await findBalance(world.db, driver.user_id, 'CAD')
  const error = await failure(transfer([customer(-before - 1n), park(before + 1n)], 'too-much'))
  expect(constraintOf(error)).toBe('customer_balance_not_negative')
  expect(asAppError(error).code).toBe('insufficient_balance')
  expect(await findBalance(world.db, driver.user_id, 'CAD')).toBe(before)
  await transfer([customer(-before), park(before)], 'too-much')
  expect(await findBalance(world.db, driver.user_id, 'CAD')).toBe(0n)
  await transfer([customer(1_000n), park(-1_000n)])
  await world.expectBalancedLedger()
})

test('posts each kind and reference once', async () => {
  await transfer([customer(-1n), park(1n)], 'once')
  expect(constraintOf(await failure(transfer([customer(-1n), park(1n)], 'once')))).toBe('ledger_transfers_once')
  await world.expectBalancedLedger()
})

test('rejects an unbalanced transfer in code and, at commit, in the database', async () => {
  await expect(transfer([customer(-2n), park(1n)])).rejects.toThrow(RangeError)
  const { transfer_id } = await transfer([customer(-1n), park(1n)])
  const account = await world.db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('owner', '=', 'park')
    .executeTakeFirstOrThrow()
  const alone = world.db
    .insertInto('ledger_entries')
    .values({ transfer_id, account_id: account.id, currency: 'CAD', amount_minor: 5n, created_at: world.clock.now })
    .execute()
  expect(constraintOf(await failure(alone))).toBe('ledger_balanced')
  await world.expectBalancedLedger()
})

describe('ledger tables are append-only', () => {
  test.each([
    'update ledger_entries set amount_minor = amount_minor + 1',
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    "update ledger_transfers set description = ''",
    'delete from ledger_transfers',
    'truncate ledger_transfers cascade',
  ])('%s', async (statement) => {
    expect(constraintOf(await failure(sql.raw(statement).execute(world.db)))).toBe('ledger_append_only')
    await world.expectBalancedLedger()
  })
})
