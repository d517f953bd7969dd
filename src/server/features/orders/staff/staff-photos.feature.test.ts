import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { addOrderPhotoByStaff, removeOrderPhoto, handOverWithPhoto } from '#contract/orders/desk/order-photos.ts'
import {
  acceptOrder,
  getOrderRecord,
  markOrderReady,
  sendOrder,
  startOrder,
} from '#contract/orders/desk/order-record.ts'
import { getOrderPhoto, maxServicePhotos, servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { mailsOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildPhoto, callAddPhoto, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteWaitingPhotos } from '../photos.ts'
import { deleteOldPhotos } from '../shown-photos.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let park_id: string
let employee: Driver
let colleague: Driver
let stranger: Driver
let customer: Driver
let photo: Buffer
let order: TestOrder
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  const elsewhere = await buildBranch(world, token, { name: 'Elsewhere' })
  item_id = await buildItem(world, { slug: 'wash', prices: { CAD: 1_000n } })
  park_id = (await world.buildPark()).id
  const at = async (branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role: 'employee', branch_id })
    return person
  }
  employee = await at(branch.id)
  colleague = await at(branch.id)
  stranger = await at(elsewhere.id)
  photo = await buildPhoto()
})
afterAll(() => world.close())

type Kind = 'service' | 'good'
const place = async (kind: Kind = 'service', order_type: 'delivery' | 'takeaway' = 'delivery') => {
  const lines = [{ item_id, kind, work_group: kind === 'service' ? 'wash' : 'counter' }]
  const placed = await buildOrder(world, customer, branch, {
    lines,
    order_type,
    park_id: order_type === 'delivery' ? park_id : null,
  })
  await act(acceptOrder, placed, {})
  return placed
}
const act = (endpoint: Endpoint, { id }: TestOrder, body?: object) =>
  world.call(endpoint as unknown as typeof startOrder, { token: employee.token, params: { id }, ...(body && { body }) })
const path = ({ id }: TestOrder, shows?: string) =>
  addOrderPhotoByStaff.path.replace('{id}', id) + (shows === undefined ? '' : `?shows=${shows}`)
const take = (shows?: string, { by = employee, of = order }: { by?: { token?: string }; of?: TestOrder } = {}) =>
  callAddPhoto(world, path(of, shows), by, photo)
const see = async () => (await world.call(getOrder, { token: customer.token, params: { id: order.id } })).body
const read = async () => (await world.call(getOrderRecord, { token: employee.token, params: { id: order.id } })).body
const remove = (photo_id: string, { token } = employee) =>
  world.call(removeOrderPhoto, { token, params: { id: order.id, photo_id } })
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 100_000n })
  order = await place()
})

test('photos before and after a service are shown to the customer and the branch', async () => {
  const [before, after] = [await take('before'), await take('after')]
  expect([before.status, after.status]).toEqual([201, 201])
  expect((await see()).photos).toMatchObject([
    { id: before.id, shows: 'before' },
    { id: after.id, shows: 'after' },
  ])
  expect(await read()).toMatchObject({ photos: [{ shows: 'before' }, { shows: 'after' }], photos_left: 4 })
  const shown = await world.call(getOrderPhoto, {
    token: customer.token,
    params: { id: order.id, photo_id: before.id },
  })
  expect(shown.status).toBe(200)
  // Nobody's form is waiting for them.
  world.clock.advance(25 * 60)
  await deleteWaitingPhotos(world.deps)
  expect((await see()).photos).toHaveLength(2)
})

test('an order has at most six, also when two people send the last one', async () => {
  for (let n = 1; n < maxServicePhotos; n += 1) expect((await take('before')).status).toBe(201)
  const both = await Promise.all([take('after'), take('after', { by: colleague })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect((await read()).photos_left).toBe(0)
  expect(outcomeOf(await remove((await see()).photos[0]!.id))).toBe(204)
  expect((await take('after')).status).toBe(201)
})

test('only work that is being done is photographed, by people of its branch', async () => {
  const good = await place('good')
  expect((await take('before', { of: good })).problem.code).toBe('order_state')
  expect((await take('during')).status).toBe(422)
  expect((await take('before', { by: stranger })).status).toBe(404)
  expect((await take('before', { by: customer })).status).toBe(403)
  expect((await take('before', { by: {} })).status).toBe(401)
  const { id } = await take('before')
  expect(outcomeOf(await remove(id, stranger))).toBe('404 not_found')
})

test('they are deleted after 90 days', async () => {
  await take('before')
  world.clock.advance(servicePhotoRetention_days * 24 * 60 - 1)
  await deleteOldPhotos(world.deps)
  expect((await see()).photos).toHaveLength(1)
  world.clock.advance(2)
  await deleteOldPhotos(world.deps)
  expect((await see()).photos).toEqual([])
})

const handOver = (photo_id: string, body: object = { reason: 'left_there' }, of = order) =>
  world.call(handOverWithPhoto, {
    token: employee.token,
    params: { id: of.id },
    body: { photo_id, ...body } as { photo_id: string; reason: string },
  })

test('an order is delivered with a photo and a reason instead of the code', async () => {
  await act(startOrder, order)
  expect((await read()).actions).toContain('hand_over_with_photo')
  const { id } = await take()
  expect(outcomeOf(await handOver(id, {}))).toBe('422 validation_failed reason')
  expect(outcomeOf(await handOver(id, { reason: 'other' }))).toBe('422 validation_failed note')
  const [first, second] = await Promise.all([handOver(id), handOver(id)])
  expect([outcomeOf(first), outcomeOf(second)].map(String).toSorted()).toEqual(['200', '409 order_state'])
  const seen = await see()
  expect(seen).toMatchObject({ status: 'delivered', photos: [{ id, shows: 'handover' }] })
  expect(seen.stages.at(-1)).toMatchObject({ cause: 'done_at_bay', reason: 'Left at the agreed place' })
  expect(await mailsOf(world, customer)).toContainEqual(expect.stringContaining('delivered'))
  expect(outcomeOf(await remove(id))).toBe('404 not_found')
})

test('what is brought to an address needs a photo of this order, which the caller took', async () => {
  await act(markOrderReady, order)
  const early = await take()
  expect(outcomeOf(await handOver(early.id))).toBe('409 order_state')
  await act(sendOrder, order)
  const of_colleague = await take(undefined, { by: colleague })
  expect(outcomeOf(await handOver(of_colleague.id))).toBe('422 validation_failed photo_id')
  const of_other = await take(undefined, { of: await place() })
  expect(outcomeOf(await handOver(of_other.id))).toBe('422 validation_failed photo_id')
  expect(outcomeOf(await handOver(early.id, { reason: 'other', note: 'On the driver’s seat' }))).toBe(200)
  expect((await see()).stages.at(-1)).toMatchObject({ cause: 'handed_over', reason: 'On the driver’s seat' })
})

test('at the counter there is no handover with a photo', async () => {
  const counter = await place('good', 'takeaway')
  await act(markOrderReady, counter)
  const { id } = await take(undefined, { of: counter })
  expect(outcomeOf(await handOver(id, { reason: 'no_code' }, counter))).toBe('409 order_state')
})

test('a branch that wants codes only hands nothing over with a photo', async () => {
  const proves = (proof: string) =>
    world.db.updateTable('branch_setup').set({ proof }).where('branch_id', '=', branch.id).execute()
  await act(startOrder, order)
  const { id } = await take()
  await proves('code')
  expect((await read()).actions).not.toContain('hand_over_with_photo')
  expect(outcomeOf(await handOver(id))).toBe('409 order_state')
  await proves('code_or_photo')
  expect(outcomeOf(await handOver(id))).toBe(200)
})
