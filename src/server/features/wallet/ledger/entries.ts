import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { type Currency, toMajor, type TransactionKind } from '#contract/money.ts'
import type { Transaction } from '#contract/wallet/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { parseLabelSubject, type TimeRange } from '../rules.ts'
import { describeEntry } from '../texts.ts'
import { findRangeEndBefore, findKindRange, findPositions, type KindRange } from './entry-counts.ts'
import { findPositionRanges, type CountedAccount } from './entry-positions.ts'

export type EntryFilter = TimeRange & { kind?: TransactionKind | undefined }

/** A user's entries with their transfers, unordered. */
const selectEntries = (db: Db | Tx, user_id: string, { kind, from, to }: EntryFilter) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .where('ledger_accounts.kind', '=', 'customer')
    .where('ledger_accounts.owner', '=', user_id)
    .$if(kind !== undefined, (query) => query.where('ledger_transfers.kind', '=', kind!))
    .$if(from !== undefined, (query) => query.where('ledger_entries.created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('ledger_entries.created_at', '<', to!))

const columns = [
  'ledger_entries.id as entry_id',
  'ledger_transfers.id',
  'ledger_transfers.kind',
  'ledger_transfers.reference',
  'ledger_transfers.description as label',
  'ledger_entries.amount_minor',
  'ledger_entries.balance_after_minor',
  'ledger_entries.currency',
  'ledger_entries.created_at',
] as const

export interface EntryRow {
  id: string
  kind: string
  reference: string
  label: string
  amount_minor: bigint
  balance_after_minor: bigint | null
  currency: string
  created_at: Date
}
type IdentifiedEntryRow = EntryRow & { entry_id: bigint }

/**
 * One page of a user's entries, newest first, and the total. Entries are found by position, so the cost depends on
 * neither the page nor the length of the wallet.
 */
export async function listEntries(
  db: Db,
  user_id: string,
  { page, size, kind, ...time }: EntryFilter & { page: number; size: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const positionRanges = await findPositionRanges(db, user_id, time)
  const ranges = await Promise.all(positionRanges.map((positions) => findKindRange(db, positions, kind)))
  const total = ranges.reduce((sum, { first, end }) => sum + Number(end - first), 0)
  const skipped = (page - 1) * size
  if (skipped >= total) return { rows: [], total }
  const ends = await findRangeEnds(db, ranges, BigInt(skipped))
  const found = await Promise.all(ranges.map((range, n) => findNewestEntries(db, user_id, range, ends[n]!, size)))
  const rows = found.flat().toSorted((a, b) => (a.entry_id < b.entry_id ? 1 : -1))
  return { rows: rows.slice(0, size), total }
}

/** The end of each range after leaving out the `skipped` newest entries of all ranges together. */
async function findRangeEnds(db: Db, ranges: readonly KindRange[], skipped: bigint): Promise<bigint[]> {
  if (skipped === 0n) return ranges.map(({ end }) => end)
  if (ranges.length === 1) return [ranges[0]!.end - skipped]
  // Accounts of several currencies interleave by entry id: a binary search finds the id that leaves out `skipped`.
  const leftOut = (ends: readonly bigint[]) => ranges.reduce((sum, { end }, n) => sum + end - ends[n]!, 0n)
  const { rows } = await sql<{
    past: bigint
  }>`select coalesce(max(id), 0)::bigint + 1 as past from ledger_entries`.execute(db)
  let [low, high] = [1n, rows[0]!.past]
  let ends = ranges.map(({ first }) => first)
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const here = await Promise.all(ranges.map((range) => findRangeEndBefore(db, range, middle)))
    if (leftOut(here) < skipped) high = middle - 1n
    else [low, ends] = [middle, here]
  }
  return ends
}

async function findNewestEntries(
  db: Db,
  user_id: string,
  range: KindRange,
  end: bigint,
  size: number,
): Promise<IdentifiedEntryRow[]> {
  const positions = await findPositions(db, range, end, size)
  if (positions.length === 0) return []
  return selectEntries(db, user_id, {})
    .where('ledger_entries.account_id', '=', range.account.id)
    .where('ledger_entries.position', 'in', positions)
    .select(columns)
    .execute()
}

const batchSize = 500

/** All of a user's entries, newest first, in batches, so that memory use does not grow with the wallet. */
export async function* streamEntries(db: Db, user_id: string, filter: EntryFilter): AsyncGenerator<EntryRow[]> {
  for (let before: bigint | undefined; ;) {
    const rows = await selectEntries(db, user_id, filter)
      .select(columns)
      .$if(before !== undefined, (query) => query.where('ledger_entries.id', '<', before!))
      .orderBy('ledger_entries.id', 'desc')
      .limit(batchSize)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    before = rows.at(-1)!.entry_id
  }
}

/** An account's entries at positions from `first` (inclusive) to `end` (exclusive), oldest first. */
export const findEntriesInRange = (
  db: Db | Tx,
  user_id: string,
  { id }: CountedAccount,
  { first, end }: { first: bigint; end: bigint },
): Promise<EntryRow[]> =>
  selectEntries(db, user_id, {})
    .where('ledger_entries.account_id', '=', id)
    .where('ledger_entries.position', '>=', first)
    .where('ledger_entries.position', '<', end)
    .select(columns)
    .orderBy('ledger_entries.position')
    .execute()

/** An entry in the contract's shape, described in `language`. */
export function toTransaction(row: EntryRow, locale: Locale): Transaction {
  const currency = row.currency as Currency
  const kind = row.kind as TransactionKind
  return {
    id: row.id,
    kind,
    amount: toMajor(row.amount_minor, currency),
    balance_after: toMajor(row.balance_after_minor ?? 0n, currency),
    currency,
    // Users know a booking by the code in its label, and a top-up by its reference.
    reference: kind === 'top_up' ? row.reference : (parseLabelSubject(row.label) ?? row.reference),
    description: describeEntry(kind, row.label, locale),
    created_at: row.created_at.toISOString(),
  }
}
