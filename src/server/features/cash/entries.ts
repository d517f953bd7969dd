import { sql } from 'kysely'
import type { CounterMethod } from '#contract/cash/cash.ts'
import type { entryKinds } from '#contract/cash/desk/shifts.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
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

/**
 * The open shift of a person, which is not closed before the transaction ends. With `branch_id` it is one of that branch.
 * Throws `shift_needed` without one.
 */
export async function requireOpenShift(
  tx: Tx,
  { user_id, branch_id }: { user_id: string; branch_id?: string },
): Promise<OpenShift> {
  const row = await openShifts(tx)
    .where('s.opened_by', '=', user_id)
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

/** The open shift of a person, to read by. Throws `shift_needed` without one. */
export async function getOpenShift(db: Db | Tx, user_id: string): Promise<Pick<OpenShift, 'id' | 'branch_id'>> {
  const row = await db
    .selectFrom('shifts')
    .select(['id', 'branch_id'])
    .where('opened_by', '=', user_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('shift_needed')
  return row
}

/** What a drawer or a terminal gains, in minor units; less than nothing where it gives. */
export interface ShiftEntry {
  kind: (typeof entryKinds)[number]
  method: CounterMethod
  amount_minor: bigint
  rounding_minor?: bigint
  order_id?: string
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
export async function findCashStep(tx: Tx, currency: Currency): Promise<bigint> {
  const { cash_step_minor } = await tx
    .selectFrom('currency_settings')
    .select('cash_step_minor')
    .where('code', '=', currency)
    .executeTakeFirstOrThrow()
  return cash_step_minor
}
