import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNote } from '#contract/notes/desk.ts'
import { addOrderPhotoByStaff } from '#contract/orders/desk/order-photos.ts'
import { acceptOrder, markOrderReady, startOrder } from '#contract/orders/desk/order-record.ts'
import { getOrderTracking, OrderTracking } from '#contract/orders/order-tracking.ts'
import { buildPhoto, callAddPhoto, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let staff: Driver
let customer: Driver
let order: TestOrder
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, staff.token)
  item_id = await buildItem(world, { slug: 'wash', prices: { CAD: 1_000n } })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 10_000n })
  order = await buildOrder(world, customer, branch, { lines: [{ item_id, kind: 'service', work_group: 'wash' }] })
})

const ask = (etag?: string, { token } = customer) =>
  world.call(getOrderTracking, {
    token,
    params: { id: order.order_number },
    ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
  })
const etagOf = async () => (await ask()).headers['etag'] as string
const as = () => ({ token: staff.token, params: { id: order.id } })

test('is sent again only once something of the order has changed', async () => {
  const etag = await etagOf()
  expect((await ask(etag)).status).toBe(304)
  const params = { list: 'online-orders', id: order.id } as const
  await world.call(addNote, { token: staff.token, params, body: { text: 'Nothing for the customer' } })
  expect((await ask(etag)).status).toBe(304)
  await world.call(acceptOrder, { ...as(), body: { delay: '20' } })
  const changed = await ask(etag)
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    status: 'accepted',
    delay_minutes: 20,
    handover_code: null,
    branch: { timezone: 'America/Toronto' },
  })
  expect(changed.body.stages.map(({ status }) => status)).toEqual(['pending', 'accepted'])
  const later = changed.headers['etag'] as string
  await callAddPhoto(
    world,
    `${addOrderPhotoByStaff.path.replace('{id}', order.id)}?shows=before`,
    staff,
    await buildPhoto(),
  )
  expect((await ask(later)).status).toBe(200)
})

test('tells the handover code to its customer alone, and nothing else', async () => {
  await world.call(acceptOrder, { ...as(), body: {} })
  await world.call(startOrder, as())
  expect((await ask()).body.handover_code).toBeNull()
  await world.call(markOrderReady, as())
  const { body } = await ask()
  expect(body.handover_code).toBe('4711')
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(OrderTracking.shape).toSorted())
  expect(outcomeOf(await ask(undefined, await world.buildDriver()))).toBe('404 order_not_found')
})
