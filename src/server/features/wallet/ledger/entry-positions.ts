import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TimeRange } from '#server/features/wallet/rules.ts'

export type CountedAccount = { id: string; entry_count: bigint }

/** A person's accounts that have entries; of one currency if told. */
export const findCountedAccounts = (db: Db | Tx, user_id: string, currency?: Currency): Promise<CountedAccount[]> =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'entry_count'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('entry_count', '>', 0n)
    .$if(currency !== undefined, (query) => query.where('currency', '=', currency!))
    .execute()

/** Servers whose clocks differ write entries whose times lie a little out of order: so many at most. */
const maxDisorder = 200n

/**
 * Where an instant parts a account: the number of its first entry from then on, one more than it has where there is none.
 * It is found in a handful of steps however long the account is, all of them in one question to the database, and is the
 * same whenever it is asked for.
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
    found as materialized (select low from halved where low = high)
    select low, (
      select max(position) from ledger_entries
      where account_id = ${id} and position = any(array(
        select generate_series(f.low - ${maxDisorder}::bigint, f.low + ${maxDisorder}::bigint))) and created_at < ${at}) as last
    from found f`.execute(db)
  const { low, last } = rows[0]!
  return (last ?? low - 1n) + 1n
}

/** The part of a account that lies within a time: from the entry `first` to the one before `end`. */
export type PositionRange = { account: CountedAccount; first: bigint; end: bigint }

export async function findPositionRange(
  db: Db | Tx,
  account: CountedAccount,
  { from, to }: TimeRange,
): Promise<PositionRange> {
  const first = from === undefined ? 1n : await findFirstPositionFrom(db, account, from)
  const end = to === undefined ? account.entry_count + 1n : await findFirstPositionFrom(db, account, to)
  return { account, first, end: end < first ? first : end }
}

/** Those parts of all that a person has. */
export async function findPositionRanges(db: Db, user_id: string, range: TimeRange): Promise<PositionRange[]> {
  const accounts = await findCountedAccounts(db, user_id)
  return Promise.all(accounts.map((account) => findPositionRange(db, account, range)))
}

/** What a account held before its entry of a number, in minor units. */
export async function findBalanceBefore(db: Db | Tx, { id }: CountedAccount, position: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('balance_after_minor')
    .where('account_id', '=', id)
    .where('position', '=', position - 1n)
    .executeTakeFirst()
  return row?.balance_after_minor ?? 0n
}
