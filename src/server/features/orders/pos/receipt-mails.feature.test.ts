import { afterAll, beforeAll, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { mailReceipt } from '#contract/orders/desk/receipt-mails.ts'
import { sendQueuedMails } from '#server/features/accounts/mail/outbox.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { buildStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let seller: Driver
let item_id: string
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on' } })
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin)
  item_id = await buildItem(world, { slug: 'wipers', name: 'Wipers', name_fr: 'Balais', prices: { CAD: 1_000n } })
  await buildStock(world, branch.id, item_id, 100)
  seller = await world.buildDriver()
  await giveRole(world.db, { user_id: seller.user_id, role: 'pos_operator', branch_id: branch.id })
  const body = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: admin, body })
  await world.call(own.openShift, { token: seller.token, body: { register_id: register.body.id, count: { 2_000: 5 } } })
})
afterAll(() => world.close())

const sell = async (customer_id?: string) =>
  (
    await world.call(pos.createSale, {
      token: seller.token,
      body: {
        id: crypto.randomUUID(),
        lines: [{ item_id, quantity: 1 }],
        total: 11,
        ...(customer_id !== undefined && { customer_id }),
      },
    })
  ).body
const send = (id: string, body: BodyOf<typeof mailReceipt> = {}, { token } = seller) =>
  world.call(mailReceipt, { token, params: { id }, body })
const readMails = (to: string) =>
  world.db.selectFrom('mails').selectAll().where('to_address', '=', to).orderBy('queue_number').execute()

test('a receipt goes to an address that is forgotten once it is sent, in the language that was chosen', async () => {
  const { order_number, has_account } = await sell()
  expect(has_account).toBe(false)
  expect(outcomeOf(await send(order_number))).toBe('422 validation_failed email')
  expect(outcomeOf(await send(order_number, { email: 'not one' }))).toBe('422 validation_failed email')
  const sent = await send(order_number, { email: ' Awa@Example.com ', language: 'fr' })
  expect([outcomeOf(sent), sent.body.prints]).toEqual([202, 1])
  const [mail] = await readMails('awa@example.com')
  expect(mail!.subject).toContain(`: ${order_number}`)
  expect(mail!.text).toContain('Vous avez payé')
  expect(mail!.text).not.toContain('/order/')
  expect([mail!.file_name, mail!.file!.subarray(0, 4).toString()]).toEqual([`parkwell-${order_number}.pdf`, '%PDF'])
  await sendQueuedMails(world.deps)
  await sendQueuedMails(world.deps)
  expect(await readMails('awa@example.com')).toEqual([])
  const counted = await world.db
    .selectFrom('failed_attempts')
    .select('subject')
    .where('kind', 'like', 'receipt%')
    .execute()
  expect(counted.length).toBe(3)
  expect(counted.filter(({ subject }) => subject.includes('@'))).toEqual([])
})

test('that of an account goes to its own address, in its language, and leads to the order', async () => {
  const customer = await world.buildDriver({ language: 'fr' })
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer.user_id)
    .executeTakeFirstOrThrow()
  const { order_number, has_account } = await sell(customer.user_id)
  expect(has_account).toBe(true)
  expect(outcomeOf(await send(order_number))).toBe(202)
  const [mail] = await readMails(email)
  expect([mail!.text.includes('Vous avez payé'), mail!.text.includes(`/order/${order_number}`)]).toEqual([true, true])
  expect(mail!.is_last).toBe(false)
})

test('what follows the first print or email is a copy, and one address gets so many alone', async () => {
  const { order_number } = await sell()
  const printed = await world.call(pos.recordReceiptPrint, { token: seller.token, params: { id: order_number } })
  expect(printed.body.prints).toBe(1)
  const second = await send(order_number, { email: 'moussa@example.com' })
  expect(second.body.prints).toBe(2)
  const [mail] = await readMails('moussa@example.com')
  expect(readPdf(Buffer.from(mail!.file!)).lines).toContain('Order receipt, copy 1')
  for (let at = 0; at < 4; at += 1) await send(order_number, { email: 'moussa@example.com' })
  expect(outcomeOf(await send(order_number, { email: 'moussa@example.com' }))).toBe('429 too_many_attempts')
  // A refused one counts no print.
  const { prints } = await world.db
    .selectFrom('receipt_prints as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.prints')
    .where('o.order_number', '=', order_number)
    .executeTakeFirstOrThrow()
  expect(prints).toBe(6)
})

test('only whoever sells at the branch sends it, and only once it is paid', async () => {
  const { order_number } = await sell()
  const { token: admin } = await world.buildDriver({ role: 'admin' })
  const elsewhere = await buildBranch(world, admin, { name: 'Elsewhere' })
  const stranger = await world.buildDriver()
  await giveRole(world.db, { user_id: stranger.user_id, role: 'pos_operator', branch_id: elsewhere.id })
  expect(outcomeOf(await send(order_number, { email: 'awa@example.com' }, stranger))).toBe('404 not_found')
  const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const waiting = await world.call(pos.createSale, {
    token: seller.token,
    body: {
      id: crypto.randomUUID(),
      lines: [{ item_id, quantity: 1 }],
      total: 11,
      wallet: 11,
      customer_id: customer.user_id,
    },
  })
  expect(outcomeOf(await send(waiting.body.order_number))).toBe('409 order_state')
})
