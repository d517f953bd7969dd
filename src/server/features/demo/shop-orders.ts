import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { newId } from '#server/ids.ts'
import { finishOrder, openOrders } from './order-lives.ts'
import { writeExampleCare } from './order-care.ts'
import { createRandom } from './random.ts'
import { exampleBranches } from './shop-branches.ts'
import { placeExample, type ExampleCustomer } from './shop-order.ts'

/** What the reset takes away with the orders: how many examples there are, and the moment that they lead up to. */
const settingKey = 'demo_orders'
type Progress = { done: number; until: string }

export const exampleOrderCount = 300
/** Each takes some 100 ms of the embedded engine: fewer at a time, so that nobody waits for them. */
const portion = 2

/**
 * Writes the next few example orders of the last 30 days, until there are 300: by the commands that customers, branches
 * and the clock use, with the time that it was then. Each is written whole or not at all. Returns how many there are.
 */
export async function writeExampleOrders(deps: Deps, count = portion): Promise<number> {
  let done = 0
  for (let n = 0; n < count; n += 1) {
    done = await transact(deps.db, (tx) => writeNext(tx, deps))
    if (done >= exampleOrderCount) break
  }
  return done
}

async function writeNext(tx: Tx, deps: Deps): Promise<number> {
  const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(727278) as is_mine`.execute(tx)
  if (!rows[0]!.is_mine) return 0
  const now = deps.clock()
  const row = await tx.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  const { done, until } = (row?.value as Progress | undefined) ?? { done: 0, until: now.toISOString() }
  if (done >= exampleOrderCount) return done
  await writeOne(tx, deps, done, new Date(until), now)
  const value = JSON.stringify({ done: done + 1, until } satisfies Progress)
  await tx
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  return done + 1
}

/** Forgets the examples, whose orders the reset has deleted. */
export async function forgetExampleOrders(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', settingKey).execute()
}

/** The last of them are open; the others were placed in the 30 days before. */
const openCount = 3 * openOrders.length
const pastOrders = exampleOrderCount - openCount
const minute_ms = 60_000
const day_ms = 1_440 * minute_ms

async function writeOne(tx: Tx, deps: Deps, index: number, until: Date, now: Date): Promise<void> {
  const random = createRandom(`example-order-${index}`)
  const { slug, country_code } = random.pick(exampleBranches as [(typeof exampleBranches)[number]])
  const branch = await tx
    .selectFrom('branches')
    .select(['id', 'currency', 'country_id'])
    .where('slug', '=', slug)
    .where('is_example', '=', true)
    .where('status', '=', 'active')
    .executeTakeFirst()
  // Closed by hand in the desk: this one is left out.
  if (branch === undefined) return
  const open = index < pastOrders ? undefined : openOrders[(index - pastOrders) % openOrders.length]!
  // From 30 days ago to two days ago, so that every time slot of them has passed.
  const step_ms = (28 * day_ms) / pastOrders
  const past = until.getTime() - 30 * day_ms + (index + random.next()) * step_ms
  const at = new Date(open === undefined ? past : now.getTime() - (open === 'pending' ? 1 : 40) * minute_ms)
  const language = country_code === 'SN' ? 'fr' : 'en'
  const customer = await findCustomer(tx, { country_id: branch.country_id, language }, random.whole(1, 5), until)
  const shop = { ...branch, currency: branch.currency as Currency }
  const toBay = open === 'out_for_delivery' || open === 'delivered' || (open !== 'ready' && random.chance(0.3))
  const order = await placeExample(tx, deps, { branch: shop, customer, random, at, toBay, credit })
  if (order !== undefined) {
    await finishOrder(tx, deps, order, { random, open, now })
    await writeExampleCare(tx, deps, order.id, { customer, random: createRandom(`example-care-${index}`), now })
  }
  // Nobody reads their mail.
  await tx.deleteFrom('mails').where('to_address', '=', customer.email).execute()
}

const names = ['Ada', 'Bukola', 'Chantal', 'Fatou', 'Noah', 'Moussa', 'Olivia', 'Tunde', 'Awa', 'Ethan'] as const

/** An account without a way to log in. */
async function findCustomer(
  tx: Tx,
  { country_id, language }: { country_id: number; language: 'en' | 'fr' },
  number: number,
  until: Date,
): Promise<ExampleCustomer> {
  const email = `example-customer-${country_id}-${number}@example.com`
  const found = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (found !== undefined) return { user_id: found.id, email, language }
  const created_at = new Date(until.getTime() - 31 * day_ms)
  const user_id = newId(created_at.getTime())
  const first_name = names[(country_id * 5 + number) % names.length]!
  const facts = { first_name, last_name: 'Example', country_id, language, created_at }
  await tx
    .insertInto('users')
    .values({ id: user_id, email, email_verified_at: created_at, terms_accepted_at: created_at, ...facts })
    .execute()
  return { user_id, email, language }
}

/** Gives a customer what an order costs. */
async function credit(tx: Tx, user_id: string, amount_minor: bigint, currency: Currency, at: Date): Promise<void> {
  await postTransfer(tx, {
    kind: 'adjustment',
    reference: newId(),
    description: 'example',
    currency,
    at,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor },
      { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
    ],
  })
}
