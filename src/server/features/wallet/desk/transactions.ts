import { sql, type RawBuilder } from 'kysely'
import { normalizeCode, readReference } from '#contract/codes.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'
import { transferKinds } from '#contract/wallet/ledger.ts'
import { isUuid } from '#server/database/ids.ts'
import { isVisibleCustomer } from '#server/features/access/contacts.ts'
import { isAccount } from '#server/features/lists/is-account.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { transfersWithin } from '../staff/transfers-within.ts'

const accountsOf = (condition: RawBuilder<boolean>) => sql<unknown>`(
  select array_agg(distinct a.kind order by a.kind) from ledger_entries e join ledger_accounts a on a.id = e.account_id
  where e.transfer_id = t.id and ${condition})`

/* Ids of transfers, each found by an index. */

const idsByReference = (text: string) => sql`
  select id from ledger_transfers
  where kind = any(${[...transferKinds]}::text[]) and reference in (${text}, upper(${text}), ${readReference(text)})`

const idsOfCustomer = (text: string) => sql`
  select e.transfer_id from users u
  join ledger_accounts a on a.owner = u.id::text and a.kind in ('customer', 'customer_debt')
  join ledger_entries e on e.account_id = a.id where ${isAccount(text)}`

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
    where ${isUuid(text) ? sql`b.id = ${text}::uuid` : sql`b.booking_code = ${normalizeCode(text)}`}))`

/** Transfers of the ledger. Their ids are in the order of their times. */
const transactionSource = ({ access, now }: SeenBy): ListSource<typeof transactionList> => ({
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
    customer: sql`(select u.email from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join users u on u.id = case when a.kind in ('customer', 'customer_debt') then a.owner::uuid end
      where e.transfer_id = t.id and u.erased_at is null and ${isVisibleCustomer('u', access, now)} limit 1)`,
    booking: sql`(select b.booking_code from bookings b where b.booking_code = split_part(t.description, ':', 2))`,
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
    created: sql<Date>`t.created_at`,
  },
  search: (text) => ({
    exact: sql<boolean>`t.reference in (${text}, upper(${text}), ${readReference(text)})`,
    matches: sql<boolean>`t.id in (
      ${idsByReference(text)} union all ${idsOfBooking(text)} union all ${idsOfCustomer(text)}
      ${isUuid(text) ? sql`union all select ${text}::uuid` : sql``})`,
  }),
  scope: { within: transfersWithin },
})

export const transactionsDesk = [served(transactionList, transactionSource)]
