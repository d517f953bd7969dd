import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { setCartCoupon } from '#contract/cart/cart.ts'
import { runCommand } from '#server/commands/run.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { balanceOf } from '#test/kits/bookings-kit.ts'
import { newStock } from '#test/kits/order-kit.ts'
import type { Placing } from '#test/kits/placing-process.ts'
import { databaseUrlOf } from '#test/kits/server-process.ts'
import { fillCart, firstSlot, newBranch, newItem, newShopCoupon } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let DATABASE_URL: string
beforeAll(async () => {
  world = await createWorld({ engine: 'server' })
  DATABASE_URL = await databaseUrlOf(world)
})
afterAll(() => world.close())

const script = fileURLToPath(new URL('../../../../../test/kits/placing-process.ts', import.meta.url))
/** Starts a process that waits for what to place. Its serialization keeps dates and bytes. */
function startProcess(): { child: ChildProcess; ready: Promise<unknown> } {
  // Compiled code is kept, as by `npm start`: without it each of the processes takes a second more.
  const { PATH, NODE_COMPILE_CACHE = 'node_modules/.cache/node' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL }
  const child = fork(script, { env, serialization: 'advanced', execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ready: once(child, 'message') }
}

/** Waits until the server has noticed that its client is gone. */
const waitForRollback = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(world.db)
        return rows[0]!.open
      },
      { timeout: 10_000, interval: 5 },
    )
    .toBe(0)

async function prepare() {
  const { token } = await world.newDriver({ role: 'admin' })
  const branch = await newBranch(world, token)
  const item_id = await newItem(world, { slug: 'blades', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  const stock = await newStock(world, branch.id, item_id, 5)
  const driver = await world.newDriver({ country_code: 'CA', balance_minor: 10_000n })
  await fillCart(world, driver, branch, { item_id })
  const coupon = await newShopCoupon(world, { code: 'KILLED', most_uses: 9, limit_per_person: 9 })
  await world.call(setCartCoupon, { token: driver.token, body: { promo_code: coupon.code } })
  return { branch, stock, driver, coupon }
}

const placingOf = (driver: Driver): Omit<Placing, 'dies_after'> => ({
  user: { ...driver, language: 'en', country_code: 'CA', access: new Map() } as unknown as SignedIn,
  request: { order_type: 'takeaway', slot: firstSlot, accept_terms: true, total: 9.9, hold: false },
  retry: { key: 'killed', call: 'placeOrder', body_hash: Buffer.from('x') },
  now: world.clock.now,
})

test('a process killed after any statement leaves all or nothing, and the repetition places one order', async () => {
  const { branch, stock, driver, coupon } = await prepare()
  const placing = placingOf(driver)
  const count = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from orders) as orders, (select count(*)::int from order_history) as entries,
        (select count(*)::int from order_payments) as paid, (select coalesce(sum(used), 0)::int from slot_days) as slots,
        (select reserved from stock_levels where id = ${stock}) as reserved,
        (select count(*)::int from ledger_accounts where kind = 'order_held' and owner = ${branch.id}) as held,
        (select coalesce(sum(used), 0)::int from promo_totals where promo_code_id = ${coupon.id}) as uses,
        (select count(*)::int from idempotency_keys where key = 'killed') as keys,
        (select count(*)::int from mails) as mails, (select count(*)::int from cart_lines) as in_cart`.execute(world.db)
    return rows[0]!
  }
  const nothing = {
    orders: 0,
    entries: 0,
    paid: 0,
    slots: 0,
    reserved: 0,
    held: 0,
    uses: 0,
    keys: 0,
    mails: 0,
    in_cart: 1,
  }
  const all = { orders: 1, entries: 1, paid: 1, slots: 1, reserved: 1, held: 1, uses: 1, keys: 1, mails: 1, in_cart: 0 }
  const waiting = [startProcess(), startProcess()]
  /** Lets a process place the order; resolves with its end and what it said before. */
  const place = async (dies_after: number) => {
    waiting.push(startProcess())
    const { child, ready } = waiting.shift()!
    await ready
    const said: { order_number: string }[] = []
    child.on('message', (message) => said.push(message as { order_number: string }))
    child.send({ ...placing, dies_after } satisfies Placing)
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    await waitForRollback()
    return { code, signal, order_number: said[0]?.order_number }
  }
  let statements = 1
  for (; ; statements += 1) {
    const { code, signal, order_number } = await place(statements)
    if (code === 0) {
      expect(await count()).toEqual(all)
      // Killed once it had placed everything, before anybody heard of it: asking again is answered with the same order.
      expect(await place(0)).toEqual({ code: null, signal: 'SIGKILL', order_number: undefined })
      expect(await place(-1)).toEqual({ code: 0, signal: null, order_number })
      break
    }
    expect([code, signal], `statement ${statements}`).toEqual([null, 'SIGKILL'])
    expect(await count(), `statement ${statements}`).toEqual(nothing)
    expect(await balanceOf(world, driver)).toBe(10_000n)
  }
  expect(statements).toBeGreaterThan(20)
  expect(await count()).toEqual(all)
  expect(await balanceOf(world, driver)).toBe(9_010n)
  expect(await runCommand('ledger:check', ['--stock'], { DATABASE_URL })).toMatchObject({ exit_code: 0, error: '' })
}, 300_000)
