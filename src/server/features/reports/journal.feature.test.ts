import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportSum } from '#contract/lists/reports.ts'
import { closeJournalMonth, journalReport, listJournalMonths } from '#contract/reports/desk/journal.ts'
import { newId } from '#server/database/ids.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-09-10T12:00:00.000Z')
  admin = await world.buildDriver({ role: 'admin' })
  customer = await world.buildDriver()
  // The evening of 30 September in Toronto, and October in UTC.
  for (const at of ['2026-09-12T12:00:00Z', '2026-10-01T02:00:00Z', '2026-10-05T12:00:00Z', '2026-11-02T12:00:00Z'])
    await post(at, 1_000n)
  world.clock.now = new Date('2026-11-23T12:00:00.000Z')
})
afterAll(() => world.close())

/** Books money of a customer with a tax. */
const post = (at: string, amount_minor: bigint) =>
  world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: newId(),
      description: 'test',
      currency: 'CAD',
      at: new Date(at),
      postings: [
        { account: { kind: 'customer', owner: customer.user_id }, amount_minor },
        { account: { kind: 'tax_payable', owner: 'hst' }, amount_minor: 100n },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor - 100n },
      ],
    }),
  )

const year = { day_from: '2026-01-01', day_to: '2026-12-31' }
const totals = async (query: Record<string, unknown> = year) =>
  (await world.call(journalReport.totals, { token: admin.token, query })).body
const ofMonth = async (month: string) =>
  (await totals({ day_from: `${month}-01`, day_to: `${month}-${month === '2026-09' ? 30 : 31}`, by: 'account' })).groups
const close = async (month: string, currency = 'CAD', token = admin.token) =>
  outcomeOf(await world.call(closeJournalMonth, { token, body: { currency, month } }))
const creditsOf = (groups: readonly ReportSum[], account: string) =>
  groups.find(({ key }) => key === account)?.values['credit'] ?? 0

/** What the journal must add up to. */
async function expectBalanced(): Promise<void> {
  const { totals: all } = await totals()
  const { rows } = await sql<{ credit: bigint; entries: number }>`
    select coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as credit, count(*)::int as entries
    from ledger_entries where currency = 'CAD'`.execute(world.db)
  const [sum] = all.filter(({ currency }) => currency === 'CAD')
  expect(sum!.values['debit']).toBe(sum!.values['credit'])
  expect([Math.round(sum!.values['credit']! * 100), sum!.values['entries']]).toEqual([
    Number(rows[0]!.credit),
    rows[0]!.entries,
  ])
}

test('has every entry on its day in the country of its currency, debits as high as credits', async () => {
  await expectBalanced()
  expect(creditsOf(await ofMonth('2026-09'), 'customer')).toBe(20)
  expect(creditsOf(await ofMonth('2026-10'), 'customer')).toBe(10)
  const taxes = await totals({ ...year, by: 'tax' })
  expect(taxes.groups.find(({ key }) => key === 'hst')?.values['credit']).toBe(4)
})

test('closes months one after the other, by those who may, once, and notes who did', async () => {
  const { token: administrator } = await world.buildDriver({ role: 'administrator' })
  const { token: staff } = await world.buildDriver({ role: 'staff' })
  expect(await close('2026-09', 'CAD', staff)).toBe('403 forbidden')
  expect(await close('2026-10')).toBe('409 journal_month')
  expect(await close('2026-11')).toBe('409 journal_month')
  const both = await Promise.all([close('2026-09'), close('2026-09', 'CAD', administrator)])
  expect(both.toSorted()).toEqual(['200', '409 journal_month'])
  const { body } = await world.call(listJournalMonths, { token: admin.token })
  expect(body.items.filter(({ currency }) => currency === 'CAD')).toMatchObject([
    { month: '2026-11', closed_at: null, may_close: false },
    { month: '2026-10', closed_at: null, may_close: true },
    { month: '2026-09', closed_at: '2026-11-23T12:00:00.000Z', may_close: false },
  ])
  const log = await world.db.selectFrom('audit_log').select('record_id').where('kind', '=', 'journal_month').execute()
  expect(log).toHaveLength(1)
  await expectBalanced()
})

test('a closed month stays as it was: what is booked later for it is in the first open month, and stays there', async () => {
  const september = await ofMonth('2026-09')
  await post('2026-09-20T12:00:00Z', 7_000n)
  expect(await ofMonth('2026-09')).toEqual(september)
  await expectBalanced()
  expect(creditsOf(await ofMonth('2026-10'), 'customer')).toBe(80)
  const { items } = (await world.call(journalReport.endpoint, { token: admin.token, query: { ...year, late: 'true' } }))
    .body
  expect(items).toHaveLength(3)
  for (const row of items) expect(row).toMatchObject({ day: '2026-10-01', late_month: '2026-09', is_closed: false })
  const october = await ofMonth('2026-10')
  expect(await close('2026-10')).toBe('200')
  expect(await ofMonth('2026-10')).toEqual(october)
  await post('2026-10-20T12:00:00Z', 500n)
  await post('2026-09-20T12:00:00Z', 300n)
  expect([await ofMonth('2026-09'), await ofMonth('2026-10')]).toEqual([september, october])
  await expectBalanced()
  const november = (await totals({ day_from: '2026-11-01', day_to: '2026-11-30', by: 'account' })).groups
  expect(creditsOf(november, 'customer')).toBe(18)
})

test('a month is closed while money moves, and has every entry once', async () => {
  world.clock.now = new Date('2026-12-02T12:00:00.000Z')
  const writing = Array.from({ length: 20 }, (_, n) => post(`2026-11-${n % 2 === 0 ? '28' : '29'}T12:00:00Z`, 100n))
  expect(await close('2026-11')).toBe('200')
  await Promise.all(writing)
  await expectBalanced()
})
