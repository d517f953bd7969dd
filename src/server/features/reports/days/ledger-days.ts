import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import { isGivenUp } from '#server/database/errors.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { rule, type Rule } from '#server/features/wallet/ledger/rule.ts'
import { bookZones } from '../journal-months.ts'

/*
 * Sums of the ledger by day. Its entries never change, so that all up to one of them are added to the sums once, and reports
 * read those after it themselves.
 */

type Sql = RawBuilder<unknown>

/** SQL: the zone of the books of a currency. */
export const bookZone = (currency: Sql): RawBuilder<string> =>
  sql<string>`(case ${currency} ${sql.join(
    Object.entries(bookZones).map(([code, zone]) => sql`when ${sql.lit(code)} then ${sql.lit(zone)}`),
    sql` `,
  )} end)`

/** The entries after the sums. `known` is the mark of a moment before: with it, the database knows how few there are. */
const isAfter = (known: bigint) =>
  sql<boolean>`e.id > ${sql.lit(String(known))}::bigint and e.id > (select m.through_entry from ledger_day_marks m)`

/** The last entry that is in the sums. It only grows, so that what is read afterwards is after it. */
export async function findMark(db: Db): Promise<bigint> {
  const { rows } = await sql<{ through_entry: bigint }>`select through_entry from ledger_day_marks`.execute(db)
  return rows[0]!.through_entry
}

/** SQL: transfers by day, of the entries `e` that a condition selects; all entries of a transfer or none. */
const sumTransfers = (where: RawBuilder<boolean>): Sql => sql`
  select x.currency, (t.created_at at time zone ${bookZone(sql`x.currency`)})::date as day, t.kind,
    coalesce(x.branch, '') as branch, coalesce(x.provider, '') as provider, count(*)::int as transfers,
    sum(x.amount)::bigint as amount
  from (
    select e.transfer_id, min(e.currency) as currency, coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0) as amount,
      min(a.owner) filter (where a.kind in ('order_held', 'branch_payable')) as branch,
      min(a.owner) filter (where a.kind in ('provider_clearing', 'refund_clearing', 'provider_fee')) as provider
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where ${where} group by 1) x
  join ledger_transfers t on t.id = x.transfer_id group by 1, 2, 3, 4, 5`

/** SQL: entries by day and account, of those that a condition selects. Wallets and debts of customers are one account each. */
const sumAccounts = (where: RawBuilder<boolean>): Sql => sql`
  select e.currency, (e.created_at at time zone ${bookZone(sql`e.currency`)})::date as day, a.kind as account_kind,
    case when a.kind in ('customer', 'customer_debt') then '' else a.owner end as owner, t.kind as transfer_kind,
    coalesce(sum(-e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as debit_minor,
    coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as credit_minor, count(*)::int as entries
  from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
  where ${where} group by 1, 2, 3, 4, 5`

/** SQL: transfers by day of the books, branch and provider; several rows for a day. */
export const findTransferDays = (known: bigint): Sql => sql`
  select currency, day, kind, branch, provider, transfers, amount from transfer_days union all ${sumTransfers(isAfter(known))}`

/** SQL: the entries of a currency by day and account; several rows for a day. */
export const findAccountDays = (currency: Currency, known: bigint): Sql => sql`
  select currency, day, account_kind, owner, transfer_kind, debit_minor, credit_minor, entries from account_days
  where currency = ${sql.lit(currency)}
  union all ${sumAccounts(sql<boolean>`${isAfter(known)} and e.currency = ${sql.lit(currency)}`)}`

/** How long writers of the ledger may be held up while its last entry is read; after that, reading gives up. */
const longestWait = '100ms'

/** Adds the entries since the last time to the sums. Of several processes, one does. */
export async function addLedgerDays({ db }: Deps): Promise<void> {
  const through = await findLastEntry({ db })
  if (through === undefined) return
  await transact(db, async (tx) => {
    // The first time, that is the whole ledger.
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ through_entry: bigint }>`
      select through_entry from ledger_day_marks for update`.execute(tx)
    const before = rows[0]!.through_entry
    if (through <= before) return
    const added = sql<boolean>`e.id > ${before}::bigint and e.id <= ${through}::bigint`
    await sql`insert into transfer_days as s (currency, day, kind, branch, provider, transfers, amount) ${sumTransfers(added)}
      on conflict (currency, day, kind, branch, provider)
      do update set transfers = s.transfers + excluded.transfers, amount = s.amount + excluded.amount`.execute(tx)
    await sql`insert into account_days as s (currency, day, account_kind, owner, transfer_kind, debit_minor, credit_minor, entries)
      ${sumAccounts(added)} on conflict (currency, day, account_kind, owner, transfer_kind)
      do update set debit_minor = s.debit_minor + excluded.debit_minor, credit_minor = s.credit_minor + excluded.credit_minor,
        entries = s.entries + excluded.entries`.execute(tx)
    await sql`update ledger_day_marks set through_entry = ${through}::bigint`.execute(tx)
  })
}

/** The last entry up to which nobody is writing one any more; undefined where the writers take too long. */
async function findLastEntry({ db }: Pick<Deps, 'db'>): Promise<bigint | undefined> {
  try {
    return await transact(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(longestWait)}`.execute(tx)
      await sql`lock table ledger_entries in share mode`.execute(tx)
      const { rows } = await sql<{ id: bigint | null }>`select max(id) as id from ledger_entries`.execute(tx)
      return rows[0]?.id ?? undefined
    })
  } catch (error) {
    if (isGivenUp(error)) return undefined
    throw error
  }
}

const untilMark = sql<boolean>`e.id <= (select m.through_entry from ledger_day_marks m)`
const compare = (table: string, summed: Sql): Rule =>
  rule(
    `the sums of ${table} are those of the ledger`,
    sql<{ day: string; currency: string }>`
      select d.day::text as day, d.currency from (
        (select * from ${sql.table(table)} except all select * from (${summed}) s)
        union all (select * from (${summed}) s except all select * from ${sql.table(table)})) d group by 1, 2`,
    ({ day, currency }) => `${table}: the sums of ${day} in ${currency} differ from the ledger`,
  )

/** The stored sums, compared with the ledger itself. */
export const ledgerDayRules: readonly Rule[] = [
  compare('transfer_days', sumTransfers(untilMark)),
  compare('account_days', sumAccounts(untilMark)),
]
