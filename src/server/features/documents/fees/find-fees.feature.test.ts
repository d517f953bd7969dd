import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { constraintOf } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { findDeliveryFee, findFees, findReinspectionFees, type FeeQuery } from './find-fees.ts'

let world: World
let lagos: number
beforeAll(async () => {
  world = await createWorld()
  const state = await world.db.selectFrom('states').select('id').where('code', '=', 'NG-LA').executeTakeFirstOrThrow()
  lagos = state.id
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('document_fees').where('source', '=', 'Test').execute())

const base = { kind: 'vehicle_licence', part: 'government', amount_minor: 500_000n, valid_from: '2026-01-01' }
const nobody = { category: null, use: null, engine_from_cc: null, engine_to_cc: null, term_months: null }
const enter = (changes: object = {}) =>
  world.db
    .insertInto('document_fees')
    .values({
      ...base,
      ...nobody,
      state_id: lagos,
      valid_to: null,
      entered_by: null,
      id: newId(),
      source: 'Test',
      observed_on: '2026-11-20',
      created_at: new Date(),
      ...changes,
    })
    .execute()
const refusal = (entered: Promise<unknown>) => entered.then(() => undefined, constraintOf)

const query = {
  state: 'LA',
  kind: 'vehicle_licence',
  category: 'saloon',
  use: 'private',
  engine_cc: 1_800,
  term: 12,
  day: '2026-11-23',
} as const satisfies FeeQuery
const amounts = async (changes: Partial<FeeQuery> = {}) =>
  (await findFees(world.db, { ...query, ...changes }))?.map(({ part, amount_minor }) => [part, amount_minor]) ?? null

test('a price is known once each of its lines is', async () => {
  expect(await amounts()).toBeNull()
  await enter()
  expect(await amounts()).toBeNull()
  await enter({ part: 'service', amount_minor: 200_000n, state_id: null })
  expect(await amounts()).toEqual([
    ['government', 500_000n],
    ['service', 200_000n],
  ])
  expect(await amounts({ state: 'KN' })).toBeNull()
  expect((await findFees(world.db, query))![0]).toMatchObject({ source: 'Test', observed_on: '2026-11-20' })
})

test('a fee holds for its category, use, engine, term and days alone', async () => {
  await enter({ part: 'service' })
  await enter({
    category: 'saloon',
    use: 'private',
    engine_from_cc: 1_601,
    engine_to_cc: 2_000,
    term_months: 12,
    valid_to: '2026-12-01',
  })
  expect(await amounts()).not.toBeNull()
  for (const engine_cc of [1_601, 2_000]) expect(await amounts({ engine_cc })).not.toBeNull()
  for (const engine_cc of [1_600, 2_001, null]) expect(await amounts({ engine_cc })).toBeNull()
  expect(await amounts({ category: 'suv' })).toBeNull()
  expect(await amounts({ use: 'commercial' })).toBeNull()
  expect(await amounts({ term: 6 })).toBeNull()
  expect(await amounts({ day: '2026-11-30' })).not.toBeNull()
  expect(await amounts({ day: '2026-12-01' })).toBeNull()
  expect(await amounts({ day: '2025-12-31' })).toBeNull()
})

test('two fees for one line never overlap in time', async () => {
  await enter({ valid_to: '2027-01-01' })
  expect(await refusal(enter({ valid_from: '2026-12-31' }))).toBe('document_fees_overlap')
  expect(await refusal(enter({ valid_from: '2027-01-01' }))).toBeUndefined()
})

test.each([
  [{ category: 'bus' }, { category: 'truck' }, { category: 'bu' }],
  [{ use: 'private' }, { use: 'commercial' }, {}],
  [{ term_months: 6 }, { term_months: 12 }, {}],
  [
    { engine_from_cc: 1, engine_to_cc: 1_600 },
    { engine_from_cc: 1_601, engine_to_cc: 2_000 },
    { engine_from_cc: 2_001, engine_to_cc: 30_000 },
  ],
])('fees for %o and %o stand beside each other, but not beside one for all of them', async (value, two, three) => {
  await enter(value)
  expect(await refusal(enter(two))).toBeUndefined()
  expect(await refusal(enter(value))).toBe('document_fees_overlap')
  expect(await refusal(enter())).toBe('document_fees_overlap')
  expect(await refusal(enter({ ...value, state_id: null }))).toBe('document_fees_overlap')
  if (Object.keys(three).length > 0) expect(await refusal(enter(three))).toBeUndefined()
  expect(await refusal(enter({ part: 'service' }))).toBeUndefined()
})

test('knows the premium of private motor insurance in every state, and none for other uses', async () => {
  await enter({ kind: 'third_party_insurance', part: 'service', state_id: null, amount_minor: 100_000n })
  const insurance = { kind: 'third_party_insurance', term: null } as const
  for (const state of ['LA', 'ZA', 'FC'] as const)
    expect(await amounts({ ...insurance, state })).toEqual([
      ['insurer', 1_500_000n],
      ['service', 100_000n],
    ])
  expect(await amounts({ ...insurance, use: 'commercial' })).toBeNull()
  expect(await amounts({ ...insurance, category: 'truck' })).toBeNull()
})

test('delivery and another inspection have fees of their own', async () => {
  expect(await findDeliveryFee(world.db, query)).toBeNull()
  expect(await findReinspectionFees(world.db, query)).toEqual([])
  await enter({ kind: 'delivery', part: 'delivery', amount_minor: 300_000n })
  await enter({ kind: 'reinspection', category: 'saloon', amount_minor: 150_000n })
  expect(await findDeliveryFee(world.db, query)).toMatchObject({ part: 'delivery', amount_minor: 300_000n })
  expect(await findReinspectionFees(world.db, query)).toMatchObject([{ part: 'government', amount_minor: 150_000n }])
  expect(await findReinspectionFees(world.db, { ...query, category: 'bus' })).toEqual([])
  expect(await refusal(enter({ kind: 'delivery', part: 'service' }))).toBe('document_fees_delivery')
  expect(await refusal(enter({ amount_minor: 150n }))).toBe('document_fees_amount_minor_check')
})
