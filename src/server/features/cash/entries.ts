import { sql } from 'kysely'
import type { CounterMethod } from '#contract/cash/cash.ts'
import type {
  logShiftEvent as eventEndpoint,
  sendOfflineEvent as offlineEndpoint,
} from '#contract/cash/desk/own-shift.ts'
import type { entryKinds } from '#contract/cash/desk/shifts.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

/** A shift that is open, with what sales at its register need. */
export interface OpenShift {
  id: string
  register_id: string
  branch_id: string
  currency: Currency
  is_example: boolean
  takes_terminal: boolean
  takes_mobile_money: boolean
}

/** Who sells: in their own shift, or in that of the counter which they have unlocked. */
export interface Seller {
  user_id: string
  /** Of the counter. */
  shift_id?: string | undefined
}

export const toSeller = ({ user_id, counter }: Pick<SignedIn, 'user_id' | 'counter'>): Seller => ({
  user_id,
  shift_id: counter?.shift_id,
})

/** SQL: whether somebody sells in the shift `s`. */
export const isShiftOf = ({ user_id, shift_id }: Seller) =>
  shift_id === undefined ? sql<boolean>`s.opened_by = ${user_id}::uuid` : sql<boolean>`s.id = ${shift_id}::uuid`

/**
 * The open shift of a seller, which is not closed before the transaction ends. With `branch_id` it is one of that branch.
 * Throws `shift_needed` without one.
 */
export async function requireOpenShift(
  tx: Tx,
  { branch_id, ...seller }: Seller & { branch_id?: string },
): Promise<OpenShift> {
  const row = await openShifts(tx)
    .where(isShiftOf(seller))
    .$if(branch_id !== undefined, (rows) => rows.where('s.branch_id', '=', branch_id!))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('shift_needed')
  return { ...row, currency: row.currency as Currency }
}

// Several sales at once do not wait for each other; who closes the shift waits for them.
const openShifts = (tx: Tx) =>
  tx
    .selectFrom('shifts as s')
    .innerJoin('registers as r', 'r.id', 's.register_id')
    .select(['s.id', 's.register_id', 's.branch_id', 's.currency', 's.is_example'])
    .select(['r.takes_terminal', 'r.takes_mobile_money'])
    .where('s.closed_at', 'is', null)
    .forShare('s')

/** A shift that is not closed before the transaction ends; undefined once it is closed. */
export async function lockShift(tx: Tx, id: string): Promise<OpenShift | undefined> {
  const row = await openShifts(tx).where('s.id', '=', id).executeTakeFirst()
  return row && { ...row, currency: row.currency as Currency }
}

/** The open shift of a seller, to read by. Throws `shift_needed` without one. */
export async function getOpenShift(db: Db | Tx, seller: Seller): Promise<Pick<OpenShift, 'id' | 'branch_id'>> {
  const row = await db
    .selectFrom('shifts as s')
    .select(['s.id', 's.branch_id'])
    .where(isShiftOf(seller))
    .where('s.closed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('shift_needed')
  return row
}

/**
 * A shift, open or closed, for what a device did in it without a network, and who did that: `operator_id` where they had
 * unlocked its counter, otherwise whoever sends it. Throws `not_found` for another person's shift.
 */
export async function lockOfflineShift(tx: Tx, seller: Seller, id: string, operator_id: string | undefined) {
  const shift = await tx
    .selectFrom('shifts as s')
    .select(['s.id', 's.branch_id', 's.currency', 's.opened_by', 's.opened_at', 's.closed_at'])
    .where('s.id', '=', id)
    .where((where) => where.or([where('s.opened_by', '=', seller.user_id), isShiftOf(seller)]))
    .forShare()
    .executeTakeFirst()
  if (shift === undefined) throw new AppError('not_found')
  const known =
    operator_id === undefined
      ? undefined
      : await tx
          .selectFrom('shift_operators')
          .select('user_id')
          .where('shift_id', '=', id)
          .where('user_id', '=', operator_id)
          .executeTakeFirst()
  const isOpener = operator_id === shift.opened_by
  return { ...shift, actor_id: known?.user_id ?? (isOpener ? shift.opened_by : seller.user_id) }
}

/** What a drawer or a terminal gains, in minor units; less than nothing where it gives. */
export interface ShiftEntry {
  kind: (typeof entryKinds)[number]
  method: CounterMethod
  amount_minor: bigint
  rounding_minor?: bigint
  order_id?: string
  /** A car park booking that the counter sold. */
  booking_id?: string
  slip?: string | null
  slip_repeated?: boolean
  reason?: string | null
  detail?: string | null
  tendered_minor?: bigint
  difference_minor?: bigint
  is_late?: boolean
}

interface Posted {
  shift_id: string
  /** Null for what moves no money. */
  transfer_id: string | null
  actor_id: string
  at: Date
}

/** Writes what a transfer of the ledger moved through a shift's drawer and terminal. */
export async function writeEntries(tx: Tx, posted: Posted, entries: readonly ShiftEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('shift_entries')
    .values(entries.map((entry) => ({ id: newId(posted.at.getTime()), ...posted, ...entry })))
    .execute()
}

/**
 * Keeps other refunds from a shift's drawer until the transaction ends, and requires that it holds what one pays. Throws
 * `drawer_short`.
 */
export async function requireDrawerHolds(tx: Tx, { id, currency }: OpenShift, paid_minor: bigint): Promise<void> {
  await sql`select from shifts where id = ${id}::uuid for update`.execute(tx)
  const { rows } = await sql<{ held: bigint }>`
    select s.opening_minor + coalesce((select sum(e.amount_minor) from shift_entries e
      where e.shift_id = s.id and e.method = 'cash'), 0)::bigint as held from shifts s where s.id = ${id}::uuid`.execute(
    tx,
  )
  const { held } = rows[0]!
  if (paid_minor > held) throw new AppError('drawer_short', { held: { amount: toMajor(held, currency), currency } })
}

/** Whether a slip of the terminal, or a reference of mobile money, was entered in the shift before. */
export async function hasSlip(tx: Tx, shift_id: string, method: CounterMethod, slip: string): Promise<boolean> {
  const row = await tx
    .selectFrom('shift_entries')
    .select('id')
    .where('shift_id', '=', shift_id)
    .where('method', '=', method)
    .where('slip', '=', slip)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The smallest step of cash of a currency, in minor units. */
export async function findCashStep(tx: Db | Tx, currency: Currency): Promise<bigint> {
  const { cash_step_minor } = await tx
    .selectFrom('currency_settings')
    .select('cash_step_minor')
    .where('code', '=', currency)
    .executeTakeFirstOrThrow()
  return cash_step_minor
}

/** Logs what moves no money in the caller's shift. Throws `shift_needed`. */
export async function logShiftEvent(
  tx: Tx,
  { now, ...seller }: Seller & { now: Date },
  { kind, detail, reason }: ParsedBody<typeof eventEndpoint>,
): Promise<Audited<AnswerOf<typeof eventEndpoint>>> {
  const { id, branch_id } = await requireOpenShift(tx, seller)
  const posted = { shift_id: id, transfer_id: null, actor_id: seller.user_id, at: now }
  await writeEntries(tx, posted, [{ kind, method: 'cash', amount_minor: 0n, detail: detail ?? null, reason }])
  return { answer: { id }, changes: [{ kind: 'shift', id, branch_id, after: { [kind]: detail ?? true, reason } }] }
}

/**
 * Logs a line that was voided without a network, once by the id of its device, in the shift in which that was, also after that
 * was closed. A time of the device that cannot be is now. Throws `not_found` for another person's shift.
 */
export async function logOfflineEvent(
  tx: Tx,
  { now, ...seller }: Seller & { now: Date },
  shift_id: string,
  { id, detail, reason, voided_at, operator_id }: ParsedBody<typeof offlineEndpoint>,
): Promise<Audited<AnswerOf<typeof offlineEndpoint>>> {
  const shift = await lockOfflineShift(tx, seller, shift_id, operator_id)
  const stated = new Date(voided_at)
  const at = stated < shift.opened_at || stated > now ? now : stated
  const stored = await tx
    .insertInto('shift_entries')
    .values({
      id,
      shift_id,
      kind: 'voided',
      method: 'cash',
      amount_minor: 0n,
      detail,
      reason,
      actor_id: shift.actor_id,
      at,
      is_late: shift.closed_at !== null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return { answer: { id }, changes: [] }
  const change = { kind: 'shift', id: shift_id, branch_id: shift.branch_id, after: { voided: detail, reason } }
  return { answer: { id }, changes: [change] }
}
