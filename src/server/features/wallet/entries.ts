import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Transaction } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TransferKind } from './ledger.ts'
import { findSpan } from './paging.ts'
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

/** One page, newest first, and how many there are in all. */
export async function listEntries(
  db: Db,
  user_id: string,
  { page, size, ...filter }: Filter & { page: number; size: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const entries = entriesOf(db, user_id, filter)
  const isWhole = Object.values(filter).every((part) => part === undefined)
  const span = isWhole ? await findSpan(db, user_id, { page, size }) : undefined
  if (span?.run !== undefined) {
    const { account_id, first, last } = span.run
    const rows = await entries
      .select(columns)
      .where('ledger_entries.account_id', '=', account_id)
      .where('ledger_entries.position', '>=', first)
      .where('ledger_entries.position', '<=', last)
      .orderBy('ledger_entries.position', 'desc')
      .execute()
    return { rows, total: span.total }
  }
  const counted = async () =>
    Number((await entries.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()).total)
  const total = span?.total ?? (await counted())
  const rows = await entries
    .select(columns)
    .orderBy('ledger_entries.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
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

/** Those of one currency within a time, oldest first, at most `most`. */
export const findEntriesOf = (
  db: Db | Tx,
  user_id: string,
  currency: Currency,
  range: Range,
  most: number,
): Promise<EntryRow[]> =>
  entriesOf(db, user_id, range)
    .where('ledger_entries.currency', '=', currency)
    .select(columns)
    .orderBy('ledger_entries.id')
    .limit(most)
    .execute()

/** What a purse held at an instant, in minor units: what it holds, less all that came since. */
export async function findBalanceAt(db: Db | Tx, user_id: string, currency: Currency, at: Date): Promise<bigint> {
  const { rows } = await sql<{ held_minor: bigint }>`
    select (a.balance_minor - coalesce((
      select sum(e.amount_minor) from ledger_entries e where e.account_id = a.id and e.created_at >= ${at}), 0))::bigint as held_minor
    from ledger_accounts a where a.kind = 'customer' and a.owner = ${user_id} and a.currency = ${currency}`.execute(db)
  return rows[0]?.held_minor ?? 0n
}

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
