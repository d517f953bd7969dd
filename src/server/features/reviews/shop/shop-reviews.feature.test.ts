import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseAccount, exportPersonalData } from '#contract/accounts/account.ts'
import { getItem } from '#contract/catalogue/marketplace.ts'
import { acceptOrder, handOverOrder, markOrderReady } from '#contract/orders/desk/order-record.ts'
import { listBranchReviews, listItemReviews, rateOrder } from '#contract/orders/order-ratings.ts'
import { getOrder } from '#contract/orders/orders.ts'
import {
  getDeskItemReview,
  hideItemReview,
  itemReviewList,
  showItemReview,
} from '#contract/reviews/desk/item-reviews.ts'
import { goodPassword } from '#test/kits/mailbox.ts'
import { buildStock, registerPayingUser, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let branch: { id: string; slug: string; currency: string }
let token: string
let sold: string[]
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token)
  // One after the other: the first makes their category.
  sold = []
  for (const slug of ['mats', 'wipers']) sold.push(await buildItem(world, { slug, prices: { CAD: 1_000n } }))
  await buildStock(world, branch.id, sold[0]!, 100)
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
})
afterAll(() => world.close())

interface Customer {
  token: string
  user_id: string
}
const newCustomer = () => world.buildDriver({ balance_minor: 10_000n })
const place = (by: Customer) =>
  buildOrder(world, by, branch, { lines: sold.map((item_id) => ({ item_id, quantity: 1, goods_minor: 1_000n })) })
const complete = async ({ id, order_number }: TestOrder) => {
  const params = { id }
  await world.call(acceptOrder, { token, params, body: {} })
  await world.call(markOrderReady, { token, params })
  await world.call(handOverOrder, { token, params, body: { code: order_number } })
}
const rate = (by: { token: string }, { order_number }: TestOrder, body: object, key?: string) =>
  world.call(rateOrder, {
    token: by.token,
    params: { id: order_number },
    body: body as never,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const ofBranch = async () => (await world.call(listBranchReviews, { params: { slug: branch.slug } })).body
const ofItem = async (id: string) => (await world.call(listItemReviews, { params: { id } })).body

test('of an order counts for its branch and the items that were rated, once and after the handover', async () => {
  const customer = await newCustomer()
  const order = await place(customer)
  const body = { rating: 4, text: 'Friendly', items: [{ id: sold[0], rating: 2, text: 'Too thin' }] }
  expect(outcomeOf(await rate(customer, order, body))).toBe('409 order_state')
  await complete(order)
  expect(outcomeOf(await rate(await newCustomer(), order, body))).toBe('404 order_not_found')
  const before = await world.call(getOrder, { token: customer.token, params: { id: order.id } })
  expect([before.body.can.rate, before.body.rating]).toEqual([true, null])
  const key = crypto.randomUUID()
  const [rated, again] = [await rate(customer, order, body, key), await rate(customer, order, body, key)]
  expect([rated.status, again.status, again.body]).toEqual([201, 201, rated.body])
  expect(rated.body).toMatchObject({
    can: { rate: false },
    rating: { rating: 4, text: 'Friendly', items: [{ id: sold[0], rating: 2, text: 'Too thin' }] },
  })
  expect(outcomeOf(await rate(customer, order, body))).toBe('409 already_rated')
  expect(await ofBranch()).toMatchObject({ rating: 4, total: 1, items: [{ text: 'Friendly', rating: 4, reply: null }] })
  expect(await ofItem('mats')).toMatchObject({ rating: 2, total: 1, items: [{ text: 'Too thin' }] })
  expect(await ofItem(sold[1]!)).toMatchObject({ rating: null, total: 0, items: [] })
  const other = await newCustomer()
  const second = await place(other)
  await complete(second)
  await rate(other, second, { rating: 5 })
  expect(await ofBranch()).toMatchObject({ rating: 4.5, total: 2 })
})

test('is refused with stars out of range, another item, an item twice and hostile fields', async () => {
  const customer = await newCustomer()
  const order = await place(customer)
  await complete(order)
  const item = { id: sold[0], rating: 3 }
  const refused: [object, string][] = [
    [{ rating: 6 }, '422 validation_failed rating'],
    [{}, '422 validation_failed rating'],
    [{ rating: 4.5 }, '422 validation_failed rating'],
    [{ rating: 3, text: 'x'.repeat(2_001) }, '422 validation_failed text'],
    [{ rating: 3, text: 'a\u0000b' }, '422 validation_failed text'],
    [{ rating: 3, items: [item, item] }, '422 validation_failed items'],
    [{ rating: 3, items: [{ id: crypto.randomUUID(), rating: 3 }] }, '422 validation_failed items'],
    [{ rating: 3, user_id: customer.user_id }, '422 validation_failed user_id'],
  ]
  for (const [body, outcome] of refused) expect(outcomeOf(await rate(customer, order, body))).toBe(outcome)
})

test('that staff hides counts in no average until it is shown again', async () => {
  const customer = await newCustomer()
  const order = await place(customer)
  await complete(order)
  const before = await ofBranch()
  await rate(customer, order, { rating: 1, text: 'Rude words' })
  const { items } = (await world.call(itemReviewList.endpoint, { token, query: { search: order.order_number } })).body
  const params = { id: items[0]!.id }
  expect(items).toMatchObject([{ about: 'Front Street', rating: 1, text: 'Rude words' }])
  expect(outcomeOf(await world.call(hideItemReview, { token, params, body: { reason: '' } }))).toBe(
    '422 validation_failed reason',
  )
  expect(outcomeOf(await world.call(hideItemReview, { token: customer.token, params, body: { reason: 'Mine' } }))).toBe(
    '403 forbidden',
  )
  const hide = () => world.call(hideItemReview, { token, params, body: { reason: 'Insult' } })
  expect((await hide()).body).toMatchObject({ status: 'hidden', hidden_reason: 'Insult', actions: ['show'] })
  expect((await hide()).body.status).toBe('hidden')
  expect(await ofBranch()).toEqual(before)
  expect((await world.call(showItemReview, { token, params })).body.status).toBe('shown')
  expect((await ofBranch()).total).toBe(before.total + 1)
  expect((await world.call(getDeskItemReview, { token, params })).body.order_number).toBe(order.order_number)
})

test('is exported with the account and erased with it', async () => {
  const customer = await registerPayingUser(world, 2_200n)
  const order = await place(customer)
  await complete(order)
  await rate(customer, order, { rating: 5, text: 'Zanzibar' })
  const { held } = (await world.call(exportPersonalData, { token: customer.token })).body
  expect(held['order_ratings']).toMatchObject([{ order_number: order.order_number, rating: 5, body: 'Zanzibar' }])
  expect(outcomeOf(await world.call(eraseAccount, { token: customer.token, body: { password: goodPassword } }))).toBe(
    204,
  )
  expect((await ofBranch()).items.some(({ text }) => text === 'Zanzibar')).toBe(false)
})

test('counts in the rating of its item for search engines, unless it is an example', async () => {
  const item = async () =>
    (await world.call(getItem, { params: { id: 'mats' }, query: { branch: branch.slug } })).body.rating
  const before = await item()
  const customer = await newCustomer()
  const order = await place(customer)
  await complete(order)
  await world.db.updateTable('orders').set({ is_example: true }).where('id', '=', order.id).execute()
  await rate(customer, order, { rating: 5, items: [{ id: sold[0], rating: 5 }] })
  expect((await ofItem('mats')).items.filter(({ is_example }) => is_example)).toMatchObject([{ rating: 5 }])
  expect(await item()).toEqual(before)
  await world.db.updateTable('orders').set({ is_example: false }).where('id', '=', order.id).execute()
  expect(await item()).toMatchObject({ count: (before?.count ?? 0) + 1 })
})
