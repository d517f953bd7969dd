import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { creditExample, findExampleCouriers, findExampleCustomer } from './example-people.ts'
import { writeNextExamples, type ExampleKind } from './example-progress.ts'
import { writeExampleCare } from './order-care.ts'
import { finishOrder, openOrders } from './order-lives.ts'
import { createRandom } from './random.ts'
import { exampleBranches } from './shop-branches.ts'
import { placeExample } from './shop-order.ts'

export const exampleOrderCount = 300
/** Each takes some 100 ms of the embedded engine: fewer at a time, so that nobody waits for them. */
const portion = 2

export const exampleOrders: ExampleKind = {
  key: 'demo_orders',
  lock: 727278,
  count: exampleOrderCount,
  write: writeOne,
}

/** Writes the next few of the 300 example orders of the last 30 days. Returns how many there are. */
export const writeExampleOrders = (deps: Deps, count = portion): Promise<number> =>
  writeNextExamples(deps, exampleOrders, count)

/** The last of them are open; the others were placed in the 30 days before. */
const openCount = 3 * openOrders.length
const pastOrders = exampleOrderCount - openCount

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
  const customer = await findExampleCustomer(tx, { country_id: branch.country_id, language }, random.whole(1, 5), until)
  const shop = { ...branch, currency: branch.currency as Currency }
  // Of those that are ready, one is collected and the others are offered to couriers.
  const isOffered = open === 'ready' && index - pastOrders >= openOrders.length
  const toBay =
    isOffered || open === 'out_for_delivery' || open === 'delivered' || (open !== 'ready' && random.chance(0.3))
  // A third of those that are still to be handed over.
  const inCash = open !== undefined && open !== 'delivered' && index % 3 === 1
  const order = await placeExample(tx, deps, {
    branch: shop,
    customer,
    random,
    at,
    toBay,
    inCash,
    credit: creditExample,
  })
  if (order !== undefined) {
    await finishOrder(tx, deps, order, { random, open, now })
    if (order.order_type === 'delivery')
      await nameCourier(tx, order.id, await findExampleCouriers(tx, { ...branch, slug }, until), index)
    await writeExampleCare(tx, deps, order.id, { customer, random: createRandom(`example-care-${index}`), now })
  }
  // Nobody reads their mail.
  await tx.deleteFrom('mails').where('to_address', '=', customer.email).execute()
}

/** Most orders that were brought had a courier, who took them along when they were ready. */
export async function nameCourier(tx: Tx, order_id: string, couriers: readonly string[], index: number): Promise<void> {
  if (index % 5 === 0) return
  await sql`update deliveries set courier_id = ${couriers[index % couriers.length]}::uuid, accepted_at = created_at,
      proof = case when state = 'handed_over' then 'code' end
    where order_id = ${order_id}::uuid and state in ('picked_up', 'handed_over')`.execute(tx)
}
