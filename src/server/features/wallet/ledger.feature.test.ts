import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAppError } from '#server/problems.ts'
import { constraintOf } from '#server/errors.ts'
import { createWorld, type Driver, type World } from '#test/world.ts'
import { checkLedger } from './ledger-check.ts'
import { findBalance, post, type Posting } from './ledger.ts'

let world: World
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  driver = await world.newDriver({ country_code: 'CA', balance_minor: 1_000n })
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
    post(tx, {
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

test('a transfer moves the balance and tells it in the entry', async () => {
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

test('a balance never falls under zero, and a try leaves nothing behind', async () => {
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

test('a kind and reference happen once', async () => {
  await transfer([customer(-1n), park(1n)], 'once')
  expect(constraintOf(await failure(transfer([customer(-1n), park(1n)], 'once')))).toBe('ledger_transfers_once')
  await world.expectBalancedLedger()
})

test('a transfer that does not add up is refused by the code, and at commit by the database', async () => {
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

describe('the books are append only', () => {
  test.each([
    'update ledger_entries set amount_minor = amount_minor + 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update ledger_transfers set description = ''",
    'delete from ledger_transfers',
    'truncate ledger_transfers cascade',
  ])('%s', async (statement) => {
    expect(constraintOf(await failure(sql.raw(statement).execute(world.db)))).toBe('ledger_append_only')
    await world.expectBalancedLedger()
  })
})

test('the check names each row that is wrong', async () => {
  const spoiled = await createWorld()
  const { user_id } = await spoiled.newDriver({ country_code: 'CA', balance_minor: 1_000n })
  const { db } = spoiled
  expect(await checkLedger(db)).toEqual([])
  const entry = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('amount_minor', '>', 0n)
    .executeTakeFirstOrThrow()
  const spoil = async (statement: string) => {
    await spoiled.database.exec('alter table ledger_entries disable trigger user')
    await spoiled.database.exec(statement)
    await spoiled.database.exec('alter table ledger_entries enable trigger user')
    return (await checkLedger(db)).join('\n')
  }
  expect(await spoil(`update ledger_accounts set balance_minor = 999 where kind = 'customer'`)).toContain(
    `account ${entry.account_id} of ${user_id} holds 999, its entries sum to 1000`,
  )
  const doubled = await spoil('update ledger_entries set amount_minor = 999 where amount_minor = 1000')
  expect(doubled).toContain(`transfer ${entry.transfer_id} is off by -1 CAD`)
  expect(doubled).toContain(`entry ${entry.id} tells a balance that its predecessors do not give`)
  expect(await spoil(`update ledger_entries set currency = 'USD' where id = ${entry.id}`)).toContain(
    `entry ${entry.id} is in another currency than its account`,
  )
  await db.transaction().execute((tx) =>
    post(tx, {
      kind: 'top_up',
      reference: 'PW-MINTED',
      description: 'top_up:stripe',
      currency: 'CAD',
      at: spoiled.clock.now,
      postings: [customer(5n, { user_id, token: '', email: '' }), park(-5n)],
    }),
  )
  expect((await checkLedger(db)).join('\n')).toContain('credits PW-MINTED, which no top-up of that person paid for')
  await db
    .insertInto('top_ups')
    .values({
      id: entry.transfer_id,
      reference: 'PW-UNBOOKED',
      user_id,
      provider: 'stripe',
      amount_minor: 5n,
      currency: 'CAD',
      status: 'success',
      created_at: spoiled.clock.now,
      next_check_at: spoiled.clock.now,
    })
    .execute()
  expect((await checkLedger(db)).join('\n')).toContain('top-up PW-UNBOOKED and the books do not agree')
  await spoiled.close()
})
