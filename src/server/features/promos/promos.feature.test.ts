import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePromo, createPromo, listPromos } from '#contract/promos/promos.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { writeExamplePromos } from '#server/features/demo/promos.ts'
import { AppError } from '#server/http/errors.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { releasePromoUse, countPromoUse } from './commands.ts'
import { findDiscount } from './queries.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.newDriver({ role: 'staff' })
})
afterAll(() => world.close())

const bodyOf = (change: object = {}) => ({
  code: `T${newCode(8)}`,
  kind: 'percentage',
  value: 20,
  currency: null,
  minimum: null,
  maximum: null,
  limit_per_person: null,
  starts_at: '2026-11-01T00:00:00Z',
  ends_at: '2026-12-01T00:00:00Z',
  ...change,
})
const make = async (change: object = {}) => {
  const made = await world.call(createPromo, { token: staff.token, body: bodyOf(change) })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const discount = (code: string, change: object = {}) =>
  findDiscount(world.db, {
    code,
    user_id: undefined,
    currency: 'CAD',
    subtotal_minor: 2_000n,
    now: world.clock.now,
    ...change,
  })
const keyOf = async (tried: Promise<unknown>) => {
  const error = await tried.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof AppError ? error.fields.map(({ field, key }) => `${field} ${key}`).join() : error
}

describe('staff', () => {
  test('create, list, search and deactivate codes', async () => {
    const promo = await make({ code: 'spring-26', limit_per_person: 3, currency: 'NGN', minimum: 1_000, maximum: 500 })
    expect(promo).toMatchObject({
      code: 'SPRING-26',
      value: 20,
      currency: 'NGN',
      minimum: 1_000,
      maximum: 500,
      limit_per_person: 3,
      is_active: true,
      used: 0,
      starts_at: '2026-11-01T00:00:00.000Z',
    })
    const query = { search: 'ring-2' }
    expect((await world.call(listPromos, { token: staff.token, query })).body).toMatchObject({
      items: [promo],
      total: 1,
    })
    const params = { id: promo.id }
    const changed = await world.call(changePromo, {
      token: staff.token,
      params,
      body: { is_active: false, ends_at: '2027-01-01T00:00:00Z' },
    })
    expect(changed.body).toEqual({ ...promo, is_active: false, ends_at: '2027-01-01T00:00:00.000Z' })
    expect(await keyOf(discount('SPRING-26', { currency: 'NGN', subtotal_minor: 100_000n }))).toBe(
      'promo_code promo_over',
    )
    const backwards = await world.call(changePromo, {
      token: staff.token,
      params,
      body: { ends_at: '2026-11-01T00:00:00Z' },
    })
    expect(backwards.problem.errors).toMatchObject([{ field: 'ends_at' }])
  })

  test.each([
    [{ value: 100.5 }, 'value', 'Discount less then or equal to 100'],
    [{ value: 0 }, 'value', 'Enter an amount above zero.'],
    [{ kind: 'fixed' }, 'currency', 'Choose the currency of these amounts.'],
    [
      { kind: 'fixed', currency: 'XOF', value: 0.5 },
      'value',
      'Enter a whole amount in naira or CFA francs, or no more than two decimal places in dollars.',
    ],
    [{ ends_at: '2026-11-01T00:00:00Z' }, 'ends_at', 'The last day must be after the first.'],
    [{ is_example: true }, 'is_example', 'This field isn’t recognised.'],
  ])('rejects %o', async (change, field, message) => {
    const refused = await world.call(createPromo, { token: staff.token, body: bodyOf(change) })
    expect(refused.status).toBe(422)
    expect(refused.problem.errors).toEqual([{ field, message }])
  })

  test('cannot create a code twice', async () => {
    const { code } = await make()
    const repeated = await world.call(createPromo, { token: staff.token, body: bodyOf({ code: code.toLowerCase() }) })
    expect([repeated.status, repeated.problem.code]).toEqual([409, 'promo_exists'])
  })

  test('are the only ones with access; unknown codes are not found', async () => {
    const driver = await world.newDriver()
    expect((await world.call(listPromos, { token: driver.token })).status).toBe(403)
    expect((await world.call(createPromo, { body: bodyOf() })).status).toBe(401)
    const missing = await world.call(changePromo, { token: staff.token, params: { id: newId() }, body: {} })
    expect([missing.status, missing.problem.code]).toEqual([404, 'promo_not_found'])
  })
})

describe('a promo code', () => {
  test('is applied in any case, with its discount', async () => {
    const promo = await make({ limit_per_person: 2 })
    expect(await discount(promo.code.toLowerCase())).toEqual({
      promo_code_id: promo.id,
      code: promo.code,
      discount_minor: 400n,
      limit_per_person: 2,
      most_uses: null,
    })
    expect(await keyOf(discount('NOBODY'))).toBe('promo_code promo_unknown')
    const fixed = await make({ kind: 'fixed', currency: 'CAD', value: 20.01 })
    expect(await keyOf(discount(fixed.code))).toBe('promo_code discount_over_subtotal')
    expect(await keyOf(discount(fixed.code, { currency: 'USD' }))).toBe('promo_code promo_currency')
  })

  test('is limited per person, and released uses can be used again', async () => {
    const promo = await make({ limit_per_person: 2 })
    const [ada, ben] = [await world.newDriver(), await world.newDriver()]
    const use = (driver: Driver) =>
      world.db
        .transaction()
        .execute((tx) =>
          countPromoUse(tx, { promo_code_id: promo.id, user_id: driver.user_id, limit_per_person: 2, most_uses: null }),
        )
    const findProblem = (driver: Driver | undefined) => keyOf(discount(promo.code, { user_id: driver?.user_id }))
    await use(ada)
    await use(ada)
    expect(await findProblem(ada)).toBe('promo_code promo_used')
    expect(await findProblem(ben)).toBeUndefined()
    expect(await findProblem(undefined)).toBeUndefined()
    await expect(use(ada)).rejects.toMatchObject({ constraint: 'promo_uses_limit' })
    await world.db.transaction().execute((tx) => releasePromoUse(tx, { promo_code_id: promo.id, user_id: ada.user_id }))
    expect(await findProblem(ada)).toBeUndefined()
    await use(ada)
    const listed = await world.call(listPromos, { token: staff.token, query: { search: promo.code } })
    expect(listed.body.items[0]?.used).toBe(2)
  })
})

test('example codes are written once and keep changes by staff', async () => {
  await writeExamplePromos(world.db)
  expect((await discount('WELCOME20', { currency: 'XOF', subtotal_minor: 999n })).discount_minor).toBe(199n)
  const { body } = await world.call(listPromos, { token: staff.token, query: { search: 'WELCOME' } })
  await world.call(changePromo, { token: staff.token, params: { id: body.items[0]!.id }, body: { is_active: false } })
  await writeExamplePromos(world.db)
  expect(await keyOf(discount('WELCOME20'))).toBe('promo_code promo_over')
})

test('the marketplace has four example coupons: a percentage with a maximum, two amounts, and free delivery', async () => {
  await writeExamplePromos(world.db)
  const coupons = await world.db
    .selectFrom('promo_codes')
    .select(['code', 'kind', 'currency', 'most_minor', 'free_delivery'])
    .where('is_example', '=', true)
    .where('scope', 'in', ['shop', 'both'])
    .orderBy('code')
    .execute()
  expect(coupons).toEqual([
    { code: 'FREERIDE', kind: 'percentage', currency: null, most_minor: null, free_delivery: true },
    { code: 'MAPLE5', kind: 'fixed', currency: 'CAD', most_minor: null, free_delivery: false },
    { code: 'NAIRA500', kind: 'fixed', currency: 'NGN', most_minor: null, free_delivery: false },
    { code: 'SHINE10', kind: 'percentage', currency: 'CAD', most_minor: 500n, free_delivery: false },
  ])
})
