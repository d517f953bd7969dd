import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { getCart } from '#contract/cart/cart.ts'
import { downloadOrderReceipt, getOrder, payOrder, reorder } from '#contract/orders/orders.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { newId } from '#server/database/ids.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { balanceOf, mailsOf, setBalance } from '#test/kits/bookings-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { buildCart, buildBranch, buildItem, order, setStock } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { createOrderReceipt } from '../documents/receipt.ts'
import { advanceOrders } from '../lifecycle/advance-orders.ts'

let world: World
let branch: Branch
let other: Branch
let blades: string
let coffee: string
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token, { name: 'Toronto', capacity: 40 })
  other = await buildBranch(world, token, { name: 'Ottawa' })
  blades = await buildItem(world, { slug: 'blades', name: 'Blades', name_fr: 'Balais', prices: { CAD: 1_000n } })
  coffee = await buildItem(world, {
    slug: 'coffee',
    name: 'Coffee',
    name_fr: 'Café',
    kind: 'food',
    prices: { CAD: 300n },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 500n })
})

const hold = async (quantity = 1) => {
  await buildCart(world, driver, branch, { item_id: blades, quantity })
  return order(world, driver, { total: 11 * quantity, hold: true })
}
const pay = (id: string, headers: Record<string, string> = {}) =>
  world.call(payOrder, { token: driver.token, params: { id }, headers })
const outcome = ({ status, problem }: { status: number; problem: { code: string } }) =>
  status < 300 ? String(status) : `${status} ${problem.code}`
const used = async () =>
  (await sql<{ used: number }>`select coalesce(sum(used), 0)::int as used from slot_days`.execute(world.db)).rows[0]!
    .used

describe('an order that the wallet does not cover', () => {
  test('is held for ten minutes with its stock and slot, unpaid, and then paid', async () => {
    const level = await setStock(world, branch.id, blades, 3)
    const { status, body } = await hold(2)
    expect([status, body.status, body.payment_status]).toEqual([201, 'pending', 'unpaid'])
    expect(body).toMatchObject({
      held_until: new Date(world.clock.now.getTime() + 600_000).toISOString(),
      stages: [{ status: 'pending', cause: 'held' }],
      payments: [],
      can: { pay: true, cancel: true },
    })
    expect([await balanceOf(world, driver), await used(), await mailsOf(world, driver)]).toEqual([500n, 2, []])
    const { reserved } = await world.db
      .selectFrom('stock_levels')
      .select('reserved')
      .where('id', '=', level)
      .executeTakeFirstOrThrow()
    expect(reserved).toBe(2)
    expect(outcome(await pay(body.id))).toBe('402 insufficient_balance')
    await setBalance(world, driver, 3_000n)
    const key = { 'idempotency-key': newId() }
    const [first, again] = [await pay(body.order_number, key), await pay(body.order_number, key)]
    expect(first.body).toMatchObject({
      payment_status: 'paid',
      held_until: null,
      payments: [{ amount: { amount: 22 } }],
      can: { pay: false },
    })
    expect(again.body).toEqual(first.body)
    expect(outcome(await pay(body.id))).toBe('409 order_state')
    expect([await balanceOf(world, driver), await mailsOf(world, driver)]).toEqual([
      800n,
      [`Order placed: ${body.order_number}`],
    ])
    await world.expectBalancedLedger()
    await world.db.updateTable('items').set({ tracks_stock: false }).execute()
  })

  test('is paid at once where the balance is enough after all', async () => {
    await setBalance(world, driver, 1_100n)
    expect((await hold()).body.payment_status).toBe('paid')
  })

  test('gives everything back when nobody pays, whoever looks first', async () => {
    const before = await used()
    const [first, second] = [(await hold()).body, (await hold()).body]
    world.clock.advance(10)
    await setBalance(world, driver, 10_000n)
    expect(outcome(await pay(first.id))).toBe('409 order_hold_over')
    await advanceOrders(world.deps)
    const read = async (id: string) => (await world.call(getOrder, { token: driver.token, params: { id } })).body
    for (const { id } of [first, second])
      expect(await read(id)).toMatchObject({ status: 'canceled', stages: [{ cause: 'held' }, { cause: 'hold_over' }] })
    expect([await used(), await balanceOf(world, driver)]).toEqual([before, 10_000n])
    world.clock.advance(-10)
  })

  test('is one of three at most, also at once', async () => {
    for (let n = 0; n < 3; n += 1) expect(outcome(await hold())).toBe('201')
    expect(outcome(await hold())).toBe('409 too_many_held_orders')
    // The refused one keeps its cart.
    expect((await world.call(getCart, { token: driver.token })).body.count).toBe(1)
  })
})

describe('the receipt', () => {
  test('has the lines, taxes, payment and number, in the reader’s language', async () => {
    await setBalance(world, driver, 10_000n)
    await buildCart(world, driver, branch, { item_id: blades, quantity: 2 }, { item_id: coffee })
    const { body } = await order(world, driver, { total: 25.3 })
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      const answer = await world.call(downloadOrderReceipt, { token: driver.token, params: { id: body.id }, headers })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      const { lines, pages, missing } = readPdf(answer.raw)
      expect({ pages, missing }).toEqual({ pages: 1, missing: 0 })
      return lines.map((line) => line.replaceAll(/[\u00a0\u202f]/g, ' '))
    }
    const lines = await read('en-CA')
    for (const line of [
      body.order_number,
      'Toronto',
      '2 × Blades',
      '$20.00',
      'VAT 10%',
      '$2.30',
      '$25.30',
      'Paid from the wallet',
    ])
      expect(lines).toContain(line)
    for (const line of ['Reçu de commande', '2 × Balais', 'TVA 10 %', 'Payé avec le portefeuille'])
      expect(await read('fr-CA')).toContain(line)
  })

  test('leads to its order with a QR code, and names who issues it with the tax numbers of its country', async () => {
    const { body } = await hold()
    const url = `https://parking.example/order/${body.order_number}`
    const company = { ...defaultSettings.company, legal_name: 'Parkwell Ltd', ca_gst: '81234 5678 RT0001' }
    const customer = { first_name: 'Ada', last_name: null, email: 'ada@example.com' }
    const draw = (issuer?: typeof company) =>
      createOrderReceipt(body, customer, { locale: 'en-CA', url, now: world.clock.now, company: issuer })
    const { lines, moves, pages } = readPdf(await draw(company))
    expect([pages, lines.map((line) => line.replaceAll('\u00a0', ' '))]).toEqual([
      1,
      expect.arrayContaining(['Issued by', 'Parkwell Ltd', 'GST/HST 81234 5678 RT0001']),
    ])
    const code = [...createQrPath(url).qr_path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x},${y}`)
    expect(moves.join(' ')).toContain(code.join(' '))
    // Without either, nothing stands in its place.
    expect(readPdf(await draw()).lines).not.toContain('Issued by')
  })

  test('is not written for an order that is not paid, or somebody else’s', async () => {
    const { body } = await hold()
    const ask = (token: string) => world.call(downloadOrderReceipt, { token, params: { id: body.id } })
    expect(outcome(await ask(driver.token))).toBe('409 order_state')
    expect(outcome(await ask((await world.buildDriver()).token))).toBe('404 order_not_found')
  })
})

describe('ordering again', () => {
  test('puts what the branch still sells into the cart, and names the rest', async () => {
    await setBalance(world, driver, 10_000n)
    await buildCart(world, driver, branch, { item_id: blades, quantity: 2, note: 'soon' }, { item_id: coffee })
    const { body } = await order(world, driver, { total: 25.3 })
    const again = (replace = false, language = 'en') =>
      world.call(reorder, {
        token: driver.token,
        params: { id: body.order_number },
        body: { replace },
        headers: { 'accept-language': language },
      })
    await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', coffee).execute()
    expect((await again(false, 'fr')).body).toMatchObject({
      cart: { count: 2, lines: [{ item: { name: 'Balais' }, note: 'soon', quantity: 2 }] },
      left_out: ['Café'],
    })
    await world.db.updateTable('items').set({ status: 'active' }).execute()
    expect((await again()).body).toMatchObject({ cart: { count: 5 }, left_out: [] })
    await buildCart(world, driver, other, { item_id: blades, replace: true })
    expect(outcome(await again())).toBe('409 cart_other_branch')
    expect((await again(true)).body.cart).toMatchObject({ branch: { name: 'Toronto' }, count: 3 })
  })
})
