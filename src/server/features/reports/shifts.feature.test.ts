import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeShift, moveCash } from '#contract/cash/desk/own-shift.ts'
import { shiftsReport } from '#contract/reports/desk/shifts.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildCounterSale } from '#test/kits/desk/counter-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let operator: Driver
beforeAll(async () => {
  desk = await openOrderDesk()
  await desk.renewCustomer()
  operator = await desk.world.buildDriver()
  await giveRole(desk.world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: desk.branch.id })
})
afterAll(() => desk.world.close())

const read = async ({ token }: { token: string }, query: object = {}) => {
  const totals = await desk.world.call(shiftsReport.totals, { token, query: query as never })
  const rows = await desk.world.call(shiftsReport.endpoint, { token })
  return { totals: totals.body, rows: rows.body.items }
}

test('the report of shifts sums what each took, and equals the ledger', async () => {
  const { world, branch, manager, stranger, item_id } = desk
  const sale = { manager: manager.token, token: operator.token, branch_id: branch.id, item_id }
  const { shift_id } = await buildCounterSale(world, sale)
  const body = { kind: 'cash_in' as const, amount: 5, reason: 'Change' }
  expect(outcomeOf(await world.call(moveCash, { token: operator.token, body } as never))).toBeLessThan(300)
  const open = await read(manager)
  const money = (amount: number) => ({ amount, currency: 'CAD' })
  expect(open.rows).toMatchObject([{ cash_sales: money(11), cash_in: money(5), expected: money(16), counted: null }])
  expect(await sumLedgerEntries(world, 'cash_drawer', shift_id)).toBe(-1_600n)
  expect(
    outcomeOf(
      await world.call(closeShift, {
        token: operator.token,
        body: { count: { 1_000: 1, 500: 1 }, reason: 'A coin fell' },
      }),
    ),
  ).toBeLessThan(300)
  const closed = await read(manager, { by: 'register' })
  expect(closed.rows).toMatchObject([{ expected: money(16), counted: money(15), discrepancy: money(-1) }])
  expect(closed.totals.totals).toMatchObject([{ currency: 'CAD', values: { cash_sales: 11, discrepancy: -1 } }])
  expect(closed.totals.groups).toMatchObject([{ key: 'Front desk' }])
  expect(await sumLedgerEntries(world, 'cash_drawer', shift_id)).toBe(0n)
  expect((await read(stranger)).rows).toEqual([])
})
