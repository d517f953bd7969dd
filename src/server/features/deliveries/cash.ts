import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { findCashStep, requireOpenShift, writeEntries } from '#server/features/cash/entries.ts'
import type { MoneySql } from '#server/features/lists/source.ts'
import { isDueInCash, recordOrderChange, type OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import type { OrderAuthor } from '#server/features/orders/lifecycle/end-order.ts'
import { loadOrderParts, termsOf } from '#server/features/orders/lifecycle/refund-order.ts'
import { toOrderAmounts } from '#server/features/orders/order-amounts.ts'
import { toSold, type OrderPosting } from '#server/features/orders/order-postings.ts'
import type { Staff } from '#server/features/orders/staff/staff-order.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { deliversAt, type Courier } from './couriers.ts'

/* What couriers take in cash, and hand in at a register. Their accounts in the ledger are negative by what they hold. */

/** SQL: what the account `u` holds in cash, in the currency of which it holds most, else that of its country `n`. */
const heldCurrency = sql<Currency>`coalesce((select k.currency from courier_cash k where k.courier_id = u.id
  group by k.currency order by sum(k.amount_minor) desc limit 1), n.currency)`
export const heldCash: MoneySql = {
  minor: sql<bigint>`coalesce((select sum(k.amount_minor) from courier_cash k
    where k.courier_id = u.id and k.currency = ${heldCurrency}), 0)::bigint`,
  currency: heldCurrency,
}

const pocketOf = (courier_id: string) => ({ kind: 'cash_courier' as const, owner: courier_id })

/** Returns what a courier holds in each currency, in minor units. */
export async function findHeld(db: Db | Tx, courier_id: string): Promise<{ currency: Currency; held_minor: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; held_minor: bigint }>`
    select currency, sum(amount_minor)::bigint as held_minor from courier_cash where courier_id = ${courier_id}::uuid
    group by currency having sum(amount_minor) <> 0 order by currency`.execute(db)
  return rows
}

/**
 * Takes what an order costs in cash, if it is to be paid so: the courier holds it from now on. Returns the order as it is then.
 * Throws 422 without the amount that was collected, and `cash_short` for another one.
 */
export async function collectCash(
  tx: Tx,
  order: OrderRow,
  courier_id: string,
  collected: number | undefined,
  author: OrderAuthor,
): Promise<OrderRow> {
  if (!isDueInCash(order)) return order
  const { id: order_id, order_number, branch_id, total_minor, version } = order
  const currency = order.currency as Currency
  const due_minor = roundToCash(total_minor, await findCashStep(tx, currency))
  if (collected === undefined) throw fieldError('collected', 'required')
  if (parseAmount('collected', collected, currency) !== due_minor)
    throw new AppError('cash_short', { due: { amount: toMajor(due_minor, currency), currency } })
  const parts = await loadOrderParts(tx, order)
  const amounts = toOrderAmounts(
    parts.lines.map(({ sold }) => sold),
    parts.delivery.sold,
  )
  const rounding_minor = due_minor - total_minor
  const taken: OrderPosting[] = [
    { account: pocketOf(courier_id), amount_minor: -due_minor },
    { account: { kind: 'cash_rounding', owner: '' }, amount_minor: rounding_minor },
  ]
  if (total_minor > 0n) {
    const { transfer_id } = await postTransfer(tx, {
      kind: 'order',
      reference: order_id,
      description: `order:${order_number}`,
      currency,
      at: author.at,
      postings: toSold(amounts, taken, termsOf(order)),
    })
    const at = author.at
    const id = newId(at.getTime())
    await tx
      .insertInto('order_payments')
      .values({ id, order_id, transfer_id, method: 'cash', amount_minor: total_minor, at })
      .execute()
    if (due_minor > 0n)
      await tx
        .insertInto('courier_cash')
        .values({
          id,
          courier_id,
          branch_id,
          currency,
          amount_minor: due_minor,
          rounding_minor,
          order_id,
          transfer_id,
          at,
        })
        .execute()
  }
  const paid = { payment_status: 'paid', version: version + 1 }
  await tx.updateTable('orders').set(paid).where('id', '=', order_id).execute()
  await recordOrderChange(tx, order, { order_id, cause: 'paid', ...author })
  return { ...order, ...paid }
}

/**
 * Announces that a courier hands cash in at a branch, in place of what they announced before. Throws `not_found` for a branch
 * that they do not deliver for, and 422 for more than they hold.
 */
export async function announceHandIn(
  tx: Tx,
  { user_id, now }: Courier,
  { branch_id, amount }: { branch_id: string; amount: number },
): Promise<AuditedChange[]> {
  await sql`select from couriers where user_id = ${user_id}::uuid for update`.execute(tx)
  const { rows } = await sql<{ currency: Currency }>`
    select b.currency from branches b where b.id = ${branch_id}::uuid
      and (${deliversAt(sql`${user_id}::uuid`, sql`'branch'`)} or ${deliversAt(sql`${user_id}::uuid`, sql`'us'`)}
        or exists (select from courier_cash k where k.courier_id = ${user_id}::uuid and k.branch_id = b.id))`.execute(
    tx,
  )
  const [branch] = rows
  if (branch === undefined) throw new AppError('not_found')
  const { currency } = branch
  const amount_minor = parseAmount('amount', amount, currency)
  const held = (await findHeld(tx, user_id)).find((row) => row.currency === currency)?.held_minor ?? 0n
  if (amount_minor === 0n) throw fieldError('amount', 'too_small')
  if (amount_minor > held)
    throw fieldError('amount', 'cash_held', { most: { amount: toMajor(held, currency), currency } })
  await withdrawHandIn(tx, { user_id, now })
  await tx
    .insertInto('hand_ins')
    .values({
      id: newId(now.getTime()),
      courier_id: user_id,
      branch_id,
      currency,
      amount_minor,
      state: 'announced',
      created_at: now,
    })
    .execute()
  return [{ kind: 'user', id: user_id, branch_id, after: { cash: { amount, currency } } }]
}

/** Takes back what a courier announced and no register has taken. */
export async function withdrawHandIn(tx: Tx, { user_id, now }: Pick<Courier, 'user_id' | 'now'>): Promise<void> {
  await sql`update hand_ins set state = 'withdrawn', decided_at = ${now}, decided_by = ${user_id}::uuid
    where courier_id = ${user_id}::uuid and state = 'announced'`.execute(tx)
}

interface HandIn {
  id: string
  courier_id: string
  branch_id: string
  currency: Currency
  amount_minor: bigint
  state: string
}

async function lockHandIn(tx: Tx, { scope }: Pick<Staff, 'scope'>, id: string): Promise<HandIn> {
  const { rows } = await sql<HandIn>`
    select id, courier_id, branch_id, currency, amount_minor, state from hand_ins
    where id = ${id}::uuid and ${withinBranches(sql.ref('branch_id'), scope)} for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  if (row.state !== 'announced') throw new AppError('hand_in_over')
  return row
}

type Teller = Pick<Staff, 'user_id' | 'scope' | 'now'>

const toChange = ({ courier_id, branch_id, currency, amount_minor }: HandIn, state: string): AuditedChange[] => [
  {
    kind: 'user',
    id: courier_id,
    branch_id,
    after: { cash: { amount: toMajor(amount_minor, currency), currency }, state },
  },
]

/**
 * Takes announced cash into the drawer of the caller's shift, as it was counted. Throws `not_found`, `hand_in_over`,
 * `own_hand_in` for one's own, `shift_needed` without a shift at its branch, and `cash_short` for another amount.
 */
export async function takeHandIn(tx: Tx, teller: Teller, id: string, counted: number): Promise<AuditedChange[]> {
  const { user_id, now } = teller
  const handIn = await lockHandIn(tx, teller, id)
  const { courier_id, branch_id, currency, amount_minor } = handIn
  if (courier_id === user_id) throw new AppError('own_hand_in')
  const shift = await requireOpenShift(tx, { user_id, branch_id })
  if (parseAmount('counted', counted, currency) !== amount_minor)
    throw new AppError('cash_short', { due: { amount: toMajor(amount_minor, currency), currency } })
  const { transfer_id } = await postTransfer(tx, {
    kind: 'cash',
    reference: id,
    description: 'hand_in:courier',
    currency,
    at: now,
    postings: [
      { account: pocketOf(courier_id), amount_minor },
      { account: { kind: 'cash_drawer', owner: shift.id }, amount_minor: -amount_minor },
    ],
  })
  const posted = { shift_id: shift.id, transfer_id, actor_id: user_id, at: now }
  await writeEntries(tx, posted, [{ kind: 'courier', method: 'cash', amount_minor }])
  await tx
    .updateTable('hand_ins')
    .set({ state: 'taken', decided_at: now, decided_by: user_id, shift_id: shift.id })
    .where('id', '=', id)
    .execute()
  const row = { courier_id, branch_id, currency, amount_minor: -amount_minor, hand_in_id: id, transfer_id, at: now }
  await tx
    .insertInto('courier_cash')
    .values({ id: newId(now.getTime()), ...row })
    .execute()
  return toChange(handIn, 'taken')
}

/** Sends a courier away with what they announced, because it was counted otherwise. Throws `not_found` and `hand_in_over`. */
export async function refuseHandIn(tx: Tx, teller: Teller, id: string): Promise<AuditedChange[]> {
  const handIn = await lockHandIn(tx, teller, id)
  await tx
    .updateTable('hand_ins')
    .set({ state: 'refused', decided_at: teller.now, decided_by: teller.user_id })
    .where('id', '=', id)
    .execute()
  return toChange(handIn, 'refused')
}
