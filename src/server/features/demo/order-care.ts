import { sql } from 'kysely'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { lockOrder } from '#server/features/orders/lifecycle/change-status.ts'
import type { OrderAuthor } from '#server/features/orders/lifecycle/end-order.ts'
import { markRead, sendMessage } from '#server/features/orders/messages/threads.ts'
import { refundProblem, refuseProblem } from '#server/features/orders/problems/decide-problem.ts'
import { writeProblem } from '#server/features/orders/problems/problems.ts'
import { writeRating } from '#server/features/orders/rate-order.ts'
import { writeReturn } from '#server/features/orders/request-return.ts'
import { findExampleEmployee, type ExampleCustomer } from './example-people.ts'
import { exampleProblems, exampleQuestions, exampleReturnNotes, exampleReviews } from './example-words.ts'
import type { Random } from './random.ts'

interface Care {
  customer: ExampleCustomer
  random: Random
  now: Date
}
interface Line {
  id: string
  item_id: string | null
  kind: string
  refunded_quantity: number
}

/** What the customer of an example order says of it afterwards: a question, a rating, a return or a report of a service. */
export async function writeExampleCare(tx: Tx, deps: Deps, order_id: string, care: Care): Promise<void> {
  const { random, now } = care
  const order = await lockOrder(tx, order_id)
  if (order.status !== 'canceled' && order.status !== 'rejected' && random.chance(0.08))
    await askQuestion(tx, order, care)
  const handedOver = await findHandover(tx, order_id)
  if (handedOver === undefined || order.status === 'returned') return
  const later = (hours: number) => new Date(Math.min(handedOver.getTime() + hours * hour_ms, now.getTime()))
  const { rows: lines } = await sql<Line>`select id, item_id, kind, refunded_quantity from order_lines
    where order_id = ${order_id}::uuid order by position`.execute(tx)
  if (random.chance(0.4)) await rate(tx, order_id, lines, care, later(5))
  const whole = lines.filter(({ refunded_quantity }) => refunded_quantity === 0)
  const good = whole.find(({ kind }) => kind === 'good')
  const service = whole.find(({ kind }) => kind === 'service')
  if (service !== undefined && (order.status === 'delivered' || random.chance(0.08)))
    await report(tx, deps, { order_id, line_id: service.id }, care, later(3))
  else if (good !== undefined && random.chance(0.05)) await sendBack(tx, order_id, good.id, care, later(30))
}

async function findHandover(tx: Tx, order_id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from order_history
    where order_id = ${order_id}::uuid and to_status in ('delivered', 'completed')`.execute(tx)
  return rows[0]?.at ?? undefined
}

/** Most questions are answered. Nobody is mailed about them. */
async function askQuestion(
  tx: Tx,
  { id: order_id, created_at }: { id: string; created_at: Date },
  { customer, random, now }: Care,
): Promise<void> {
  const at = (minutes: number) => new Date(Math.min(created_at.getTime() + minutes * minute_ms, now.getTime()))
  const [question, answer] = random.pick(
    exampleQuestions[customer.language] as [(typeof exampleQuestions)['en'][number]],
  )
  await sendMessage(tx, { order_id, side: 'customer', user_id: customer.user_id }, { text: question }, at(5))
  if (random.chance(0.2)) return
  const user_id = await findEmployee(tx, created_at)
  await sendMessage(tx, { order_id, side: 'branch', user_id }, { text: answer }, at(9))
  await markRead(tx, order_id, 'customer')
}

async function findEmployee(tx: Tx, at: Date): Promise<string> {
  const { country_id } = await tx.selectFrom('branches').select('country_id').limit(1).executeTakeFirstOrThrow()
  return findExampleEmployee(tx, country_id, at)
}

async function rate(
  tx: Tx,
  order_id: string,
  lines: readonly Line[],
  { customer, random }: Care,
  at: Date,
): Promise<void> {
  const pickReview = () => random.pick(exampleReviews[customer.language] as [(typeof exampleReviews)['en'][number]])
  const [rating, text] = pickReview()
  const item_id = lines[0]?.item_id
  const [item_rating] = pickReview()
  const items = item_id ? [{ id: item_id, rating: item_rating }] : []
  await writeRating(tx, await lockOrder(tx, order_id), customer, { rating, text, items }, at)
}

/** Of an order that was delivered just now, the report is open; others were decided on the day after. */
async function report(
  tx: Tx,
  deps: Deps,
  { order_id, line_id }: { order_id: string; line_id: string },
  { customer, random }: Care,
  at: Date,
): Promise<void> {
  const order = await lockOrder(tx, order_id)
  const [text, answer] = exampleProblems[customer.language]
  const { id } = await writeProblem(tx, order, customer.user_id, { line_id, text, photo_id: null }, at)
  if (order.status === 'delivered') return
  const problem = await tx.selectFrom('order_problems').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const author: OrderAuthor = { actor: 'manager', actor_id: null, at: new Date(at.getTime() + 20 * hour_ms) }
  if (random.chance(0.5)) await refundProblem(tx, deps, order, { problem, status: 'refunded' }, author)
  else await refuseProblem(tx, deps, order, { problem, answer }, author)
}

const sendBack = async (tx: Tx, order_id: string, line_id: string, { customer }: Care, at: Date): Promise<void> => {
  const note = exampleReturnNotes[customer.language]
  const request = { lines: [{ id: line_id, quantity: 1 }], reason: 'not_needed' as const, note }
  await writeReturn(tx, await lockOrder(tx, order_id), customer.user_id, request, at)
}
