import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditList } from '#contract/desk/audit.ts'
import { exportPersonalData } from '#contract/account.ts'
import { getOrder } from '#contract/orders.ts'
import * as contract from '#contract/desk/order-record.ts'
import { refundOrderByStaff, approveOrderRefund, refuseOrderRefund } from '#contract/desk/order-refunds.ts'
import { getOrderBoard } from '#contract/desk/order-board.ts'
import { listNotices } from '#contract/desk/notices.ts'
import { orderList } from '#contract/desk/orders.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { giveRole } from '#test/access-kit.ts'
import { mailsOf, sumLedgerEntries } from '#test/bookings-kit.ts'
import { newStock, readOrder, readStock, writeOrder, type TestOrder } from '#test/order-kit.ts'
import { newBranch, newItem } from '#test/shop-kit.ts'
import { createQrPath } from '#server/qr-code.ts'
import { createWorld, type Driver, type World } from '#test/world.ts'

let world: World
let branch: { id: string; currency: string }
let elsewhere: { id: string; currency: string }
let item_id: string
let stock: string
let customer: Driver
let employee: Driver
let manager: Driver
let stranger: Driver
let park_id: string
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.newDriver({ role: 'admin' })
  branch = await newBranch(world, token)
  elsewhere = await newBranch(world, token, { name: 'Elsewhere' })
  item_id = await newItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  stock = await newStock(world, branch.id, item_id, 1_000)
  park_id = (await world.newPark()).id
  const staffAt = async (role: 'employee' | 'branch_manager', branch_id: string) => {
    const person = await world.newDriver()
    await giveRole(world.db, { user_id: person.user_id, role, branch_id })
    return person
  }
  employee = await staffAt('employee', branch.id)
  manager = await staffAt('branch_manager', branch.id)
  stranger = await staffAt('branch_manager', elsewhere.id)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.newDriver({ balance_minor: 1_000_000n })
})

const place = (options: Partial<Parameters<typeof writeOrder>[3]> = {}) =>
  writeOrder(world, customer, branch, {
    lines: [{ item_id, quantity: 3, goods_minor: 3_000n, stock_level_id: stock }],
    ...options,
  })
const outcomeOf = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status < 300 ? String(status) : `${status} ${problem.code}`
const act = async (endpoint: Endpoint, { id }: TestOrder, body?: object, { token } = employee) =>
  outcomeOf(
    await world.call(endpoint as unknown as typeof contract.startOrder, {
      token,
      params: { id },
      ...(body && { body }),
    }),
  )
const see = async ({ id }: TestOrder, { token } = manager) =>
  (await world.call(contract.getOrderRecord, { token, params: { id } })).body
const balance = () => sumLedgerEntries(world, 'customer', customer.user_id)

describe('an order at the counter', () => {
  test('goes from pending to completed, and the customer hears of it', async () => {
    const order = await place()
    expect((await see(order, employee)).actions).toEqual(['accept', 'reject', 'refund', 'note'])
    expect(await act(contract.acceptOrder, order, { delay: '20' })).toBe('200')
    expect(await see(order)).toMatchObject({ status: 'accepted', delay_minutes: 20 })
    expect(await act(contract.prepareOrder, order)).toBe('200')
    expect(await act(contract.readyOrder, order)).toBe('200')
    expect(await act(contract.handOverOrder, order, { code: `https://x.example/order/${order.order_number}` })).toBe(
      '200',
    )
    const { status, history, promised_at, slot_starts_at } = await see(order)
    expect([status, history.map(({ cause }) => cause)]).toEqual([
      'completed',
      ['placed', 'accepted', 'prepared', 'ready', 'collected'],
    ])
    expect(Date.parse(promised_at) - Date.parse(slot_starts_at)).toBe(20 * 60_000)
    expect((await mailsOf(world, customer)).toSorted()).toEqual([
      expect.stringContaining('Order confirmed'),
      expect.stringContaining('is ready'),
    ])
    await world.expectBalancedLedger()
  })

  test('is handed over by its number of the day as well', async () => {
    const order = await place()
    await act(contract.acceptOrder, order, {})
    await act(contract.readyOrder, order)
    const { token } = await see(order)
    expect(await act(contract.handOverOrder, order, { code: String(token) })).toBe('200')
  })

  test('leaves the table of transitions to nobody', async () => {
    const order = await place()
    expect(await act(contract.readyOrder, order)).toBe('409 order_state')
    expect(await act(contract.handOverOrder, order, { code: '4711' })).toBe('409 order_state')
    expect(await act(contract.cancelOrderByBranch, order, { reason: 'closed' }, manager)).toBe('409 order_state')
    expect((await readOrder(world, order.id)).status).toBe('pending')
  })

  test('that is held and unpaid can be neither accepted nor rejected', async () => {
    const order = await place({ held_until: new Date(world.clock.now.getTime() + 600_000) })
    expect((await see(order)).actions).toEqual(['note'])
    expect(await act(contract.acceptOrder, order, {})).toBe('409 order_state')
    expect(await act(contract.rejectOrder, order, { reason: 'closed' })).toBe('409 order_state')
  })
})

describe('who may do what', () => {
  test('an order of another branch is not found', async () => {
    const order = await place()
    for (const endpoint of [contract.acceptOrder, contract.readyOrder] as Endpoint[])
      expect(await act(endpoint, order, endpoint === contract.acceptOrder ? {} : undefined, stranger)).toBe(
        '404 not_found',
      )
    const seen = await world.call(contract.getOrderRecord, { token: stranger.token, params: { id: order.id } })
    expect(seen.status).toBe(404)
    const listed = await world.call(orderList.endpoint, { token: stranger.token, query: {} })
    expect(listed.body.items).toEqual([])
    const board = await world.call(getOrderBoard, { token: stranger.token })
    expect([board.body.cards, board.body.branches.map(({ id }) => id)]).toEqual([[], [elsewhere.id]])
  })

  test('an employee neither cancels nor refunds', async () => {
    const order = await place()
    await act(contract.acceptOrder, order, {})
    expect(await act(contract.cancelOrderByBranch, order, { reason: 'closed' })).toBe('403 forbidden')
    expect(await act(refundOrderByStaff, order, { amount: 1, reason: 'Sorry' })).toBe('403 forbidden')
    const reason = { reason: 'other', note: 'A pipe burst' }
    expect(await act(contract.cancelOrderByBranch, order, reason, manager)).toBe('200')
    const { history, refund_status } = await see(order)
    expect([refund_status, history.at(-1)]).toMatchObject(['full', { cause: 'branch', reason: 'A pipe burst' }])
    expect(await balance()).toBe(1_000_000n)
  })

  test('every change is in the audit log of the branch, and a refused one is not', async () => {
    const order = await place()
    await act(contract.acceptOrder, order, {})
    await act(contract.acceptOrder, order, {})
    const { body } = await world.call(auditList.endpoint, { token: manager.token, query: { record: order.id } })
    expect(body.items).toHaveLength(1)
  })
})

test('a reason is required, and words for “other”', async () => {
  const order = await place()
  const reject = (body: object) =>
    world.call(contract.rejectOrder, { token: employee.token, params: { id: order.id }, body })
  expect((await reject({})).problem.errors?.map(({ field }) => field)).toEqual(['reason'])
  expect((await reject({ reason: 'other' })).problem.errors?.map(({ field }) => field)).toEqual(['note'])
  expect((await reject({ reason: 'weather' })).status).toBe(422)
  expect((await reject({ reason: 'sold_out' })).body).toMatchObject({ status: 'rejected', refund_status: 'full' })
  const french = await world.call(contract.getOrderRecord, {
    token: manager.token,
    params: { id: order.id },
    headers: { 'accept-language': 'fr' },
  })
  expect(french.body.history.at(-1)!.reason).toBe('Rupture de stock')
})

describe('a delivery', () => {
  const brought = async () => {
    const order = await place({ order_type: 'delivery', delivery_minor: 400n })
    await act(contract.acceptOrder, order, {})
    await act(contract.readyOrder, order)
    await act(contract.sendOrder, order)
    return order
  }

  test('is handed over with the code of its customer only; five wrong ones lock it for 15 minutes', async () => {
    const order = await brought()
    for (let n = 1; n <= 4; n += 1)
      expect(await act(contract.handOverOrder, order, { code: '0000' })).toBe('409 handover_code')
    expect(await act(contract.handOverOrder, order, { code: '1111' })).toBe('409 handover_locked')
    expect(await act(contract.handOverOrder, order, { code: '4711' })).toBe('409 handover_locked')
    world.clock.advance(16)
    expect(await act(contract.handOverOrder, order, { code: ' 4711 ' })).toBe('200')
    const { status, history } = await see(order)
    expect([status, history.filter(({ cause }) => cause === 'wrong_code')]).toEqual(['delivered', expect.any(Array)])
    expect(history.filter(({ cause }) => cause === 'wrong_code')).toHaveLength(5)
  })

  test('is not handed over with the code of another order', async () => {
    const [order, other] = [await brought(), await brought()]
    await world.db.updateTable('orders').set({ handover_code: '2580' }).where('id', '=', other.id).execute()
    for (const code of ['2580', other.order_number])
      expect(await act(contract.handOverOrder, order, { code })).toBe('409 handover_code')
    expect(await act(contract.handOverOrder, other, { code: '2580' })).toBe('200')
    expect((await see(order)).status).toBe('out_for_delivery')
  })

  test('that comes back can go out again, or be given up without the delivery charge', async () => {
    const order = await brought()
    expect(await act(contract.bringBackOrder, order, { reason: 'customer_away' })).toBe('200')
    expect(await act(contract.sendOrder, order)).toBe('200')
    expect(await act(contract.giveUpOrder, order, { reason: 'wrong_address' }, manager)).toBe('200')
    // 4.40 of 37.40 stay with the branch.
    expect(await balance()).toBe(1_000_000n - 440n)
    expect(await readOrder(world, order.id)).toMatchObject({ status: 'canceled', refund_status: 'partial' })
    await world.expectBalancedLedger()
  })

  test('of work done at the bay needs the code too', async () => {
    const order = await place({ order_type: 'delivery', park_id })
    await act(contract.acceptOrder, order, {})
    await act(contract.startOrder, order)
    expect(await act(contract.handOverOrder, order, { code: '0000' })).toBe('409 handover_code')
    expect(await act(contract.handOverOrder, order, { code: '4711' })).toBe('200')
    expect((await see(order)).history.at(-1)!.cause).toBe('done_at_bay')
  })
})

describe('a refund by staff', () => {
  const refund = async ({ id }: TestOrder, body: object, { token } = manager, headers: Record<string, string> = {}) =>
    world.call(refundOrderByStaff, { token, params: { id }, body: { reason: 'Damaged', ...body }, headers })
  const handedOver = async () => {
    const order = await place()
    await act(contract.acceptOrder, order, {})
    await act(contract.readyOrder, order)
    await act(contract.handOverOrder, order, { code: order.order_number })
    return order
  }

  test('pays units of a line once for a repeated request, and puts the goods back', async () => {
    const order = await handedOver()
    const before = await readStock(world, stock)
    const lines = [{ id: order.line_ids[0]!, quantity: 2 }]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await refund(order, { lines }, manager, headers)
    expect([first.status, first.body.refunded.amount]).toEqual([200, 22])
    expect((await refund(order, { lines }, manager, headers)).body).toEqual(first.body)
    expect(await balance()).toBe(1_000_000n - 3_300n + 2_200n)
    expect(await readStock(world, stock)).toBe(before.replace(/^\d+/, (n) => String(Number(n) + 2)))
    expect(outcomeOf(await refund(order, { lines }))).toBe('409 refund_too_much')
    expect(outcomeOf(await refund(order, { amount: 11.01 }))).toBe('409 refund_too_much')
    expect(outcomeOf(await refund(order, { amount: 11 }))).toBe('200')
    expect(outcomeOf(await refund(order, { amount: 1 }))).toBe('409 order_state')
    await world.expectBalancedLedger()
  })

  test('of a line before it is handed over gives its stock back', async () => {
    const order = await place()
    await act(contract.acceptOrder, order, {})
    const before = await readStock(world, stock)
    await refund(order, { lines: [{ id: order.line_ids[0]!, quantity: 1 }] })
    const [onHand, reserved] = before.split('/').map(Number)
    expect(await readStock(world, stock)).toBe(`${onHand}/${reserved! - 1}`)
    await refund(order, { lines: [{ id: order.line_ids[0]!, quantity: 1 }], stock: 'waste' })
    expect(await readStock(world, stock)).toBe(`${onHand! - 1}/${reserved! - 2}`)
    await act(contract.readyOrder, order)
    await act(contract.handOverOrder, order, { code: order.order_number })
    expect(await readStock(world, stock)).toBe(`${onHand! - 2}/${reserved! - 3}`)
    await world.expectBalancedLedger()
  })

  test.each([
    [{ lines: [], amount: undefined }, 'amount'],
    [{ amount: 1, delivery: true }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1, reason: 'x' }, 'reason'],
    [{ lines: [{ id: crypto.randomUUID(), quantity: 1 }] }, 'lines'],
    [{ lines: [{ id: crypto.randomUUID(), quantity: 0 }] }, 'lines.0.quantity'],
    [{ delivery: true }, 'amount'],
  ])('with %o is refused', async (body, field) => {
    const order = await place()
    const { status, problem } = await refund(order, body)
    expect([status, problem.errors?.map((one) => one.field)]).toEqual([422, [field]])
  })

  test('above the limit waits for another person, who is not the one that requested', async () => {
    const second = await world.newDriver()
    await giveRole(world.db, { user_id: second.user_id, role: 'branch_manager', branch_id: branch.id })
    const order = await place({ lines: [{ item_id, quantity: 1, goods_minor: 20_000n }] })
    expect(outcomeOf(await refund(order, { amount: 150 }))).toBe('403 reauth_required')
    const now = world.clock.now
    for (const { user_id } of [manager, second])
      await world.db.updateTable('sessions').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()
    const requested = await refund(order, { amount: 150 })
    expect(requested.body.refunds).toMatchObject([{ status: 'waiting', amount: { amount: 150 }, can_decide: false }])
    const noticesOf = async ({ token }: Driver) => (await world.call(listNotices, { token })).body
    const notice = { kind: 'refund_waiting', path: `online-orders/${order.order_number}?tab=money`, is_read: false }
    expect(await noticesOf(second)).toMatchObject({ unread: 1, items: [notice] })
    expect((await noticesOf(second)).items[0]!.text).toContain('$150.00')
    expect(await mailsOf(world, second)).toEqual([`Refund to decide: ${order.order_number}`])
    for (const nobody of [manager, employee, stranger]) expect((await noticesOf(nobody)).total).toBe(0)
    expect(await balance()).toBe(1_000_000n - 22_000n)
    const params = { id: order.id, refund_id: requested.body.refunds[0]!.id }
    const approve = ({ token }: Driver) => world.call(approveOrderRefund, { token, params })
    expect(outcomeOf(await approve(manager))).toBe('403 own_request')
    expect(outcomeOf(await approve(employee))).toBe('403 forbidden')
    expect(outcomeOf(await approve(stranger))).toBe('404 not_found')
    expect((await see(order, second)).refunds[0]!.can_decide).toBe(true)
    expect((await approve(second)).body.refunds).toMatchObject([{ status: 'done', decided_by: second.email }])
    expect(outcomeOf(await approve(second))).toBe('409 already_decided')
    expect((await noticesOf(second)).unread).toBe(0)
    expect(await balance()).toBe(1_000_000n - 7_000n)
    await world.expectBalancedLedger()
  })

  test('that waited is refused, and pays nothing', async () => {
    const order = await place({ lines: [{ item_id, quantity: 1, goods_minor: 20_000n }] })
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: world.clock.now })
      .where('user_id', '=', manager.user_id)
      .execute()
    const requested = await refund(order, { amount: 150 })
    const params = { id: order.id, refund_id: requested.body.refunds[0]!.id }
    const refused = await world.call(refuseOrderRefund, { token: manager.token, params })
    expect(refused.body.refunds).toMatchObject([{ status: 'refused' }])
    expect(await balance()).toBe(1_000_000n - 22_000n)
  })
})

test('a whole order that was handed over is taken back', async () => {
  const order = await place()
  await act(contract.acceptOrder, order, {})
  await act(contract.readyOrder, order)
  await act(contract.handOverOrder, order, { code: order.order_number })
  const before = Number((await readStock(world, stock)).split('/')[0])
  const body = { stock: 'return', reason: 'Wrong size' }
  expect(await act(contract.takeBackOrder, order, body, manager)).toBe('200')
  expect(await readOrder(world, order.id)).toMatchObject({ status: 'returned', refund_status: 'full' })
  expect(Number((await readStock(world, stock)).split('/')[0])).toBe(before + 3)
  expect(await balance()).toBe(1_000_000n)
  await world.expectBalancedLedger()
})

describe('the board', () => {
  const board = (headers: Record<string, string> = {}) =>
    world.call(getOrderBoard, { token: employee.token, query: { branch: branch.id }, headers })

  test('shows late orders first, what comes next, and what was handed over today', async () => {
    const later = await place({ slot_starts_at: new Date(world.clock.now.getTime() + 3 * 3_600_000) })
    const late = await place({ slot_starts_at: new Date(world.clock.now.getTime() - 60_000) })
    const held = await place({ held_until: new Date(world.clock.now.getTime() + 600_000) })
    await act(contract.acceptOrder, later, {})
    const { cards } = (await board()).body
    const ids = cards.map(({ id }) => id)
    expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(later.id))
    expect(ids).not.toContain(held.id)
    expect(cards.find(({ id }) => id === late.id)).toMatchObject({ column: 'pending', next: 'accept' })
    expect(cards.find(({ id }) => id === later.id)).toMatchObject({ column: 'accepted', next: 'prepare' })
    await act(contract.readyOrder, later)
    await act(contract.handOverOrder, later, { code: later.order_number })
    expect((await board()).body.cards.find(({ id }) => id === later.id)).toMatchObject({ column: 'done', next: null })
    world.clock.advance(24 * 60)
    expect((await board()).body.cards.map(({ id }) => id)).not.toContain(later.id)
  })

  test('is not sent again while nothing has changed', async () => {
    const order = await place()
    const etag = String((await board()).headers['etag'])
    expect((await board({ 'if-none-match': etag })).status).toBe(304)
    await act(contract.acceptOrder, order, {})
    expect((await board({ 'if-none-match': etag })).status).toBe(200)
  })
})

test('the list finds an order by its number, its plate and its customer', async () => {
  const order = await place()
  await world.db.updateTable('orders').set({ plate: 'ABC 123' }).where('id', '=', order.id).execute()
  for (const search of [order.order_number.toLowerCase(), 'abc 123', customer.email]) {
    const { body } = await world.call(orderList.endpoint, { token: employee.token, query: { search } })
    expect([search, body.items.map(({ id }) => id)]).toEqual([search, [order.id]])
  }
  const other = await place()
  const beside = await world.call(orderList.endpoint, { token: employee.token, query: { beside: order.id } })
  expect(beside.body.items.map(({ id }) => id)).toEqual([other.id])
})

describe('the branch’s own reasons', () => {
  beforeAll(() =>
    world.db
      .updateTable('branch_setup')
      .set({ reject_reasons: ['Out of foam'], reject_reasons_fr: ['Plus de mousse'] })
      .where('branch_id', '=', branch.id)
      .execute(),
  )

  test('are offered on the board and in the order, and the customer reads them in their language', async () => {
    const order = await place()
    const choice = { value: 'own:Out of foam', label: 'Out of foam' }
    expect(await see(order)).toMatchObject({ reject_reasons: [choice], bring_back_reasons: [] })
    const { body } = await world.call(getOrderBoard, { token: employee.token, headers: { 'accept-language': 'fr' } })
    expect(body.branches[0]!.reject_reasons).toEqual([{ ...choice, label: 'Plus de mousse' }])
    expect(await act(contract.rejectOrder, order, { reason: choice.value, note: 'Back tomorrow' })).toBe('200')
    const seen = async (language: string) =>
      (
        await world.call(getOrder, {
          token: customer.token,
          params: { id: order.id },
          headers: { 'accept-language': language },
        })
      ).body.stages.at(-1)!.reason
    expect([await seen('en'), await seen('fr')]).toEqual([
      'Out of foam. Back tomorrow',
      'Plus de mousse. Back tomorrow',
    ])
  })

  test.each(['own:', 'own:Made up', 'own:Plus de mousse', 'unknown', ''])('%j is no reason', async (reason) => {
    expect(await act(contract.rejectOrder, await place(), { reason })).toBe('422 validation_failed')
  })
})

test('its receipt has a QR code that leads to it, its taxes with their rates, and is for its branch alone', async () => {
  const order = await place()
  const ask = (by: { token: string }) =>
    world.call(contract.getOrderCode, { token: by.token, params: { id: order.id } })
  expect((await ask(employee)).body).toEqual(createQrPath(`http://127.0.0.1:3000/order/${order.order_number}`))
  expect(outcomeOf(await ask(stranger))).toBe('404 not_found')
  expect((await see(order)).taxes).toMatchObject([{ name: 'VAT', percent: 10 }])
})

test('notes for colleagues are added in any state, and customers never see them', async () => {
  const order = await place()
  const secret = 'Plate was scratched before'
  expect(await act(contract.noteOrder, order, { text: secret })).toBe('200')
  await act(contract.rejectOrder, order, { reason: 'closed' })
  world.clock.advance(1)
  expect(await act(contract.noteOrder, order, { text: 'Called the customer' })).toBe('200')
  expect((await see(order)).notes).toMatchObject([{ text: 'Called the customer', who: 'Ada' }, { text: secret }])
  expect(await act(contract.noteOrder, order, { text: secret }, stranger)).toBe('404 not_found')
  expect(await act(contract.noteOrder, order, { text: '' })).toBe('422 validation_failed')
  const own = await world.call(getOrder, { token: customer.token, params: { id: order.id } })
  const copy = await world.call(exportPersonalData, { token: customer.token })
  for (const { raw } of [own, copy]) expect(raw.toString()).not.toContain(secret)
})

test('the list has the columns of an order, and the filters that find it and not others', async () => {
  const first = await place()
  const second = await place({ lines: [{ item_id, quantity: 2, goods_minor: 2_000n }] })
  await act(contract.rejectOrder, second, { reason: 'closed' })
  const read = async (query: object) =>
    (await world.call(orderList.endpoint, { token: employee.token, query: { size: 100, ...query } as never })).body
      .items
  const [row] = (await read({ search: first.order_number })) as Record<string, unknown>[]
  expect(Object.keys(row!)).toEqual(
    expect.arrayContaining([
      'order_number',
      'token',
      'created_at',
      'branch',
      'order_type',
      'source',
      'slot',
      'total',
      'payment_status',
      'customer',
      'phone',
      'status',
    ]),
  )
  const slotDay = String(row!['slot']).slice(0, 10)
  const placedDay = String(row!['created_at']).slice(0, 10)
  const both = { created_from: placedDay, created_to: placedDay, slot_from: slotDay, slot_to: slotDay, timezone: 'UTC' }
  const numbers = async (query: object) => (await read(query)).map(({ order_number }) => order_number)
  const cases: [object, boolean, boolean][] = [
    [{ state: 'pending' }, true, false],
    [{ state: 'rejected' }, false, true],
    [{ refund: 'full' }, false, true],
    [{ payment: 'unpaid' }, false, false],
    [{ order_type: 'delivery' }, false, false],
    [{ source: 'phone' }, false, false],
    [{ branch: branch.id, source: 'web', payment: 'paid', order_type: 'takeaway' }, true, true],
    [both, true, true],
    [{ ...both, slot_from: '2030-01-01', slot_to: '2030-01-02' }, false, false],
    [{ ...both, created_from: '2020-01-01', created_to: '2020-01-02' }, false, false],
    [{ coupon: 'NOBODY' }, false, false],
    [{ example: 'true' }, false, false],
  ]
  for (const [query, hasFirst, hasSecond] of cases) {
    const found = await numbers(query)
    expect([found.includes(first.order_number), found.includes(second.order_number)], JSON.stringify(query)).toEqual([
      hasFirst,
      hasSecond,
    ])
  }
})

test('the list is filtered by amount in the currency of each order', async () => {
  const small = await place()
  const large = await place({ lines: [{ item_id, quantity: 1, goods_minor: 77_700n }] })
  const found = async (query: object) =>
    (
      await world.call(orderList.endpoint, { token: employee.token, query: { size: 100, ...query } as never })
    ).body.items.map(({ order_number }) => order_number)
  expect(await found({ least: '700', most: '900' })).toContain(large.order_number)
  expect(await found({ least: '700' })).not.toContain(small.order_number)
  expect(await found({ most: '40.5' })).toContain(small.order_number)
  for (const least of ['-1', 'abc', '1.234'])
    expect((await world.call(orderList.endpoint, { token: employee.token, query: { least } as never })).status).toBe(
      422,
    )
})
