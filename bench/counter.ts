import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { desk as words } from '#i18n/en/desk.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import { send } from '#test/e2e/kit/drivers.ts'
import { signInStaff } from '#test/e2e/shop/orders.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import {
  median,
  option,
  percentile,
  printMachine,
  printTable,
  startBench,
  startServerProcess,
  textOption,
  whole,
} from './lib.ts'
import { startPhone, throttling } from './phone.ts'

/*
 * Selling over the counter. The server: sales of ten items for cash over HTTP, one register at each branch of the example shop,
 * all at the same time and without a pause. The screen: from the press on an item to the next painted frame. The goals are
 * 300 ms for 95 of 100 sales, and 50 ms for an item.
 */

const sales = option('sales', 100)
const rounds = option('rounds', 5)
const items = 10
const only = textOption('only')

interface Till {
  token: string
  lines: { item_id: string; quantity: number }[]
}
interface Priced {
  cart: { amounts: { total: { amount: number } } | null }
}

if (only !== 'screen') await measureSales()
if (only !== 'server') await measureScreen()

async function measureSales(): Promise<void> {
  const bench = await startBench(4)
  const { db } = bench.database
  await writeExampleShop(db)
  await sql`update stock_levels set on_hand = 1000000`.execute(db)
  const server = await startServerProcess({
    NODE_ENV: 'development',
    DATABASE_URL: bench.url,
    SHIPPED_DATA: 'off',
    DEMO_DATA: 'off',
    RATE_LIMITS: 'off',
    OVERLOAD_MS: '0',
  })
  const registers = await sql<{
    id: string
  }>`select distinct on (branch_id) id from registers order by branch_id, id`.execute(db)
  const tills: Till[] = []
  for (const { id } of registers.rows) tills.push(await openTill(id))
  const rows: string[][] = []
  const sell = async ({ token, lines }: Till): Promise<[price_ms: number, sale_ms: number]> => {
    const began = performance.now()
    const { cart } = await send<Priced>(server.origin, 'POST', '/api/v1/pos/price', { token, body: { lines } })
    const priced = performance.now()
    const body = { id: randomUUID(), lines, total: cart.amounts!.total.amount }
    await send(server.origin, 'POST', '/api/v1/pos/sales', { token, body })
    return [priced - began, performance.now() - priced]
  }
  const measure = async (name: string, at: readonly Till[]): Promise<void> => {
    const took: [number, number][] = []
    const [before, start] = [server.cpu(), performance.now()]
    await Promise.all(
      at.map(async (till) => {
        for (let n = 0; n < sales; n += 1) took.push(await sell(till))
      }),
    )
    const [cpu_ms, seconds] = [server.cpu() - before, (performance.now() - start) / 1_000]
    const row = (what: string, all: readonly number[], rest: readonly string[]) =>
      rows.push([`${name}: ${what}`, ...[median(all), percentile(all, 0.95), Math.max(...all)].map(whole), ...rest])
    row(
      'price',
      took.map(([price_ms]) => price_ms),
      ['', '', ''],
    )
    row(
      'sale',
      took.map(([, sale_ms]) => sale_ms),
      ['300', whole(took.length / seconds), whole(cpu_ms / took.length)],
    )
  }
  for (const till of tills) for (let n = 0; n < 3; n += 1) await sell(till)
  await printMachine(bench.database)
  await measure('one register', tills.slice(0, 1))
  await measure(`${tills.length} registers`, tills)
  printTable(
    ['ten items for cash', 'median ms', 'p95', 'slowest', 'goal p95', 'sales a second', 'CPU ms of the server each'],
    rows,
  )
  await server.stop()
  await bench.stop()

  /** Somebody of a role that may sell, with an open shift at the register, and ten items that have no choices. */
  async function openTill(register_id: string): Promise<Till> {
    const [id, token] = [randomUUID(), `counter-${randomUUID()}`]
    await sql`insert into users (id, email, first_name, country_id, language, email_verified_at, terms_accepted_at, created_at)
      select ${id}::uuid, ${`${id}@example.com`}, 'Ada', c.id, 'en', now(), now(), now() from countries c where c.code = 'CA'`.execute(
      db,
    )
    await giveRole(db, { user_id: id, role: 'admin' })
    await sql`update access_version set version = version + 1`.execute(db)
    await sql`insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at)
      values (gen_random_uuid(), ${id}::uuid, ${hashToken(token)}, now(), now() + interval '1 day', now())`.execute(db)
    await send(server.origin, 'POST', '/api/v1/pos/shifts', { token, body: { register_id, count: {} } })
    const catalogue = await send<{
      items: {
        id: string
        kind: string
        variations: unknown[]
        extras: unknown[]
        unit: unknown
        left: number | null
      }[]
    }>(server.origin, 'GET', '/api/v1/pos/catalogue', { token })
    const plain = catalogue.items.filter(
      ({ kind, variations, unit, left }) => kind === 'good' && variations.length === 0 && unit !== null && left !== 0,
    )
    if (plain.length === 0) throw new Error('the branch sells nothing without choices')
    const lines = plain.slice(0, items).map((item) => ({ item_id: item.id, quantity: 1 }))
    lines[0]!.quantity += items - lines.length
    return { token, lines }
  }
}

/** Keeps the longest duration of each interaction that the browser reports, as `interactions` does. */
function watch() {
  const durations: number[] = []
  Object.assign(window, { durations })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0 && entry.name === 'click') durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function measureScreen(): Promise<void> {
  const tablet = await startPhone()
  const seen = new Map<string, number[]>()
  try {
    const token = await signInStaff(tablet.address)
    const { items: branches } = await send<{ items: { id: string }[] }>(
      tablet.address,
      'GET',
      '/api/v1/admin/branches?size=100',
      { token },
    )
    const body = { branch_id: branches[0]!.id, name: 'Bench counter', takes_terminal: true, receipt_width: '80' }
    await send(tablet.address, 'POST', '/api/v1/admin/registers', { token, body })
    const { page, close } = await tablet.open('/desk/pos', {
      width: 1_280,
      prepare: async (context) => {
        await context.addInitScript((session) => localStorage.setItem('parkwell_user_token', session), token)
      },
    })
    page.setDefaultTimeout(30_000)
    await page.getByText('Bench counter', { exact: true }).click()
    await page.getByRole('button', { name: /^Open with/ }).click()
    await page.evaluate(watch)
    const main = page.locator('main')
    for (let round = 0; round < rounds; round += 1)
      for (const name of [/^Screen wash/, /^Phone holder/, /^Sun shade/, /^First aid kit/, /^Warning triangle/]) {
        const tile = main.getByRole('button', { name }).first()
        await tile.scrollIntoViewIfNeeded()
        await page.waitForTimeout(300)
        const { x, y, width, height } = (await tile.boundingBox())!
        await page.mouse.click(x + width / 2, y + height / 2)
        await page.waitForTimeout(1_200)
        const durations = await page.evaluate(() => {
          const { durations } = window as unknown as { durations: number[] }
          return durations.splice(0)
        })
        // Shorter ones than 16 ms are not reported.
        const key = round === 0 ? 'a new line' : 'one more of a line'
        seen.set(key, [...(seen.get(key) ?? []), Math.max(8, ...durations)])
      }
    // All of them were added.
    await page.getByRole('button', { name: /^Take / }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.pos.payment.submit }).click()
    await page.getByText(/^Change: |^No change/).waitFor()
    const { items: sold } = await send<{ items: { items: string }[] }>(
      tablet.address,
      'GET',
      '/api/v1/admin/pos-orders?size=10',
      { token },
    )
    console.info(`\nsold: ${sold[0]!.items}`)
    await close()
  } finally {
    await tablet.stop()
  }
  console.info(`\nprocessor ${throttling.processor} times slower, load ${loadavg()[0]!.toFixed(0)}\n`)
  printTable(
    ['a press on an item adds', 'presses', 'median ms', 'slowest', 'goal'],
    [...seen].map(([name, all]) => [name, whole(all.length), whole(median(all)), whole(Math.max(...all)), '50']),
  )
}
