import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundBookingByStaff } from '#contract/bookings/desk/booking-refunds.ts'
import { acceptOrder, handOverOrder, markOrderReady } from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import type { Tx } from '#server/database/connect.ts'
import { cancelRequest, submitRequest } from '#server/features/documents/requests/end-request.ts'
import type { Access } from '#server/http/caller.ts'
import { payAs } from '#simulators/test-kit.ts'
import { buildPaidBooking, buildScanPark } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildCounterSale } from '#test/kits/desk/counter-kit.ts'
import { buildPayout } from '#test/kits/desk/payouts-kit.ts'
import { asStaff, buildFees, insuranceOnly, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { recordReversals } from '../refunds/reversals.ts'
import { decideAdjustment, requestAdjustment } from '../staff/adjustments.ts'
import { checkLedger, ledgerRules } from './ledger-check.ts'
import { postTransfer } from './ledger.ts'

/** Books with a bit of everything: a top-up, refunds that are done, on their way and come back, a debt. */
let world: WalletWorld
let driver: Driver
beforeAll(async () => {
  world = await createWalletWorld()
  const { control } = world.simulators
  control.set('stripe', { webhooks: 'never' })
  driver = await world.buildDriver({ country_code: 'CA' })
  const topUp = async (amount: number) => {
    const { reference, page } = await world.startTopUp(driver, amount)
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
  await approveCorrection()
  await placeOrders()
  await refundBooking()
  await payOperator()
  await requestDocuments()
  await recordReversals(world.deps, first)
  const refunds = await world.db.selectFrom('refunds').select('status').orderBy('id').execute()
  expect(refunds.map(({ status }) => status).sort()).toEqual(['done', 'done', 'failed', 'processing'])
  world.errors.splice(0)
})
afterAll(() => world.close())

/** An order that was completed, and one that is open and partly refunded. */
async function placeOrders(): Promise<void> {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const customer = await world.buildDriver({ balance_minor: 10_000n })
  const [done, open] = [
    await buildOrder(world, customer, branch, { lines: [{ item_id }] }),
    await buildOrder(world, customer, branch, { lines: [{ item_id, quantity: 2, goods_minor: 2_000n }] }),
  ]
  const change = (params: { id: string }, endpoint: typeof acceptOrder | typeof markOrderReady, body?: object) =>
    world.call(endpoint as typeof acceptOrder, { token, params, ...(body && { body }) })
  for (const params of [done, open]) await change({ id: params.id }, acceptOrder, {})
  await change({ id: done.id }, markOrderReady)
  await world.call(handOverOrder, { token, params: { id: done.id }, body: { code: done.order_number } })
  const lines = [{ id: open.line_ids[0]!, quantity: 1 }]
  await world.call(refundOrderByStaff, {
    token,
    params: { id: open.id },
    body: { lines, cause: 'damaged', reason: 'Damaged' },
  })
  await buildCounterSale(world, { manager: token, token, branch_id: branch.id, item_id })
}

/** A booking of which staff refunded a part. */
async function refundBooking(): Promise<void> {
  const { token } = await world.buildDriver({ role: 'admin' })
  const park = await buildScanPark(world, { capacity: 2, partner: 'City Parking' })
  const booking = await buildPaidBooking(world, await world.buildDriver({ balance_minor: 10_000n }), park)
  const body = { cause: 'price_mistake', bearer: 'us', amount: 1, message: 'The price was wrong.' } as const
  await world.call(refundBookingByStaff, { token, params: { id: booking.id }, body })
}

/** A statement of the operator of the booking, and a payout that is proposed. */
async function payOperator(): Promise<void> {
  const partner_id = await findOrCreatePartner(world.db, 'CA', 'City Parking')
  await buildPayout(world, partner_id, driver.user_id)
}

/** A request for documents that was cancelled, one whose documents are with the agency, and one that is being checked. */
async function requestDocuments(): Promise<void> {
  await buildFees(world)
  const owner = await world.buildDriver({ country_code: 'NG', balance_minor: 100_000_00n })
  const paid: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const quote = await buildDocumentQuote(world, owner, insuranceOnly)
    await payQuote(world, owner, quote)
    paid.push(quote.id)
  }
  await asStaff(world, paid[0]!, (tx, row, entry) => cancelRequest(tx, world.deps, row, entry))
  await asStaff(world, paid[1]!, (tx, row, entry) => submitRequest(tx, world.deps, row, entry, 'R-1'))
}

const asCaller = async () => ({ ...(await world.buildDriver()), access: new Map() as Access })

/** A correction of a wallet that a second person has approved. */
async function approveCorrection(): Promise<void> {
  const [first, second] = [await asCaller(), await asCaller()]
  const { email } = await world.buildDriver({ country_code: 'CA' })
  const body = { customer: email, amount: 5, currency: 'CAD', reason: 'Charged twice' } as const
  await world.db.transaction().execute(async (tx) => {
    const { answer } = await requestAdjustment(tx, first, body, world.clock.now)
    await decideAdjustment(tx, world.deps, { caller: second, now: world.clock.now }, answer.id, { state: 'approved' })
  })
}

const customer = `(select id from ledger_accounts where kind = 'customer' and balance_minor is not null limit 1)`
const firstOf = (kind: string) =>
  `(select e.id from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = '${kind}' order by e.id limit 1)`
const oneMore = (kind: string, amount: number) => `
  insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
  select t.id, a.id, a.currency, v.amount, now() from ledger_transfers t, ledger_accounts a, (values (${amount})) v(amount)
  where t.reference = 'spent' and a.kind = '${kind}' limit 1`

/** For each rule: a statement that violates it with constraints and triggers off, and the sentence to expect. */
const violations: Record<string, { statement: string; sentence: RegExp }> = {
  'every transfer is balanced': {
    statement: `update ledger_entries set amount_minor = amount_minor + 7 where id = ${firstOf('provider_clearing')}`,
    sentence: /^transfer [\w-]+ is off by 7 CAD$/,
  },
  'a transfer is in one currency': {
    statement: `update ledger_entries set currency = 'USD' where id = ${firstOf('provider_clearing')}`,
    sentence: /^transfer [\w-]+ mixes CAD USD$/,
  },
  'a balance is the sum of its entries': {
    statement: `update ledger_accounts set balance_minor = 1 where id = ${customer}`,
    sentence: /^account [\w-]+ of [\w-]+ holds 1, its entries sum to \d+$/,
  },
  'no customer balance is ever negative': {
    statement: `update ledger_entries set balance_after_minor = -3 where id = ${firstOf('customer')}`,
    sentence: /^[\w-]+ is at -3 after entry \d+, below zero$/,
  },
  'debts and refund clearing never change sign': {
    statement: oneMore('customer_debt', 100_000),
    sentence: /^account [\w-]+ \(customer_debt of [\w-]+\) is at \d+, on the wrong side of zero$/,
  },
  'an entry is in the currency of its account': {
    statement: `update ledger_entries set currency = 'XOF' where id = ${firstOf('customer')}`,
    sentence: /^entry \d+ is in another currency than its account$/,
  },
  'an entry’s balance is the sum of the entries up to it': {
    statement: `update ledger_entries set balance_after_minor = balance_after_minor + 1 where id = ${firstOf('customer')}`,
    sentence: /^entry \d+ has a balance that differs from the sum of the entries up to it$/,
  },
  'a customer’s entries are numbered without gaps': {
    statement: `update ledger_entries set position = 99 where id = ${firstOf('customer')}`,
    sentence: /^entry \d+ is number 99 of its account, and in truth the 1th$/,
  },
  'an account’s entry count is right': {
    statement: `update ledger_accounts set entry_count = 1000 where id = ${customer}`,
    sentence: /^account [\w-]+ counts 1000 entries and has \d+$/,
  },
  'the counts by kind are right': {
    statement: `insert into ledger_kind_marks values (${customer}, 'order', 0, 5)`,
    sentence: /^account [\w-]+ has 0 entries of order up to block 0, and its mark says 5$/,
  },
  'every full block of a wallet is counted by kind': {
    statement: `update ledger_accounts set entry_count = 300 where id = ${customer}`,
    sentence: /^account [\w-]+ has 2 full blocks, and 0 of them are counted by kind$/,
  },
  'a transfer that moves money has entries': {
    statement: `insert into ledger_transfers (id, kind, reference, description, created_at) values (gen_random_uuid(), 'top_up', 'PW-EMPTY', '', now())`,
    sentence: /^transfer [\w-]+ \(top_up PW-EMPTY\) has no entries$/,
  },
  'a top-up is successful if and only if it was credited': {
    statement: `update top_ups set status = 'pending' where id = (select id from top_ups where status = 'success' limit 1)`,
    sentence: /^top-up PW-\w+ and the ledger disagree on whether it was credited$/,
  },
  'every credit belongs to a top-up of the same user and provider': {
    statement: `update top_ups set provider = 'wave' where id = (select id from top_ups where status = 'success' limit 1)`,
    sentence: /^transfer [\w-]+ credits PW-\w+, which no top-up of that user paid for$/,
  },
  'a provider’s fee is posted as reported': {
    statement: `update provider_fees set amount_minor = amount_minor + 1`,
    sentence: /^fee txn_\w+ of stripe and the ledger disagree on its amount$/,
  },
  'every posted fee was reported by a provider': {
    statement: `delete from provider_fees`,
    sentence: /^transfer [\w-]+ books fee stripe\/txn_\w+, which no provider reported$/,
  },
  'a refund took its amount from its user': {
    statement: `update refunds set amount_minor = amount_minor + 1 where origin = 'driver' and status = 'done'`,
    sentence: /^refund RF-\w+ and the ledger disagree on what it took from the wallet$/,
  },
  'only failed refunds returned the money': {
    statement: `update refunds set status = 'done' where status = 'failed'`,
    sentence: /^refund RF-\w+ and the ledger disagree on whether it was returned$/,
  },
  'driver refunds never exceed the payment': {
    statement: `update refunds set amount_minor = 900000 where origin = 'driver' and status = 'done'`,
    sentence: /^refunds of top-up PW-\w+ add up to 900000, more than was credited$/,
  },
  'refund clearing equals the open refunds': {
    statement: `update refunds set status = 'done' where status = 'processing'`,
    sentence: /^stripe has 500 CAD \(minor units\) in refund clearing, its open refunds say 0$/,
  },
  'an approved correction was posted as it was approved': {
    statement: `update approvals set amount_minor = amount_minor + 1`,
    sentence: /^correction [\w-]+ and the ledger disagree on what was posted$/,
  },
  'debts equal what bookings and refunds record': {
    statement: `update refunds set owed_minor = 1 where owed_minor > 0`,
    sentence: /^[\w-]+ owes \d+ CAD \(minor units\) in the ledger, 1 by bookings and refunds$/,
  },
  'a branch holds the money of its paid orders that are not released, less refunds': {
    statement: `update orders set released_at = now() where released_at is null`,
    sentence: /^branch [\w-]+ holds 1100 CAD \(minor units\) for orders, which amount to 0$/,
  },
  'the money of a completed order is released, once, and of no open one': {
    statement: `update orders set released_at = null where status = 'completed'`,
    sentence: /^order \w{8} is completed and was released 1 times$/,
  },
  'a paid order was paid what it costs, from the wallet by its customer': {
    statement: `update orders set total_minor = 2500, goods_minor = goods_minor + 2500 - total_minor where status = 'accepted'`,
    sentence: /^order \w{8} costs 2500, 2200 was paid for it, and its customer was charged 2200$/,
  },
  'an order’s refunds are what its customer got back, at most what was paid': {
    statement: `update orders set refunded_minor = 1 where status = 'completed'`,
    sentence: /^order \w{8} says that 1 was refunded, its refunds 0, and the ledger 0$/,
  },
  'what was paid at a counter is what its shift took': {
    statement: `update order_payments set amount_minor = 1 where method = 'cash'`,
    sentence: /^1 was paid for order \w{8} at a counter, and its shift took 1100$/,
  },
  'a drawer holds what its shift’s entries sum to, and is empty once the shift is closed': {
    statement: oneMore('cash_drawer', 1),
    sentence: /^the drawer of shift [\w-]+ holds 10\d\d \(minor units\) in place of 1100$/,
  },
  'a courier holds what they collected and did not hand in, and a register took what they handed in': {
    statement: `with a as (insert into ledger_accounts (id, kind, owner, currency) values (gen_random_uuid(), 'cash_courier', 'somebody', 'CAD') returning id)
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
      select t.id, a.id, 'CAD', -5, now() from ledger_transfers t, a where t.reference = 'spent'`,
    sentence:
      /^courier somebody holds 5 CAD \(minor units\) in place of 0, and handed 0 in, of which registers took 0$/,
  },
  'a statement closes at what the ledger owes for it and for those before': {
    statement: `update statements set closing_minor = closing_minor + 1, other_minor = other_minor + 1`,
    sentence: /^statement S-CAD-\d{4}-00001 closes at \d+, and the ledger owes \d+$/,
  },
  'a statement opens at what the one before closed at': {
    statement: `update statements set opening_minor = opening_minor + 1, other_minor = other_minor - 1`,
    sentence: /^statement S-CAD-\d{4}-00001 opens at 1, and the one before closed at 0$/,
  },
  'the lines of a statement sum to it, each with the amount of its entry': {
    statement: `update statement_lines set amount_minor = amount_minor + 1`,
    sentence: /^statement S-CAD-\d{4}-00001 and its lines disagree$/,
  },
  'statements are numbered without gaps': {
    statement: `update statements set serial = 2`,
    sentence: /^statement S-CAD-\d{4}-00001 is the 1 of its series$/,
  },
  'a payout left its payee’s account once, and came back as far as it was not paid': {
    statement: `update payouts set state = 'paid'`,
    sentence: /^payout P-CAD-\d{4}-00001 is paid, and 0 was taken for it$/,
  },
  'a line that was replaced is refunded, and what replaces it is paid': {
    statement: `insert into order_substitutions (order_id, line_id, quantity, stock, offered_by, offered_at)
      select o.id, n.id, 1, 'return', o.user_id, now() from orders o join order_lines n on n.order_id = o.id
      where o.status = 'accepted' limit 1`,
    sentence: /^order \w{8} and the refund of the line that it replaces disagree$/,
  },
  'the lines of a refund sum to it, and those of an order to what was refunded of each': {
    statement: `update order_lines set refunded_quantity = 2 where refunded_quantity = 1`,
    sentence: /^the refunds of order \w{8} do not sum to their lines$/,
  },
  'what a counter took for a booking became money of its account, and what drawers paid out left a wallet': {
    statement: `insert into counter_bookings (id, booking_id, shift_id, branch_id, amount_minor, lines, created_at)
      select gen_random_uuid(), b.id, s.id, s.branch_id, 500, '[]', now() from bookings b cross join shifts s limit 1`,
    sentence:
      /^booking \w+ was sold for 500, a counter took 0 and credited 0; drawers paid 0 of it, and 0 left its wallet$/,
  },
  'every transfer of a counter is of a booking that it sold': {
    statement: `insert into ledger_transfers (id, kind, reference, description, created_at)
      values (gen_random_uuid(), 'counter', 'unknown', 'counter', now())`,
    sentence: /^transfer unknown of a counter is of no booking$/,
  },
  'a booking’s refunds are what its customer got back, at most what was paid': {
    statement: `update bookings set refunded_minor = refunded_minor + 1 where refunded_minor > 0`,
    sentence: /^booking \w+ says that 101 was refunded, its refunds 100, and the ledger 100$/,
  },
  'a refund of a booking is posted as it was decided, at the expense of whom it names': {
    statement: `update booking_refunds set amount_minor = amount_minor + 1`,
    sentence: /^refund 1 of booking \w+ and the ledger disagree$/,
  },
  'what is held for documents is what of paid requests was neither released nor refunded': {
    statement: oneMore('document_held', 100),
    sentence: /^\d+ NGN \(minor units\) are held for documents, whose requests amount to \d+$/,
  },
  'a paid request for documents was paid what it costs, by its customer': {
    statement: `update document_requests set total_minor = 5 where status = 'document_review'`,
    sentence: /^request \w{8} costs 5, and \d+ was paid for it$/,
  },
  'nothing of a request for documents is both released and refunded': {
    statement: `update document_requests set lines = jsonb_set(lines, '{0,refunded_minor}', '"1"') where status = 'with_agency'`,
    sentence: /^the lines of request \w{8} do not sum to where its money went$/,
  },
  'refunds and releases of a request for documents are what the ledger moved': {
    statement: `update document_requests set refunded_minor = 1 where status = 'refunded'`,
    sentence: /^the ledger released 0 and refunded \d+ of request \w{8}, which says otherwise$/,
  },
}

test('finds no violation in a correct ledger', async () => {
  expect(await checkLedger(world.db)).toEqual([])
})

test('every rule has a violating statement', () => {
  expect(Object.keys(violations).sort()).toEqual(ledgerRules.map(({ name }) => name).sort())
})

class Rollback extends Error {}

/** Runs a statement without constraints and triggers, then `inspect`, and rolls back. */
async function withViolation(statement: string, inspect: (tx: Tx) => Promise<void>): Promise<void> {
  const work = world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['refunds', 'ledger_accounts', 'ledger_entries']) {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(tx)
      for (const { name } of rows) await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx)
    }
    await sql.raw(statement).execute(tx)
    await inspect(tx)
    throw new Rollback()
  })
  await expect(work).rejects.toThrow(Rollback)
}

test.each(Object.entries(violations))('checks that %s', async (name, { statement, sentence }) => {
  const { find } = ledgerRules.find((rule) => rule.name === name)!
  await withViolation(statement, async (tx) => {
    const found = await find(tx)
    expect(found.length).toBeGreaterThan(0)
    for (const violation of found) expect(violation).toMatch(sentence)
  })
  expect(await checkLedger(world.db)).toEqual([])
})
