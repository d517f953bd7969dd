import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPersonalData } from '#contract/accounts/account.ts'
import { addNote, findColleagues, listNotes, type ListWithNotes } from '#contract/notes/desk.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { transact } from '#server/database/transact.ts'
import { holdings } from '#server/features/privacy/holdings.ts'
import { buildPaidBooking, outcomeOf } from '#test/kits/bookings-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import type { TestOrder } from '#test/kits/order-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let staff: Driver
let partner: Driver
let order: TestOrder
let booking: { id: string; booking_code: string }
const secret = 'Plate was scratched before'

beforeAll(async () => {
  desk = await openOrderDesk()
  const { world } = desk
  staff = await world.buildDriver({ role: 'staff' })
  partner = await world.buildDriver({ role: 'partner', partner: 'City Parking' })
  const named = { [desk.manager.user_id]: 'Moussa', [desk.employee.user_id]: 'Ada', [staff.user_id]: 'Éloïse' }
  for (const [id, first_name] of Object.entries(named))
    await world.db.updateTable('users').set({ first_name }).where('id', '=', id).execute()
  order = await desk.place()
  booking = await buildPaidBooking(world, desk.customer, await world.buildPark())
})
afterAll(() => desk.world.close())

const addressOf = (list: ListWithNotes, id: string) => ({ list, id })
const write = ({ token }: Driver, list: ListWithNotes, id: string, body: { text: string; mentions?: string[] }) =>
  desk.world.call(addNote, { token, params: addressOf(list, id), body })
const read = ({ token }: Driver, list: ListWithNotes, id: string) =>
  desk.world.call(listNotes, { token, params: addressOf(list, id) })
const findNames = async ({ token }: Driver, list: ListWithNotes, id: string, search?: string) =>
  (
    await desk.world.call(findColleagues, { token, params: addressOf(list, id), query: search ? { search } : {} })
  ).body.items.map(({ name }) => name)
const noticesOf = async ({ token }: Driver) => (await desk.world.call(listNotices, { token, query: {} })).body.items

test('a note is read by colleagues who may see the record, with who and when, and never by its customer', async () => {
  for (const [list, id, author] of [
    ['online-orders', order.id, desk.employee],
    ['bookings', booking.booking_code, staff],
    ['customers', desk.customer.user_id, desk.employee],
  ] as const) {
    const { body } = await write(author, list, id, { text: secret })
    expect(body.items).toMatchObject([{ text: secret, author: author === staff ? 'Éloïse' : 'Ada' }])
    expect((await read(staff, list, id)).body.items).toHaveLength(1)
    expect(outcomeOf(await read(desk.stranger, list, id))).toBe('404 not_found')
    expect(outcomeOf(await write(desk.stranger, list, id, { text: secret }))).toBe('404 not_found')
    expect(outcomeOf(await read(partner, list, id))).toBe('403 forbidden')
    expect(outcomeOf(await read(desk.customer, list, id))).toBe('403 forbidden')
  }
  // An employee has no bookings.
  expect(outcomeOf(await read(desk.employee, 'bookings', booking.id))).toBe('404 not_found')
  const { token } = desk.customer
  const own = await desk.world.call(getOrder, { token, params: { id: order.id } })
  const copy = await desk.world.call(exportPersonalData, { token })
  for (const { raw } of [own, copy]) expect(raw.toString()).not.toContain(secret)
  expect((await desk.world.call(exportPersonalData, { token: desk.employee.token })).raw.toString()).toContain(secret)
})

test('a note has a text, and control characters are refused', async () => {
  for (const text of ['', ' x ', 'a\u0000b', 'x'.repeat(1_001)])
    expect(outcomeOf(await write(desk.employee, 'online-orders', order.id, { text }))).toMatch(/^422/)
  desk.world.clock.advance(1)
  const { body } = await write(desk.employee, 'online-orders', order.id, { text: '<b>Two\nlines</b>' })
  expect(body.items[0]?.text).toBe('<b>Two\nlines</b>')
})

test('colleagues who are mentioned hear of it under their bell, if they may read the note', async () => {
  expect(await findNames(desk.employee, 'online-orders', order.id)).toEqual(
    expect.arrayContaining(['Moussa', 'Éloïse']),
  )
  expect(await findNames(desk.employee, 'online-orders', order.id, 'mou')).toEqual(['Moussa'])
  // At the car park of the booking, the branch's people have nothing.
  expect(await findNames(staff, 'bookings', booking.id, 'Moussa')).toEqual([])
  const everybody = [desk.manager, desk.stranger, desk.employee, desk.customer, staff].map(({ user_id }) => user_id)
  const text = '@Moussa please call them'
  await write(desk.employee, 'online-orders', order.order_number, { text, mentions: everybody })
  expect(await noticesOf(desk.manager)).toMatchObject([
    {
      kind: 'mentioned',
      title: `Ada mentioned you: ${order.order_number}`,
      path: `online-orders/${order.order_number}`,
    },
  ])
  expect(await noticesOf(staff)).toHaveLength(1)
  for (const person of [desk.stranger, desk.employee, desk.customer]) expect(await noticesOf(person)).toEqual([])
  // The newest is first; notices of one moment have no order.
  desk.world.clock.advance(1)
  await write(staff, 'customers', desk.customer.user_id, { text, mentions: [desk.manager.user_id] })
  const [notice] = await noticesOf(desk.manager)
  expect(notice).toMatchObject({ kind: 'mentioned_customer', path: `customers/${desk.customer.user_id}` })
  expect(JSON.stringify(notice)).not.toContain(desk.customer.email)
})

test('the same note is written once, however often it is sent', async () => {
  const params = addressOf('online-orders', order.id)
  const again = {
    token: desk.employee.token,
    params,
    body: { text: 'Once' },
    headers: { 'idempotency-key': 'a-note-1' },
  }
  await desk.world.call(addNote, again)
  const { body } = await desk.world.call(addNote, again)
  expect(body.items.filter(({ text }) => text === 'Once')).toHaveLength(1)
})

test('an erasure deletes the notes about a customer, and leaves those that they wrote without a name', async () => {
  const { user_id } = desk.customer
  const erase = (id: string) =>
    transact(desk.world.db, async (tx) => {
      for (const { name, erase: run } of holdings)
        if (name.endsWith('_notes')) await run?.(tx, { user_id: id, now: desk.world.clock.now } as never)
    })
  await erase(desk.employee.user_id)
  expect((await read(staff, 'customers', user_id)).body.items.at(-1)).toMatchObject({ author: null, text: secret })
  await erase(user_id)
  for (const [list, id] of [
    ['customers', user_id],
    ['bookings', booking.id],
    ['online-orders', order.id],
  ] as const)
    expect((await read(staff, list, id)).body.items).toEqual([])
})
