import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getLimits, updateLimits } from '#contract/access/desk.ts'
import { customerList } from '#contract/accounts/desk/customers.ts'
import { createRole } from '#contract/accounts/desk/roles.ts'
import { giveGoodwill } from '#contract/bookings/desk/booking-record.ts'
import { fieldsOf, buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
})
afterAll(() => world.close())

const confirm = ({ user_id }: Driver) =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()
beforeEach(() => confirm(admin))

const read = async () => (await world.call(getLimits, { token: admin.token })).body
/** Sends all limits as they are, with some changed. */
async function change(changed: object, token = admin.token) {
  const { id: _id, title: _title, actions: _actions, ...fields } = await read()
  const body = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('currency_')
        ? []
        : [[name, typeof value === 'object' && value !== null ? value.amount : value] as const],
    ),
  )
  return world.call(updateLimits, { token, body: { ...body, ...changed } })
}

describe('limits', () => {
  test('begin as shipped, and are changed with their history', async () => {
    expect(await read()).toMatchObject({
      refund_NGN: { amount: 50_000, currency: 'NGN' },
      refund_XOF: { amount: 25_000 },
      refund_more_CAD: { amount: 1_000 },
      reauth_minutes: 10,
      export_rows: null,
      version: 0,
    })
    const changed = await change({ refund_CAD: 150 })
    expect(changed.body).toMatchObject({ refund_CAD: { amount: 150 }, version: 1 })
    const entry = await world.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('kind', '=', 'settings')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ before: { refund_CAD: 100 }, after: { refund_CAD: 150 } })
    expect(outcomeOf(await change({ version: 0 }))).toBe('409 changed_meanwhile')
  })

  test.each([
    [{ refund_NGN: -1 }, 'refund_NGN'],
    [{ refund_NGN: 1e9 }, 'refund_NGN'],
    [{ refund_XOF: 0.5 }, 'refund_XOF'],
    [{ refund_more_CAD: 1 }, 'refund_more_CAD'],
    [{ reauth_minutes: 0 }, 'reauth_minutes'],
    [{ reauth_minutes: 61 }, 'reauth_minutes'],
    [{ reauth_minutes: 1.5 }, 'reauth_minutes'],
    [{ export_rows: 10 }, 'export_rows'],
    [{ export_rows: '5000' }, 'export_rows'],
    [{ refund_USD: null }, 'refund_USD'],
    [{ unknown: 1 }, 'unknown'],
  ])('refuse %j', async (changed, field) => {
    const before = await read()
    const refused = await change(changed)
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]])
    expect(await read()).toEqual(before)
  })

  test('are for those with the permission, who enter their password again', async () => {
    const staff = await world.buildDriver({ role: 'staff' })
    expect(outcomeOf(await world.call(getLimits, { token: staff.token }))).toBe('403 forbidden')
    const administrator = await world.buildDriver({ role: 'administrator' })
    expect(outcomeOf(await change({}, administrator.token))).toBe('403 reauth_required')
  })

  test('hold for goodwill, confirmed logins and exports from the next call on', async () => {
    const staff = await world.buildDriver({ role: 'staff' })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const { id } = await buildPaidBooking(world, driver, await world.buildPark())
    const give = (amount: number) =>
      world.call(giveGoodwill, { token: staff.token, params: { id }, body: { amount, reason: 'Lift broken' } })
    await change({ refund_CAD: 5 })
    expect(outcomeOf(await give(6))).toBe('403 reauth_required')
    expect(outcomeOf(await give(5))).toBe('200')

    await change({ reauth_minutes: 2 })
    world.clock.advance(3)
    const body = { name: 'New', name_fr: 'Nouveau', permissions: ['parks.view'] }
    expect(outcomeOf(await world.call(createRole, { token: admin.token, body }))).toBe('403 reauth_required')
    await confirm(admin)

    await change({ export_rows: 1_000 })
    const exporting = () => world.call(customerList.endpoint, { token: admin.token, query: { format: 'csv' } })
    expect((await exporting()).status).toBe(200)
    await sql`
      insert into users (id, email, first_name, country_id, language, created_at, terms_accepted_at)
      select gen_random_uuid(), 'reader-' || n || '@example.org', 'Reader', country_id, language, now(), now()
      from users, generate_series(1, 1000) n where id = ${admin.user_id}`.execute(world.db)
    expect(outcomeOf(await exporting())).toBe('422 export_limit')
  })
})
