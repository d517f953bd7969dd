import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExchangeRate } from '#contract/currencies/desk.ts'
import type { ReportSum } from '#contract/lists/reports.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildReportShop, buildReportOrder, type ReportShop } from '#test/kits/desk/report-kit.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let shop: ReportShop
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T15:00:00.000Z')
  shop = await buildReportShop(world)
})
afterAll(() => world.close())

const days = { placed_from: '2026-11-01', placed_to: '2026-11-30' }
const totals = async (query: Record<string, unknown> = days, token = shop.admin.token) =>
  (await world.call(salesReport.totals, { token, query })).body
const rows = async (query: Record<string, unknown> = days, token = shop.admin.token) =>
  (await world.call(salesReport.endpoint, { token, query: { size: '1000', ...query } })).body.items

const toMinor = (sum: ReportSum | undefined, name: string): number => Math.round((sum?.values[name] ?? 0) * 100)

/** What the ledger has moved for orders: paid by customers, returned to them, and our commission of what was released. */
async function readLedger(): Promise<Map<string, Record<string, number>>> {
  const { rows: read } = await sql<{ currency: string; total: bigint; refunded: bigint; commission: bigint }>`
    select e.currency,
      (-coalesce(sum(e.amount_minor) filter (where t.kind = 'order' and a.kind = 'customer'), 0))::bigint as total,
      coalesce(sum(e.amount_minor) filter (where t.kind = 'refund' and a.kind = 'customer'), 0)::bigint as refunded,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'fee_income'), 0)::bigint as commission
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.description like 'order:%' group by 1`.execute(world.db)
  return new Map(
    read.map(({ currency, total, refunded, commission }) => [
      currency,
      {
        total: Number(total),
        refunded: Number(refunded),
        net: Number(total - refunded),
        commission: Number(commission),
      },
    ]),
  )
}

const anyOrder = fc.record({
  branch: fc.constantFrom('ca', 'near', 'ng'),
  goods_minor: fc.bigInt({ min: 2n, max: 60_000n }).map((minor) => minor * 2n),
  delivery_minor: fc.constantFrom(0n, 0n, 499n, 1_000n),
  end: fc.constantFrom('open', 'completed', 'completed', 'canceled'),
  refund: fc.constantFrom(0, 0, 1, 333, 2_000),
  minutes: fc.nat({ max: 900 }),
} as const)

test(
  'whatever was ordered, cancelled and refunded, the totals are those of the ledger, and groups and rows sum to them',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOrder, { minLength: 3, maxLength: 8 }), async (orders) => {
        for (const { branch, minutes, ...order } of orders) {
          world.clock.now = new Date(Date.parse('2026-11-23T15:00:00.000Z') + minutes * 60_000)
          await buildReportOrder(world, shop, shop.branches[branch], order)
        }
        await world.expectBalancedLedger()
        const ledger = await readLedger()
        const { totals: all } = await totals()
        expect(all.map(({ currency }) => currency).toSorted()).toEqual([...ledger.keys()].toSorted())
        for (const [currency, booked] of ledger) {
          const sum = all.find((candidate) => candidate.currency === currency)
          for (const [name, minor] of Object.entries(booked))
            expect([currency, name, toMinor(sum, name)]).toEqual([currency, name, minor])
        }
        const listed = await rows()
        for (const by of ['day', 'branch', 'method', 'order_type', 'source', 'country']) {
          const { groups } = await totals({ ...days, by })
          for (const sum of all) {
            const parts = groups.filter(({ currency }) => currency === sum.currency)
            for (const name of salesReport.report.sums) {
              const added = parts.reduce((minor, part) => minor + toMinor(part, name), 0)
              expect([by, name, added]).toEqual([by, name, toMinor(sum, name)])
              const ofRows = listed.reduce((minor, row) => {
                const cell = row[name as 'total']
                return cell?.currency === sum.currency ? minor + Math.round(cell.amount * 100) : minor
              }, 0)
              expect([name, ofRows]).toEqual([name, added])
            }
            expect(parts.reduce((count, part) => count + part.rows, 0)).toBe(sum.rows)
          }
        }
      }),
      { numRuns: 3 * rounds },
    )
  },
  120_000 * rounds,
)

test('each sum of a group leads to its rows, by the branch’s own days', async () => {
  // The evening of the 25th in Toronto, and the 26th in Lagos.
  world.clock.now = new Date('2026-11-26T03:30:00.000Z')
  const order = { goods_minor: 2_000n, delivery_minor: 0n, end: 'open', refund: 0 } as const
  const late = await buildReportOrder(world, shop, shop.branches.near, order)
  const abroad = await buildReportOrder(world, shop, shop.branches.ng, order)
  const { groups } = await totals({ ...days, by: 'day' })
  expect(groups.filter(({ key }) => key !== null && key >= '2026-11-25')).toMatchObject([
    { key: '2026-11-25', filter: '2026-11-25', currency: 'CAD', rows: 1 },
    { key: '2026-11-26', filter: '2026-11-26', currency: 'NGN', rows: 1 },
  ])
  const ofDay = (day: string) => rows({ placed_from: day, placed_to: day })
  expect((await ofDay('2026-11-25')).map(({ id }) => id)).toEqual([late.id])
  expect((await ofDay('2026-11-26')).map(({ id }) => id)).toEqual([abroad.id])
  for (const by of ['branch', 'method', 'country', 'source', 'order_type'] as const)
    for (const group of (await totals({ ...days, by })).groups) {
      const listed = await rows({ ...days, [salesReport.report.groups[by].filter]: group.filter })
      expect(listed.filter((row) => row.total?.currency === group.currency)).toHaveLength(group.rows)
    }
})

test('files end with the totals', async () => {
  const query = { ...days, columns: 'order_number,placed_at,total,refunded,net' }
  const { token } = shop.admin
  await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  const csv = await world.call(salesReport.endpoint, { token, query: { ...query, format: 'csv' } })
  const lines = parse(csv.raw, { bom: true, record_delimiter: '\r\n' }) as string[][]
  const { totals: all } = await totals()
  const written = lines.slice(-all.length)
  expect(written.map(([name]) => name).toSorted()).toEqual(['Total CAD', 'Total NGN'])
  for (const { currency, values } of all)
    expect(written.find(([name]) => name === `Total ${currency}`)?.slice(3)).toEqual(
      ['total', 'refunded', 'net'].flatMap((name) => [String(values[name]), currency]),
    )
  const xlsx = await world.call(salesReport.endpoint, { token, query: { ...query, format: 'xlsx' } })
  expect(readSheet(xlsx.raw).at(-1)?.[0]).toMatch(/^Total/)
  const print = await world.call(salesReport.endpoint, { token, query: { ...query, format: 'print' } })
  expect(print.body.items.length).toBe(print.body.total + all.length)
})

test('managers see their branch alone, in rows, totals, groups and files, and nobody else sees anything', async () => {
  const { ca, near } = shop.branches
  const all = await totals({ ...days, by: 'branch' }, ca.manager.token)
  expect(all.groups.map(({ key }) => key)).toEqual([ca.name])
  expect(all.totals.map(({ currency }) => currency)).toEqual(['CAD'])
  const attempts = [
    { branch: near.slug },
    { branch: near.id },
    { country: 'NG' },
    { currency: 'NGN' },
    { search: near.name },
    { search: "' or 1=1 --" },
  ]
  for (const attempt of attempts) {
    const query = { ...days, ...attempt }
    expect([attempt, (await totals(query, ca.manager.token)).totals]).toEqual([attempt, []])
    expect([attempt, await rows(query, ca.manager.token)]).toEqual([attempt, []])
  }
  const elsewhere = { token: ca.manager.token, query: { ...days, at_branch: near.id } }
  expect((await world.call(salesReport.totals, elsewhere)).status).toBe(404)
  expect((await world.call(salesReport.endpoint, elsewhere)).status).toBe(404)
  const country = await world.buildDriver()
  await giveRole(world.db, { user_id: country.user_id, role: 'branch_manager', country_code: 'NG' })
  expect((await totals({ ...days, by: 'country' }, country.token)).groups.map(({ key }) => key)).toEqual(['NG'])
  const employee = await world.buildDriver()
  await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: ca.id })
  for (const { token, status } of [
    { token: employee.token, status: 403 },
    { token: shop.customer.token, status: 403 },
  ]) {
    expect((await world.call(salesReport.totals, { token, query: days })).status).toBe(status)
    expect((await world.call(salesReport.endpoint, { token, query: days })).status).toBe(status)
  }
})

test('refuses days in the wrong order, too many of them, and what it does not know', async () => {
  const ask = async (query: Record<string, unknown>) =>
    (await world.call(salesReport.totals, { token: shop.admin.token, query })).status
  for (const query of [
    { placed_from: '2026-11-30', placed_to: '2026-11-01' },
    { placed_from: '2020-01-01', placed_to: '2026-11-01' },
    { by: 'customer' },
    { into: 'EUR' },
    { secret: 'x' },
    { format: 'csv' },
  ])
    expect([query, await ask(query)]).toEqual([query, 422])
  expect(await ask({})).toBe(200)
})

test('converts each day at its stored rate, names the rate, and has no total where a day has none', async () => {
  const { token } = shop.admin
  const into = { ...days, into: 'CAD', branch: shop.branches.ng.slug }
  const before = await totals(into)
  expect(before.converted).toMatchObject({
    currency: 'CAD',
    total: null,
    rates: [],
    missing: [{ currency: 'NGN', first: expect.stringMatching(/^2026-11-2\d$/) as string, last: '2026-11-26' }],
  })
  for (const [day, rate] of [
    ['2026-11-22', 1_000],
    ['2026-11-25', 2_000],
  ] as const)
    await world.call(createExchangeRate, {
      token,
      params: { id: 'CAD' },
      body: { against: 'NGN', rate, day, source: 'Central bank' },
    })
  const after = await totals(into)
  const { groups } = await totals({ ...into, by: 'day' })
  const expected = groups.reduce(
    (minor, { key, values }) => minor + Math.round((values['total']! / (key! < '2026-11-25' ? 1_000 : 2_000)) * 100),
    0,
  )
  expect(Math.round(after.converted!.total!['total']! * 100)).toBe(expected)
  expect(after.converted).toMatchObject({
    rates: [{ currency: 'NGN', rate: 1 / 2_000, day: '2026-11-25', source: 'Central bank' }],
    missing: [],
  })
  expect(after.converted!.rates[0]!.carried_days).toBe(groups.length)
})
