import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import {
  addDiscrepancyNote,
  getDiscrepancyRecord,
  moneyList,
  reopenDiscrepancy,
  resolveDiscrepancy,
} from '#contract/wallet/desk/money.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { reportDiscrepancy, type Discrepancy } from './discrepancies.ts'

let world: WalletWorld
let staff: Driver
let driver: Driver
let reference: string
beforeAll(async () => {
  world = await createWalletWorld()
  staff = await world.buildDriver({ role: 'staff' })
  driver = await world.buildDriver({ country_code: 'CA' })
  reference = (await world.startTopUp(driver, 20)).reference
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('money_differences').execute()
})

/** Told a minute after the one before. */
async function report(discrepancy: Partial<Discrepancy> = {}): Promise<void> {
  world.clock.advance(1)
  const whole = {
    kind: 'amount',
    provider: 'stripe',
    reference,
    ours: 'asked 20 CAD',
    theirs: 'success 5 CAD',
  } as const
  expect(await reportDiscrepancy(world.deps, { ...whole, ...discrepancy })).toBe(true)
  world.errors.splice(0)
}
const list = async (query: object = {}, token = staff.token) =>
  (await world.call(moneyList.endpoint, { token, query: { size: 100, ...query } })).body
const read = async (id: string) => (await world.call(getDiscrepancyRecord, { token: staff.token, params: { id } })).body
const addNote = (id: string, body: object, token = staff.token) =>
  world.call(addDiscrepancyNote, { token, params: { id }, body })
const resolve = (id: string, body: object, token = staff.token, headers = {}) =>
  world.call(resolveDiscrepancy, { token, params: { id }, body, headers })
const only = async () => read((await list()).items[0]!.id)

test('shows both sides, the driver, the provider’s reference, the meaning and the next step', async () => {
  await report()
  expect(await list()).toMatchObject({ total: 1 })
  expect(await only()).toMatchObject({
    kind: 'amount',
    state: 'open',
    message: 'The amount paid at Stripe doesn’t match the amount we recorded.',
    advice: expect.stringMatching(
      /^The wallet was credited with the amount actually paid\. Find the payment at Stripe/,
    ),
    provider: 'stripe',
    reference,
    provider_reference: expect.stringMatching(/^cs_/),
    driver: 'Ada',
    email: driver.email,
    ours: 'asked 20 CAD',
    theirs: 'success 5 CAD',
    found_at: world.clock.now.toISOString(),
    resolved_at: null,
    resolved_by: null,
    notes: [],
  })
})

test('shows no driver for a payment that we do not know', async () => {
  await report({ kind: 'unknown_payment', reference: 'pi_1', ours: 'nothing' })
  expect(await only()).toMatchObject({ driver: null, provider_reference: null, reference: 'pi_1' })
})

test('shows no name of a driver who has deleted the account', async () => {
  const gone = await world.buildDriver({ country_code: 'CA' })
  const started = await world.startTopUp(gone, 20)
  await world.db.updateTable('users').set({ erased_at: world.clock.now }).where('id', '=', gone.user_id).execute()
  await report({ reference: started.reference })
  expect(await only()).toMatchObject({ driver: null, reference: started.reference })
})

describe('access to discrepancies', () => {
  test.each(['customer', 'guard'] as const)('refuses a %s who reads or resolves', async (role) => {
    await report()
    const { id } = await only()
    const { token } = await world.buildDriver({ role })
    expect((await world.call(moneyList.endpoint, { token })).status).toBe(403)
    expect((await resolve(id, { note: 'mine' }, token)).status).toBe(403)
    expect((await only()).notes).toEqual([])
  })

  test('requires a login and allows an admin', async () => {
    expect((await world.call(moneyList.endpoint)).status).toBe(401)
    const { token } = await world.buildDriver({ role: 'staff' })
    expect((await world.call(moneyList.endpoint, { token })).status).toBe(200)
  })
})

describe('listing discrepancies', () => {
  test('filters by state, kind, provider and words, with pages, newest first', async () => {
    await report()
    await report({ kind: 'fee', ours: 'txn_1 kept 0.59 CAD', theirs: 'txn_1 kept 0.61 CAD' })
    await report({ kind: 'unknown_payment', provider: 'wave', reference: '100%_paid', ours: 'nothing' })
    const [newest, fee, first] = (await list({ columns: 'kind,provider_reference' })).items
    expect([newest, fee, first].map((item) => item!['kind'])).toEqual(['unknown_payment', 'fee', 'amount'])
    await resolve(first!.id, { note: 'Seen' })
    const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id)
    expect(await idsOf({ state: 'open' })).toEqual([newest!.id, fee!.id])
    expect(await idsOf({ state: 'resolved' })).toEqual([first!.id])
    expect(await idsOf({ kind: 'fee' })).toEqual([fee!.id])
    expect(await idsOf({ provider: 'wave' })).toEqual([newest!.id])
    expect(await idsOf({ search: reference.toLowerCase() })).toEqual([fee!.id, first!.id])
    expect(await idsOf({ search: driver.email })).toEqual([fee!.id, first!.id])
    expect(await idsOf({ search: String(first!['provider_reference']) })).toEqual([fee!.id, first!.id])
    expect(await idsOf({ search: 'TXN_1' })).toEqual([fee!.id])
    expect(await idsOf({ search: '%' })).toEqual([newest!.id])
    expect(await idsOf({ search: '_' })).toHaveLength(3)
    expect(await idsOf({ search: "'; drop table money_differences; --" })).toEqual([])
    expect(await list({ state: 'open' })).toMatchObject({ total: 2 })
  })

  test.each([
    { state: 'closed' },
    { kind: 'theft' },
    { provider: 'bank' },
    { search: 'a\0b' },
    { search: 'x'.repeat(121) },
    { page: 0 },
    { size: 7 },
    { sort: 'id' },
  ])('%j is refused', async (query) => {
    expect((await world.call(moneyList.endpoint, { token: staff.token, query: query as object })).status).toBe(422)
  })
})

describe('resolving a discrepancy', () => {
  beforeEach(() => report())

  test('keeps every note, resolution and reopening with its author and time', async () => {
    const { id } = await only()
    const other = await world.buildDriver({ role: 'staff' })
    const at = () => world.clock.now.toISOString()
    await addNote(id, { note: 'Asked the driver,\r\nno answer yet' })
    const resolved_at = at()
    world.clock.advance(5)
    const settled = await resolve(id, { note: 'Paid' }, other.token, { 'accept-language': 'fr' })
    expect(settled.body).toMatchObject({
      message: 'Le montant payé chez Stripe ne correspond pas au montant enregistré.',
      state: 'resolved',
      resolved_at: at(),
      resolved_by: 'Ada',
    })
    world.clock.advance(5)
    const { body } = await world.call(reopenDiscrepancy, { token: staff.token, params: { id } })
    expect(body).toMatchObject({
      state: 'open',
      resolved_at: null,
      resolved_by: null,
      notes: [
        {
          author: 'Ada',
          state: null,
          body: 'Asked the driver,\nno answer yet',
          created_at: resolved_at,
        },
        { author: 'Ada', state: 'resolved', body: 'Paid' },
        { author: 'Ada', state: 'open', body: null, created_at: at() },
      ],
    })
  })

  test('requires a reason', async () => {
    const { id } = await only()
    expect((await resolve(id, {})).problem).toMatchObject({ status: 422, errors: [{ field: 'note' }] })
    expect(await only()).toMatchObject({ state: 'open', notes: [] })
  })

  test('resolves it once for two concurrent requests', async () => {
    const { id } = await only()
    const both = await Promise.all([resolve(id, { note: 'Clear' }), resolve(id, { note: 'Clear' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await only()).notes.map(({ state }) => state).filter((state) => state !== null)).toEqual(['resolved'])
  })

  test('keeps the notes of a deleted account without its name', async () => {
    const gone = await registerVerifiedUser(world)
    const user = await world.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', gone.email)
      .executeTakeFirstOrThrow()
    await giveRole(world.db, { user_id: user.id, role: 'staff' })
    const { id } = await only()
    await resolve(id, { note: 'All right' }, gone.token)
    const body = { password: goodPassword }
    expect((await world.call(eraseAccount, { token: gone.token, body })).status).toBe(204)
    expect(await only()).toMatchObject({
      state: 'resolved',
      resolved_by: null,
      notes: [{ author: null, body: 'All right', state: 'resolved' }],
    })
  })

  test.each([
    {},
    { note: '' },
    { note: ' \n ' },
    { note: 'a\0b' },
    { note: 'x'.repeat(1_001) },
    { note: 5 },
    { note: 'x', is_resolved: true },
    { note: 'x', resolved_by: '00000000-0000-7000-8000-000000000000' },
    { note: 'x', found_at: '2020-01-01T00:00:00Z' },
  ])('%j is refused', async (body) => {
    const { id } = await only()
    expect((await addNote(id, body)).status).toBe(422)
    expect((await only()).notes).toEqual([])
  })

  test('returns 404 for an unknown discrepancy', async () => {
    expect((await addNote('0190f1c0-0000-7000-8000-000000000000', { note: 'x' })).status).toBe(404)
    expect((await addNote('nonsense', { note: 'x' })).status).toBe(422)
  })

  test('stores markup in a note as text', async () => {
    const { id } = await only()
    const hostile = '<img src=x onerror=alert(1)> {{provider}} $t(errors.forbidden)'
    expect((await addNote(id, { note: hostile })).body.notes).toMatchObject([{ body: hostile }])
  })
})
