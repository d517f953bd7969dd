import { sql, type RawBuilder } from 'kysely'
import { normalizeCode, readReference } from '#contract/codes.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'
import { transferKinds } from '#contract/wallet/ledger.ts'
import type { Db } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import { isVisibleCustomer, nameOf } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { matchAny } from '#server/features/lists/matches.ts'
import { selectAccounts } from '#server/features/lists/phones.ts'
import { served, type FindSource } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { transfersWithin } from '../staff/transfers-within.ts'

const accountsOf = (condition: RawBuilder<boolean>) => sql<unknown>`(
  select array_agg(distinct a.kind order by a.kind) from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.id and ${condition})`

/* Ids of transfers, each found by an index. */

const idsByReference = (text: string) => sql`
  select id from ledger_transfers
  where kind = any(${[...transferKinds]}::text[]) and reference in (${text}, upper(${text}), ${readReference(text)})`

const idsOfCustomers = (users: RawBuilder<unknown>) => sql`
  select e.transfer_id from ledger_accounts a
  join ledger_entries e on e.account_id = a.id
  where a.kind in ('customer', 'customer_debt') and a.owner in (select c.id::text from (${users}) c (id))`
const idsOfCustomer = (text: string) => idsOfCustomers(sql`select u.id from users u where ${isAccount(text)}`)

const idsByAmount = (text: string) => sql`
  select e.transfer_id from ledger_entries e
  where e.amount_minor > 0 and ${hasAmount(sql`e.amount_minor`, sql`e.currency`, text)}`

const isBooking = (text: string) =>
  isUuid(text) ? sql`b.id = ${text}::uuid` : sql`b.booking_code = ${normalizeCode(text)}`

/** As an array, so that the references are looked up; joined, they are expected to be many, and all transfers are read. */
const idsOfBooking = (text: string) => sql`
  select l.id from ledger_transfers l
  where l.kind in ('booking', 'extension', 'refund', 'adjustment') and l.reference = any(array(
    select b.id::text || r.suffix from bookings b cross join lateral (
      select '' as suffix
      union all select '/' || n from generate_series(1, b.charges) n
      union all select '/goodwill/' || n from generate_series(1, (
        select count(*)::int from booking_history h where h.booking_id = b.id and h.cause = 'goodwill')) n
      union all select '/refund/' || f.number from booking_refunds f where f.booking_id = b.id and f.status = 'done') r
    where ${isBooking(text)}))
  union all
  select k.transfer_id from shift_entries k join bookings b on b.id = k.booking_id where ${isBooking(text)}`

const idsOfOrder = (text: string) => sql`
  select l.id from ledger_transfers l
  where l.kind in ('order', 'order_release', 'refund') and l.reference = any(array(
    select o.id::text || r.suffix from orders o cross join lateral (
      select '' as suffix
      union all select '/' || n from generate_series(1, (
        select count(*)::int from order_refunds f where f.order_id = o.id)) n) r
    where o.order_number = ${normalizeCode(text)}))`

/** Transfers of the ledger. Their ids are in the order of their times. */
const transactionSource: FindSource<typeof transactionList> = async ({ db, access, now, query: { search } }) => {
  const matches = search === undefined ? sql<boolean>`true` : await matchTransfers(db, search, { access, now })
  return describeTransfers({ access, now }, matches)
}

const describeTransfers = (
  { access, now }: SeenBy,
  matches: RawBuilder<boolean>,
): ListSource<typeof transactionList> => ({
  from: sql`ledger_transfers t`,
  id: sql<string>`t.id`,
  columns: {
    created_at: sql`t.created_at`,
    kind: sql`t.kind`,
    amount: {
      minor: sql`(select sum(e.amount_minor)::bigint from ledger_entries e
        where e.transfer_id = t.id and e.amount_minor > 0)`,
      currency: sql`(select e.currency from ledger_entries e where e.transfer_id = t.id limit 1)`,
    },
    from: accountsOf(sql<boolean>`e.amount_minor < 0`),
    to: accountsOf(sql<boolean>`e.amount_minor > 0`),
    // The cast is made for customers' accounts alone: others have owners that are no accounts of people.
    customer: sql`(select ${nameOf('u', sql<boolean>`true`)} from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join users u on u.id = case when a.kind in ('customer', 'customer_debt') then a.owner::uuid end
      where e.transfer_id = t.id and u.erased_at is null and ${isVisibleCustomer('u', access, now)} limit 1)`,
    booking: sql`(select b.booking_code from bookings b where case when t.kind = 'counter'
      then b.id in (select k.booking_id from shift_entries k where k.transfer_id = t.id)
      else b.booking_code = split_part(t.description, ':', 2) end limit 1)`,
    order: sql`(case when t.description like 'order:%' then split_part(t.description, ':', 2) end)`,
    reference: sql`t.reference`,
    transfer: sql`t.id`,
  },
  order: { created_at: sql`t.id`, transfer: sql`t.id` },
  filters: {
    kind: (kind) => sql<boolean>`t.kind = ${kind}`,
    account: (kind) => sql<boolean>`exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = t.id and a.kind = ${kind})`,
    currency: (code) => sql<boolean>`exists (
      select from ledger_entries e where e.transfer_id = t.id and e.currency = ${code})`,
    customer: (text) => sql<boolean>`t.id in (${idsOfCustomer(text)})`,
    booking: (text) => sql<boolean>`t.id in (${idsOfBooking(text)})`,
    tax: (code) => sql<boolean>`exists (
      select from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = t.id and a.kind = 'tax_payable' and a.owner = lower(${code}))`,
    created: sql<Date>`t.created_at`,
  },
  search: (text) => ({
    exact: sql<boolean>`t.reference in (${text}, upper(${text}), ${readReference(text)})`,
    matches,
  }),
  scope: { within: transfersWithin },
})

/** Customers whom the reader may not see are found by their whole address alone. */
function matchTransfers(db: Db, text: string, { access, now }: SeenBy): Promise<RawBuilder<boolean>> {
  const named = sql`select u.id from users u
    where u.id in (${selectAccounts(text)}) and ${isVisibleCustomer('u', access, now)}`
  const among = (ids: RawBuilder<unknown>) => ({ ids, condition: sql<boolean>`t.id in (${ids})` })
  return matchAny(
    db,
    sql`t.id`,
    [
      idsByReference(text),
      idsOfBooking(text),
      idsOfOrder(text),
      idsOfCustomer(text),
      ...(isUuid(text) ? [sql`select ${text}::uuid`] : []),
    ],
    [among(idsByAmount(text)), among(idsOfCustomers(named))],
  )
}

export const transactionsDesk = [served(transactionList, transactionSource)]
