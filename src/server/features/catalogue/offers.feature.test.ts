import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/catalogue/desk/offers.ts'
import { getItem, listOffers } from '#contract/catalogue/marketplace.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let branch: Branch
let other: Branch
let item: string
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Front Street' })
  other = await buildBranch(world, token, { name: 'Back Street' })
  item = await buildItem(world, { slug: 'mats', prices: { CAD: 2_000n, NGN: 1_000_000n } })
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('offers').execute())

let made = 0
const terms = (changes: object = {}) => ({
  name: 'Autumn',
  name_fr: 'Automne',
  discount_type: 'percentage' as const,
  discount: 10,
  currency: null,
  start_date: '2026-11-01T00:00:00Z',
  end_date: '2026-12-01T00:00:00Z',
  item_ids: [item],
  branch_ids: [] as string[],
  picture: null,
  most_uses: null,
  funded_by: 'us' as const,
  ...changes,
})
const create = (changes: object = {}, by = token) =>
  world.call(contract.createOffer, { token: by, body: { ...terms(changes), slug: `offer-${(made += 1)}` } as never })
const change = (id: string, version: number, changes: object = {}, by = token) =>
  world.call(contract.updateOffer, { token: by, params: { id }, body: { ...terms(changes), version } as never })
const priceAt = async ({ slug }: Branch) =>
  (await world.call(getItem, { params: { id: item }, query: { branch: slug } })).body.price.amount

test('an offer counts between its dates, for its items, at its branches, while it is active', async () => {
  const { body: offer } = await create({ branch_ids: [branch.id] })
  expect(offer).toMatchObject({ percent: 10, items: ['mats'], branches: ['Front Street'], uses: 0, status: 'active' })
  expect([await priceAt(branch), await priceAt(other)]).toEqual([19.8, 22])
  const everywhere = await change(offer.id, offer.version, { discount_type: 'fixed', discount: 5, currency: 'CAD' })
  expect(everywhere.body).toMatchObject({ amount: { amount: 5, currency: 'CAD' }, branches: [] })
  expect([await priceAt(branch), await priceAt(other)]).toEqual([16.5, 16.5])
  await world.call(contract.deactivateOffer, { token, params: { id: offer.id } })
  expect(await priceAt(branch)).toBe(22)
  await world.call(contract.activateOffer, { token, params: { id: offer.id } })
  const { version } = (await world.call(contract.getOffer, { token, params: { id: offer.id } })).body
  await change(offer.id, version, { start_date: '2026-12-01T00:00:00Z', end_date: '2026-12-02T00:00:00Z' })
  expect((await world.call(listOffers, { query: { branch: branch.slug } })).body.items).toEqual([])
})

test.each([
  [{ discount: 100.1 }, '422 validation_failed discount'],
  [{ discount: 0 }, '422 validation_failed discount'],
  [{ discount_type: 'fixed', discount: 5 }, '422 validation_failed currency'],
  [{ discount_type: 'fixed', discount: 5.005, currency: 'CAD' }, '422 validation_failed discount'],
  [{ discount_type: 'fixed', discount: 0.5, currency: 'NGN' }, '422 validation_failed discount'],
  [{ end_date: '2026-10-01T00:00:00Z' }, '422 validation_failed end_date'],
  [{ item_ids: [] }, '422 validation_failed item_ids'],
  [{ item_ids: ['01a00000-0000-7000-8000-000000000000'] }, '422 validation_failed item_ids'],
  [{ branch_ids: ['01a00000-0000-7000-8000-000000000000'] }, '422 validation_failed branch_ids'],
  [{ most_uses: 0 }, '422 validation_failed most_uses'],
])('with %o is refused', async (changes, outcome) => {
  expect(outcomeOf(await create(changes))).toBe(outcome)
})

test('a percentage above 100 is refused in the words of the specification', async () => {
  expect((await create({ discount: 101 })).problem.message).toBe('Discount less then or equal to 100')
})

test('a limit stays at or above what was used, and an offer that was used is not deleted', async () => {
  const { body: offer } = await create({ most_uses: 10 })
  await world.db.insertInto('offer_uses').values({ offer_id: offer.id, used: 4, most: 10 }).execute()
  expect(outcomeOf(await change(offer.id, offer.version, { most_uses: 3 }))).toBe('422 validation_failed most_uses')
  expect((await change(offer.id, offer.version, { most_uses: 4 })).body).toMatchObject({ uses: 4, most_uses: 4 })
  const { most } = await world.db.selectFrom('offer_uses').select('most').executeTakeFirstOrThrow()
  expect(most).toBe(4)
  // Used up: nothing is reduced any more.
  expect(await priceAt(branch)).toBe(22)
})

test('a manager runs the offers that their own branch pays for, and reads the others', async () => {
  const manager = await world.buildDriver()
  await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
  const by = manager.token
  expect(outcomeOf(await create({}, by))).toBe('422 validation_failed funded_by')
  expect(outcomeOf(await create({ funded_by: 'branch' }, by))).toBe('422 validation_failed branch_ids')
  const foreign = { funded_by: 'branch', branch_ids: [branch.id, other.id] }
  expect(outcomeOf(await create(foreign, by))).toBe('422 validation_failed branch_ids')
  const own = (await create({ funded_by: 'branch', branch_ids: [branch.id] }, by)).body
  expect(own.actions).toContain('remove')
  const shared = (await create()).body
  const elsewhere = (await create({ branch_ids: [other.id] })).body
  const read = (id: string) => world.call(contract.getOffer, { token: by, params: { id } })
  expect((await read(shared.id)).body.actions).toEqual([])
  expect((await read(elsewhere.id)).status).toBe(404)
  expect((await change(shared.id, shared.version, { funded_by: 'branch', branch_ids: [branch.id] }, by)).status).toBe(
    403,
  )
  const listed = await world.call(contract.offerList.endpoint, { token: by })
  expect(listed.body.items.map(({ id }) => id).toSorted()).toEqual([own.id, shared.id].toSorted())
  const removed = await world.call(contract.deleteOffer, {
    token: by,
    params: { id: own.id },
    query: { version: own.version },
  })
  expect(outcomeOf(removed)).toBe(204)
})
