import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskListEndpoint } from '#contract/lists/lists.ts'
import type { DeskReportDescription, TotalsEndpoint } from '#contract/lists/reports.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { itemsReport } from '#contract/reports/desk/items.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { taxesReport } from '#contract/reports/desk/taxes.ts'
import { transact } from '#server/database/transact.ts'
import { checkRules } from '#server/features/wallet/ledger/rule.ts'
import { buildReportOrder, buildReportShop, type ReportShop } from '#test/kits/desk/report-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { recountReportDays, reportDayRules } from './recount.ts'

type Report = DeskReportDescription & { endpoint: DeskListEndpoint; totals: TotalsEndpoint }
const reports = [salesReport, itemsReport, taxesReport] as unknown as Report[]

let world: World
let shop: ReportShop
const start = Date.parse('2026-11-28T15:00:00.000Z')
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date(start)
  shop = await buildReportShop(world)
})
afterAll(() => world.close())

/** Everything that the reports answer: their rows, their sums by each group, and for some filters. */
async function readReports(): Promise<unknown> {
  const answers: unknown[] = []
  const { token } = shop.admin
  const { ca, ng } = shop.branches
  for (const report of reports) {
    const { period, groups } = report.report
    const days = { [`${period}_from`]: '2026-11-29', [`${period}_to`]: '2026-11-30' }
    const months = { [`${period}_from`]: '2026-11-15', [`${period}_to`]: '2026-12-31' }
    const filters: Record<string, unknown>[] = [
      {},
      days,
      months,
      { [`${period}_from`]: '2026-11-01', [`${period}_to`]: '2026-12-01' },
      { currency: 'CAD' },
      { country: 'NG', ...days },
      { at_branch: ca.id },
    ]
    if (report !== reports[2]) filters.push({ branch: ng.slug }, { example: 'false' }, { search: 'wax' })
    for (const query of filters)
      answers.push([report.name, query, (await world.call(report.totals, { token, query })).body])
    for (const by of Object.keys(groups))
      answers.push([report.name, by, (await world.call(report.totals, { token, query: { by } })).body.groups])
    const rows = await world.call(report.endpoint, { token, query: { size: '1000' } })
    const some = { size: '1000', ...days }
    const listed = [days, months, some].map((query) => world.call(report.endpoint, { token, query }))
    for (const { body } of await Promise.all(listed))
      answers.push(body.items.toSorted((a, b) => a.id.localeCompare(b.id)))
    const managed = await world.call(report.totals, { token: ng.manager.token, query: {} })
    answers.push(
      rows.body.items.toSorted((a, b) => a.id.localeCompare(b.id)),
      managed.body,
    )
  }
  return answers
}

/** Notes every day, as if none had been counted. */
const noteAll = () =>
  sql`insert into changed_report_days (branch_id, day)
    select b.id, '2026-11-20'::date + n from branches b, generate_series(0, 40) n`.execute(world.db)

const countChanged = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from changed_report_days`.execute(world.db)).rows[0]!
    .count

const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      branch: fc.constantFrom('ca', 'near', 'ng'),
      goods_minor: fc.bigInt({ min: 2n, max: 60_000n }).map((minor) => minor * 2n),
      delivery_minor: fc.constantFrom(0n, 0n, 499n),
      end: fc.constantFrom('open', 'completed', 'completed', 'canceled'),
      refund: fc.constantFrom(0, 0, 1, 333, 2_000),
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'count' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'late refund' as const }) },
)

/** Refunds something of an order that was completed, by the clock of now. */
async function refundLate(): Promise<void> {
  const order = await world.db
    .selectFrom('orders')
    .select('id')
    .where('released_at', 'is not', null)
    .whereRef('refunded_minor', '<', 'total_minor')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (order === undefined) return
  const body = { amount: 0.01, cause: 'goodwill' as const, reason: 'Sorry' }
  await world.call(refundOrderByStaff, { token: shop.admin.token, params: { id: order.id }, body })
}

test(
  'reports of stored days are those of the orders, whatever was ordered, refunded and counted, also after a crash',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 10 }), async (steps) => {
        world.clock.now = new Date(start)
        for (const step of steps) {
          if (step.kind === 'order') await buildReportOrder(world, shop, shop.branches[step.branch], step)
          if (step.kind === 'wait') world.clock.now = new Date(world.clock.now.getTime() + step.hours * 3_600_000)
          if (step.kind === 'count') await recountReportDays(world.deps)
          if (step.kind === 'late refund') await refundLate()
          if (step.kind === 'crash') {
            // The process ends before it has counted what it took from the notes.
            const crash = transact(world.db, async (tx) => {
              await sql`delete from changed_report_days`.execute(tx)
              throw new Error('crash')
            })
            await expect(crash).rejects.toThrow('crash')
          }
        }
        const mixed = await readReports()
        expect(await checkRules(world.db, reportDayRules)).toEqual([])
        await recountReportDays(world.deps)
        expect(await countChanged()).toBe(0)
        expect(await readReports()).toEqual(mixed)
        expect(await checkRules(world.db, reportDayRules)).toEqual([])
        await noteAll()
        expect(await readReports()).toEqual(mixed)
      }),
      { numRuns: 3 * rounds },
    )
  },
  180_000 * rounds,
)

test('a branch in another time zone, an item that is deleted and an order that is deleted change what is stored', async () => {
  const order = { goods_minor: 2_000n, delivery_minor: 499n, end: 'completed', refund: 333 } as const
  world.clock.now = new Date('2026-12-01T03:30:00.000Z')
  const { id } = await buildReportOrder(world, shop, shop.branches.near, order)
  const check = async () => {
    const before = await readReports()
    expect(await checkRules(world.db, reportDayRules)).toEqual([])
    await recountReportDays(world.deps)
    expect(await readReports()).toEqual(before)
    expect(await checkRules(world.db, reportDayRules)).toEqual([])
    return before
  }
  const first = await check()
  const { near } = shop.branches
  await world.db.updateTable('branches').set({ timezone: 'Africa/Lagos' }).where('id', '=', near.id).execute()
  const second = await check()
  expect(second).not.toEqual(first)
  await sql`update order_lines set item_id = null where item_id = ${near.item_id}`.execute(world.db)
  const third = await check()
  expect(third).not.toEqual(second)
  await sql`delete from order_payments where order_id = ${id}`.execute(world.db)
  await sql`delete from deliveries where order_id = ${id}`.execute(world.db)
  await world.db.deleteFrom('orders').where('id', '=', id).execute()
  expect(await check()).not.toEqual(third)
})

test('a stored sum that is wrong is found', async () => {
  const order = { goods_minor: 2_000n, delivery_minor: 499n, end: 'completed', refund: 333 } as const
  await buildReportOrder(world, shop, shop.branches.near, order)
  await recountReportDays(world.deps)
  // By different amounts: some of these sums are compared with one another.
  for (const [table, column, more] of [
    ['sales_days', 'total', 1],
    ['item_days', 'gross', 7],
    ['item_kind_days', 'gross', 1_003],
    ['item_months', 'gross', 20_011],
    ['tax_days', 'tax', 1],
  ] as const) {
    const { numAffectedRows = 0n } =
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${more}::bigint`.execute(
        world.db,
      )
    // The orders that are made at random need not have taxes.
    if (table === 'tax_days' && numAffectedRows === 0n) continue
    expect([table, (await checkRules(world.db, reportDayRules)).some((line) => line.startsWith(table))]).toEqual([
      table,
      true,
    ])
  }
})
