import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activateBranch, createBranch } from '#contract/branches/desk/branches.ts'
import { changeTax, createTax, deleteTax, endTax, getTax, taxList } from '#contract/branches/desk/taxes.ts'
import { branchFacts, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { findTaxes } from './tax-rates.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T12:00:00Z')
  token = (await world.buildDriver({ role: 'admin' })).token
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('tax_rates').execute())

const figures = { name: 'HST', name_fr: 'TVH', type: 'percentage' as const, rate: 13 }
const source = { source: 'Excise Tax Act', source_date: '2026-11-01' }
const facts = {
  code: 'hst',
  class: 'standard' as const,
  country_code: 'CA' as const,
  state: 'ON',
  city: null,
  ...figures,
  ...source,
  valid_from: '2026-01-01',
  valid_to: null,
}
const create = (changes: object = {}) =>
  world.call(createTax, { token, body: { ...facts, ...changes } as typeof facts })
const change = (id: string, changes: object = {}) =>
  world.call(changeTax, {
    token,
    params: { id },
    body: { ...figures, ...source, rate: 14, valid_from: '2027-01-01', ...changes },
  })

test('a change ends a rate and begins another, and both stay', async () => {
  const { body: old } = await create()
  expect(old).toMatchObject({ percent: 13, state: 'Ontario', status: 'current', actions: ['change', 'end'] })
  const { body: next } = await change(old.id)
  expect(next).toMatchObject({ percent: 14, valid_from: '2027-01-01', valid_to: null, status: 'coming', code: 'hst' })
  const { body: ended } = await world.call(getTax, { token, params: { id: old.id } })
  expect(ended).toMatchObject({ percent: 13, valid_to: '2026-12-31', status: 'current' })
  const log = await world.db.selectFrom('audit_log').select('action').where('kind', '=', 'tax').execute()
  expect(log.map(({ action }) => action).toSorted()).toEqual(['changeTax', 'changeTax', 'createTax'])
  const { body: listed } = await world.call(taxList.endpoint, { token, query: { sort: 'valid_from' } })
  expect(listed.items).toMatchObject([
    { percent: 13, state: 'Ontario', valid_to: '2026-12-31' },
    { percent: 14, valid_from: '2027-01-01', valid_to: null },
  ])
})

test('a branch has the rate of the day, and is not activated without one', async () => {
  const branch = await world.call(createBranch, { token, body: branchFacts('CA', { state: 'ON' }) })
  const params = { id: branch.body.id }
  expect(outcomeOf(await world.call(activateBranch, { token, params }))).toBe('409 tax_unknown')
  const { body: old } = await create({ class: 'service' })
  expect(outcomeOf(await world.call(activateBranch, { token, params }))).toBe('409 branch_not_ready')
  await change(old.id)
  const rate = async (at: string) =>
    (await findTaxes(world.db, [params.id], new Date(at)))
      .get(params.id)!
      .get('service')
      ?.map(({ value }) => value)
  expect(await rate('2026-12-31T12:00:00Z')).toEqual([13_000n])
  expect(await rate('2027-01-02T12:00:00Z')).toEqual([14_000n])
})

test.each([
  [{ rate: 100.5 }, '422 validation_failed rate'],
  [{ rate: 1.2345 }, '422 validation_failed rate'],
  [{ type: 'fixed', rate: 0.001 }, '422 validation_failed rate'],
  [{ class: 'exempt' }, '422 validation_failed class'],
  [{ state: 'Lagos' }, '422 validation_failed state'],
  [{ valid_to: '2025-12-31' }, '422 validation_failed valid_to'],
  [{ code: 'H S T' }, '422 validation_failed code'],
  [{ source: '' }, '422 validation_failed source'],
  [{ valid_from: '23.11.2026' }, '422 validation_failed valid_from'],
])('a rate with %o is refused', async (changes, outcome) => {
  expect(outcomeOf(await create(changes))).toBe(outcome)
})

test('two rates of one tax and place never overlap, whoever enters them', async () => {
  const { body: old } = await create({ city: 'Ottawa' })
  expect(outcomeOf(await create({ city: 'ottawa' }))).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await create({ city: 'Toronto' }))).toBe(201)
  const { body: next } = await change(old.id)
  const end = (id: string, valid_to: string | null) => world.call(endTax, { token, params: { id }, body: { valid_to } })
  expect(outcomeOf(await end(old.id, null))).toBe('422 validation_failed valid_to')
  expect(outcomeOf(await change(old.id, { valid_from: '2026-11-22' }))).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await change(old.id, { valid_from: '2027-06-01' }))).toBe('422 validation_failed valid_from')
  // The one that was entered by mistake is deleted, and the old one goes on.
  expect(outcomeOf(await world.call(deleteTax, { token, params: { id: old.id } }))).toBe('409 tax_over')
  expect(outcomeOf(await world.call(deleteTax, { token, params: { id: next.id } }))).toBe(204)
  expect((await end(old.id, null)).body).toMatchObject({ valid_to: null, status: 'current' })
  expect((await end(old.id, '2026-11-22')).body.status).toBe('over')
  expect(outcomeOf(await change(old.id))).toBe('409 tax_over')
  const entered = await Promise.all([0, 1, 2, 3].map(() => create({ code: 'once' })))
  expect(entered.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
})

test('is read by administrators and entered by admins alone', async () => {
  const administrator = await world.buildDriver({ role: 'administrator' })
  const staff = await world.buildDriver({ role: 'staff' })
  expect((await world.call(taxList.endpoint, { token: administrator.token })).status).toBe(200)
  expect((await world.call(createTax, { token: administrator.token, body: facts })).status).toBe(403)
  expect((await world.call(taxList.endpoint, { token: staff.token })).status).toBe(403)
})
