import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TimeRange } from '../rules.ts'

export interface CountedAccount {
  id: string
  entry_count: bigint
}

/** A user's wallet accounts that have entries, in all currencies or one. Entries are numbered from 1 per account. */
export const findCountedAccounts = (db: Db | Tx, user_id: string, currency?: Currency): Promise<CountedAccount[]> =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'entry_count'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('entry_count', '>', 0n)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency!))
    .execute()

/** Servers' clocks differ, so entry times may be out of order by up to this many positions. */
const maxDisorder = 200n

/**
 * The position of an account's first entry at or after `at`; entry_count + 1 when there is none. A binary search over
 * positions in one query, so its cost grows with the logarithm of the account's length. Repeatable for a given `at`.
 */
async function findFirstPositionFrom(db: Db | Tx, { id, entry_count }: CountedAccount, at: Date): Promise<bigint> {
  const { rows } = await sql<{ low: bigint; last: bigint | null }>`
    with recursive halved(low, high) as (
      select 1::bigint, ${entry_count + 1n}::bigint
      union all
      select case when e.created_at < ${at} then e.position + 1 else h.low end,
        case when e.created_at < ${at} then h.high else e.position end
      from halved h join lateral (
        select position, created_at from ledger_entries
        where account_id = ${id} and position = (h.low + h.high) / 2 limit 1) e on true
      where h.low < h.high),
    boundary as materialized (select low from halved where low = high)
    select low, (
      select max(position) from ledger_entries
      where account_id = ${id} and position = any(array(
        select generate_series(f.low - ${maxDisorder}::bigint, f.low + ${maxDisorder}::bigint))) and created_at < ${at}) as last
    from boundary f`.execute(db)
  const { low, last } = rows[0]!
  return (last ?? low - 1n) + 1n
}

/** Positions of an account from `first` (inclusive) to `end` (exclusive). */
export interface PositionRange {
  account: CountedAccount
  first: bigint
  end: bigint
}

export async function findPositionRange(
  db: Db | Tx,
  account: CountedAccount,
  { from, to }: TimeRange,
): Promise<PositionRange> {
  const first = from === undefined ? 1n : await findFirstPositionFrom(db, account, from)
  const end = to === undefined ? account.entry_count + 1n : await findFirstPositionFrom(db, account, to)
  return { account, first, end: end < first ? first : end }
}

/** The position ranges of a time range in each of a user's wallet accounts. */
export async function findPositionRanges(db: Db, user_id: string, range: TimeRange): Promise<PositionRange[]> {
  const accounts = await findCountedAccounts(db, user_id)
  return Promise.all(accounts.map((account) => findPositionRange(db, account, range)))
}

/** An account's balance before the entry at `position`, in minor units. */
export async function findBalanceBefore(db: Db | Tx, { id }: CountedAccount, position: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('balance_after_minor')
    .where('account_id', '=', id)
    .where('position', '=', position - 1n)
    .executeTakeFirst()
  return row?.balance_after_minor ?? 0n
}
