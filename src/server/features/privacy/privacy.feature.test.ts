import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPersonalData, eraseAccount, sendErasureCode, previewErasure } from '#contract/accounts/account.ts'
import { getProfile } from '#contract/accounts/auth.ts'
import { createBooking } from '#contract/bookings/bookings.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { newId } from '#server/database/ids.ts'
import { sendQueuedMails } from '#server/features/accounts/mail/outbox.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { goodPassword, logInAs, mailsTo, newestCode, registerVerifiedUser, registerUser } from '#test/kits/mailbox.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'
import { holdings } from './holdings.ts'

let world: World
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  park = await world.buildPark()
})
afterAll(() => world.close())

const plate = 'BKTR 482'
const erase = (token: string, body: object = { password: goodPassword }) => world.call(eraseAccount, { token, body })

/** Registers a user with a vehicle and CA$50 in the wallet. */
async function newActiveUser(nickname = 'Old Blue'): Promise<{ email: string; token: string; user_id: string }> {
  const account = await registerVerifiedUser(world, {
    country_code: 'CA',
    last_name: 'Lovelace',
    phone: '+14165550101',
  })
  const { body: profile } = await world.call(getProfile, { token: account.token })
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind: 'adjustment',
      reference: newId(),
      description: 'test',
      currency: 'CAD',
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer', owner: profile.id }, amount_minor: 5_000n },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -5_000n },
      ],
    }),
  )
  const vehicle = await world.call(createVehicle, {
    token: account.token,
    body: { vehicle_type_id: 1, plate, country_code: 'CA', nickname },
  })
  expect(vehicle.status).toBe(201)
  return { ...account, user_id: profile.id }
}

async function book(token: string, notes = 'Old Blue comes late'): Promise<string> {
  const start = new Date(Math.ceil(world.clock.now.getTime() / 900_000) * 900_000)
  const answer = await world.call(createBooking, {
    token,
    body: {
      park_id: park.id,
      vehicle_type_id: 1,
      plate,
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + 3_600_000).toISOString(),
      notes,
    },
  })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const end = (id: string) =>
  world.db.updateTable('bookings').set({ status: 'completed', next_look_at: null }).where('id', '=', id).execute()

describe('export', () => {
  test('contains all personal data and no secrets', async () => {
    const { email, token } = await newActiveUser()
    await end(await book(token))
    const answer = await world.call(exportPersonalData, { token })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-disposition']).toContain('attachment')
    const { held } = answer.body
    expect(Object.keys(held)).toEqual(['account', ...holdings.map(({ name }) => name)])
    expect(held['account']).toMatchObject([{ email, first_name: 'Ada', last_name: 'Lovelace', phone: '+14165550101' }])
    expect(held['vehicles']).toMatchObject([{ plate, nickname: 'Old Blue' }])
    expect(held['bookings']).toMatchObject([
      { plate, status: 'completed', currency: 'CAD', notes: 'Old Blue comes late' },
    ])
    expect(held['wallet']).toMatchObject([{ amount: 50, kind: 'adjustment' }, { kind: 'booking' }])
    const text = answer.raw.toString()
    for (const secret of [token, 'argon2id', 'token_hash', 'code_hash', 'password_hash'])
      expect(text).not.toContain(secret)
    // Mails contain codes.
    expect(text).not.toMatch(/"\d{6}"/)
  })

  test('contains no data of other users', async () => {
    const other = await newActiveUser()
    const { token } = await registerVerifiedUser(world)
    expect((await world.call(exportPersonalData, { token })).raw.toString()).not.toContain(other.email)
    expect((await world.call(exportPersonalData)).status).toBe(401)
  })
})

describe('erasure', () => {
  test('previews what is lost and requires giving up the balance', async () => {
    const { token } = await newActiveUser()
    const { body } = await world.call(previewErasure, { token })
    expect(body).toEqual({ proof: 'password', balances: [{ amount: 50, currency: 'CAD' }], open_bookings: 0 })
    const refused = await erase(token)
    expect([refused.status, refused.problem.code]).toEqual([409, 'balance_left'])
    expect((await world.call(getProfile, { token })).status).toBe(200)
  })

  test('is refused while a booking is open', async () => {
    const { token } = await newActiveUser()
    const id = await book(token)
    expect((await world.call(previewErasure, { token })).body.open_bookings).toBe(1)
    const refused = await erase(token, { password: goodPassword, give_up_balance: true })
    expect([refused.status, refused.problem.code]).toEqual([409, 'account_in_use'])
    await end(id)
    expect((await erase(token, { password: goodPassword, give_up_balance: true })).status).toBe(204)
  })

  test('removes the person from all tables and leaves the ledger unchanged', async () => {
    const { email, token, user_id } = await newActiveUser('Grey Goose')
    const id = await book(token, 'The Grey Goose is slow')
    await end(id)
    const entries = () => sql`select * from ledger_entries order by id`.execute(world.db).then(({ rows }) => rows)
    const before = await entries()
    expect((await erase(token, { password: goodPassword, give_up_balance: true })).status).toBe(204)
    expect(await entries()).toEqual(before)
    await world.expectBalancedLedger()
    const booking = await world.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(booking).toMatchObject({ user_id, plate: '', notes: null, status: 'completed' })
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db)
    const found: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ n: bigint }>`
        select count(*) as n from ${sql.table(name)} as one
        where strpos(one::text, ${email}) > 0 or strpos(one::text, 'Grey Goose') > 0`.execute(world.db)
      if (Number(rows[0]!.n) > 0) found.push(name)
    }
    // Only the confirmation mail remains.
    expect(found).toEqual(['mails'])
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
    expect((await world.call(getProfile, { token })).status).toBe(401)
    expect((await logInAs(world, email)).status).toBe(401)
    // Once it is sent, nothing does.
    expect(await sendQueuedMails(world.deps)).toBeGreaterThan(0)
    expect(await mailsTo(world, email)).toEqual([])
    // The address can be registered again.
    await registerUser(world, email)
    expect(await newestCode(world, email)).toMatch(/^\d{6}$/)
  })

  test('keeps the confirmation while it is not sent, for a day', async () => {
    const { email, token } = await newActiveUser()
    expect((await erase(token, { password: goodPassword, give_up_balance: true })).status).toBe(204)
    const down = { send: () => Promise.reject(new Error('down')), close: async () => undefined }
    await sendQueuedMails({ ...world.deps, mailer: down })
    expect(await mailsTo(world, email)).toHaveLength(1)
    world.clock.advance(25 * 60)
    await sendQueuedMails({ ...world.deps, mailer: down })
    expect(await mailsTo(world, email)).toEqual([])
  })

  test.each([
    ['a wrong password', { password: 'not-the-Password-1', give_up_balance: true }, 422],
    ['no password or code', { give_up_balance: true }, 422],
    ['a code that was not mailed', { code: '123456', give_up_balance: true }, 400],
    ['an unknown field', { password: goodPassword, give_up_balance: true, user_id: newId() }, 422],
  ])('is refused for %s', async (_name, body, status) => {
    const { token } = await newActiveUser()
    expect((await erase(token, body)).status).toBe(status)
    expect((await world.call(getProfile, { token })).status).toBe(200)
  })

  test('takes a mailed code once for an account without a password', async () => {
    const driver = await world.buildDriver()
    const other = await world.buildDriver()
    expect((await world.call(previewErasure, { token: driver.token })).body.proof).toBe('code')
    expect((await world.call(sendErasureCode, { token: driver.token })).status).toBe(202)
    const code = await newestCode(world, driver.email)
    expect((await erase(other.token, { code })).status).toBe(400)
    expect((await erase(driver.token, { code })).status).toBe(204)
    expect((await erase(driver.token, { code })).status).toBe(401)
  })

  test('rejects a code for another purpose', async () => {
    const { email, token } = await registerVerifiedUser(world)
    await world.app.inject({ method: 'POST', url: '/api/v1/auth/forgot-password', payload: { email } })
    expect((await erase(token, { code: await newestCode(world, email) })).status).toBe(400)
  })
})

test('lists every table with personal data', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass
    union select distinct table_name::text from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'email', 'to_address', 'plate', 'phone')`.execute(
    world.db,
  )
  const coveredTables = new Set(['users', ...holdings.flatMap(({ tables }) => tables)])
  expect(rows.map(({ name }) => name).filter((name) => !coveredTables.has(name))).toEqual([])
})
