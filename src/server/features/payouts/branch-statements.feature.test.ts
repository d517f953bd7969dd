import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeShift } from '#contract/cash/desk/own-shift.ts'
import * as orders from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { downloadPayoutStatement, statementLineList } from '#contract/payouts/desk/statements.ts'
import { day_ms } from '#contract/time.ts'
import { sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { buildCounterSale } from '#test/kits/desk/counter-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { callSetTerms, findStatements, readPayee } from '#test/kits/desk/payouts-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import type { TestOrder } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { payoutsJobs } from './jobs.ts'
import { findPeriodEnd } from './rules.ts'

let desk: OrderDesk
let admin: Driver
let payee: string
beforeAll(async () => {
  desk = await openOrderDesk()
  admin = await desk.world.buildDriver({ role: 'administrator' })
  await runJobs()
  const row = await desk.world.db
    .selectFrom('payees')
    .select('id')
    .where('branch_id', '=', desk.branch.id)
    .executeTakeFirstOrThrow()
  payee = row.id
  expect((await callSetTerms(desk.world, admin, payee, { commission: 12.5 })).status).toBe(200)
})
afterAll(() => desk.world.close())

async function runJobs(): Promise<void> {
  for (const { run } of payoutsJobs) await run(desk.world.deps)
}

/** Lets the running week end, and closes it. Returns the last statement. */
async function closeWeek() {
  const { world } = desk
  const { timezone } = await readPayee(world, admin, payee)
  const end = findPeriodEnd('weekly', timezone, new Date(world.clock.now.getTime() + 7 * day_ms))
  world.clock.now = new Date(end.getTime() + 60_000)
  await runJobs()
  return (await findStatements(world, admin, payee)).at(-1)!
}

const owed = () => sumLedgerEntries(desk.world, 'branch_payable', desk.branch.id)
const minor = (money: { amount: number } | null) => BigInt(Math.round(money!.amount * 100))

async function complete(order: TestOrder): Promise<void> {
  expect(await desk.act(orders.acceptOrder, order, {})).toBe(200)
  expect(await desk.act(orders.markOrderReady, order)).toBe(200)
  expect(await desk.act(orders.handOverOrder, order, { code: order.order_number })).toBe(200)
}

const refund = async ({ id }: TestOrder, amount: number) => {
  const body = { cause: 'damaged', reason: 'Damaged', amount } as never
  const answer = await desk.world.call(refundOrderByStaff, { token: desk.manager.token, params: { id }, body })
  expect([answer.status, answer.problem]).toMatchObject([200, {}])
}

/** A shift with a sale in cash, which the branch has when the drawer is closed; our part of it is owed to us. */
async function sellInCash(name: string): Promise<bigint> {
  const { world, branch, item_id, manager } = desk
  const counter = { manager: manager.token, token: manager.token, branch_id: branch.id, item_id, name }
  const { shift_id } = await buildCounterSale(world, counter)
  const taken_minor = -(await sumLedgerEntries(world, 'cash_drawer', shift_id))
  const count = { 5: Number(taken_minor / 5n) }
  expect(outcomeOf(await world.call(closeShift, { token: manager.token, body: { count } }))).toBe(200)
  return taken_minor
}

const readLines = async (statement: string) =>
  (await desk.world.call(statementLineList.endpoint, { token: admin.token, query: { statement, size: '100' } })).body
    .items

test('closes a branch’s week: orders, refunds, commission, cash that it has, and our part of that', async () => {
  const { world } = desk
  const commission_before = await sumLedgerEntries(world, 'fee_income', '')
  const [plain, returned] = [await desk.place({ commission: 12_500n }), await desk.place({ commission: 12_500n })]
  for (const order of [plain, returned]) await complete(order)
  await refund(returned, 11)
  const cash_minor = await sellInCash('Front desk')
  const booked_minor = (await sumLedgerEntries(world, 'fee_income', '')) - commission_before
  const owed_minor = await owed()
  expect(minor((await readPayee(world, admin, payee)).unstated)).toBe(owed_minor)

  const statement = await closeWeek()
  expect(statement.number).toMatch(/^S-CAD-\d{4}-\d{5}$/)
  // What the branch was owed, less the tax on our commission, is what it is owed by the statement; nothing is left behind.
  const { opening, sales, refunds, commission, tax, other, paid, closing } = statement
  expect([await owed(), await sumLedgerEntries(world, 'payee_payable', payee)]).toEqual([0n, minor(closing)])
  expect(minor(closing)).toBe(owed_minor + minor(tax))
  const parts = [opening, sales, refunds, commission, tax, other, paid].map(minor)
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(minor(closing))
  expect([minor(opening), minor(paid)]).toEqual([0n, 0n])
  // Two orders of 30.00 without tax, one unit given back, and what was sold for cash.
  expect(minor(sales)).toBe(6_000n + 1_000n)
  expect(minor(refunds)).toBe(-1_000n)
  expect(-minor(commission)).toBe(booked_minor)
  expect(minor(other)).toBe(-cash_minor)
  expect(minor(tax)).toBeLessThan(0n)

  const lines = await readLines(statement.id)
  expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['cash_kept', 'order', 'order', 'order', 'refund'])
  const sumOf = (column: 'gross' | 'commission' | 'net') => lines.reduce((sum, line) => sum + minor(line[column]!), 0n)
  expect(sumOf('gross')).toBe(minor(sales) + minor(refunds) + minor(other))
  expect(sumOf('commission')).toBe(minor(commission))
  expect(sumOf('net')).toBe(owed_minor)
  await world.expectBalancedLedger()

  // The files say the same.
  const file = await world.call(downloadPayoutStatement, { token: admin.token, params: { id: statement.id } })
  const text = readPdf(file.raw).lines.join('').replaceAll(/\s/g, '')
  expect(text).toContain(statement.number)
  for (const amount of [sales, closing]) expect(text).toContain(amount!.amount.toFixed(2))
  const read = (format: string) =>
    world.call(statementLineList.endpoint, { token: admin.token, query: { statement: statement.id, format } as never })
  const csv = parse((await read('csv')).raw, { bom: true }) as string[][]
  const sheet = readSheet((await read('xlsx')).raw)
  for (const [head, ...rows] of [csv, sheet]) {
    expect(rows).toHaveLength(lines.length)
    const at = head!.findIndex((heading) => String(heading).startsWith('Net'))
    expect(at, head!.join()).toBeGreaterThan(0)
    const net = rows.reduce((sum, row) => sum + BigInt(Math.round(Number(row[at]) * 100)), 0n)
    expect(net).toBe(owed_minor)
  }
})

test('puts a refund of a closed week on the next statement, which begins where the last one ended', async () => {
  const { world } = desk
  const order = await desk.place({ commission: 12_500n })
  await complete(order)
  const first = await closeWeek()
  await refund(order, 33)
  // A branch that has more cash than it is owed owes us.
  await sellInCash('Back desk')
  const owed_minor = await owed()
  const second = await closeWeek()
  expect(second.opening).toEqual(first.closing)
  expect([minor(second.sales), minor(second.refunds)]).toEqual([1_000n, -3_000n])
  // The refund takes back what the sale took, and the sale in cash gives an eighth.
  expect(minor(second.commission)).toBe(375n - 125n)
  expect(minor(second.closing)).toBe(minor(first.closing) + owed_minor + minor(second.tax))
  expect(minor(second.closing)).toBe(await sumLedgerEntries(world, 'payee_payable', payee))
  expect(await owed()).toBe(0n)
  await world.expectBalancedLedger()
})
