import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCoupon } from '#contract/promos/desk.ts'
import { constraintOf } from '#server/database/errors.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { countPromoUse } from './commands.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

test('counts three of thirty concurrent uses for a limit of three', async () => {
  const [staff, driver] = [await world.buildDriver({ role: 'staff' }), await world.buildDriver()]
  const body = {
    code: 'THREE',
    discount_type: 'percentage',
    discount: 10,
    currency: null,
    minimum_order_amount: null,
    maximum_discount: null,
    limit_per_user: 3,
    start_date: '2026-11-01T00:00:00Z',
    end_date: '2026-12-01T00:00:00Z',
  }
  const { id: promo_code_id } = (await world.call(createCoupon, { token: staff.token, body })).body
  const use = () =>
    world.db
      .transaction()
      .execute((tx) =>
        countPromoUse(tx, { promo_code_id, user_id: driver.user_id, limit_per_person: 3, most_uses: null }),
      )
  const tried = await Promise.allSettled(Array.from({ length: 30 }, use))
  const refused = tried.flatMap((entry) => (entry.status === 'rejected' ? [constraintOf(entry.reason)] : []))
  expect(refused).toEqual(Array.from({ length: 27 }, () => 'promo_uses_limit'))
  const { used } = await world.db.selectFrom('promo_uses').select('used').executeTakeFirstOrThrow()
  expect(used).toBe(3)
})
