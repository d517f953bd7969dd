import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionKind } from '#contract/money.ts'
import type { Transaction } from '#contract/wallet/wallet.ts'
import { listTransactions } from '#contract/wallet/wallet.ts'
import type { Db } from '#server/database/connect.ts'
import { createRandom } from '#server/features/demo/random.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { listEntries } from './entries.ts'
import { postTransfer, postTransfers, type Transfer } from './ledger.ts'

class Undo extends Error {}

/** Two interleaved accounts: one of several blocks, one shorter than a block. The kind `document` is rare. */
let world: World
let driver: Driver
const start = Date.parse('2026-11-01T00:00:00Z')
const kinds = ['order', 'order', 'order', 'order', 'order', 'ticket', 'adjustment'] as const

beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'CA' })
  const random = createRandom('ordinals')
  const transfers = Array.from({ length: 700 }, (_, n) =>
    move(
      n,
      n === 300 || n === 690 ? 'document' : kinds[random.whole(0, kinds.length - 1)]!,
      n % 9 === 4 ? 'USD' : 'CAD',
    ),
  )
  await world.db.transaction().execute((tx) => postTransfers(tx, transfers))
})
afterAll(() => world.close())

const move = (n: number, kind: Transfer['kind'], currency: 'USD' | 'CAD'): Transfer => ({
  kind,
  reference: `${driver.user_id}/${n}`,
  description: 'test',
  currency,
  at: new Date(start + n * 60_000),
  postings: [
    { account: { kind: 'customer', owner: driver.user_id }, amount_minor: 1n },
    { account: { kind: 'adjustment', owner: '' }, amount_minor: -1n },
  ],
})
const listPage = async (query: object) =>
  (await world.call(listTransactions, { token: driver.token, query: { size: 100, ...query } })).body
async function all(query: object = {}): Promise<Transaction[]> {
  const { pages } = await listPage(query)
  const parts: Transaction[] = []
  for (let page = 1; page <= pages; page += 1) parts.push(...(await listPage({ ...query, page })).items)
  return parts
}
const time = (minutes: number) => new Date(start + minutes * 60_000).toISOString()

const marks = async () =>
  (
    await sql<{ row: string }>`select row_to_json(m)::text as row from ledger_kind_marks m order by 1`.execute(world.db)
  ).rows.map(({ row }) => row)

test('counts full blocks when they are filled; reading writes nothing', async () => {
  const before = await marks()
  // 622 entries in one account, 78 in the other.
  expect(before.filter((row) => row.includes('"*"'))).toHaveLength(4)
  expect((await listPage({ kind: 'ticket' })).total).toBeGreaterThan(0)
  expect(await marks()).toEqual(before)
})

test('gives the same pages when marks are missing', async () => {
  const queries = [{ kind: 'order' }, { kind: 'document', size: 1, page: 2 }, { kind: 'ticket', from: time(200) }]
  const whole = await Promise.all(queries.map(listPage))
  const without = (condition: string) =>
    world.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(`delete from ledger_kind_marks where ${condition}`).execute(tx)
        const found = await Promise.all(
          queries.map(({ size = 100, page = 1, kind, ...range }) =>
            listEntries(tx as unknown as Db, driver.user_id, {
              size,
              page,
              kind: kind as TransactionKind,
              ...(range.from === undefined ? {} : { from: new Date(range.from) }),
            }),
          ),
        )
        expect(found.map(({ total, rows }) => [total, rows.map(({ id }) => id)])).toEqual(
          whole.map(({ total, items }) => [total, items.map(({ id }) => id)]),
        )
        throw new Undo()
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(Undo))
  await without('true')
  await without('block >= 2')
})

test('pages several accounts as one list, newest first', async () => {
  const whole = await all()
  expect(whole.map(({ created_at }) => created_at)).toEqual(Array.from({ length: 700 }, (_, n) => time(699 - n)))
  for (const page of [1, 2, 37, 100])
    expect(await listPage({ size: 7, page })).toMatchObject({
      total: 700,
      items: whole.slice((page - 1) * 7, page * 7),
    })
  expect((await listPage({ size: 7, page: 101 })).items).toEqual([])
})

test('filters by kind exactly as the whole list would', async () => {
  const whole = await all()
  for (const kind of ['order', 'ticket', 'refund']) {
    const of = whole.filter((candidate) => candidate.kind === kind)
    expect(await all({ kind })).toEqual(of)
    for (const size of [3, 50]) {
      const { total, items } = await listPage({ kind, size, page: 2 })
      expect([total, items]).toEqual([of.length, of.slice(size, 2 * size)])
    }
    for (const [from, to] of [
      [0, 100],
      [128, 500],
      [299, 301],
      [691, 5_000],
    ] as const) {
      const within = of.filter(({ created_at }) => created_at >= time(from) && created_at < time(to))
      expect(await all({ kind, from: time(from), to: time(to) })).toEqual(within)
    }
  }
})

test('counts new entries and keeps earlier marks right', async () => {
  const before = (await listPage({ kind: 'ticket' })).total
  for (let n = 700; n < 1_000; n += 1)
    await world.db.transaction().execute((tx) => postTransfer(tx, move(n, n % 2 === 0 ? 'ticket' : 'order', 'CAD')))
  expect((await listPage({ kind: 'ticket' })).total).toBe(before + 150)
  const of = (await all()).filter((candidate) => candidate.kind === 'ticket')
  expect(await all({ kind: 'ticket' })).toEqual(of)
  await world.expectBalancedLedger()
})
