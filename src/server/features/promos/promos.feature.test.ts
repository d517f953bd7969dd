import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { couponList, createCoupon, deactivateCoupon, getCoupon } from '#contract/promos/desk.ts'
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
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

const bodyOf = (change: object = {}) => ({
  code: `T${newCode(8)}`,
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
const make = async (change: object = {}) => {
  const made = await world.call(createCoupon, { token: staff.token, body: bodyOf(change) })
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
  test('create, find and deactivate codes', async () => {
    const change = {
      code: 'spring-26',
      limit_per_user: 3,
      currency: 'NGN',
      minimum_order_amount: 1_000,
      maximum_discount: 500,
    }
    const coupon = await make(change)
    expect(coupon).toMatchObject({
      ...change,
      code: 'SPRING-26',
      status: 'active',
      uses: 0,
      discount: 20,
      minimum_order_amount: { amount: 1_000 },
      maximum_discount: { amount: 500 },
      start_date: '2026-11-01T00:00:00.000Z',
    })
    const query = { search: 'ring-2' }
    const found = await world.call(couponList.endpoint, { token: staff.token, query })
    expect(found.body).toMatchObject({ items: [{ id: coupon.id, code: 'SPRING-26' }], total: 1 })
    const params = { id: coupon.id }
    const changed = await world.call(deactivateCoupon, { token: staff.token, params })
    expect(changed.body).toMatchObject({ status: 'inactive', discount: 20 })
    expect(await keyOf(discount('SPRING-26', { currency: 'NGN', subtotal_minor: 100_000n }))).toBe(
      'promo_code promo_over',
    )
  })

  test.each([
    [{ discount: 100.5 }, 'discount', 'Discount less then or equal to 100'],
    [{ discount: 0 }, 'discount', 'Enter an amount above zero.'],
    [{ discount_type: 'fixed' }, 'currency', 'Choose the currency of these amounts.'],
    [
      { discount_type: 'fixed', currency: 'XOF', discount: 0.5 },
      'discount',
      'Enter a whole amount in naira or CFA francs, or no more than two decimal places in dollars.',
    ],
    [{ end_date: '2026-11-01T00:00:00Z' }, 'end_date', 'The last day must be after the first.'],
    [{ is_example: true }, 'is_example', 'This field isn’t recognized.'],
  ])('rejects %o', async (change, field, message) => {
    const refused = await world.call(createCoupon, { token: staff.token, body: bodyOf(change) })
    expect(refused.status).toBe(422)
    expect(refused.problem.errors).toEqual([{ field, message }])
  })

  test('cannot create a code twice', async () => {
    const { code } = await make()
    const repeated = await world.call(createCoupon, { token: staff.token, body: bodyOf({ code: code.toLowerCase() }) })
    expect([repeated.status, repeated.problem.code]).toEqual([409, 'promo_exists'])
  })

  test('are the only ones with access; unknown codes are not found', async () => {
    const driver = await world.buildDriver()
    expect((await world.call(couponList.endpoint, { token: driver.token })).status).toBe(403)
    expect((await world.call(createCoupon, { body: bodyOf() })).status).toBe(401)
    const missing = await world.call(deactivateCoupon, { token: staff.token, params: { id: newId() } })
    expect([missing.status, missing.problem.code]).toEqual([404, 'promo_not_found'])
  })
})

describe('a promo code', () => {
  test('is applied in any case, with its discount', async () => {
    const promo = await make({ limit_per_user: 2 })
    expect(await discount(promo.code.toLowerCase())).toEqual({
      promo_code_id: promo.id,
      code: promo.code,
      discount_minor: 400n,
      limit_per_person: 2,
      most_uses: null,
    })
    expect(await keyOf(discount('NOBODY'))).toBe('promo_code promo_unknown')
    const fixed = await make({ discount_type: 'fixed', currency: 'CAD', discount: 20.01 })
    expect(await keyOf(discount(fixed.code))).toBe('promo_code discount_over_subtotal')
    expect(await keyOf(discount(fixed.code, { currency: 'USD' }))).toBe('promo_code promo_currency')
  })

  test('is limited per person, and released uses can be used again', async () => {
    const promo = await make({ limit_per_user: 2 })
    const [ada, ben] = [await world.buildDriver(), await world.buildDriver()]
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
    const { body } = await world.call(getCoupon, { token: staff.token, params: { id: promo.id } })
    expect(body.uses).toBe(2)
  })
})

test('example codes are written once and keep changes by staff', async () => {
  await writeExamplePromos(world.db)
  expect((await discount('WELCOME20', { currency: 'XOF', subtotal_minor: 999n })).discount_minor).toBe(199n)
  const { body } = await world.call(couponList.endpoint, { token: staff.token, query: { search: 'WELCOME20' } })
  await world.call(deactivateCoupon, { token: staff.token, params: { id: body.items[0]!.id } })
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
