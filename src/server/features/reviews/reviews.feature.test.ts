import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPark, listParks } from '#contract/parks/parks.ts'
import { createReview, listReviews } from '#contract/reviews/reviews.ts'
import { buildBookingRow } from '#test/kits/reviews-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const review = (driver: Driver, park: TestPark, body: object, language = 'en') =>
  world.call(createReview, {
    token: driver.token,
    params: { parkId: park.slug },
    body,
    headers: { 'accept-language': language },
  })
const listed = async (park: TestPark, query: object = {}) =>
  (await world.call(listReviews, { params: { parkId: park.park_code }, query })).body
const ratingOf = async (park: TestPark) => {
  const { rating, reviews } = (await world.call(getPark, { params: { parkId: park.id } })).body
  return { rating, reviews }
}

describe('a review', () => {
  test('appears in the list and the park’s mean rating', async () => {
    const park = await world.buildPark({ lat: 10, lng: 10 })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    await world.db.updateTable('users').set({ last_name: 'Lovelace' }).where('id', '=', driver.user_id).execute()
    expect(await ratingOf(park)).toEqual({ rating: null, reviews: 0 })
    await buildBookingRow(world, driver, park)
    const posted = await review(driver, park, { rating: 4, text: ' Propre.\r\nBien éclairé ! ' }, 'fr')
    expect(posted.status).toBe(201)
    expect(posted.body).toEqual({
      id: expect.any(String) as string,
      rating: 4,
      is_example: false,
      reply: null,
      replied_at: null,
      text: 'Propre.\nBien éclairé !',
      author: 'Ada L.',
      language: 'fr',
      created_at: world.clock.now.toISOString(),
    })
    expect(await listed(park)).toEqual({ items: [posted.body], total: 1, page: 1, size: 10, pages: 1 })
    expect(await ratingOf(park)).toEqual({ rating: 4, reviews: 1 })
    const around = await world.call(listParks, { query: { lat: 10, lng: 10, radius: 100 } })
    expect(around.body.items).toMatchObject([{ rating: 4, reviews: 1 }])
  })

  test('are listed newest first, with or without text, with a mean of one decimal', async () => {
    const park = await world.buildPark()
    const ids: string[] = []
    for (const rating of [5, 4, 4]) {
      const driver = await world.buildDriver({ balance_minor: 10_000n })
      await buildBookingRow(world, driver, park)
      ids.unshift((await review(driver, park, { rating })).body.id)
      world.clock.advance(1)
    }
    expect((await listed(park)).items.map(({ id, text }) => [id, text])).toEqual(ids.map((id) => [id, null]))
    expect((await listed(park, { page: 2, size: 2 })).items.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(await ratingOf(park)).toEqual({ rating: 4.3, reviews: 3 })
  })

  test('is allowed once per booking, by id or code in any case', async () => {
    const park = await world.buildPark()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const first = await buildBookingRow(world, driver, park)
    const second = await buildBookingRow(world, driver, park)
    expect((await review(driver, park, { rating: 1, booking_id: first.booking_code.toLowerCase() })).status).toBe(201)
    const repeated = await review(driver, park, { rating: 5, booking_id: first.id })
    expect([repeated.status, repeated.problem.code]).toEqual([409, 'review_needs_stay'])
    expect((await review(driver, park, { rating: 2, booking_id: second.id })).status).toBe(201)
    expect((await review(driver, park, { rating: 3 })).status).toBe(409)
    expect(await ratingOf(park)).toEqual({ rating: 1.5, reviews: 2 })
  })

  test('requires a completed booking of the user at the park', async () => {
    const [park, otherPark] = [await world.buildPark(), await world.buildPark()]
    const [driver, other] = [await world.buildDriver({ balance_minor: 10_000n }), await world.buildDriver()]
    const done = await buildBookingRow(world, driver, otherPark)
    await buildBookingRow(world, driver, park, 'active')
    const cancelled = await buildBookingRow(world, driver, park, 'cancelled')
    const refused = [
      await review(driver, park, { rating: 5 }),
      await review(driver, park, { rating: 5, booking_id: done.id }),
      await review(driver, park, { rating: 5, booking_id: cancelled.id }),
      await review(other, otherPark, { rating: 5, booking_id: done.id }),
      await review(other, otherPark, { rating: 5 }),
    ]
    expect(refused.map(({ problem }) => problem.code)).toEqual(refused.map(() => 'review_needs_stay'))
    expect((await listed(park)).total).toBe(0)
    expect((await review(driver, otherPark, { rating: 5 })).status).toBe(201)
  })

  test.each([
    [{ rating: 0 }, 'rating', 'Choose one to five stars.'],
    [{ rating: 4.5 }, 'rating', 'Choose one to five stars.'],
    [{}, 'rating', 'Choose one to five stars.'],
    [{ rating: 5, text: 'x'.repeat(2_001) }, 'text', 'This is too long.'],
    [{ rating: 5, text: 'a\u0000b' }, 'text', 'Some of these characters aren’t allowed.'],
    [{ rating: 5, user_id: 'me' }, 'user_id', 'This field isn’t recognized.'],
  ])('rejects %o', async (body, field, message) => {
    const refused = await review(await world.buildDriver(), await world.buildPark(), body)
    expect(refused.status).toBe(422)
    expect(refused.problem.errors).toEqual([{ field, message }])
  })

  test('is refused for an unknown park and without a session', async () => {
    const driver = await world.buildDriver()
    const params = { parkId: 'nowhere' }
    expect((await world.call(listReviews, { params })).problem.code).toBe('park_not_found')
    const posted = await world.call(createReview, { token: driver.token, params, body: { rating: 5 } })
    expect(posted.problem.code).toBe('park_not_found')
    expect((await world.call(createReview, { params, body: { rating: 5 } })).status).toBe(401)
  })
})
