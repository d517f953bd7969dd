import { sql, type Selectable } from 'kysely'
import { expect } from 'vitest'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { quarter_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { BookingHistoryTable, BookingsTable } from '#server/database/tables.ts'
import { isTransitionAllowed, type ActorKind, type Cause } from '#server/features/bookings/lifecycle/transitions.ts'
import { checkSpaces } from '#server/features/bookings/space-check.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'

const releasedStatuses = new Set(['cancelled', 'expired'])
/** These hold a space exactly until the end of the booking. */
const openStatuses = new Set(['pending', 'active', 'checked_in'])

/**
 * Counts the used spaces of every pool and quarter hour from the bookings, independently of the product code, and compares
 * them with the counters. Returns one sentence per wrong or oversold day.
 */
export async function findSpaceDiscrepancies(db: Db): Promise<string[]> {
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'pool_id', 'start_time', 'end_time', 'space_until', 'status'])
    .execute()
  const counted = new Map<string, number[]>()
  const wrong: string[] = []
  const held = await db.selectFrom('alternative_holds').selectAll().where('held_until', 'is not', null).execute()
  const offered = await db.selectFrom('booking_offers').selectAll().where('held_until', 'is not', null).execute()
  const count = (pool_id: number, start: Date, end: Date) => {
    for (let at = start.getTime(); at < end.getTime(); at += quarter_ms) {
      const instant = new Date(at).toISOString()
      const key = `${pool_id} ${instant.slice(0, 10)}`
      const slots = counted.get(key) ?? Array.from({ length: 96 }, () => 0)
      slots[Number(instant.slice(11, 13)) * 4 + Number(instant.slice(14, 16)) / 15]! += 1
      counted.set(key, slots)
    }
  }
  for (const { pool_id, starts_at, ends_at } of held) count(pool_id, starts_at, ends_at)
  for (const { pool_id, starts_at, ends_at, replaced_from, replaced_until } of offered) {
    if (replaced_from === null || replaced_until === null || replaced_from >= ends_at || replaced_until <= starts_at)
      count(pool_id, starts_at, ends_at)
    else {
      count(pool_id, starts_at, replaced_from)
      count(pool_id, replaced_until, ends_at)
    }
  }
  for (const { id, pool_id, start_time, end_time, space_until, status } of bookings) {
    if (releasedStatuses.has(status) !== (space_until === null))
      wrong.push(`booking ${id}: ${status}, space until ${String(space_until)}`)
    if (openStatuses.has(status) && space_until?.getTime() !== end_time.getTime())
      wrong.push(
        `booking ${id}: ${status} until ${end_time.toISOString()}, its space until ${space_until?.toISOString()}`,
      )
    if (space_until !== null) count(pool_id, start_time, space_until)
  }
  const days = await db.selectFrom('pool_days').selectAll().execute()
  for (const { pool_id, day, cap, used } of days) {
    const key = `${pool_id} ${day}`
    const slots = counted.get(key) ?? Array.from({ length: 96 }, () => 0)
    counted.delete(key)
    if (slots.some((count, slot) => count !== used[slot]))
      wrong.push(`pool ${key}: the bookings make ${slots.join(',')}, the counters say ${used.join(',')}`)
    if (slots.some((count) => count > cap)) wrong.push(`pool ${key}: oversold, ${Math.max(...slots)} of ${cap}`)
  }
  for (const key of counted.keys()) wrong.push(`pool ${key}: booked, but not counted`)
  return wrong
}

/**
 * Compares the money and history of every booking with the ledger, the promo uses and the table of transitions. Returns one
 * sentence per discrepancy.
 */
export async function findBookingDiscrepancies(db: Db): Promise<string[]> {
  const bookings = await db.selectFrom('bookings').selectAll().execute()
  const entriesByBooking = await readEntriesByBooking(db)
  const historyByBooking = Map.groupBy(
    await db.selectFrom('booking_history').selectAll().execute(),
    ({ booking_id }) => booking_id,
  )
  return [
    ...bookings.flatMap((booking) => {
      const wrong = [
        ...findMoneyDiscrepancies(booking, entriesByBooking.get(booking.id) ?? []),
        ...findHistoryDiscrepancies(booking, historyByBooking.get(booking.id) ?? []),
      ]
      return wrong.map((problem) => `booking ${booking.id} (${booking.status}): ${problem}`)
    }),
    ...[...entriesByBooking.keys()]
      .filter((id) => bookings.every((booking) => booking.id !== id))
      .map((id) => `the books have ${id}, which no booking is`),
    ...(await findDebtDiscrepancies(db, bookings)),
    ...(await findPromoDiscrepancies(db, bookings)),
  ]
}

type BookingRow = Selectable<BookingsTable>
/** A transfer of a booking, with the change of its driver’s balance and debt. */
interface Entry {
  transfer_id: string
  kind: string
  owner: string | null
  paid_minor: bigint
  debt_minor: bigint
}

async function readEntriesByBooking(db: Db): Promise<Map<string, Entry[]>> {
  const { rows } = await sql<Entry & { booking_id: string }>`
    select split_part(t.reference, '/', 1) as booking_id, t.id as transfer_id, t.kind,
      max(a.owner) filter (where a.kind in ('customer', 'customer_debt')) as owner,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'customer'), 0)::bigint as paid_minor,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'customer_debt'), 0)::bigint as debt_minor
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id left join ledger_accounts a on a.id = e.account_id
    where t.kind in ('booking', 'extension', 'refund') group by t.id`.execute(db)
  return Map.groupBy(rows, ({ booking_id }) => booking_id)
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const unpaidStatuses = new Set(['pending', 'expired'])

function findMoneyDiscrepancies(booking: BookingRow, entries: readonly Entry[]): string[] {
  const { total_minor, due_minor, refunded_minor, refund_status, lines } = booking
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind)
  const spent = -sum([...of('booking'), ...of('extension')].map(({ paid_minor }) => paid_minor))
  const returned = sum(of('refund').map(({ paid_minor }) => paid_minor))
  const owed = -sum(entries.map(({ debt_minor }) => debt_minor))
  const isPaid = !unpaidStatuses.has(booking.status)
  const listed = sum((lines as { amount_minor: string }[]).map(({ amount_minor }) => BigInt(amount_minor)))
  const expectedRefundStatus = refunded_minor === 0n ? 'none' : refunded_minor === total_minor ? 'full' : 'partial'
  return [
    isPaid !== (booking.payment_status === 'paid') && `is ${booking.payment_status}`,
    of('booking').length !== (isPaid ? 1 : 0) && `has ${of('booking').length} payments`,
    !isPaid && entries.length > 0 && 'is not paid, and moved money',
    entries.some(({ owner }) => owner !== null && owner !== booking.user_id) && 'moved the money of somebody else',
    of('extension').length !== booking.charges && `has ${of('extension').length} charges of ${booking.charges}`,
    isPaid && spent !== total_minor - due_minor && `costs ${total_minor}, owes ${due_minor}, the wallet paid ${spent}`,
    owed !== due_minor && `owes ${due_minor}, by the books ${owed}`,
    listed !== total_minor && `costs ${total_minor}, its lines ${listed}`,
    returned !== refunded_minor && `says that ${refunded_minor} came back, the wallet got ${returned}`,
    returned > spent && `got ${returned} back of ${spent}`,
    refund_status !== expectedRefundStatus &&
      `is refunded ${refund_status}, and got ${refunded_minor} of ${total_minor}`,
  ].filter((problem) => problem !== false)
}

type HistoryRow = Selectable<BookingHistoryTable>

/** A history must be a path of allowed transitions, in order of time, that ends in the status of the booking. */
function findHistoryDiscrepancies(booking: BookingRow, past: readonly HistoryRow[]): string[] {
  const moves = past.filter(({ from_status, to_status }) => from_status !== to_status)
  const wrong: string[] = []
  let at: string | null = null
  let since = booking.created_at
  for (let left = moves.length; left > 0; left -= 1) {
    const next = moves.filter(({ from_status }) => from_status === at)
    if (next.length !== 1) return [`${next.length} ways lead on from ${at} in its history`]
    const [{ to_status, cause, actor, at: when }] = next as [HistoryRow]
    if (
      !isTransitionAllowed(at as BookingStatus | null, to_status as BookingStatus, cause as Cause, actor as ActorKind)
    )
      wrong.push(`went from ${at} to ${to_status} by ${cause} of ${actor}`)
    if (when < since) wrong.push(`${cause} at ${when.toISOString()}, before ${since.toISOString()}`)
    at = to_status
    since = when
  }
  if (at !== booking.status) wrong.push(`its history ends at ${at}`)
  const transitions = moves.map(
    ({ to_status, cause, actor, at: when }) => `${to_status} ${cause} ${actor} ${when.toISOString()}`,
  )
  return wrong.map((problem) => `${problem} (until ${booking.end_time.toISOString()}: ${transitions.join(', ')})`)
}

/** Compares the amounts due on bookings with the debts in the ledger. */
async function findDebtDiscrepancies(db: Db, bookings: readonly BookingRow[]): Promise<string[]> {
  const { rows } = await sql<{ who: string; owed_minor: bigint }>`
    select a.owner || ' ' || a.currency as who, -sum(e.amount_minor)::bigint as owed_minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.kind = 'customer_debt' group by 1`.execute(
    db,
  )
  const owed = new Map<string, bigint>()
  for (const { user_id, currency, due_minor } of bookings)
    owed.set(`${user_id} ${currency}`, (owed.get(`${user_id} ${currency}`) ?? 0n) + due_minor)
  return compare(owed, new Map(rows.map(({ who, owed_minor }) => [who, owed_minor])), 'owes')
}

/**
 * Promo uses must match the bookings that are not expired and not refunded in full. What cost nothing and was cancelled was
 * refunded in full or not at all, which its amounts do not show: its use may be counted or not.
 */
async function findPromoDiscrepancies(db: Db, bookings: readonly BookingRow[]): Promise<string[]> {
  const promoUses = await db.selectFrom('promo_uses').selectAll().execute()
  const used = new Map<string, bigint>()
  const unclear = new Map<string, bigint>()
  for (const { promo_code_id, user_id, status, refunded_minor, total_minor } of bookings) {
    const isReturned = status === 'expired' || (status === 'cancelled' && refunded_minor === total_minor)
    const isUnclear = status === 'cancelled' && total_minor === 0n
    if (promo_code_id === null || (isReturned && !isUnclear)) continue
    const who = `${user_id} ${promo_code_id}`
    const counts = isUnclear ? unclear : used
    counts.set(who, (counts.get(who) ?? 0n) + 1n)
  }
  const recorded = new Map(
    promoUses.map(({ promo_code_id, user_id, used: n }) => {
      const who = `${user_id} ${promo_code_id}`
      const beyond = BigInt(n) - (used.get(who) ?? 0n)
      return [who, beyond > 0n && beyond <= (unclear.get(who) ?? 0n) ? (used.get(who) ?? 0n) : BigInt(n)]
    }),
  )
  return compare(used, recorded, 'used')
}

function compare(made: Map<string, bigint>, recorded: Map<string, bigint>, what: string): string[] {
  return [...new Set([...made.keys(), ...recorded.keys()])]
    .filter((who) => (made.get(who) ?? 0n) !== (recorded.get(who) ?? 0n))
    .map((who) => `${who} ${what} ${made.get(who) ?? 0n} by the bookings, ${recorded.get(who) ?? 0n} by the record`)
}

/** Fails on any discrepancy in spaces, bookings or the ledger, and where the product's own check finds others. */
export async function expectConsistentDatabase(db: Db): Promise<void> {
  expectNoneOf([
    ...(await findSpaceDiscrepancies(db)),
    ...(await findBookingDiscrepancies(db)),
    ...(await checkLedger(db)),
    ...(await checkSpaces(db)),
  ])
}

/** Fails with these sentences in its message, which is all that is left of a run that does not repeat. */
export const expectNoneOf = (discrepancies: readonly string[]): void =>
  expect(discrepancies, discrepancies.join('\n')).toEqual([])
