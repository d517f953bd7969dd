import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Posting, Transfer } from './ledger.ts'

const isOfCustomer = ({ account }: Posting): boolean => account.kind === 'customer'

/**
 * Writes one transfer that moves one wallet account and whose accounts are all there: with nothing to open and no order of locks to
 * keep, it costs half of what many at once do. Its postings are balanced, each account once. False, with nothing written,
 * for any other transfer, and where an account is not there yet.
 */
export async function writeSingle(tx: Tx, { id, ...transfer }: Transfer & { id: string }): Promise<boolean> {
  const { kind, reference, description, currency, at, postings } = transfer
  const [customer, another] = postings.filter(isOfCustomer)
  if (customer === undefined || another !== undefined) return false
  const others = postings.filter((posting) => !isOfCustomer(posting))
  const { rows } = await sql`
    with a as materialized (
      select l.id, w.amount
      from unnest(${others.map(({ account }) => account.kind)}::text[], ${others.map(({ account }) => account.owner)}::text[],
        ${others.map(({ amount_minor }) => String(amount_minor))}::bigint[]) as w(kind, owner, amount)
      join ledger_accounts l on l.kind = w.kind and l.owner = w.owner and l.currency = ${currency}),
    moved as (
      update ledger_accounts set balance_minor = balance_minor + ${customer.amount_minor}::bigint, entry_count = entry_count + 1
      where kind = 'customer' and owner = ${customer.account.owner} and currency = ${currency}
        and (select count(*) from a) = ${others.length}::int
      returning id, balance_minor, entry_count),
    head as (
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select ${id}::uuid, ${kind}::text, ${reference}::text, ${description}::text, ${at}::timestamptz from moved),
    lines as (
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select ${id}::uuid, id, ${currency}::text, ${customer.amount_minor}::bigint, balance_minor, entry_count, ${at}::timestamptz from moved
      union all select ${id}::uuid, a.id, ${currency}::text, a.amount, null, null, ${at}::timestamptz from moved, a)
    select from moved`.execute(tx)
  return rows.length === 1
}
