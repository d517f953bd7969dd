import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundTopUp } from '#contract/refunds.ts'
import type { Tx } from '#server/database/connect.ts'
import { payAs } from '#simulators/test-kit.ts'
import type { Driver } from '#test/world.ts'
import { createWalletWorld, type WalletWorld } from '#test/wallet-kit.ts'
import { checkLedger, ledgerRules } from './ledger-check.ts'
import { postTransfer } from './ledger.ts'
import { recordReversals } from '#server/features/wallet/refunds/reversals.ts'

/** Books with a bit of everything: a top-up, refunds that are done, on their way and come back, a debt. */
let world: WalletWorld
let driver: Driver
beforeAll(async () => {
  world = await createWalletWorld()
  const { control } = world.simulators
  control.set('stripe', { webhooks: 'never' })
  driver = await world.newDriver({ country_code: 'CA' })
  const topUp = async (amount: number) => {
    const { reference, page } = await world.begin(driver, amount)
    await payAs(page, 'success')
    await world.verify(driver, reference)
    return reference
  }
  const refund = (payment_reference: string, amount: number) =>
    world.call(refundTopUp, { token: driver.token, body: { payment_reference, amount } })
  const first = await topUp(20)
  await refund(first, 3)
  control.set('stripe', { refunds: 'failing' })
  await refund(first, 4)
  control.set('stripe', { refunds: 'held' })
  await refund(await topUp(30), 5)
  control.set('stripe', { refunds: 'at_once' })
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: 'spent',
      description: 'test',
      currency: 'CAD',
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer', owner: driver.user_id }, amount_minor: -3_600n },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: 3_600n },
      ],
    }),
  )
  await control.desks.stripe.refund(first)
  await recordReversals(world.deps, first)
  const refunds = await world.db.selectFrom('refunds').select('status').orderBy('id').execute()
  expect(refunds.map(({ status }) => status).sort()).toEqual(['done', 'done', 'failed', 'processing'])
  world.errors.splice(0)
})
afterAll(() => world.close())

const customer = `(select id from ledger_accounts where kind = 'customer' and balance_minor is not null limit 1)`
const firstOf = (kind: string) =>
  `(select e.id from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = '${kind}' order by e.id limit 1)`
const oneMore = (kind: string, amount: number) => `
  insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
  select t.id, a.id, a.currency, v.amount, now() from ledger_transfers t, ledger_accounts a, (values (${amount})) v(amount)
  where t.reference = 'spent' and a.kind = '${kind}' limit 1`

/** For each rule: how it is broken where no constraint and no trigger stands in the way, and what the check says then. */
const breaks: Record<string, { by: string; says: RegExp }> = {
  'every transfer is balanced': {
    by: `update ledger_entries set amount_minor = amount_minor + 7 where id = ${firstOf('provider_clearing')}`,
    says: /^transfer [\w-]+ is off by 7 CAD$/,
  },
  'a transfer is in one currency': {
    by: `update ledger_entries set currency = 'USD' where id = ${firstOf('provider_clearing')}`,
    says: /^transfer [\w-]+ mixes CAD USD$/,
  },
  'a balance is the sum of its entries': {
    by: `update ledger_accounts set balance_minor = 1 where id = ${customer}`,
    says: /^account [\w-]+ of [\w-]+ holds 1, its entries sum to \d+$/,
  },
  'no customer is below zero, at any time': {
    by: `update ledger_entries set balance_after_minor = -3 where id = ${firstOf('customer')}`,
    says: /^[\w-]+ is at -3 after entry \d+, below zero$/,
  },
  'nobody owes less than nothing, and what is sent back was there': {
    by: oneMore('customer_debt', 100_000),
    says: /^account [\w-]+ \(customer_debt of [\w-]+\) is at \d+, on the wrong side of zero$/,
  },
  'an entry is in the currency of its account': {
    by: `update ledger_entries set currency = 'XOF' where id = ${firstOf('customer')}`,
    says: /^entry \d+ is in another currency than its account$/,
  },
  'each entry tells the balance that the ones before it give': {
    by: `update ledger_entries set balance_after_minor = balance_after_minor + 1 where id = ${firstOf('customer')}`,
    says: /^entry \d+ tells a balance that its predecessors do not give$/,
  },
  'a customer’s entries are numbered without a gap': {
    by: `update ledger_entries set position = 99 where id = ${firstOf('customer')}`,
    says: /^entry \d+ is number 99 of its account, and in truth the 1th$/,
  },
  'an account knows how many entries it has': {
    by: `update ledger_accounts set entry_count = 1000 where id = ${customer}`,
    says: /^account [\w-]+ counts 1000 entries and has \d+$/,
  },
  'what is counted by kind is as many as there are': {
    by: `insert into ledger_kind_marks values (${customer}, 'order', 0, 5)`,
    says: /^account [\w-]+ has 0 entries of order up to block 0, and 5 are told$/,
  },
  'every block of a wallet that is full is counted': {
    by: `update ledger_accounts set entry_count = 300 where id = ${customer}`,
    says: /^account [\w-]+ has 2 full blocks, and 0 of them are counted by kind$/,
  },
  'a transfer has entries, unless it moved nothing': {
    by: `insert into ledger_transfers (id, kind, reference, description, created_at) values (gen_random_uuid(), 'top_up', 'PW-EMPTY', '', now())`,
    says: /^transfer [\w-]+ \(top_up PW-EMPTY\) has no entries$/,
  },
  'a top-up is a success when the books credited it, and only then': {
    by: `update top_ups set status = 'pending' where id = (select id from top_ups where status = 'success' limit 1)`,
    says: /^top-up PW-\w+ and the books do not agree on whether it was credited$/,
  },
  'no credit without a payment of that person and provider': {
    by: `update top_ups set provider = 'wave' where id = (select id from top_ups where status = 'success' limit 1)`,
    says: /^transfer [\w-]+ credits PW-\w+, which no top-up of that person paid for$/,
  },
  'a provider’s fee is in the books as it was told': {
    by: `update provider_fees set amount_minor = amount_minor + 1`,
    says: /^fee txn_\w+ of stripe and the books do not agree on what was kept$/,
  },
  'no fee in the books that no provider told': {
    by: `delete from provider_fees`,
    says: /^transfer [\w-]+ books fee stripe\/txn_\w+, which no provider told$/,
  },
  'a refund took from that person what it says': {
    by: `update refunds set amount_minor = amount_minor + 1 where origin = 'driver' and status = 'done'`,
    says: /^refund RF-\w+ and the books do not agree on what it took from the wallet$/,
  },
  'a refund that failed gave it back, and one that is done did not': {
    by: `update refunds set status = 'done' where status = 'failed'`,
    says: /^refund RF-\w+ and the books do not agree on whether it came back$/,
  },
  'no more goes back of a payment at a driver’s wish than it brought': {
    by: `update refunds set amount_minor = 900000 where origin = 'driver' and status = 'done'`,
    says: /^of top-up PW-\w+ 900000 went back, more than it brought$/,
  },
  'what lies in refund clearing is what is on its way': {
    by: `update refunds set status = 'done' where status = 'processing'`,
    says: /^stripe has 500 CAD \(minor units\) on its way back, by its refunds 0$/,
  },
  'what people owe is what their bookings and refunds say': {
    by: `update refunds set owed_minor = 1 where owed_minor > 0`,
    says: /^[\w-]+ owes \d+ CAD \(minor units\) by the books, 1 by bookings and refunds$/,
  },
}

test('books that are right hold every rule', async () => {
  expect(await checkLedger(world.db)).toEqual([])
})

test('each rule has a way to break it here', () => {
  expect(Object.keys(breaks).sort()).toEqual(ledgerRules.map(({ name }) => name).sort())
})

class Undo extends Error {}

/** Does what the database refuses, looks, and undoes it. */
async function broken(statement: string, look: (tx: Tx) => Promise<void>): Promise<void> {
  const work = world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['refunds', 'ledger_accounts', 'ledger_entries']) {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(tx)
      for (const { name } of rows) await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx)
    }
    await sql.raw(statement).execute(tx)
    await look(tx)
    throw new Undo()
  })
  await expect(work).rejects.toThrow(Undo)
}

test.each(Object.entries(breaks))('%s', async (name, { by, says }) => {
  const { find } = ledgerRules.find((rule) => rule.name === name)!
  await broken(by, async (tx) => {
    const told = await find(tx)
    expect(told.length).toBeGreaterThan(0)
    for (const sentence of told) expect(sentence).toMatch(says)
  })
  expect(await checkLedger(world.db)).toEqual([])
})
