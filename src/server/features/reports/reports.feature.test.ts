import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSorts, type DeskListEndpoint } from '#contract/lists/lists.ts'
import type { DeskReportDescription, ReportSum, TotalsEndpoint } from '#contract/lists/reports.ts'
import { changeOrderStatus } from '#contract/orders/order-changes.ts'
import { creditBalanceReport } from '#contract/reports/desk/credit-balance.ts'
import { documentsReport } from '#contract/reports/desk/documents.ts'
import { itemsReport } from '#contract/reports/desk/items.ts'
import { parkingReport } from '#contract/reports/desk/parking.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { settlementsReport } from '#contract/reports/desk/settlements.ts'
import { taxesReport } from '#contract/reports/desk/taxes.ts'
import { transactionsReport } from '#contract/reports/desk/transactions.ts'
import { buildPaidBooking, putInOntario } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildPayout, buildStatement, findPayee } from '#test/kits/desk/payouts-kit.ts'
import { buildReportOrder, buildReportShop, type ReportShop } from '#test/kits/desk/report-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

type SettlementRow = Record<string, unknown> & { kind: string }
type Report = DeskReportDescription & { endpoint: DeskListEndpoint; totals: TotalsEndpoint }
const reports = [
  salesReport,
  itemsReport,
  creditBalanceReport,
  taxesReport,
  settlementsReport,
  transactionsReport,
  documentsReport,
  parkingReport,
] as unknown as Report[]

let world: World
let shop: ReportShop
let driver: Driver
let parks: { own: TestPark; other: TestPark }
const orders = [
  { goods_minor: 4_000n, delivery_minor: 0n, end: 'completed', refund: 0 },
  { goods_minor: 2_222n, delivery_minor: 500n, end: 'completed', refund: 333 },
  { goods_minor: 1_998n, delivery_minor: 0n, end: 'completed', refund: 500 },
  { goods_minor: 1_000n, delivery_minor: 0n, end: 'canceled', refund: 0 },
  { goods_minor: 3_000n, delivery_minor: 0n, end: 'open', refund: 100 },
] as const

beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T15:00:00.000Z')
  shop = await buildReportShop(world)
  for (const branch of Object.values(shop.branches))
    for (const order of orders) {
      const { id } = await buildReportOrder(world, shop, branch, order)
      if (order.delivery_minor > 0n)
        await world.call(changeOrderStatus, {
          token: shop.customer.token,
          params: { id },
          query: { status: 'completed' },
        })
    }
  driver = await world.buildDriver({ balance_minor: 50_000n })
  parks = {
    own: await world.buildPark({ name: 'Own garage', partner: 'Own partner' }),
    other: await world.buildPark({ name: 'Other garage', partner: 'Other partner' }),
  }
  await putInOntario(world, parks.own)
  for (const park of [parks.own, parks.own, parks.other]) await buildPaidBooking(world, driver, park)
  // Our commission is taxed by the statement that takes it.
  const { id } = await world.db
    .selectFrom('partners')
    .select('id')
    .where('name', '=', 'Own partner')
    .executeTakeFirstOrThrow()
  await buildPayout(world, id, shop.admin.user_id)
  const payees = await world.db.selectFrom('payees').select('id').where('branch_id', 'is not', null).execute()
  for (const payee of payees) await buildStatement(world, payee.id)
  // What was paid out is on the next one.
  await buildStatement(world, (await findPayee(world, id)).id)
})
afterAll(() => world.close())

const period = ({ report }: DeskReportDescription) =>
  report.period === undefined ? {} : { [`${report.period}_from`]: '2026-11-01', [`${report.period}_to`]: '2026-12-31' }
const totalsOf = async (report: Report, query: Record<string, unknown> = {}, token = shop.admin.token) =>
  (await world.call(report.totals, { token, query: { ...period(report), ...query } })).body
const rowsOf = async (report: Report, query: Record<string, unknown> = {}, token = shop.admin.token) =>
  (await world.call(report.endpoint, { token, query: { size: '1000', ...period(report), ...query } })).body.items
const asReport = (report: unknown) => report as Report

const minorOf = (sums: readonly ReportSum[], currency: string, name: string): number =>
  Math.round(
    sums.filter((sum) => sum.currency === currency).reduce((all, { values }) => all + (values[name] ?? 0), 0) * 100,
  )

/** The sum of entries in minor units. */
const sumEntries = async (where: ReturnType<typeof sql>): Promise<Map<string, number>> => {
  const { rows } = await sql<{ currency: string; minor: bigint }>`
    select e.currency, sum(e.amount_minor)::bigint as minor
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where ${where} group by 1`.execute(world.db)
  return new Map(rows.map(({ currency, minor }) => [currency, Number(minor)]))
}

describe.each(reports.map((report) => [report.name, report] as const))('%s', (_name, report) => {
  test('its rows and every group of it sum to its totals', async () => {
    const { totals } = await totalsOf(report)
    const rows = await rowsOf(report)
    for (const sum of totals)
      for (const name of report.report.sums) {
        const ofRows = rows.reduce((all, row) => {
          const cell = (row as unknown as Record<string, unknown>)[name] as
            | { amount: number; currency: string }
            | number
            | null
          if (cell === null) return all
          if (typeof cell === 'number')
            return all + (totals.length === 1 || row['currency' as 'id'] === sum.currency ? cell : 0)
          return cell.currency === sum.currency ? all + cell.amount : all
        }, 0)
        expect([name, ofRows]).toEqual([name, expect.closeTo(sum.values[name]!, 1)])
      }
    for (const by of Object.keys(report.report.groups)) {
      const { groups } = await totalsOf(report, { by })
      for (const { currency, rows: count, values } of totals) {
        const parts = groups.filter((group) => group.currency === currency)
        expect([by, parts.reduce((all, part) => all + part.rows, 0)]).toEqual([by, count])
        for (const name of report.report.sums)
          expect([by, name, parts.reduce((all, part) => all + part.values[name]!, 0)]).toEqual([
            by,
            name,
            expect.closeTo(values[name]!, 4),
          ])
      }
      // Each leads to rows that are there.
      for (const group of groups) {
        const { filter, kind } = report.report.groups[by]!
        if (group.filter === null) continue
        const narrowed =
          kind === 'day'
            ? { [`${filter}_from`]: group.filter, [`${filter}_to`]: group.filter }
            : { [filter]: group.filter }
        const { totals: of } = await totalsOf(report, narrowed)
        expect([by, group.key, minorOf(of, group.currency!, report.report.sums.at(-1)!)]).toEqual([
          by,
          group.key,
          minorOf([group], group.currency!, report.report.sums.at(-1)!),
        ])
      }
    }
  })

  test('answers every order, filter and search, hostile ones too, and refuses what it does not know', async () => {
    const hostile = ['%_\\', "'; drop table users --", '00000000-0000-0000-0000-000000000000', 'é'.repeat(120)]
    const narrowings: Record<string, unknown>[] = [
      ...hostile.map((search) => ({ search })),
      ...Object.entries(report.filters).flatMap(([key, filter]): Record<string, unknown>[] => {
        if (filter.kind === 'days') return [{ [`${key}_from`]: '2026-11-01', [`${key}_to`]: '2026-11-30' }]
        if (filter.kind === 'choice') return filter.values.map((value) => ({ [key]: value }))
        return (filter.kind === 'flag' ? ['true', 'false'] : hostile).map((value) => ({ [key]: value }))
      }),
    ]
    const { token } = shop.admin
    for (const query of narrowings) {
      expect([query, (await world.call(report.totals, { token, query })).status]).toEqual([query, 200])
      expect([query, (await world.call(report.endpoint, { token, query })).status]).toEqual([query, 200])
    }
    for (const sort of listSorts(report))
      expect([sort, (await world.call(report.endpoint, { token, query: { sort } })).status]).toEqual([sort, 200])
    for (const query of [{ by: 'nobody' }, { into: 'EUR' }, { secret: 'x' }])
      expect([query, (await world.call(report.totals, { token, query })).status]).toEqual([query, 422])
  })
})

test('items sum to the lines of orders, and orders without their delivery to items', async () => {
  const { totals } = await totalsOf(asReport(itemsReport))
  for (const currency of ['CAD', 'NGN']) {
    const { rows } = await sql<{ left: bigint }>`
      select sum(l.total_minor - l.refunded_minor)::bigint as left from order_lines l join orders o on o.id = l.order_id
      where o.payment_status = 'paid' and o.currency = ${currency}`.execute(world.db)
    expect(minorOf(totals, currency, 'net') + minorOf(totals, currency, 'taxes')).toBe(Number(rows[0]!.left))
  }
  const rows = await rowsOf(asReport(itemsReport))
  expect(
    rows.reduce(
      (all, row) => all + (row['currency' as 'id'] === 'CAD' ? (row['share' as 'id'] as unknown as number) : 0),
      0,
    ),
  ).toBeCloseTo(100, 0)
})

test('taxes due are what the ledger owes to the tax offices', async () => {
  const ledger = await sumEntries(sql`a.kind = 'tax_payable'`)
  const { totals } = await totalsOf(asReport(taxesReport))
  expect([...ledger.keys()].toSorted()).toEqual(totals.map(({ currency }) => currency).toSorted())
  for (const [currency, minor] of ledger)
    expect([currency, minorOf(totals, currency, 'due')]).toEqual([currency, minor])
  const { groups } = await totalsOf(asReport(taxesReport), { by: 'area' })
  expect(new Set(groups.map(({ key }) => key))).toEqual(new Set(['shop', 'parking', 'commission']))
})

test('settlements add up, and what is open is what the ledger owes', async () => {
  const rows = (await rowsOf(asReport(settlementsReport))) as unknown as SettlementRow[]
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['partner', 'branch']))
  const minor = (row: SettlementRow, name: string) => Math.round((row[name] as { amount: number }).amount * 100)
  const { sums } = settlementsReport.report
  for (const row of rows) {
    const earned = sums.filter((name) => name !== 'due' && name !== 'payouts')
    expect(earned.reduce((all, name) => all + minor(row, name), 0)).toBe(minor(row, 'due'))
    expect(minor(row, 'opening') + minor(row, 'due') + minor(row, 'payouts')).toBe(minor(row, 'open'))
  }
  // Deliveries by the branch itself are apart from its goods.
  expect(rows.filter((row) => minor(row, 'delivery') > 0 && minor(row, 'goods') > 0)).not.toEqual([])
  const ledger = await sumEntries(sql`a.kind = 'payee_payable'`)
  const { totals } = await totalsOf(asReport(settlementsReport))
  for (const [currency, owed] of ledger)
    expect([currency, minorOf(totals, currency, 'due') + minorOf(totals, currency, 'payouts')]).toEqual([
      currency,
      owed,
    ])
})

test('balances are those of the ledger, and so is what is owed', async () => {
  const balances = await sumEntries(sql`a.kind = 'customer'`)
  const { totals } = await totalsOf(asReport(creditBalanceReport))
  for (const [currency, minor] of balances)
    expect([currency, minorOf(totals, currency, 'balance')]).toEqual([currency, minor])
  const debts = await sumEntries(sql`a.kind = 'customer_debt'`)
  for (const { currency } of totals)
    expect([currency, minorOf(totals, currency!, 'owed')]).toEqual([currency, 0 - (debts.get(currency!) ?? 0)])
})

test('what bookings cost and what they were refunded is what the ledger moved for them', async () => {
  const { totals } = await totalsOf(asReport(parkingReport))
  const paid = await sumEntries(sql`a.kind = 'customer' and t.kind in ('booking', 'extension')`)
  for (const [currency, minor] of paid)
    expect([currency, minorOf(totals, currency, 'total')]).toEqual([currency, -minor])
  const [total] = totals
  const { price, fees, taxes, promo_codes } = total!.values
  expect(price! + fees! + taxes! - promo_codes!).toBeCloseTo(total!.values['total']!, 2)
})

describe('who sees what', () => {
  test('an operator has figures of their own car parks alone, in rows, groups, totals and files', async () => {
    const operator = await world.buildDriver({ role: 'partner', partner: 'Own partner' })
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const report = asReport(parkingReport)
    const own = await rowsOf(report, {}, operator.token)
    expect(own.map((row) => row['park' as 'id'])).toEqual(['Own garage'])
    const { groups, totals } = await totalsOf(report, { by: 'park' }, operator.token)
    expect([groups.map(({ key }) => key), totals.map(({ rows }) => rows)]).toEqual([['Own garage'], [2]])
    for (const query of [
      { park: parks.other.id },
      { park: 'Other garage' },
      { partner: 'Other partner' },
      { search: 'Other' },
    ]) {
      expect([query, await rowsOf(report, query, operator.token)]).toEqual([query, []])
      expect([query, (await totalsOf(report, query, operator.token)).totals]).toEqual([query, []])
    }
    const csv = await world.call(report.endpoint, {
      token: operator.token,
      query: { ...period(report), format: 'csv' },
    })
    expect([csv.raw.toString().includes('Own garage'), csv.raw.toString().includes('Other garage')]).toEqual([
      true,
      false,
    ])
    const settled = await rowsOf(asReport(settlementsReport), {}, operator.token)
    expect(new Set(settled.map((row) => row['payee' as 'id']))).toEqual(new Set(['Own partner']))
    expect(await rowsOf(asReport(settlementsReport), { payee: 'Other partner' }, operator.token)).toEqual([])
    const others = reports.filter(({ name }) => name !== report.name && name !== settlementsReport.name)
    for (const other of others)
      for (const endpoint of [other.totals, other.endpoint])
        expect([other.name, (await world.call(endpoint as TotalsEndpoint, { token: operator.token })).status]).toEqual([
          other.name,
          403,
        ])
  })

  test('a manager of a branch has its items and taxes, and neither wallets, car parks nor documents', async () => {
    const { manager, name, currency } = shop.branches.ng
    for (const report of [itemsReport, taxesReport].map(asReport)) {
      const { totals } = await totalsOf(report, {}, manager.token)
      expect([report.name, totals.map((sum) => sum.currency)]).toEqual([report.name, [currency]])
      expect([report.name, (await totalsOf(report, { country: 'CA' }, manager.token)).totals]).toEqual([
        report.name,
        [],
      ])
      expect([report.name, await rowsOf(report, { currency: 'CAD' }, manager.token)]).toEqual([report.name, []])
      const query = { at_branch: shop.branches.ca.id }
      expect((await world.call(report.totals, { token: manager.token, query })).status).toBe(404)
      expect((await world.call(report.endpoint, { token: manager.token, query })).status).toBe(404)
    }
    const { groups } = await totalsOf(asReport(itemsReport), { by: 'branch' }, manager.token)
    expect(groups.map(({ key }) => key)).toEqual([name])
    for (const report of [creditBalanceReport, documentsReport, parkingReport].map(asReport))
      expect((await world.call(report.totals, { token: manager.token })).status).toBe(403)
  })

  test('a manager of a country has its branches alone', async () => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role: 'branch_manager', country_code: 'CA' })
    for (const report of [salesReport, itemsReport, taxesReport].map(asReport)) {
      const { groups } = await totalsOf(report, { by: 'country' }, person.token)
      expect([report.name, groups.map(({ key }) => key)]).toEqual([report.name, ['CA']])
    }
  })
})
