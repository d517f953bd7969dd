import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTransactions } from '#contract/wallet/wallet.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { findBalanceBefore, findCountedAccounts, findPositionRange } from './entry-positions.ts'
import { postTransfer } from './ledger.ts'

let world: World
let driver: Driver
const start = Date.parse('2026-11-01T00:00:00Z')
const count = 60
/** Seconds after the start. Two servers' clocks differ, so some neighbouring entries are out of order. */
const moments = Array.from({ length: count }, (_, n) => n * 10 + (n % 7 === 3 ? 25 : 0))

beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'CA' })
  for (const [n, seconds] of moments.entries()) {
    await world.db.transaction().execute((tx) =>
      postTransfer(tx, {
        kind: n % 2 === 0 ? 'adjustment' : 'order',
        reference: `${driver.user_id}/${n}`,
        description: 'test',
        currency: 'CAD',
        at: new Date(start + seconds * 1_000),
        postings: [
          { account: { kind: 'customer', owner: driver.user_id }, amount_minor: 1n },
          { account: { kind: 'adjustment', owner: '' }, amount_minor: -1n },
        ],
      }),
    )
  }
})
afterAll(() => world.close())

const at = (seconds: number) => new Date(start + seconds * 1_000)

test('splits an account at an instant, repeatably, with every entry on exactly one side', async () => {
  const [account] = await findCountedAccounts(world.db, driver.user_id, 'CAD')
  expect(account?.entry_count).toBe(BigInt(count))
  for (let seconds = -5; seconds <= 640; seconds += 5) {
    const before = await findPositionRange(world.db, account!, { to: at(seconds) })
    const after = await findPositionRange(world.db, account!, { from: at(seconds) })
    expect(after.first).toBe(before.end)
    const last = moments.findLastIndex((moment) => moment < seconds) + 1
    expect(Number(before.end)).toBe(last + 1)
    expect(await findBalanceBefore(world.db, account!, after.first)).toBe(BigInt(last))
    // The same when less had been written by then.
    const younger = { ...account!, entry_count: BigInt(Math.max(last, 1)) }
    if (last > 0) expect((await findPositionRange(world.db, younger, { to: at(seconds) })).end).toBe(before.end)
  }
})

test('pages a time range as a slice of the whole list', async () => {
  const listPage = async (query: object) =>
    (await world.call(listTransactions, { token: driver.token, query: { size: 100, ...query } })).body
  const whole = (await listPage({})).items
  const from = at(100).toISOString()
  const to = at(300).toISOString()
  const part = await listPage({ from, to })
  expect(part.total).toBe(part.items.length)
  expect(part.items).toEqual(whole.slice(whole.length - 30, whole.length - 30 + part.total))
  const paged = [await listPage({ from, to, size: 7, page: 1 }), await listPage({ from, to, size: 7, page: 2 })]
  expect(paged.map(({ total, pages }) => [total, pages])).toEqual([
    [part.total, Math.ceil(part.total / 7)],
    [part.total, Math.ceil(part.total / 7)],
  ])
  expect(paged.flatMap(({ items }) => items)).toEqual(part.items.slice(0, 14))
  expect((await listPage({ from, to, size: 7, page: 9 })).items).toEqual([])
  expect((await listPage({ from: at(5_000).toISOString() })).total).toBe(0)
  const orders = await listPage({ kind: 'order', from, to })
  expect(orders.items).toEqual(part.items.filter(({ kind }) => kind === 'order'))
  expect(orders.total).toBe(orders.items.length)
  expect((await listPage({ kind: 'order', size: 5, page: 6 })).items).toHaveLength(5)
})
