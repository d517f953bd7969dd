import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesReport } from '#contract/reports/desk/deliveries.ts'
import { shiftsReport } from '#contract/reports/desk/shifts.ts'
import { checkStock } from '#server/features/orders/stock-check.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { resetDemo } from './reset.ts'
import { exampleBranches } from './shop-branches.ts'
import { exampleShiftCount, exampleShifts, exampleShiftSteps, writeExampleShifts } from './shop-shifts.ts'
import { writeExampleShop } from './shop.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-21T15:00:00.000Z')
  await writeExampleShop(world.db, world.clock.now)
  const park = await world.buildPark({ country_code: 'CA' })
  await sql`insert into branch_parks (branch_id, park_id) select id, ${park.id} from branches`.execute(world.db)
})
afterAll(() => world.close())

const readShifts = async () => {
  const { rows } = await sql<
    Record<'all' | 'open' | 'off' | 'to_approve' | 'unexplained' | 'drawers' | 'pockets', number>
  >`
    select count(*)::int as all, count(*) filter (where closed_at is null)::int as open,
      count(*) filter (where counted_minor <> expected_minor)::int as off,
      count(*) filter (where needs_approval and approved_at is null)::int as to_approve,
      count(*) filter (where counted_minor <> expected_minor and discrepancy_reason is null)::int as unexplained,
      (select count(*)::int from (select from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind = 'cash_drawer' group by a.id having sum(e.amount_minor) <> 0) d) as drawers,
      (select count(*)::int from (select from courier_cash group by courier_id having sum(amount_minor) > 0) p) as pockets
    from shifts`.execute(world.db)
  return rows[0]!
}

/** The first days and the last. */
const share = 2 * exampleBranches.length

test(
  'shifts of a week are closed with their cash, whose ledger and stock agree, and gone with a reset',
  { timeout: 180_000 },
  async () => {
    expect(await writeExampleShifts(world.deps)).toBe(2)
    const stepsOfShift = exampleShiftSteps / exampleShiftCount
    await writeExampleShifts(world.deps, share * stepsOfShift - 2)
    // Those between are left out.
    await sql`update settings set value = value || jsonb_build_object('done', ${exampleShiftSteps - share * stepsOfShift}::int)
      where key = ${exampleShifts.key}`.execute(world.db)
    expect(await writeExampleShifts(world.deps, exampleShiftSteps)).toBe(exampleShiftSteps)
    await world.expectBalancedLedger()
    expect(await checkStock(world.db)).toEqual([])
    const written = await readShifts()
    expect(written).toMatchObject({ all: 2 * share, open: 0, unexplained: 0, drawers: 0 })
    expect(written.off).toBeGreaterThan(share / 4)
    expect(written.pockets).toBeGreaterThan(0)
    const { count } = await world.db
      .selectFrom('mails')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)

    const { token } = await world.buildDriver({ role: 'admin' })
    const shifts = (await world.call(shiftsReport.totals, { token })).body
    expect(shifts.totals.map(({ currency }) => currency).toSorted()).toEqual(['CAD', 'NGN', 'USD', 'XOF'])
    for (const { values } of shifts.totals) expect(values['cash_sales']).toBeGreaterThan(0)
    const deliveries = (await world.call(deliveriesReport.totals, { token, query: { by: 'day' } })).body
    expect(deliveries.groups.length).toBeGreaterThan(3)
    const sum = (name: string) => deliveries.totals.reduce((all, { values }) => all + values[name]!, 0)
    expect([sum('cash_taken') > sum('handed_in'), sum('handed_in') > 0]).toEqual([true, true])

    await resetDemo(world.deps)
    expect((await readShifts()).all).toBe(0)
    expect(await world.db.selectFrom('settings').select('key').where('key', '=', exampleShifts.key).execute()).toEqual(
      [],
    )
  },
)
