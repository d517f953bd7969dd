import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTransactionRecord, transactionList } from '#contract/wallet/desk/transactions.ts'
import { accountKinds, transferKinds, type AccountKind } from '#contract/wallet/ledger.ts'
import { transact } from '#server/database/transact.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { postTransfer } from '../ledger/ledger.ts'

let world: World
let staff: Driver
let customer: Driver
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'administrator' })
  // Exports ask for a fresh login.
  await world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', staff.user_id)
    .execute()
  park = await world.buildPark()
  customer = await world.buildDriver({ balance_minor: 100_000n })
})
afterAll(() => world.close())

/** Reads the kinds that the database allows from its check constraint. */
async function findAllowed(table: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${`${table}_kind_check`}`.execute(
    world.db,
  )
  return [...rows[0]!.text.matchAll(/'([a-z_]+)'/g)].map(([, kind]) => kind!)
}

test('knows the kinds that the database allows', async () => {
  expect((await findAllowed('ledger_accounts')).toSorted()).toEqual(accountKinds.toSorted())
  expect((await findAllowed('ledger_transfers')).toSorted()).toEqual(transferKinds.toSorted())
})

const ownerOf = (kind: AccountKind) => {
  if (kind === 'park_payable') return park.id
  return kind === 'customer' || kind === 'customer_debt' ? customer.user_id : ''
}

test('opens, lists, filters and exports every kind of transfer and of account', async () => {
  const { token } = staff
  const created: { id: string; kind: string; account: AccountKind }[] = []
  await transact(world.db, async (tx) => {
    for (const [n, account] of accountKinds.entries())
      for (const kind of transferKinds) {
        const other = account === 'adjustment' ? 'promotion' : 'adjustment'
        // Debts are negative, and so is what leaves other accounts here.
        const { transfer_id: id } = await postTransfer(tx, {
          kind,
          reference: `KIND-${n}-${kind}`,
          description: `${kind}:KIND${n}`,
          currency: 'CAD',
          at: world.clock.now,
          postings: [
            {
              account: { kind: account, owner: ownerOf(account) },
              amount_minor: account === 'customer' ? 100n : -100n,
            },
            { account: { kind: other, owner: '' }, amount_minor: account === 'customer' ? -100n : 100n },
          ],
        })
        created.push({ id, kind, account })
      }
  })
  for (const { id, kind, account } of created) {
    const { status, body } = await world.call(getTransactionRecord, { token, params: { id } })
    expect([status, body.kind], `${kind} with ${account}`).toEqual([200, kind])
    expect(body.entries.map((entry) => entry.account)).toContain(account)
    expect(body.description).toContain('KIND')
  }
  for (const kind of transferKinds) {
    const { status, body } = await world.call(transactionList.endpoint, { token, query: { kind, size: 100 } as never })
    expect(status, kind).toBe(200)
    expect(new Set(body.items.map((item) => item.kind))).toEqual(new Set([kind]))
    expect(body.items.length).toBeGreaterThanOrEqual(accountKinds.length)
  }
  for (const account of accountKinds) {
    const { status, body } = await world.call(transactionList.endpoint, {
      token,
      query: { account, size: 100 } as never,
    })
    expect(status, account).toBe(200)
    expect(body.items.length).toBeGreaterThanOrEqual(transferKinds.length)
  }
  for (const format of ['csv', 'xlsx'])
    for (const kind of transferKinds) {
      const response = await world.app.inject({
        url: `/api/v1/admin/transactions?format=${format}&kind=${kind}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.statusCode, `${kind} as ${format}`).toBe(200)
    }
})
