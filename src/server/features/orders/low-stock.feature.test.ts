import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateMailPreferences } from '#contract/accounts/account.ts'
import { wasteStock as wasteCall, receiveStock as receiveCall } from '#contract/catalogue/desk/stock.ts'
import { listNotices, markNoticesRead } from '#contract/notifications/desk.ts'
import { transact } from '#server/database/transact.ts'
import { mailsOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { notifyLowStock } from './low-stock.ts'
import { releaseStock, reserveStock } from './stock.ts'

let world: World
let token: string
let branch: { id: string; currency: string }
let elsewhere: { id: string; currency: string }
let employee: Driver
let stranger: Driver
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Front Street' })
  elsewhere = await buildBranch(world, token, { name: 'Back Street' })
  customer = await world.buildDriver({ balance_minor: 1_000_000n })
  employee = await world.buildDriver({ language: 'en' })
  stranger = await world.buildDriver()
  await giveRole(world.db, { user_id: employee.user_id, role: 'employee', branch_id: branch.id })
  await giveRole(world.db, { user_id: stranger.user_id, role: 'employee', branch_id: elsewhere.id })
})
afterAll(() => world.close())

let made = 0
let item_id: string
let stock: string
beforeEach(async () => {
  item_id = await buildItem(world, { slug: `wipers-${(made += 1)}`, name: `Wipers ${made}`, prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true, low_stock: 3 }).where('id', '=', item_id).execute()
  stock = await buildStock(world, branch.id, item_id, 10)
  await world.db.deleteFrom('stock_alerts').execute()
  await world.db.deleteFrom('staff_notices').execute()
  await world.db.deleteFrom('mails').execute()
})

const place = () => buildOrder(world, customer, branch, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n }] })
const notify = () => notifyLowStock(world.deps)
const noticesOf = async ({ token: own }: Driver, language = 'en') =>
  (await world.call(listNotices, { token: own, headers: { 'accept-language': language } })).body
const change = (call: typeof wasteCall | typeof receiveCall, quantity: number, branch_id = branch.id) =>
  world.call(call as typeof wasteCall, {
    token,
    params: { id: `${branch_id}_${item_id}` },
    body: { quantity, note: 'Counted' },
  })

test('tell those of the branch once each time stock falls to its threshold, whatever takes it', async () => {
  const order = await place()
  const take = async (work: typeof reserveStock, quantity: number) => {
    await transact(world.db, (tx) =>
      work(tx, { id: order.id, actor_id: null }, [{ id: 'a', stock_level_id: stock, quantity }], world.clock.now),
    )
    await notify()
  }
  await take(reserveStock, 6)
  expect((await noticesOf(employee)).total).toBe(0)
  await take(reserveStock, 2)
  await take(reserveStock, 1)
  await notify()
  const { items, unread } = await noticesOf(employee)
  expect(unread).toBe(1)
  expect(items).toMatchObject([
    {
      kind: 'low_stock',
      title: `Low stock: Wipers ${made}`,
      text: 'Front Street has 2 left that aren’t reserved.',
      path: `stock/${branch.id}_${item_id}`,
    },
  ])
  expect((await noticesOf(employee, 'fr')).items[0]!.title).toMatch(/^Stock bas\u00a0: /)
  expect(await mailsOf(world, employee)).toEqual([`Low stock: Wipers ${made}`])
  expect((await noticesOf(stranger)).total).toBe(0)
  // There is enough again, and it falls once more.
  await take(releaseStock, 4)
  expect((await noticesOf(employee)).total).toBe(1)
  await change(wasteCall, 2)
  await notify()
  expect((await noticesOf(employee)).total).toBe(2)
  expect(await mailsOf(world, employee)).toHaveLength(2)
})

test('whoever switched the mails off still has the notice, which is not sent again while it is the same', async () => {
  const body = { low_stock: false }
  expect((await world.call(updateMailPreferences, { token: employee.token, body })).body.low_stock).toBe(false)
  await change(wasteCall, 8)
  await notify()
  expect([(await noticesOf(employee)).total, await mailsOf(world, employee)]).toEqual([1, []])
  const first = await world.call(listNotices, { token: employee.token })
  const headers = { 'if-none-match': String(first.headers['etag']) }
  expect((await world.call(listNotices, { token: employee.token, headers })).status).toBe(304)
  await world.call(markNoticesRead, { token: employee.token, body: {} })
  expect((await world.call(listNotices, { token: employee.token, headers })).body.unread).toBe(0)
  await world.call(updateMailPreferences, { token: employee.token, body: { low_stock: true } })
})

test('what is undone, received or not counted is no alert', async () => {
  const order = await place()
  await transact(world.db, async (tx) => {
    const lines = [{ id: 'a', stock_level_id: stock, quantity: 9 }]
    await reserveStock(tx, { id: order.id, actor_id: null }, lines, world.clock.now)
    throw new Error('the sale failed')
  }).catch(() => undefined)
  await change(receiveCall, 1)
  await world.db.updateTable('items').set({ low_stock: 0 }).where('id', '=', item_id).execute()
  await change(wasteCall, 11)
  await notify()
  expect((await noticesOf(employee)).total).toBe(0)
})

test('two processes tell it once, and those of all branches are told where a branch has nobody', async () => {
  const staff = await world.buildDriver({ role: 'administrator' })
  const lonely = await buildBranch(world, token, { name: `Lonely ${made}` })
  await buildStock(world, lonely.id, item_id, 4)
  await change(wasteCall, 1, lonely.id)
  await Promise.all([notify(), notify()])
  expect((await noticesOf(staff)).items.map(({ kind }) => kind)).toEqual(['low_stock'])
  expect((await noticesOf(employee)).total).toBe(0)
  const [first] = (await noticesOf(staff)).items
  const byStranger = await world.call(markNoticesRead, { token: stranger.token, body: { ids: [first!.id] } })
  expect(byStranger.body.unread).toBe(0)
  expect((await noticesOf(staff)).unread).toBe(1)
  expect((await world.call(markNoticesRead, { token: staff.token, body: {} })).body.unread).toBe(0)
})
