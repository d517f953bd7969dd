import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Transaction } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TransferKind } from './ledger.ts'
import { findRuns, type NumberedPurse } from './cuts.ts'
import { subjectOf, type Range } from './rules.ts'
import { lineText } from './wording.ts'

export type Filter = Range & { kind?: TransferKind | undefined }

/** A person's entries with their transfers. Their order is that of their numbers. */
const entriesOf = (db: Db | Tx, user_id: string, { kind, from, to }: Filter) =>
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

export type EntryRow = {
  id: string
  kind: string
  reference: string
  label: string
  amount_minor: bigint
  balance_after_minor: bigint | null
  currency: string
  created_at: Date
}

/**
 * One page, newest first, and how many there are in all. Where one purse has them, whatever the time, neither is counted
 * nor passed over: its numbers tell; entries of several purses lie mixed, and a kind is looked for one by one.
 */
export async function listEntries(
  db: Db,
  user_id: string,
  { page, size, ...filter }: Filter & { page: number; size: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const runs = await findRuns(db, user_id, filter)
  const [run] = runs
  const isOne = run !== undefined && runs.length === 1
  const total =
    filter.kind === undefined ? runs.reduce((sum, { first, end }) => sum + Number(end - first), 0) : undefined
  if (isOne && total !== undefined) {
    const end = run.end - BigInt((page - 1) * size)
    const first = end - BigInt(size)
    const rows = await findEntriesOf(db, user_id, run.purse, { first: first > run.first ? first : run.first, end })
    return { rows: rows.toReversed(), total }
  }
  const entries = entriesOf(db, user_id, isOne ? { kind: filter.kind } : filter).$if(isOne, (query) =>
    query
      .where('ledger_entries.account_id', '=', run!.purse.id)
      .where('ledger_entries.position', '>=', run!.first)
      .where('ledger_entries.position', '<', run!.end),
  )
  const count = () => entries.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select(columns)
    .orderBy(isOne ? 'ledger_entries.position' : 'ledger_entries.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total: total ?? Number((await count()).total) }
}

const atOnce = 500

/** All of them, newest first, read piece by piece: none is held longer than it is written. */
export async function* eachEntry(db: Db, user_id: string, filter: Filter): AsyncGenerator<EntryRow[]> {
  for (let before: bigint | undefined; ;) {
    const rows = await entriesOf(db, user_id, filter)
      .select(columns)
      .$if(before !== undefined, (query) => query.where('ledger_entries.id', '<', before!))
      .orderBy('ledger_entries.id', 'desc')
      .limit(atOnce)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    before = rows.at(-1)!.entry_id
  }
}

/** Those of a purse by their numbers, from `first` to the one before `end`, oldest first. */
export const findEntriesOf = (
  db: Db | Tx,
  user_id: string,
  { id }: NumberedPurse,
  { first, end }: { first: bigint; end: bigint },
): Promise<EntryRow[]> =>
  entriesOf(db, user_id, {})
    .where('ledger_entries.account_id', '=', id)
    .where('ledger_entries.position', '>=', first)
    .where('ledger_entries.position', '<', end)
    .select(columns)
    .orderBy('ledger_entries.position')
    .execute()

/** An entry as the contract has it, in the reader's language. */
export function toTransaction(row: EntryRow, language: Language): Transaction {
  const currency = row.currency as Currency
  const kind = row.kind as TransferKind
  return {
    id: row.id,
    kind,
    amount: toMajor(row.amount_minor, currency),
    balance_after: toMajor(row.balance_after_minor ?? 0n, currency),
    currency,
    // People know a booking by the code in the label; a top-up by its own reference.
    reference: kind === 'top_up' ? row.reference : (subjectOf(row.label) ?? row.reference),
    description: lineText(kind, row.label, language),
    created_at: row.created_at.toISOString(),
  }
}
