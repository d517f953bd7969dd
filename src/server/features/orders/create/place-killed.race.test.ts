import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { setCartCoupon } from '#contract/cart/cart.ts'
import { runCommand } from '#server/commands/run.ts'
import type { Database } from '#server/database/connect.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { buildStock } from '#test/kits/order-kit.ts'
import type { Placing, PlacingMessage } from '#test/kits/placing-process.ts'
import { takeTurns } from '#test/kits/rounds.ts'
import { compiled, databaseUrlOf } from '#test/kits/server-process.ts'
import { buildCart, firstSlot, buildBranch, buildItem, buildShopCoupon } from '#test/kits/shop-kit.ts'
import { createWorld, openCopy, type Driver, type World } from '#test/kits/world.ts'

const script = fileURLToPath(new URL('../../../../../test/kits/placing-process.ts', import.meta.url))

/** Starts a process that places orders. `place` resolves with what it says, or undefined if it has died. */
async function startPlacing(DATABASE_URL: string) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compiled,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL,
  }
  // Its serialization keeps dates and bytes.
  const child = fork(script, { env, serialization: 'advanced', execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  const read = () =>
    Promise.race([once(child, 'message').then(([sent]) => sent as PlacingMessage), ended.then(() => undefined)])
  await read()
  return {
    ended,
    place: (placing: Placing) => {
      child.send(placing)
      return read()
    },
    end: () => {
      child.send('end')
      return ended
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Waits until the server has noticed that its client is gone. */
const waitForRollback = ({ db }: Pick<Database, 'db'>) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db)
        return rows[0]!.open
      },
      { interval: 5 },
    )
    .toBe(0)

async function prepare(world: World) {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token)
  const item_id = await buildItem(world, { slug: 'blades', prices: { CAD: 1_000n } })
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  const stock = await buildStock(world, branch.id, item_id, 5)
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  await buildCart(world, driver, branch, { item_id })
  const coupon = await buildShopCoupon(world, { code: 'KILLED', most_uses: 9, limit_per_person: 9 })
  await world.call(setCartCoupon, { token: driver.token, body: { promo_code: coupon.code } })
  return { branch, stock, driver, coupon }
}

const placingOf = (driver: Driver, now: Date): Placing => ({
  user: { ...driver, language: 'en', country_code: 'CA', access: new Map() } as unknown as SignedIn,
  request: { order_type: 'takeaway', slot: firstSlot, accept_terms: true, total: 9.9, hold: false },
  retry: { key: 'killed', call: 'placeOrder', body_hash: Buffer.from('x') },
  now,
  stops_in: [],
  dies: false,
})

test('a process killed after any statement leaves all or nothing, and the repetition places one order', async () => {
  const prepared = await createWorld({ engine: 'server', keeps_database: true })
  const { branch, stock, driver, coupon } = await prepare(prepared)
  const template = new URL(await databaseUrlOf(prepared)).pathname.slice(1)
  await prepared.close()
  const open = async () => {
    const database = await openCopy('server', 1, template)
    onTestFinished(() => database.close())
    return { db: database.db, url: await databaseUrlOf(database) }
  }
  const count = async ({ db }: Pick<Database, 'db'>) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from orders) as orders, (select count(*)::int from order_history) as entries,
        (select count(*)::int from order_payments) as paid, (select coalesce(sum(used), 0)::int from slot_days) as slots,
        (select reserved from stock_levels where id = ${stock}) as reserved,
        (select count(*)::int from ledger_accounts where kind = 'order_held' and owner = ${branch.id}) as held,
        (select coalesce(sum(used), 0)::int from promo_totals where promo_code_id = ${coupon.id}) as uses,
        (select count(*)::int from idempotency_keys where key = 'killed') as keys,
        (select count(*)::int from mails) as mails, (select count(*)::int from cart_lines) as in_cart`.execute(db)
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
  const placing = placingOf(driver, prepared.clock.now)
  const balanceIn = ({ db }: Pick<Database, 'db'>) => findBalance(db, driver.user_id, 'CAD')

  const whole = await open()
  const child = await startPlacing(whole.url)
  const placed = await child.place(placing)
  if (typeof placed !== 'object') throw new Error(`it only reported ${placed}`)
  const { order_number, statements } = placed
  expect(statements).toBeGreaterThan(20)
  expect(await count(whole)).toEqual(all)
  // Killed once it had placed everything, before anybody heard of it: asking again is answered with the same order.
  const dying = await startPlacing(whole.url)
  expect(await dying.place({ ...placing, dies: true })).toBeUndefined()
  expect(await dying.ended).toEqual([null, 'SIGKILL'])
  expect(await child.place(placing)).toMatchObject({ order_number })
  expect(await count(whole)).toEqual(all)
  expect(await balanceIn(whole)).toBe(9_010n)
  const { url: DATABASE_URL } = whole
  expect(await runCommand('ledger:check', ['--stock'], { DATABASE_URL })).toMatchObject({ exit_code: 0, error: '' })

  // The process is within the transaction everywhere when it is killed: after one in four statements in turn, and
  // after the last.
  const hasTurn = takeTurns(4)
  const stopped: (Awaited<ReturnType<typeof open>> & { after: number })[] = []
  for (let after = 1; after <= statements; after += 1)
    if (hasTurn() || after === statements) stopped.push({ ...(await open()), after })
  const stops_in = stopped.map(({ url, after }) => ({ url, after }))
  expect(await child.place({ ...placing, stops_in })).toBe('stopped')
  await child.kill()
  for (const { after, ...database } of stopped) {
    await waitForRollback(database)
    expect(await count(database), `statement ${after}`).toEqual(nothing)
    expect(await balanceIn(database)).toBe(10_000n)
  }
  // The repetition, where the process was killed last of all.
  const next = await startPlacing(stopped.at(-1)!.url)
  expect(await next.place(placing)).toMatchObject({ statements })
  expect(await next.end()).toEqual([0, null])
  expect(await count(stopped.at(-1)!)).toEqual(all)
  expect(await balanceIn(stopped.at(-1)!)).toBe(9_010n)
}, 300_000)
