import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logOut } from '#contract/accounts/auth.ts'
import { updateNotificationPreference } from '#contract/notifications/notifications.ts'
import { addPushSubscription, findPushSubscription, getPushKey } from '#contract/notifications/push.ts'
import { transact } from '#server/database/transact.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import { notifyCustomer } from '#server/features/orders/order-mails.ts'
import type { OrderMailTopic } from '#server/features/orders/transitions.ts'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { startPushService, type Subscription } from '#test/kits/push-service.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { sendPushMessages } from './send-messages.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>
let key: string
let branch: { id: string; currency: string }
let line: { item_id: string; quantity: number; goods_minor: bigint; stock_level_id: string }
beforeAll(async () => {
  service = await startPushService()
  world = await createWorld({ pool: 6 })
  world.deps.config.PUSH_ORIGINS = [service.origin]
  key = (await world.call(getPushKey)).body.key
  branch = await buildBranch(world, (await world.buildDriver({ role: 'admin' })).token)
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const stock_level_id = await buildStock(world, branch.id, item_id, 50)
  line = { item_id, quantity: 1, goods_minor: 1_000n, stock_level_id }
})
afterAll(async () => {
  await world.close()
  await service.close()
})

async function addBrowser({ token }: Driver, language = 'en'): Promise<Subscription> {
  const browser = service.subscribe(key)
  const { endpoint, keys } = browser
  const headers = { 'accept-language': language }
  expect((await world.call(addPushSubscription, { token, body: { endpoint, keys }, headers })).status).toBe(204)
  return browser
}
const newOrder = async () => {
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  return { customer, order: await buildOrder(world, customer, branch, { lines: [line] }) }
}
/** Tells the customer of an order one thing after another, a minute apart. */
const notify = async (id: string, ...topics: OrderMailTopic[]) => {
  for (const topic of topics) {
    await transact(world.db, async (tx) =>
      notifyCustomer(tx, world.deps, await lockOrder(tx, id), { topic, at: world.clock.now, amount_minor: 500n }),
    )
    world.clock.advance(1)
  }
}
const titlesOn = ({ received }: Subscription) => received.map(({ message }) => (message as { title: string }).title)

test('shows each step of an order once on each browser, in its language, whichever process sends it', async () => {
  const { customer, order } = await newOrder()
  const [english, french] = [await addBrowser(customer), await addBrowser(customer, 'fr')]
  const topics = ['placed', 'accepted', 'delayed', 'ready', 'out_for_delivery', 'delivered'] as const
  await notify(order.id, ...topics)
  await notify(order.id, 'rejected', 'canceled', 'refunded')
  await Promise.all(Array.from({ length: 4 }, () => sendPushMessages(world.deps)))
  await sendPushMessages(world.deps)
  expect(titlesOn(english)).toEqual([
    'Order placed',
    'Order confirmed',
    'Order delayed',
    'Order ready',
    'Order on its way',
    'Order delivered',
    'Order not accepted',
    'Order cancelled',
    expect.stringMatching(/^Refund of .*5\.00$/) as string,
  ])
  expect(titlesOn(french)[1]).toBe('Commande confirmée')
  expect(english.received[0]).toMatchObject({
    message: { url: `/order/${order.order_number}`, tag: `order-${order.order_number}` },
    headers: { 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^13\d{3}$/) as string },
  })
})

test('leads to the payment of an order that staff placed', async () => {
  const { customer, order } = await newOrder()
  const browser = await addBrowser(customer)
  await transact(world.db, async (tx) => {
    const row = await lockOrder(tx, order.id)
    const held_until = new Date(world.clock.now.getTime() + 3_600_000)
    await notifyCustomer(tx, world.deps, { ...row, held_until }, { topic: 'pay_link', at: world.clock.now })
  })
  await sendPushMessages(world.deps)
  expect(browser.received).toMatchObject([{ message: { url: `/order/${order.order_number}/pay` } }])
})

test('sends nothing that was switched off, and what concerns money all the same', async () => {
  const { customer, order } = await newOrder()
  const browser = await addBrowser(customer)
  const body = { topic: 'ready', channel: 'push', is_on: false } as const
  await world.call(updateNotificationPreference, { token: customer.token, body })
  await notify(order.id, 'ready', 'delivered', 'refunded')
  await sendPushMessages(world.deps)
  expect(titlesOn(browser)).toEqual(['Order delivered', expect.stringMatching(/^Refund of/) as string])
})

test('sends nothing of what was undone, to accounts without a browser, after logging out or four hours late', async () => {
  const { customer, order } = await newOrder()
  await notify(order.id, 'placed')
  const browser = await addBrowser(customer)
  await expect(
    transact(world.db, async (tx) => {
      await notifyCustomer(tx, world.deps, await lockOrder(tx, order.id), { topic: 'accepted', at: world.clock.now })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await sendPushMessages(world.deps)
  await notify(order.id, 'ready')
  world.clock.advance(241)
  await sendPushMessages(world.deps)
  await notify(order.id, 'delivered')
  await world.call(logOut, { token: customer.token })
  await sendPushMessages(world.deps)
  expect(browser.received).toEqual([])
  expect(await world.db.selectFrom('push_messages').select('id').execute()).toEqual([])
})

test('forgets a browser that is gone, and goes on with the others', async () => {
  const { customer, order } = await newOrder()
  const [gone, failing, working] = [await addBrowser(customer), await addBrowser(customer), await addBrowser(customer)]
  gone.status = 410
  failing.status = 500
  const warnings = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => undefined)
  await notify(order.id, 'ready')
  await sendPushMessages(world.deps)
  expect(warnings).toHaveBeenCalledOnce()
  warnings.mockRestore()
  const states = await Promise.all(
    [gone, failing, working].map(async ({ endpoint }) => {
      const { body } = await world.call(findPushSubscription, { token: customer.token, body: { endpoint } })
      return body.is_on
    }),
  )
  expect([states, titlesOn(working)]).toEqual([[false, true, true], ['Order ready']])
})
