import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  updateNotificationPreference,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
} from '#contract/notifications/notifications.ts'
import { transact } from '#server/database/transact.ts'
import { acceptOrder } from '#server/features/orders/lifecycle/advance-orders.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { endOrder } from '#server/features/orders/lifecycle/end-order.ts'
import { mailsOf } from '#test/kits/bookings-kit.ts'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { deleteOldNotifications } from './notifications.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let stock_level_id: string
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  stock_level_id = await buildStock(world, branch.id, item_id, 50)
})
afterAll(() => world.close())

const author = (actor: 'manager' | 'customer', actor_id: string | null) => ({ actor, actor_id, at: world.clock.now })
const place = (customer: Driver) =>
  buildOrder(world, customer, branch, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n, stock_level_id }] })
const accept = (id: string) =>
  transact(world.db, async (tx) => acceptOrder(tx, world.deps, await lockOrder(tx, id), author('manager', null), 0))
const cancel = (id: string) =>
  transact(world.db, async (tx) =>
    endOrder(tx, world.deps, await lockOrder(tx, id), { to: 'canceled', cause: 'branch' }, author('manager', null)),
  )
const list = async ({ token }: Driver, language = 'en') =>
  (await world.call(listNotifications, { token, headers: { 'accept-language': language } })).body

test('tell a customer what happens to their orders, in the language of the reader, and nobody else', async () => {
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const stranger = await world.buildDriver()
  const order = await place(customer)
  await accept(order.id)
  world.clock.advance(1)
  await cancel(order.id)
  const listed = await list(customer)
  expect(listed).toMatchObject({
    total: 2,
    unread: 2,
    items: [{ order_number: order.order_number, is_read: false }, {}],
  })
  expect(listed.items.map(({ title }) => title)).toEqual(['Order cancelled by the branch', 'Order confirmed'])
  expect(listed.items[0]!.text).toBe(
    `Front Street had to cancel order ${order.order_number}. Anything you paid is back in your wallet.`,
  )
  expect((await list(customer, 'fr')).items[1]!.title).toBe('Commande confirmée')
  expect(await list(stranger)).toMatchObject({ total: 0, unread: 0 })
  // Another account's are left alone.
  const [first] = listed.items
  const byStranger = await world.call(markNotificationsRead, { token: stranger.token, body: { ids: [first!.id] } })
  expect(byStranger.body).toEqual({ unread: 0 })
  const read = await world.call(markNotificationsRead, { token: customer.token, body: { ids: [first!.id] } })
  expect(read.body).toEqual({ unread: 1 })
  expect((await list(customer)).items.map(({ is_read }) => is_read)).toEqual([true, false])
  expect((await world.call(markNotificationsRead, { token: customer.token, body: {} })).body).toEqual({ unread: 0 })
  expect((await world.call(listNotifications)).status).toBe(401)
  await deleteOldNotifications(world.db, new Date(world.clock.now.getTime() + 91 * 86_400_000))
  expect(await list(customer)).toMatchObject({ total: 0 })
})

const preferencesOf = async ({ token }: Driver) => (await world.call(getNotificationPreferences, { token })).body.items
const switchOff = ({ token }: Driver, topic: string, channel: string, is_on = false) =>
  world.call(updateNotificationPreference, { token, body: { topic, channel, is_on } as never })

test('each topic is switched off by channel, and what concerns money is always sent', async () => {
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  await switchOff(customer, 'accepted', 'email')
  const order = await place(customer)
  await accept(order.id)
  const subjects = () =>
    mailsOf(world, customer).then((all) => all.filter((candidate) => candidate.includes(order.order_number)))
  expect(await subjects()).toEqual([])
  expect((await list(customer)).total).toBe(1)
  await cancel(order.id)
  expect(await subjects()).toEqual([`Front Street cancelled your order: ${order.order_number}`])
  expect((await list(customer)).total).toBe(2)
  // The page of notifications is a channel like the others.
  await switchOff(customer, 'accepted', 'site')
  await switchOff(customer, 'accepted', 'email', true)
  const second = await place(customer)
  await accept(second.id)
  expect((await list(customer)).items.map(({ order_number }) => order_number)).not.toContain(second.order_number)
  expect((await mailsOf(world, customer)).filter((candidate) => candidate.includes(second.order_number))).toHaveLength(
    1,
  )
})

/** Offers and news alone are off until somebody agrees to them. */
const isUsual = ({ topic, is_on }: { topic: string; is_on: boolean }) => is_on === (topic !== 'news')

test('preferences are on until they are switched off, each for its own account', async () => {
  const [customer, stranger] = [await world.buildDriver(), await world.buildDriver()]
  expect((await preferencesOf(customer)).every(isUsual)).toBe(true)
  for (const _ of [1, 2]) {
    const { status, body } = await switchOff(customer, 'ready', 'push')
    expect([status, body.items.filter(({ is_on }) => !is_on)]).toEqual([
      200,
      [
        { topic: 'ready', channel: 'push', is_on: false },
        { topic: 'news', channel: 'push', is_on: false },
      ],
    ])
  }
  expect(await preferencesOf(customer)).toContainEqual({ topic: 'ready', channel: 'push', is_on: false })
  expect((await preferencesOf(stranger)).every(isUsual)).toBe(true)
  await switchOff(customer, 'ready', 'push', true)
  expect((await preferencesOf(customer)).every(isUsual)).toBe(true)
  expect((await world.call(getNotificationPreferences)).status).toBe(401)
})

test.each([
  ['refunded', 'email', 'topic'],
  ['canceled', 'push', 'topic'],
  ['pay_link', 'site', 'topic'],
  ['messages', 'push', 'channel'],
  ['parking_ends', 'email', 'channel'],
  ['ready', 'sms', 'channel'],
])('%s cannot be switched off by %s', async (topic, channel, field) => {
  const customer = await world.buildDriver()
  const { status, problem } = await switchOff(customer, topic, channel)
  expect([status, problem.errors?.map((error) => error.field)]).toEqual([422, [field]])
})
