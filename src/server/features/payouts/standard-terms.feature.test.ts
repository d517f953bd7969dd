import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { setPayeeTerms } from '#contract/payouts/desk/payees.ts'
import { getStandardTerms, setStandardTerms, standardTermsList } from '#contract/payouts/desk/standard-terms.ts'
import { getPayoutStatement } from '#contract/payouts/desk/statements.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildStatement, findPayee, readPayee } from '#test/kits/desk/payouts-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-25T15:00:00.000Z')
  admin = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

const terms = { commission: 15, schedule: 'monthly', minimum: 40, reserve: 10, reserve_days: 14 }
const set = ({ token }: Driver, body: object = terms) =>
  world.call(setStandardTerms, { token, params: { id: 'CAD' }, body: body as never })
const read = (id: string) => readPayee(world, admin, id)

test('hold from now on for those without terms of their own, and not for others', async () => {
  const build = async (partner: string) => {
    const park = await world.buildPark({ partner })
    return { park, ...(await findPayee(world, await findOrCreatePartner(world.db, 'CA', partner))) }
  }
  const [plain, agreed] = [await build('Plain Parking'), await build('Agreed Parking')]
  const own = { commission: 5, schedule: 'weekly', minimum: 1, reserve: 0, reserve_days: 0 } as const
  await world.call(setPayeeTerms, { token: admin.token, params: { id: agreed.id }, body: own })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const before = await buildPaidBooking(world, driver, plain.park, 0, 4)
  world.clock.advance(1)
  const { items } = (await world.call(standardTermsList.endpoint, { token: admin.token })).body
  expect(items.map(({ id }) => id)).toEqual(['CAD', 'NGN', 'USD', 'XOF'])
  expect(await read(plain.id)).toMatchObject({ commission: 0, schedule: 'weekly' })
  const answer = await set(admin)
  expect(answer.body).toMatchObject({ ...terms, minimum: { amount: 40, currency: 'CAD' } })
  expect(answer.body.payees).toBeGreaterThan(0)
  expect(await read(plain.id)).toMatchObject({
    commission: 15,
    schedule: 'monthly',
    reserve_days: 14,
    next_closing_at: '2026-12-01T05:00:00.000Z',
  })
  expect(await read(agreed.id)).toMatchObject({ commission: 5, schedule: 'weekly' })
  // Whom we pay from now on begins with them.
  const joined = await build('Later Parking')
  expect(await read(joined.id)).toMatchObject({ schedule: 'monthly', next_closing_at: '2026-12-01T05:00:00.000Z' })
  // What was sold before has the commission of its day.
  world.clock.advance(1)
  const after = await buildPaidBooking(world, driver, plain.park, 8, 4)
  const id = await buildStatement(world, plain.id)
  const statement = (await world.call(getPayoutStatement, { token: admin.token, params: { id: id! } })).body
  expect(before.currency).toBe(after.currency)
  const rows = await world.db.selectFrom('statement_lines').select('rate').orderBy('at').execute()
  expect(rows.map(({ rate }) => rate)).toEqual([0, 15_000])
  expect(statement.commission.amount).toBeLessThan(0)
  const log = (await world.call(auditList.endpoint, { token: admin.token })).body.items
  expect(log).toContainEqual(expect.objectContaining({ action: 'setStandardTerms' }))
})

test('are set as a whole or not at all, as those of a payee are', async () => {
  await world.buildPark({ partner: 'Whole Parking' })
  const { id } = await findPayee(world, await findOrCreatePartner(world.db, 'CA', 'Whole Parking'))
  world.clock.advance(1)
  const read = async () => ({
    rows: await world.db.selectFrom('payout_terms').selectAll().orderBy('id').execute(),
    payees: await world.db.selectFrom('payees').select(['id', 'next_closing_at']).orderBy('id').execute(),
    log: (await world.db.selectFrom('audit_log').select('id').execute()).length,
  })
  const before = await read()
  // The period of a payee is the last that both change.
  await sql`create function refuse_payee() returns trigger language plpgsql as
    $$ begin raise exception 'no' using errcode = '23514'; end $$`.execute(world.db)
  await sql`create trigger refuse_payee before update on payees for each row execute function refuse_payee()`.execute(
    world.db,
  )
  const body = { ...terms, schedule: 'weekly' as const, commission: 7 }
  const own = () => world.call(setPayeeTerms, { token: admin.token, params: { id }, body })
  expect((await set(admin, body)).status).toBe(500)
  expect((await own()).status).toBe(500)
  expect(await read()).toEqual(before)
  await sql`drop trigger refuse_payee on payees`.execute(world.db)
  await sql`drop function refuse_payee`.execute(world.db)

  // Twice at the same instant: the later one holds, in its place.
  expect((await own()).status).toBe(200)
  await world.call(setPayeeTerms, { token: admin.token, params: { id }, body: { ...body, commission: 8 } })
  const stored = await world.db.selectFrom('payout_terms').select('commission').where('payee_id', '=', id).execute()
  expect(stored).toEqual([{ commission: 8_000 }])
  expect((await set(admin, body)).status).toBe(200)
  expect((await set(admin)).body).toMatchObject({ commission: 15, schedule: 'monthly' })
})

test('are set by those who may change terms alone, within what a currency has', async () => {
  const owner = await world.buildDriver({ role: 'partner', partner: 'Plain Parking' })
  const staff = await world.buildDriver({ role: 'staff' })
  for (const person of [owner, staff]) {
    expect((await set(person)).status).toBe(403)
    expect((await world.call(standardTermsList.endpoint, { token: person.token })).status).toBe(403)
  }
  expect(outcomeOf(await set(admin, { ...terms, commission: 101 }))).toMatch(/^422/)
  const franc = await world.call(setStandardTerms, {
    token: admin.token,
    params: { id: 'XOF' },
    body: { ...terms, minimum: 0.5 } as never,
  })
  expect(outcomeOf(franc)).toMatch(/^422/)
  const unknown = { token: admin.token, params: { id: 'EUR' as 'CAD' } }
  expect((await world.call(getStandardTerms, unknown)).status).toBe(422)
})
