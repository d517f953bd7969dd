import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPark } from '#contract/parks/parks.ts'
import * as contract from '#contract/reviews/desk/reviews.ts'
import { createReview, listReviews } from '#contract/reviews/reviews.ts'
import { buildBookingRow } from '#test/kits/reviews-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())

async function review(park: TestPark, rating: number, text: string): Promise<string> {
  const driver = await world.buildDriver()
  await buildBookingRow(world, driver, park)
  const body = { rating, text }
  return (await world.call(createReview, { token: driver.token, params: { parkId: park.slug }, body })).body.id
}
const readPark = async ({ slug }: TestPark) => {
  const { rating, reviews } = (await world.call(getPark, { params: { parkId: slug } })).body
  return { rating, reviews }
}
const readReviews = async ({ slug }: TestPark) => (await world.call(listReviews, { params: { parkId: slug } })).body
const call = (id: string) => ({ token: staff.token, params: { id } })

describe('staff', () => {
  test('hide a review with a reason and show it again, and the rating follows', async () => {
    const park = await world.buildPark()
    await review(park, 5, 'Easy to find')
    const bad = await review(park, 1, 'Call me on 555 0100')
    expect(await readPark(park)).toEqual({ rating: 3, reviews: 2 })
    const hide = () => world.call(contract.hideReview, { ...call(bad), body: { reason: 'A phone number' } })
    const hidden = await Promise.all([hide(), hide()])
    expect(hidden.map(({ body }) => body.status)).toEqual(['hidden', 'hidden'])
    expect(hidden[0]!.body).toMatchObject({ hidden_reason: 'A phone number', actions: ['show', 'reply'] })
    expect(await readPark(park)).toEqual({ rating: 5, reviews: 1 })
    expect(await readReviews(park)).toMatchObject({ total: 1, items: [{ text: 'Easy to find' }] })
    const list = (query: object) => world.call(contract.reviewList.endpoint, { token: staff.token, query })
    expect((await list({ state: 'hidden' })).body.items).toMatchObject([{ id: bad, hidden_reason: 'A phone number' }])
    expect((await world.call(contract.showReview, call(bad))).body).toMatchObject({ status: 'shown' })
    expect((await world.call(contract.showReview, call(bad))).body).toMatchObject({ status: 'shown' })
    expect(await readPark(park)).toEqual({ rating: 3, reviews: 2 })
  })

  test('reply once, and drivers read it below the review', async () => {
    const park = await world.buildPark()
    const id = await review(park, 2, 'No light on level 2')
    const reply = (text: string) => world.call(contract.replyToReview, { ...call(id), body: { reply: text } })
    expect((await reply('The light was repaired.')).body).toMatchObject({ actions: ['hide'] })
    const again = await reply('Another one')
    expect([again.status, again.problem.code]).toEqual([409, 'already_replied'])
    expect((await readReviews(park)).items).toMatchObject([
      { text: 'No light on level 2', reply: 'The light was repaired.', replied_at: world.clock.now.toISOString() },
    ])
  })

  test('give a reason, and find no review that does not exist', async () => {
    const id = await review(await world.buildPark(), 3, 'Fine')
    const refused = await world.call(contract.hideReview, { ...call(id), body: { reason: ' ' } })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'reason'])
    expect((await world.call(contract.getDeskReview, call(crypto.randomUUID()))).status).toBe(404)
  })
})

test('partners and employees can neither see nor hide reviews', async () => {
  const id = await review(await world.buildPark({ partner: 'Eko Gate' }), 3, 'Fine')
  for (const role of ['partner', 'employee'] as const) {
    const { token } = await world.buildDriver({ role })
    expect((await world.call(contract.reviewList.endpoint, { token })).status).toBe(403)
    expect((await world.call(contract.hideReview, { ...call(id), token, body: { reason: 'Mine' } })).status).toBe(403)
  }
})
