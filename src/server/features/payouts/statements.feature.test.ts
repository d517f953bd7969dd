import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { refundBookingByStaff } from '#contract/bookings/desk/booking-refunds.ts'
import { getOrderSetup, updateOrderSetup } from '#contract/branches/desk/branch-setup.ts'
import { getParkRecord, mergePark } from '#contract/parks/desk/park-record.ts'
import { removePartnerPark } from '#contract/partners/desk/partners.ts'
import { payeeList, setPayeeTerms } from '#contract/payouts/desk/payees.ts'
import { downloadPayoutStatement, getPayoutStatement, statementLineList } from '#contract/payouts/desk/statements.ts'
import { day_ms } from '#contract/time.ts'
import { addLedgerDays } from '#server/features/reports/days/ledger-days.ts'
import { buildPaidBooking, mailsOf, putInOntario, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner, giveRole } from '#test/kits/desk/access-kit.ts'
import { callSetTerms, changeHands, findStatements, readPayee } from '#test/kits/desk/payouts-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { buildBranch } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { payoutsJobs } from './jobs.ts'
import { findPeriodEnd } from './rules.ts'

let world: World
let staff: Driver
let admin: Driver
beforeAll(async () => {
  world = await createWorld({ pool: 4 })
  staff = await world.buildDriver({ role: 'staff' })
  admin = await world.buildDriver({ role: 'administrator' })
})
afterEach(() => world.expectBalancedLedger())
afterAll(() => world.close())

async function runJobs(): Promise<void> {
  for (const { run } of payoutsJobs) await run(world.deps)
}

/** Lets the running week end, and closes it. */
async function closeWeek(): Promise<void> {
  const monday = findPeriodEnd('weekly', 'America/Toronto', new Date(world.clock.now.getTime() + 7 * day_ms))
  world.clock.now = new Date(monday.getTime() + 60_000)
  await runJobs()
}

async function payeeOf(partner: string) {
  await runJobs()
  const partner_id = await findOrCreatePartner(world.db, 'CA', partner)
  return world.db.selectFrom('payees').select('id').where('partner_id', '=', partner_id).executeTakeFirstOrThrow()
}

const read = (id: string) => readPayee(world, admin, id)
const statementsOf = (payee_id: string) => findStatements(world, admin, payee_id)
const setTerms = (id: string, changes: object = {}) => callSetTerms(world, admin, id, changes)

async function buildRefund(id: string, amount: number): Promise<void> {
  const answer = await world.call(refundBookingByStaff, {
    token: staff.token,
    params: { id },
    body: { cause: 'goodwill', bearer: 'operator', amount, message: 'Sorry for the trouble.' },
  })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
}

async function buildOperator(name: string): Promise<{ park: TestPark; payee: string }> {
  const park = await world.buildPark({ partner: name, capacity: 20 })
  await putInOntario(world, park)
  await world.db.updateTable('partners').set({ is_active: true }).where('name', '=', name).execute()
  const { id } = await payeeOf(name)
  return { park, payee: id }
}

test('closes each week once, with the commission and its tax, at what the ledger owes', async () => {
  const { park, payee } = await buildOperator('Weekly Parking')
  expect((await setTerms(payee)).status).toBe(200)
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 8)
  await buildPaidBooking(world, driver, park, 4, 4)
  await buildRefund(booking.id, 1)
  const { unstated } = await read(payee)
  const earned_minor = await sumLedgerEntries(world, 'park_payable', park.id)
  expect(Math.round(unstated.amount * 100)).toBe(Number(earned_minor))

  await closeWeek()
  await runJobs()
  const [statement, ...more] = await statementsOf(payee)
  expect(more).toEqual([])
  const { sales, refunds, commission, tax, closing } = statement!
  expect(statement).toMatchObject({ number: expect.stringMatching(/^S-CAD-\d{4}-\d{5}$/), opening: { amount: 0 } })
  expect(Math.round((sales!.amount + refunds!.amount) * 100)).toBe(Number(earned_minor))
  const [payable, fees] = [
    await sumLedgerEntries(world, 'payee_payable', payee),
    await sumLedgerEntries(world, 'park_payable', park.id),
  ]
  expect([payable, fees]).toEqual([BigInt(Math.round(closing!.amount * 100)), 0n])
  expect(Math.round((sales!.amount + refunds!.amount + commission!.amount + tax!.amount) * 100)).toBe(Number(payable))

  const lines = await world.call(statementLineList.endpoint, {
    token: admin.token,
    query: { statement: statement!.id },
  })
  expect(lines.body.items.map(({ kind }) => kind).toSorted()).toEqual(['refund', 'sale', 'sale'])
  const tenth = (amount: number) => -Math.trunc(Math.round(amount * 100) / 10) / 100 || 0
  expect(lines.body.items.map((line) => line.commission!.amount)).toEqual(
    lines.body.items.map(({ gross }) => tenth(gross!.amount)),
  )
  expect(Math.round(tax!.amount * 100)).toBe(Math.trunc(Math.round(commission!.amount * 100) * 0.13))
  const file = await world.call(downloadPayoutStatement, { token: admin.token, params: { id: statement!.id } })
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(readPdf(file.raw).lines.join('').replaceAll(' ', '')).toContain(String(statement!.number))
})

test('puts a refund of a week that is closed on the next statement, with the commission of its sale', async () => {
  const { park, payee } = await buildOperator('Refunding Parking')
  await setTerms(payee, { commission: 20 })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 8)
  await closeWeek()
  await setTerms(payee, { commission: 5 })
  await buildRefund(booking.id, 2)
  await closeWeek()
  const [first, second] = await statementsOf(payee)
  expect(second!.opening).toEqual(first!.closing)
  const refunded_minor = -Math.round(second!.refunds!.amount * 100)
  expect(refunded_minor).toBeGreaterThan(100)
  expect(second!.commission!.amount).toBe(Math.trunc(refunded_minor / 5) / 100)
})

test('gives what was earned before a car park changed hands to who held it, and later refunds of it too', async () => {
  const { park, payee: before } = await buildOperator('Leaving Parking')
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const old = await findOrCreatePartner(world.db, 'CA', 'Leaving Parking')
  const next = await findOrCreatePartner(world.db, 'CA', 'Coming Parking')
  world.clock.advance(3 * 24 * 60)
  await world.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', booking.id).execute()
  await changeHands(world, admin, park, { from: old, to: next })
  await buildRefund(booking.id, 1)
  const { id: after } = await payeeOf('Coming Parking')
  await closeWeek()
  const [first] = await statementsOf(before)
  expect(first!.refunds!.amount).toBeLessThan(0)
  expect(await statementsOf(after)).toEqual([])
  expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
})

test('a refund of what an operator before has sold is theirs, also after the car park was merged', async () => {
  const { park, payee } = await buildOperator('Merging Parking')
  const { park: other, payee: staying } = await buildOperator('Staying Parking')
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  world.clock.advance(3 * 24 * 60)
  await world.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', booking.id).execute()
  const old = await findOrCreatePartner(world.db, 'CA', 'Merging Parking')
  const removed = await world.call(removePartnerPark, {
    token: admin.token,
    params: { id: old },
    body: { park: park.park_code },
  })
  expect(removed.status, JSON.stringify(removed.problem)).toBe(200)
  const params = { id: park.id }
  const { version, name } = (await world.call(getParkRecord, { token: admin.token, params })).body
  const body = { into: other.park_code, confirm: name, version }
  const merged = await world.call(mergePark, { token: admin.token, params, body })
  expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
  await buildRefund(booking.id, 1)
  await closeWeek()
  const [statement] = await statementsOf(payee)
  expect([statement!.sales!.amount > 1, statement!.refunds!.amount < 0]).toEqual([true, true])
  expect(await statementsOf(staying)).toEqual([])
  for (const { id } of [park, other]) expect(await sumLedgerEntries(world, 'park_payable', id)).toBe(0n)
})

test('numbers statements without gaps, and leaves out a period without entries', async () => {
  const { payee } = await buildOperator('Quiet Parking')
  await closeWeek()
  expect(await statementsOf(payee)).toEqual([])
  const rows = await world.db.selectFrom('statements').select('serial').orderBy('serial').execute()
  expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, n) => n + 1))
})

test('closes all periods that ended while no server ran, each with its own entries', async () => {
  const { park, payee } = await buildOperator('Sleeping Parking')
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  for (let week = 0; week < 4; week += 1) {
    await buildPaidBooking(world, driver, park, 4, 4)
    world.clock.advance(7 * 24 * 60)
  }
  await closeWeek()
  const statements = await statementsOf(payee)
  expect(statements).toHaveLength(4)
  expect(new Set(statements.map(({ sales }) => sales!.amount)).size).toBe(1)
  const [first, ...later] = statements
  expect(first!.opening!.amount).toBe(0)
  later.forEach(({ opening }, n) => expect(opening).toEqual(statements[n]!.closing))
  const { next_closing_at } = await read(payee)
  expect(Date.parse(next_closing_at)).toBeGreaterThan(world.clock.now.getTime())
})

test('reads what came since the last closing alone, and misses nothing that is of a later period', async () => {
  const { park, payee } = await buildOperator('Marked Parking')
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  const marks = async () => {
    const { rows } = await sql<{ through_entry: bigint }>`
      select m.through_entry from statement_marks m join ledger_accounts a on a.id = m.account_id
      where m.payee_id = ${payee}::uuid and a.owner = ${park.id}`.execute(world.db)
    return rows.map(({ through_entry }) => through_entry)
  }
  const lastEntry = async () => {
    const { rows } = await sql<{ id: bigint }>`select max(id) as id from ledger_entries`.execute(world.db)
    return rows[0]!.id
  }
  await buildPaidBooking(world, driver, park, 4, 4)
  const sold = await lastEntry()
  await addLedgerDays(world.deps)
  // The period ends, and a server closes it late: what was sold since then is in its past.
  const { next_closing_at } = await read(payee)
  world.clock.now = new Date(Date.parse(next_closing_at) + day_ms)
  await buildPaidBooking(world, driver, park, 4, 4)
  const later = await lastEntry()
  await addLedgerDays(world.deps)
  await runJobs()
  expect(await statementsOf(payee)).toHaveLength(1)
  const [mark] = await marks()
  expect(mark).toBeGreaterThanOrEqual(sold - 10n)
  expect(mark).toBeLessThan(later)
  await closeWeek()
  expect(await statementsOf(payee)).toHaveLength(2)
  await buildPaidBooking(world, driver, park, 4, 4)
  await closeWeek()
  expect(await statementsOf(payee)).toHaveLength(3)
  expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
  expect((await marks())[0]).toBeGreaterThanOrEqual(later - 10n)
})

test('asks for a balance that is negative for 60 days, and again after 60 more, until sales cover it', async () => {
  const { park, payee } = await buildOperator('Owing Parking')
  const owner = await world.buildDriver({ role: 'partner', partner: 'Owing Parking' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  // The tax on our commission is more than what is left.
  await setTerms(payee, { commission: 100 })
  await buildPaidBooking(world, driver, park, 4, 8)
  await closeWeek()
  await runJobs()
  const { balance } = await read(payee)
  expect(balance.amount).toBeLessThan(0)
  const countMails = async () =>
    (await mailsOf(world, owner)).filter((subject) => subject === 'Your balance is negative').length
  const passDays = async (days: number) => {
    world.clock.advance(days * 24 * 60)
    // Each run closes one of the weeks.
    for (let week = 0; week <= days; week += 7) await runJobs()
    await runJobs()
  }
  await passDays(59)
  expect(await countMails()).toBe(0)
  await passDays(1)
  expect(await countMails()).toBe(1)
  const negative = { token: admin.token, query: { negative: 'true', partner: 'Owing' } }
  const listed = await world.call(payeeList.endpoint, negative)
  expect(listed.status, JSON.stringify(listed.problem)).toBe(200)
  expect(listed.body.items.map(({ id }) => id)).toEqual([payee])
  await passDays(59)
  expect(await countMails()).toBe(1)
  await passDays(1)
  expect(await countMails()).toBe(2)
  await setTerms(payee, { commission: 0 })
  await buildPaidBooking(world, driver, park, 4, 24)
  await closeWeek()
  const [, second] = await statementsOf(payee)
  expect(second!.opening).toEqual(balance)
  expect(second!.closing!.amount).toBeGreaterThan(0)
  await passDays(61)
  expect(await countMails()).toBe(2)
})

test('shows a statement to its operator alone', async () => {
  const { park, payee } = await buildOperator('Private Parking')
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  await buildPaidBooking(world, driver, park, 4, 4)
  await closeWeek()
  const [statement] = await statementsOf(payee)
  const [owner, other] = [
    await world.buildDriver({ role: 'partner', partner: 'Private Parking' }),
    await world.buildDriver({ role: 'partner', partner: 'Quiet Parking' }),
  ]
  const see = ({ token }: Driver) => world.call(getPayoutStatement, { token, params: { id: statement!.id } })
  expect([(await see(owner)).status, (await see(other)).status, (await see(driver)).status]).toEqual([200, 404, 403])
})

test('the commission of a branch is in its terms alone, and its own people cannot change it', async () => {
  const branch = await buildBranch(world, admin.token, { country_code: 'CA', name: 'Terms branch' })
  await runJobs()
  const { id } = await world.db
    .selectFrom('payees')
    .select('id')
    .where('branch_id', '=', branch.id)
    .executeTakeFirstOrThrow()
  expect(await read(id)).toMatchObject({ kind: 'branch', commission: 0 })
  expect((await setTerms(id, { commission: 12.5 })).body).toMatchObject({ commission: 12.5 })
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
  const params = { id: branch.id }
  const record = (await world.call(getOrderSetup, { token: manager.token, params })).body as unknown as object
  const {
    id: _id,
    title: _title,
    actions: _actions,
    branch: _branch,
    currency: _currency,
    ...setup
  } = record as Record<string, unknown>
  const amountOf = (value: unknown) => (value instanceof Object && 'amount' in value ? value.amount : value)
  const input = Object.fromEntries(Object.entries(setup).map(([name, value]) => [name, amountOf(value)]))
  const body = { ...input, slot_interval: String(setup['slot_interval']) } as never
  const stored = await world.call(updateOrderSetup, { token: manager.token, params, body })
  expect(stored.status, JSON.stringify(stored.problem)).toBe(200)
  const more = await world.call(updateOrderSetup, {
    token: manager.token,
    params,
    body: { ...(body as object), version: stored.body.version, commission_percent: 0 } as never,
  })
  expect(more.status).toBe(422)
  expect(await read(id)).toMatchObject({ commission: 12.5 })
  expect((await world.call(setPayeeTerms, { token: manager.token, params: { id }, body: {} as never })).status).toBe(
    403,
  )
})
