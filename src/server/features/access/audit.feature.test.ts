import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCoupon, deactivateCoupon, activateCoupon } from '#contract/promos/desk.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteOldAudit, maskSecrets } from './audit.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

const readLog = () => world.db.selectFrom('audit_log').selectAll().orderBy('action').execute()
const body = (change: object = {}) => ({
  code: 'AUDIT-1',
  discount_type: 'percentage',
  discount: 20,
  currency: null,
  minimum_order_amount: null,
  maximum_discount: null,
  limit_per_user: null,
  start_date: '2026-11-01T00:00:00Z',
  end_date: '2026-12-01T00:00:00Z',
  ...change,
})

test('a change and its entry are stored together, and a refused call leaves none', async () => {
  const made = await world.call(createCoupon, { token: staff.token, body: body() })
  expect(made.status).toBe(201)
  expect((await world.call(createCoupon, { token: staff.token, body: body() })).status).toBe(409)
  expect(
    (await world.call(createCoupon, { token: staff.token, body: body({ code: 'AUDIT-3', discount: 0 }) })).status,
  ).toBe(422)
  const params = { id: made.body.id }
  expect((await world.call(deactivateCoupon, { token: staff.token, params })).status).toBe(200)
  const other = await world.buildDriver()
  expect((await world.call(activateCoupon, { token: other.token, params })).status).toBe(403)
  const log = await readLog()
  expect(log).toMatchObject([
    {
      user_id: staff.user_id,
      role: 'staff',
      permission: 'coupons.create',
      action: 'createCoupon',
      kind: 'coupon',
      record_id: made.body.id,
      before: null,
      network: '127.0.0.1',
    },
    { action: 'deactivateCoupon', before: { status: 'active' }, after: { status: 'inactive' } },
  ])
  expect(log[0]!.request_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('no change is stored whose entry cannot be', async () => {
  await sql`alter table audit_log add constraint no_more check (false) not valid`.execute(world.db)
  const refused = await world.call(createCoupon, { token: staff.token, body: body({ code: 'AUDIT-2' }) })
  await sql`alter table audit_log drop constraint no_more`.execute(world.db)
  expect(refused.status).toBe(500)
  const codes = await world.db.selectFrom('promo_codes').select('code').execute()
  expect(codes.map(({ code }) => code)).not.toContain('AUDIT-2')
})

test('entries cannot be changed, deleted or emptied, and go after 24 months', async () => {
  for (const statement of [
    sql`update audit_log set action = 'nothing'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(world.db)).rejects.toMatchObject({ constraint: 'audit_log_append_only' })
  const { length } = await readLog()
  await deleteOldAudit(world.db, new Date('2028-11-20T00:00:00Z'))
  expect(await readLog()).toHaveLength(length)
  await deleteOldAudit(world.db, new Date('2028-11-22T00:00:00Z'))
  expect(await readLog()).toEqual([])
})

test('secrets are masked at any depth', () => {
  const record = {
    name: 'Ada',
    password: 'x',
    nested: [{ card_token: 'y', amount: 5n }],
    code_hash: null,
    at: new Date(0),
  }
  expect(maskSecrets(record)).toEqual({
    name: 'Ada',
    password: '•••',
    nested: [{ card_token: '•••', amount: '5' }],
    code_hash: null,
    at: '1970-01-01T00:00:00.000Z',
  })
})
