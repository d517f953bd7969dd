import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportTotals } from '#contract/lists/reports.ts'
import { journalReport } from '#contract/reports/desk/journal.ts'
import { transactionsReport } from '#contract/reports/desk/transactions.ts'
import { checkRules } from '#server/features/wallet/ledger/rule.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildReportOrder, buildReportShop, type ReportShop } from '#test/kits/desk/report-kit.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'
import { addLedgerDays, ledgerDayRules } from './ledger-days.ts'

let world: World
let shop: ReportShop
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-26T03:30:00.000Z')
  shop = await buildReportShop(world)
  park = await world.buildPark({ name: 'Garage' })
})
afterAll(() => world.close())

const order = { goods_minor: 2_222n, delivery_minor: 0n, end: 'completed', refund: 333 } as const
const readTransactions = async (query: Record<string, unknown> = {}, token = shop.admin.token) =>
  (await world.call(transactionsReport.totals, { token, query })).body

/** What the reports answer, by every group and for some filters. */
async function readReports(): Promise<ReportTotals[]> {
  const { token } = shop.admin
  const answers: ReportTotals[] = []
  for (const by of Object.keys(transactionsReport.report.groups)) answers.push(await readTransactions({ by }))
  for (const query of [
    { created_from: '2026-11-26', created_to: '2026-11-26' },
    { country: 'NG' },
    { branch: shop.branches.ca.slug },
    { kind: 'refund' },
  ])
    answers.push(await readTransactions(query))
  for (const by of Object.keys(journalReport.report.groups))
    answers.push((await world.call(journalReport.totals, { token, query: { by } })).body)
  return answers
}

const sumLedger = async () => {
  const { rows } = await sql<{ currency: string; transfers: number; amount: bigint }>`
    select currency, count(distinct transfer_id)::int as transfers,
      sum(amount_minor) filter (where amount_minor > 0)::bigint as amount
    from ledger_entries group by 1 order by 1`.execute(world.db)
  return rows.map(({ currency, transfers, amount }) => [currency, transfers, Number(amount)])
}
const toMinor = ({ totals }: ReportTotals) =>
  totals
    .map(({ currency, rows, values }) => [currency, rows, Math.round(values['amount']! * 100)])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

test('the totals of transactions are those of the ledger, before and after it is added up, and by each group', async () => {
  const driver = await world.buildDriver({ balance_minor: 50_000n })
  for (let round = 0; round < 3; round += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 20 * 3_600_000)
    for (const branch of Object.values(shop.branches)) await buildReportOrder(world, shop, branch, order)
    await buildPaidBooking(world, driver, park)
    expect(toMinor(await readTransactions())).toEqual(await sumLedger())
    // A search reads the transfers themselves.
    const before = await readReports()
    await addLedgerDays(world.deps)
    expect(await readReports()).toEqual(before)
    expect(await checkRules(world.db, ledgerDayRules)).toEqual([])
    for (const by of Object.keys(transactionsReport.report.groups)) {
      const { groups, totals } = await readTransactions({ by })
      for (const { currency, rows } of totals) {
        const parts = groups.filter((group) => group.currency === currency)
        expect([by, parts.reduce((all, part) => all + part.rows, 0)]).toEqual([by, rows])
      }
    }
  }
})

test('orders that are placed while the ledger is added up are counted once', async () => {
  const place = () => buildReportOrder(world, shop, shop.branches.ca, order)
  await Promise.all([place(), addLedgerDays(world.deps), place(), addLedgerDays(world.deps)])
  await place()
  expect(toMinor(await readTransactions())).toEqual(await sumLedger())
  await Promise.all([addLedgerDays(world.deps), addLedgerDays(world.deps)])
  expect(toMinor(await readTransactions())).toEqual(await sumLedger())
  expect(await checkRules(world.db, ledgerDayRules)).toEqual([])
})

test('rows and the sums of a group are the same transfers', async () => {
  const { token } = shop.admin
  for (const by of ['day', 'kind', 'branch'] as const)
    for (const { currency, filter, rows: count } of (await readTransactions({ by })).groups) {
      if (filter === null) continue
      const name = transactionsReport.report.groups[by].filter
      const query = by === 'day' ? { created_from: filter, created_to: filter } : { [name]: filter }
      const { items } = (await world.call(transactionsReport.endpoint, { token, query: { size: '1000', ...query } }))
        .body
      expect([by, filter, items.filter((row) => row.amount?.currency === currency).length]).toEqual([by, filter, count])
    }
})

test('a stored sum that is wrong is found', async () => {
  await sql`update transfer_days set amount = amount + 1`.execute(world.db)
  await sql`update account_days set debit_minor = debit_minor + 1`.execute(world.db)
  const found = await checkRules(world.db, ledgerDayRules)
  expect(new Set(found.map((line) => line.split(':')[0]))).toEqual(new Set(['transfer_days', 'account_days']))
})
