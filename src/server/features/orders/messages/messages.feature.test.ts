import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eraseAccount, exportPersonalData } from '#contract/accounts/account.ts'
import { updateNotificationPreference } from '#contract/notifications/notifications.ts'
import * as desk from '#contract/orders/desk/messages.ts'
import { getOrderPhotoForStaff } from '#contract/orders/desk/order-photos.ts'
import { acceptOrder, handOverOrder, markOrderReady } from '#contract/orders/desk/order-record.ts'
import {
  createPreparedReply,
  deletePreparedReply,
  preparedReplyList,
  updatePreparedReply,
} from '#contract/orders/desk/prepared-replies.ts'
import { listOrderMessages, listThreads, markMessagesRead, sendOrderMessage } from '#contract/orders/order-messages.ts'
import { getOrderPhoto } from '#contract/orders/order-photos.ts'
import { mailsOf } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { goodPassword } from '#test/kits/mailbox.ts'
import { buildPhoto, registerPayingUser, callAddPhoto, buildOrder, type TestOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { mailUnreadMessages } from './unread-mails.ts'

let world: World
let branch: { id: string; currency: string }
let item_id: string
let admin: string
let employee: Driver
let colleague: Driver
let manager: Driver
let stranger: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, admin)
  const elsewhere = await buildBranch(world, admin, { name: 'Elsewhere' })
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const at = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  employee = await at('employee', branch.id)
  colleague = await at('employee', branch.id)
  manager = await at('branch_manager', branch.id)
  stranger = await at('branch_manager', elsewhere.id)
})
afterAll(() => world.close())

let order: TestOrder
let customer: { token: string; user_id: string; email: string }
const place = (by: { user_id: string }) => buildOrder(world, by, branch, { lines: [{ item_id, goods_minor: 1_000n }] })
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 10_000n })
  order = await place(customer)
})

const write = (body: object, { by = customer, key }: { by?: { token: string }; key?: string } = {}) =>
  world.call(sendOrderMessage, {
    token: by.token,
    params: { id: order.order_number },
    body: body as never,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const see = (by: { token: string } = customer) =>
  world.call(listOrderMessages, { token: by.token, params: { id: order.id } })
const answer = (text: string, by: { token: string } = employee) =>
  world.call(desk.replyToCustomer, { token: by.token, params: { id: order.id }, body: { text } })
const seeAtDesk = (by: { token: string } = employee) =>
  world.call(desk.listMessagesOfOrder, { token: by.token, params: { id: order.id } })
const listAtDesk = async (by: { token: string } = employee) =>
  (await world.call(desk.threadList.endpoint, { token: by.token, query: { order: order.order_number } })).body.items
const complete = async ({ id, order_number }: TestOrder) => {
  const params = { id }
  await world.call(acceptOrder, { token: admin, params, body: {} })
  await world.call(markOrderReady, { token: admin, params })
  await world.call(handOverOrder, { token: admin, params, body: { code: order_number } })
}
const mails = async (of: { email: string }) =>
  (await mailsOf(world, of as Driver)).filter(
    (subject) => subject.includes(order.order_number) && /message|customer has/.test(subject),
  )

test('go to the branch of an order and come back, and what is unread is counted', async () => {
  const key = crypto.randomUUID()
  const sent = await write({ text: '  Is it ready?\r\nI am early ' }, { key })
  expect(sent.body).toMatchObject({ items: [{ author: 'customer', text: 'Is it ready?\nI am early' }], is_open: true })
  expect((await write({ text: '  Is it ready?\r\nI am early ' }, { key })).body).toEqual(sent.body)
  expect(await listAtDesk()).toMatchObject([{ order_number: order.order_number, unread: 1, claimed_by: null }])
  expect((await seeAtDesk()).body).toMatchObject({ items: [{}], unread: 1, can_reply: true })
  const params = { id: order.id }
  await write({ text: 'Hello?' })
  expect((await seeAtDesk()).body.unread).toBe(2)
  await answer('One moment')
  expect(await listAtDesk()).toMatchObject([{ unread: 0 }])
  await write({ text: 'Thanks' })
  expect((await world.call(desk.markThreadRead, { token: employee.token, params })).status).toBe(204)
  expect(await listAtDesk()).toMatchObject([{ unread: 0 }])
  expect((await answer('In five minutes')).status).toBe(201)
  expect((await see()).body).toMatchObject({
    items: [{}, {}, {}, {}, { author: 'branch', text: 'In five minutes' }],
    unread: 1,
  })
  const { body } = await world.call(listThreads, { token: customer.token })
  expect(body).toMatchObject({ unread: 1, items: [{ order_number: order.order_number, text: 'In five minutes' }] })
  await world.call(markMessagesRead, { token: customer.token, params })
  expect((await see()).body.unread).toBe(0)
})

test('are not sent again until something has changed, to either side', async () => {
  await write({ text: 'Is it ready?' })
  const ask = (side: 'customer' | 'branch', etag?: unknown) => {
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': String(etag) }
    const params = { id: order.id }
    return side === 'customer'
      ? world.call(listOrderMessages, { token: customer.token, params, headers })
      : world.call(desk.listMessagesOfOrder, { token: employee.token, params, headers })
  }
  for (const side of ['customer', 'branch'] as const) {
    const { etag } = (await ask(side)).headers
    const again = await ask(side, etag)
    expect([again.status, again.raw.length]).toEqual([304, 0])
    await answer('In five minutes')
    expect((await ask(side, etag)).status).toBe(200)
  }
})

test('of somebody else’s order, or of another branch, are not found', async () => {
  await write({ text: 'Hello' })
  const other = await world.buildDriver()
  expect(outcomeOf(await write({ text: 'Hello' }, { by: other }))).toBe('404 order_not_found')
  expect(outcomeOf(await see(other))).toBe('404 order_not_found')
  expect(outcomeOf(await answer('Hello', stranger))).toBe('404 not_found')
  expect(outcomeOf(await seeAtDesk(stranger))).toBe('404 not_found')
  expect(await listAtDesk(stranger)).toEqual([])
  expect(outcomeOf(await seeAtDesk(customer))).toBe('403 forbidden')
})

test('have up to 1,000 characters and one photo of the order', async () => {
  const photo = await callAddPhoto(world, `/api/v1/orders/${order.id}/photos`, customer, await buildPhoto())
  const refused: [object, string][] = [
    [{ text: '' }, '422 validation_failed text'],
    [{}, '422 validation_failed text'],
    [{ text: 'x'.repeat(1_001) }, '422 validation_failed text'],
    [{ text: 'a\u0000b' }, '422 validation_failed text'],
    [{ text: 'Hi', author: 'branch' }, '422 validation_failed author'],
    [{ text: 'Hi', photo_id: crypto.randomUUID() }, '422 validation_failed photo_id'],
  ]
  for (const [body, outcome] of refused) expect(outcomeOf(await write(body))).toBe(outcome)
  expect((await write({ photo_id: photo.id })).body.items).toMatchObject([{ text: '', photo_id: photo.id }])
  expect(outcomeOf(await write({ photo_id: photo.id }))).toBe('422 validation_failed photo_id')
  const params = { id: order.id, photo_id: photo.id }
  expect((await world.call(getOrderPhotoForStaff, { token: employee.token, params })).status).toBe(200)
})

test('are answered by one person, until they give the thread back', async () => {
  await write({ text: 'Hello' })
  const { id } = (await listAtDesk())[0]!
  const params = { id }
  const claim = (by: Driver) => world.call(desk.claimThread, { token: by.token, params })
  const release = (by: Driver) => world.call(desk.releaseThread, { token: by.token, params })
  expect((await claim(employee)).body.actions).toEqual(['release'])
  expect(outcomeOf(await claim(colleague))).toBe('409 thread_claimed')
  expect(outcomeOf(await answer('Me too', colleague))).toBe('409 thread_claimed')
  expect((await seeAtDesk(colleague)).body.can_reply).toBe(false)
  expect(outcomeOf(await release(colleague))).toBe('409 thread_claimed')
  expect(outcomeOf(await release(manager))).toBe(200)
  expect(outcomeOf(await answer('Now me', colleague))).toBe(201)
  expect(outcomeOf(await claim(employee))).toBe('409 thread_claimed')
})

test('are mailed once after five minutes unread, and not after they were read', async () => {
  await answer('It is ready')
  const params = { id: order.id }
  world.clock.advance(4)
  await mailUnreadMessages(world.deps)
  expect(await mails(customer)).toEqual([])
  await answer('Are you coming?')
  world.clock.advance(1)
  await mailUnreadMessages(world.deps)
  await mailUnreadMessages(world.deps)
  expect(await mails(customer)).toHaveLength(1)
  await world.call(markMessagesRead, { token: customer.token, params })
  await answer('Hello?')
  await world.call(markMessagesRead, { token: customer.token, params })
  world.clock.advance(10)
  await mailUnreadMessages(world.deps)
  expect(await mails(customer)).toHaveLength(1)
  // The person who answers is mailed in turn.
  await write({ text: 'On my way' })
  world.clock.advance(5)
  await mailUnreadMessages(world.deps)
  expect(await mails(employee)).toHaveLength(1)
  const body = { topic: 'messages', channel: 'email', is_on: false } as const
  await world.call(updateNotificationPreference, { token: customer.token, body })
  await answer('Fine')
  world.clock.advance(5)
  await mailUnreadMessages(world.deps)
  expect(await mails(customer)).toHaveLength(1)
})

test('that nobody has claimed reach the people of the branch who may answer, each in their language', async () => {
  const speak = (language: 'en' | 'fr') =>
    world.db.updateTable('users').set({ language }).where('id', '=', manager.user_id).execute()
  await speak('fr')
  onTestFinished(async () => void (await speak('en')))
  const cashier = await world.buildDriver()
  await giveRole(world.db, { user_id: cashier.user_id, role: 'pos_operator', branch_id: branch.id })
  const mailed = () => Promise.all([employee, manager, cashier, stranger].map(mails))
  await write({ text: 'Is anybody there?' })
  world.clock.advance(4)
  await mailUnreadMessages(world.deps)
  expect(await mailed()).toEqual([[], [], [], []])
  world.clock.advance(1)
  await mailUnreadMessages(world.deps)
  await mailUnreadMessages(world.deps)
  const english = `Order ${order.order_number}: a message nobody has answered`
  const french = `Commande ${order.order_number} : un message attend une réponse`
  expect(await mailed()).toEqual([[english], [french], [], []])
  // Once somebody answers the customer, they alone are mailed.
  await answer('Yes')
  await write({ text: 'Good' })
  world.clock.advance(5)
  await mailUnreadMessages(world.deps)
  const claimed = `Order ${order.order_number}: the customer has written`
  expect(await mailed()).toEqual([[english, claimed], [french], [], []])
})

test('reach those who answer for all branches where a branch has nobody', async () => {
  const lonely = await buildBranch(world, admin, { name: 'Lonely' })
  const central = await world.buildDriver({ role: 'staff' })
  order = await buildOrder(world, customer, lonely, { lines: [{ item_id, goods_minor: 1_000n }] })
  await write({ text: 'Hello?' })
  world.clock.advance(5)
  await mailUnreadMessages(world.deps)
  expect(await mails(central)).toEqual([`Order ${order.order_number}: a message nobody has answered`])
  expect(await mails(manager)).toEqual([])
})

test('close 30 days after the order has ended', async () => {
  await write({ text: 'Hello' })
  await complete(order)
  const closes_at = new Date(world.clock.now.getTime() + 30 * 86_400_000).toISOString()
  expect((await see()).body).toMatchObject({ is_open: true, closes_at })
  world.clock.advance(30 * 24 * 60 - 1)
  expect(outcomeOf(await write({ text: 'Still there?' }))).toBe(201)
  world.clock.advance(1)
  expect(outcomeOf(await write({ text: 'And now?' }))).toBe('409 thread_closed')
  expect(outcomeOf(await answer('Bye'))).toBe('409 thread_closed')
  expect((await see()).body).toMatchObject({ is_open: false, items: [{}, {}] })
})

test('are exported with the account and erased with it', async () => {
  customer = await registerPayingUser(world, 1_100n)
  order = await place(customer)
  await complete(order)
  await write({ text: 'Zanzibar' })
  await answer('Noted')
  const { held } = (await world.call(exportPersonalData, { token: customer.token })).body
  expect(held['order_messages']).toMatchObject([{ body: 'Zanzibar' }, { body: 'Noted' }])
  const erased = await world.call(eraseAccount, { token: customer.token, body: { password: goodPassword } })
  expect(outcomeOf(erased)).toBe(204)
  expect(await world.db.selectFrom('threads').select('id').where('order_id', '=', order.id).execute()).toEqual([])
})

describe('prepared replies', () => {
  const words = { name: 'Ready', text: 'Your order is ready.', text_fr: 'Votre commande est prête.' }
  const add = (by: Driver, branch_id = branch.id, name = words.name) =>
    world.call(createPreparedReply, { token: by.token, body: { ...words, name, branch_id } })

  test('are made by a manager for their own branch, each name once', async () => {
    const { body } = await add(manager)
    expect(body).toMatchObject({ ...words, branch_id: branch.id, version: 1 })
    expect(outcomeOf(await add(manager, branch.id, 'READY'))).toBe('422 validation_failed name')
    expect(outcomeOf(await add(stranger))).toBe('422 validation_failed branch_id')
    expect(outcomeOf(await add(employee))).toBe('403 forbidden')
    const listed = async (by: Driver) =>
      (await world.call(preparedReplyList.endpoint, { token: by.token, query: {} })).body.items.map(({ name }) => name)
    expect([await listed(employee), await listed(stranger)]).toEqual([['Ready'], []])
    const params = { id: body.id }
    const change = { ...words, text: 'It’s ready.', version: 1 }
    expect(outcomeOf(await world.call(updatePreparedReply, { token: stranger.token, params, body: change }))).toBe(
      '404 not_found',
    )
    expect(outcomeOf(await world.call(updatePreparedReply, { token: manager.token, params, body: change }))).toBe(200)
    expect(outcomeOf(await world.call(updatePreparedReply, { token: manager.token, params, body: change }))).toBe(
      '409 changed_meanwhile',
    )
    const query = { version: 2 }
    expect(outcomeOf(await world.call(deletePreparedReply, { token: manager.token, params, query }))).toBe(204)
  })

  test('come with the thread in the language of the customer', async () => {
    await add(manager)
    const prepared = async () =>
      (await world.call(desk.listMessagesOfOrder, { token: employee.token, params: { id: order.id } })).body.prepared
    expect(await prepared()).toMatchObject({ language: 'en', items: [{ name: 'Ready', text: words.text }] })
    await world.db.updateTable('users').set({ language: 'fr' }).where('id', '=', customer.user_id).execute()
    expect(await prepared()).toMatchObject({ language: 'fr', items: [{ name: 'Ready', text: words.text_fr }] })
  })
})

test('a reply has a photo that its author uploaded', async () => {
  const path = desk.addReplyPhoto.path.replace('{id}', order.id)
  const photo = await buildPhoto()
  expect((await callAddPhoto(world, path, stranger, photo)).status).toBe(404)
  expect((await callAddPhoto(world, path, customer, photo)).status).toBe(403)
  const { id } = await callAddPhoto(world, path, employee, photo)
  const reply = (by: Driver) =>
    world.call(desk.replyToCustomer, { token: by.token, params: { id: order.id }, body: { photo_id: id } })
  expect(outcomeOf(await reply(manager))).toBe('422 validation_failed photo_id')
  expect((await reply(employee)).body.items.at(-1)).toMatchObject({ author: 'branch', photo_id: id })
  const seen = await world.call(getOrderPhoto, { token: customer.token, params: { id: order.id, photo_id: id } })
  expect(seen.status).toBe(200)
})
