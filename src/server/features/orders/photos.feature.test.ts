import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseAccount, exportPersonalData } from '#contract/accounts/account.ts'
import { getOrderPhotoForStaff } from '#contract/orders/desk/order-photos.ts'
import { acceptOrder, handOverOrder, markOrderReady } from '#contract/orders/desk/order-record.ts'
import { getReturn, returnList } from '#contract/orders/desk/order-returns.ts'
import { getOrderPhoto, maxWaitingPhotos } from '#contract/orders/order-photos.ts'
import { listReturns, requestReturn } from '#contract/orders/order-returns.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { errors } from '#i18n/en/errors.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { goodPassword } from '#test/kits/mailbox.ts'
import {
  buildPhoto,
  buildStock,
  registerPayingUser,
  callAddPhoto,
  buildOrder,
  type TestOrder,
} from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteWaitingPhotos } from './photos.ts'

let world: World
let branch: { id: string; currency: string }
let good: string
let stock: string
let token: string
let employee: Driver
let stranger: Driver
let customer: { token: string; user_id: string }
let photo: Buffer
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token)
  const elsewhere = await buildBranch(world, token, { name: 'Elsewhere' })
  good = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  stock = await buildStock(world, branch.id, good, 100)
  const at = async (branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role: 'branch_manager', branch_id })
    return person
  }
  employee = await at(branch.id)
  stranger = await at(elsewhere.id)
  photo = await buildPhoto()
})
afterAll(() => world.close())

let order: TestOrder
const place = async (by: { user_id: string }): Promise<TestOrder> => {
  const lines = [{ item_id: good, quantity: 2, goods_minor: 2_000n, stock_level_id: stock }]
  const placed = await buildOrder(world, by, branch, { lines })
  const params = { id: placed.id }
  await world.call(acceptOrder, { token, params, body: {} })
  await world.call(markOrderReady, { token, params })
  await world.call(handOverOrder, { token, params, body: { code: placed.order_number } })
  return placed
}
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 10_000n })
  order = await place(customer)
})

const send = (file: Buffer | string = photo, by: { token?: string } = customer) =>
  callAddPhoto(world, `/api/v1/orders/${order.order_number}/photos`, by, file)
const see = (photo_id: string, by: { token: string }) =>
  world.call(getOrderPhoto, { token: by.token, params: { id: order.id, photo_id } })
const ask = (photo_id: string, changes: { key?: string; order?: TestOrder } = {}) =>
  world.call(requestReturn, {
    token: customer.token,
    params: { id: (changes.order ?? order).id },
    body: { lines: [{ id: (changes.order ?? order).line_ids[0]!, quantity: 1 }], reason: 'damaged', photo_id },
    ...(changes.key !== undefined && { headers: { 'idempotency-key': changes.key } }),
  })

test('of a return is seen by its customer and its branch, and by nobody else', async () => {
  const { id } = await send()
  expect((await ask(id)).body.items).toMatchObject([{ photo_id: id }])
  const seen = await see(id, customer)
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(outcomeOf(await see(id, await world.buildDriver()))).toBe('404 order_not_found')
  const [item] = (await world.call(returnList.endpoint, { token, query: { order: order.order_number } })).body.items
  const record = await world.call(getReturn, { token: employee.token, params: { id: item!.id } })
  expect(record.body.photo_id).toBe(id)
  const params = { id: order.id, photo_id: id }
  const byStaff = (by: { token: string }) => world.call(getOrderPhotoForStaff, { token: by.token, params })
  expect((await byStaff(employee)).status).toBe(200)
  expect(outcomeOf(await byStaff(stranger))).toBe('404 not_found')
  expect(outcomeOf(await byStaff(customer))).toBe('403 forbidden')
})

test('is refused unless it is a picture, and of somebody else’s order', async () => {
  for (const file of [
    Buffer.from('<svg/>'),
    Buffer.from('%PDF-1.4'),
    Buffer.concat([Buffer.from('%PDF-1.4\n'), photo]),
  ]) {
    const { status, problem } = await send(file)
    expect([status, problem.errors]).toEqual([422, [{ field: 'photo', message: errors.fields.photo }]])
  }
  // A picture that ends where it says; what follows makes it larger than 5 MiB.
  const large = Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)])
  expect(outcomeOf(await send(large))).toBe('413 payload_too_large')
  expect((await send(photo, {})).status).toBe(401)
  expect(outcomeOf(await send(photo, await world.buildDriver()))).toBe('404 order_not_found')
})

test('is shown once, by its own order, and only what was sent', async () => {
  const { id } = await send()
  const other = await place(customer)
  expect(outcomeOf(await ask(id, { order: other }))).toBe('422 validation_failed photo_id')
  expect(outcomeOf(await ask(crypto.randomUUID()))).toBe('422 validation_failed photo_id')
  expect(outcomeOf(await ask(id))).toBe(201)
  expect(outcomeOf(await ask(id))).toBe('422 validation_failed photo_id')
})

test('a return that is sent twice is requested once, and leaves the rest to be returned', async () => {
  const { id } = await send()
  const key = crypto.randomUUID()
  const [first, second] = [await ask(id, { key }), await ask(id, { key })]
  expect(second.body).toEqual(first.body)
  const { body } = await world.call(listReturns, { token: customer.token, params: { id: order.id } })
  expect(body.items).toHaveLength(1)
  const { lines, can } = (await world.call(getOrder, { token: customer.token, params: { id: order.id } })).body
  expect([lines[0]!.returnable, can.return]).toEqual([1, true])
})

test('that nothing shows is deleted after a day, and only so many wait', async () => {
  const ids: string[] = []
  for (let n = 0; n < maxWaitingPhotos; n += 1) ids.push((await send()).id)
  expect(outcomeOf(await send())).toBe('409 too_many_photos')
  await ask(ids[0]!)
  world.clock.advance(24 * 60 + 1)
  await deleteWaitingPhotos(world.deps)
  expect(outcomeOf(await see(ids[0]!, customer))).toBe(200)
  expect(outcomeOf(await see(ids[1]!, customer))).toBe('404 not_found')
})

test('is exported with the account and erased with it', async () => {
  customer = await registerPayingUser(world, 2_200n)
  order = await place(customer)
  const { id } = await send()
  await ask(id)
  const { held } = (await world.call(exportPersonalData, { token: customer.token })).body
  expect(held['order_photos']).toMatchObject([{ order_number: order.order_number, photo_base64: expect.any(String) }])
  const erased = await world.call(eraseAccount, { token: customer.token, body: { password: goodPassword } })
  expect(outcomeOf(erased)).toBe(204)
  expect(await world.db.selectFrom('order_photos').select('id').where('id', '=', id).execute()).toEqual([])
})
