import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPark } from '#contract/parks/parks.ts'
import { createReview } from '#contract/reviews/reviews.ts'
import { buildBookingRow } from '#test/kits/reviews-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

test('saves three of twenty concurrent reviews for three bookings, with their mean', async () => {
  const park = await world.buildPark()
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  for (let stay = 0; stay < 3; stay += 1) await buildBookingRow(world, driver, park)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      world.call(createReview, { token: driver.token, params: { parkId: park.id }, body: { rating: (i % 5) + 1 } }),
    ),
  )
  const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.rating)
  expect(taken).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(17)
  const mean = Math.round((taken.reduce((sum, rating) => sum + rating, 0) * 10) / 3) / 10
  expect((await world.call(getPark, { params: { parkId: park.id } })).body).toMatchObject({ rating: mean, reviews: 3 })
})
