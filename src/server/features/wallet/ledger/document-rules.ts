import { sql } from 'kysely'
import { rule, type Rule } from './rule.ts'

/** Sums of lines of requests, whose amounts are texts in JSON. */
const lines = sql`cross join lateral jsonb_to_recordset(r.lines) as l (amount_minor bigint, released_minor bigint, refunded_minor bigint)`

/** What the ledger and the requests for vehicle documents must agree on. */
export const documentRules: readonly Rule[] = [
  rule(
    'what is held for documents is what of paid requests was neither released nor refunded',
    sql<{ held: bigint; due: bigint }>`
      with held as (
        select coalesce(sum(e.amount_minor), 0)::bigint as minor from ledger_entries e
        join ledger_accounts a on a.id = e.account_id where a.kind = 'document_held'),
      due as (
        select coalesce(sum(total_minor - released_minor - refunded_minor), 0)::bigint as minor
        from document_requests where paid_at is not null)
      select held.minor as held, due.minor as due from held, due where held.minor <> due.minor`,
    ({ held, due }) => `${held} NGN (minor units) are held for documents, whose requests amount to ${due}`,
  ),
  rule(
    'a paid request for documents was paid what it costs, by its customer',
    sql<{ number: string; total_minor: bigint; paid: bigint }>`
      select r.number, r.total_minor, coalesce(-sum(e.amount_minor), 0)::bigint as paid
      from document_requests r
        left join ledger_transfers t on t.kind = 'document' and t.description = 'document:' || r.number
        left join ledger_entries e on e.transfer_id = t.id and e.account_id in
          (select id from ledger_accounts where kind = 'customer' and owner = r.user_id::text)
      group by r.id
      having coalesce(-sum(e.amount_minor), 0) <> case when r.paid_at is null then 0 else r.total_minor end`,
    ({ number, total_minor, paid }) => `request ${number} costs ${total_minor}, and ${paid} was paid for it`,
  ),
  rule(
    'nothing of a request for documents is both released and refunded',
    sql<{ number: string }>`
      select r.number from document_requests r ${lines}
      group by r.id
      having bool_or(l.released_minor < 0 or l.refunded_minor < 0 or l.released_minor + l.refunded_minor > l.amount_minor)
        or sum(l.amount_minor) <> r.total_minor or sum(l.released_minor) <> r.released_minor
        or sum(l.refunded_minor) <> r.refunded_minor`,
    ({ number }) => `the lines of request ${number} do not sum to where its money went`,
  ),
  rule(
    'refunds and releases of a request for documents are what the ledger moved',
    sql<{ number: string; released: bigint; refunded: bigint }>`
      select r.number, coalesce(m.released, 0)::bigint as released, coalesce(m.refunded, 0)::bigint as refunded
      from document_requests r left join lateral (
        select sum(e.amount_minor) filter (where a.kind not in ('customer', 'document_held')) as released,
          sum(e.amount_minor) filter (where a.kind = 'customer') as refunded
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where t.kind in ('document_release', 'refund') and t.description = 'document:' || r.number) m on true
      where r.paid_at is not null and (coalesce(m.released, 0) <> r.released_minor or coalesce(m.refunded, 0) <> r.refunded_minor)`,
    ({ number, released, refunded }) =>
      `the ledger released ${released} and refunded ${refunded} of request ${number}, which says otherwise`,
  ),
]
