import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { bookingRules, orderRules } from './order-rules.ts'
import { payoutRules } from './payout-rules.ts'
import { checkRules, rule, type Rule } from './rule.ts'

/** Sums of lines of requests, whose amounts are texts in JSON. */
const lines = sql`cross join lateral jsonb_to_recordset(r.lines) as l (amount_minor bigint, released_minor bigint, refunded_minor bigint)`

/** What the ledger and the requests for vehicle documents must agree on. */
const documentRules: readonly Rule[] = [
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

/** The ledger's invariants. Each is computed from the entries, without relying on stored sums, constraints or triggers. */
export const ledgerRules: readonly Rule[] = [
  rule(
    'every transfer is balanced',
    sql<{ transfer_id: string; currency: string; sum: bigint }>`
      select transfer_id, currency, sum(amount_minor)::bigint as sum from ledger_entries
      group by transfer_id, currency having sum(amount_minor) <> 0`,
    ({ transfer_id, sum, currency }) => `transfer ${transfer_id} is off by ${sum} ${currency}`,
  ),
  rule(
    'a transfer is in one currency',
    sql<{ transfer_id: string; currencies: string }>`
      select transfer_id, string_agg(distinct currency, ' ') as currencies from ledger_entries
      group by transfer_id having count(distinct currency) > 1`,
    ({ transfer_id, currencies }) => `transfer ${transfer_id} mixes ${currencies}`,
  ),
  rule(
    'a balance is the sum of its entries',
    sql<{ id: string; owner: string; balance_minor: bigint; sum: bigint }>`
      select a.id, a.owner, a.balance_minor, coalesce(sum(e.amount_minor), 0)::bigint as sum
      from ledger_accounts a left join ledger_entries e on e.account_id = a.id
      where a.kind = 'customer' group by a.id having a.balance_minor is distinct from coalesce(sum(e.amount_minor), 0)`,
    ({ id, owner, balance_minor, sum }) =>
      `account ${id} of ${owner} holds ${balance_minor}, its entries sum to ${sum}`,
  ),
  rule(
    'no customer balance is ever negative',
    sql<{ id: bigint; owner: string; balance_after_minor: bigint }>`
      select e.id, a.owner, e.balance_after_minor from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.kind = 'customer' and e.balance_after_minor < 0
      union all select null, owner, balance_minor from ledger_accounts where kind = 'customer' and balance_minor < 0`,
    ({ id, owner, balance_after_minor }) =>
      `${owner} is at ${balance_after_minor}${id === null ? '' : ` after entry ${id}`}, below zero`,
  ),
  rule(
    'debts and refund clearing never change sign',
    sql<{ id: string; kind: string; owner: string; sum: bigint }>`
      select a.id, a.kind, a.owner, sum(e.amount_minor)::bigint as sum
      from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.kind in ('customer_debt', 'refund_clearing') group by a.id
      having case a.kind when 'customer_debt' then sum(e.amount_minor) > 0 else sum(e.amount_minor) < 0 end`,
    ({ id, kind, owner, sum }) => `account ${id} (${kind} of ${owner}) is at ${sum}, on the wrong side of zero`,
  ),
  rule(
    'an entry is in the currency of its account',
    sql<{ id: bigint }>`
      select e.id from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.currency <> a.currency`,
    ({ id }) => `entry ${id} is in another currency than its account`,
  ),
  rule(
    'an entry’s balance is the sum of the entries up to it',
    sql<{ id: bigint }>`
      select id from (
        select e.id, e.balance_after_minor, sum(e.amount_minor) over (partition by e.account_id order by e.id) as running
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'customer') r
      where balance_after_minor is distinct from running`,
    ({ id }) => `entry ${id} has a balance that differs from the sum of the entries up to it`,
  ),
  rule(
    'a customer’s entries are numbered without gaps',
    sql<{ id: bigint; position: bigint | null; nth: bigint }>`
      select id, position, nth from (
        select e.id, e.position, row_number() over (partition by e.account_id order by e.id) as nth
        from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'customer') n
      where position is distinct from nth`,
    ({ id, position, nth }) => `entry ${id} is number ${position} of its account, and in truth the ${nth}th`,
  ),
  rule(
    'an account’s entry count is right',
    sql<{ id: string; entry_count: bigint; count: bigint }>`
      select a.id, a.entry_count, count(e.id) as count from ledger_accounts a left join ledger_entries e on e.account_id = a.id
      where a.kind = 'customer' group by a.id having a.entry_count <> count(e.id)`,
    ({ id, entry_count, count }) => `account ${id} counts ${entry_count} entries and has ${count}`,
  ),
  rule(
    'the counts by kind are right',
    sql<{ account_id: string; kind: string; block: number; through: bigint; count: bigint }>`
      with numbered as (
        select e.account_id, t.kind, (e.position - 1) / 128 as block from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where e.position is not null),
      counted as (
        select account_id, coalesce(kind, '*') as kind, block, count(*) as n from numbered
        group by grouping sets ((account_id, kind, block), (account_id, block))),
      summed as (
        select account_id, kind, block, sum(n) over (partition by account_id, kind order by block) as count from counted)
      select account_id, kind, m.block, m.through, coalesce(s.count, 0)::bigint as count
      from ledger_kind_marks m left join summed s using (account_id, kind, block) where m.through is distinct from s.count`,
    ({ account_id, kind, block, through, count }) =>
      `account ${account_id} has ${count} entries of ${kind} up to block ${block}, and its mark says ${through}`,
  ),
  rule(
    'every full block of a wallet is counted by kind',
    sql<{ id: string; blocks: bigint; marked: bigint }>`
      select a.id, a.entry_count / 128 as blocks, count(m.block) as marked from ledger_accounts a
      left join ledger_kind_marks m on m.account_id = a.id and m.kind = '*' and m.block < a.entry_count / 128
      where a.kind = 'customer' group by a.id having count(m.block) <> a.entry_count / 128`,
    ({ id, blocks, marked }) => `account ${id} has ${blocks} full blocks, and ${marked} of them are counted by kind`,
  ),
  rule(
    'a transfer that moves money has entries',
    sql<{ id: string; kind: string; reference: string }>`
      select t.id, t.kind, t.reference from ledger_transfers t
      where t.kind in ('top_up', 'refund', 'adjustment', 'provider_fee') and not exists (select 1 from ledger_entries e where e.transfer_id = t.id)`,
    ({ id, kind, reference }) => `transfer ${id} (${kind} ${reference}) has no entries`,
  ),
  rule(
    'a top-up is successful if and only if it was credited',
    sql<{ reference: string }>`
      select t.reference from top_ups t left join ledger_transfers l on l.id = t.transfer_id and l.kind = 'top_up' and l.reference = t.reference
      where (t.status = 'success') <> (l.id is not null)`,
    ({ reference }) => `top-up ${reference} and the ledger disagree on whether it was credited`,
  ),
  rule(
    'every credit belongs to a top-up of the same user and provider',
    sql<{ id: string; reference: string }>`
      select l.id, l.reference from ledger_transfers l where l.kind = 'top_up' and not exists (
        select 1 from top_ups t
        join ledger_entries e on e.transfer_id = l.id and e.currency = t.currency and e.amount_minor > 0
        join ledger_accounts a on a.id = e.account_id and a.kind = 'customer' and a.owner = t.user_id::text
        join ledger_entries f on f.transfer_id = l.id and f.amount_minor = -e.amount_minor
        join ledger_accounts p on p.id = f.account_id and p.kind = 'provider_clearing' and p.owner = t.provider
        where t.transfer_id = l.id)`,
    ({ id, reference }) => `transfer ${id} credits ${reference}, which no top-up of that user paid for`,
  ),
  rule(
    'a provider’s fee is posted as reported',
    sql<{ provider: string; fee_id: string }>`
      select f.provider, f.fee_id from provider_fees f where f.transfer_id is not null and not exists (
        select 1 from top_ups t
        join ledger_transfers l on l.id = f.transfer_id and l.kind = 'provider_fee' and l.reference = f.provider || '/' || f.fee_id
        join ledger_entries e on e.transfer_id = l.id and e.amount_minor = f.amount_minor and e.currency = f.currency
        join ledger_accounts c on c.id = e.account_id and c.kind = 'provider_clearing' and c.owner = f.provider
        join ledger_entries k on k.transfer_id = l.id and k.amount_minor = -f.amount_minor
        join ledger_accounts x on x.id = k.account_id and x.kind = 'provider_fee' and x.owner = f.provider
        where t.id = f.top_up_id and t.provider = f.provider)`,
    ({ provider, fee_id }) => `fee ${fee_id} of ${provider} and the ledger disagree on its amount`,
  ),
  rule(
    'every posted fee was reported by a provider',
    sql<{ id: string; reference: string }>`
      select l.id, l.reference from ledger_transfers l
      where l.kind = 'provider_fee' and not exists (select 1 from provider_fees f where f.transfer_id = l.id)
        and not exists (select from payouts p join ledger_entries e on e.transfer_id = l.id and e.amount_minor = p.fee_minor
          where l.reference = 'payout/' || p.id)
        and not exists (select from payouts p join ledger_entries e on e.transfer_id = l.id and e.amount_minor = p.fee_returned_minor
          where l.reference = 'payout/' || p.id || '/returned')`,
    ({ id, reference }) => `transfer ${id} books fee ${reference}, which no provider reported`,
  ),
  rule(
    'a refund took its amount from its user',
    sql<{ reference: string }>`
      select r.reference from refunds r where not exists (
        select 1 from ledger_transfers l join ledger_entries e on e.transfer_id = l.id
        join ledger_accounts a on a.id = e.account_id and a.kind in ('customer', 'customer_debt') and a.owner = r.user_id::text
        where l.id = r.transfer_id and l.kind = 'refund' and l.reference = r.reference and e.currency = r.currency
        group by l.id having sum(e.amount_minor) = -r.amount_minor)`,
    ({ reference }) => `refund ${reference} and the ledger disagree on what it took from the wallet`,
  ),
  rule(
    'only failed refunds returned the money',
    sql<{ reference: string }>`
      select r.reference from refunds r
      left join ledger_transfers l on l.kind = 'refund' and l.reference = r.reference || '/back'
      where (r.status = 'failed') <> (l.id is not null) or (l.id is not null and l.id is distinct from r.ended_transfer_id)`,
    ({ reference }) => `refund ${reference} and the ledger disagree on whether it was returned`,
  ),
  rule(
    'driver refunds never exceed the payment',
    sql<{ reference: string; sum: bigint }>`
      select t.reference, sum(r.amount_minor)::bigint as sum from refunds r join top_ups t on t.id = r.top_up_id
      join ledger_entries e on e.transfer_id = t.transfer_id join ledger_accounts a on a.id = e.account_id and a.kind = 'customer'
      where r.status <> 'failed' and r.origin = 'driver' group by t.reference, e.amount_minor having sum(r.amount_minor) > e.amount_minor`,
    ({ reference, sum }) => `refunds of top-up ${reference} add up to ${sum}, more than was credited`,
  ),
  rule(
    'refund clearing equals the open refunds',
    sql<{ provider: string; currency: string; held: bigint; open: bigint }>`
      with held as (
        select a.owner as provider, a.currency, sum(e.amount_minor)::bigint as minor
        from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.kind = 'refund_clearing' group by 1, 2),
      open as (
        select provider, currency, sum(amount_minor)::bigint as minor from refunds
        where origin = 'driver' and status in ('pending', 'processing') group by 1, 2)
      select provider, currency, coalesce(h.minor, 0) as held, coalesce(o.minor, 0) as open
      from held h full join open o using (provider, currency) where coalesce(h.minor, 0) <> coalesce(o.minor, 0)`,
    ({ provider, currency, held, open }) =>
      `${provider} has ${held} ${currency} (minor units) in refund clearing, its open refunds say ${open}`,
  ),
  rule(
    'an approved correction was posted as it was approved',
    sql<{ id: string }>`
      select p.id from approvals p where p.state = 'approved' and not exists (
        select 1 from ledger_transfers l join ledger_entries e on e.transfer_id = l.id
        join ledger_accounts a on a.id = e.account_id and a.kind = 'customer' and a.owner = p.user_id::text
        where l.id = p.transfer_id and l.kind = 'adjustment' and l.reference = p.id::text
          and e.amount_minor = p.amount_minor and e.currency = p.currency)`,
    ({ id }) => `correction ${id} and the ledger disagree on what was posted`,
  ),
  rule(
    'debts equal what bookings and refunds record',
    sql<{ owner: string; currency: string; owed: bigint; recorded: bigint }>`
      with owed as (
        select a.owner, a.currency, -sum(e.amount_minor)::bigint as minor
        from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.kind = 'customer_debt' group by 1, 2),
      recorded as (
        select owner, currency, sum(minor)::bigint as minor from (
          select user_id::text as owner, currency, due_minor as minor from bookings where due_minor > 0
          union all select user_id::text, currency, owed_minor from refunds where owed_minor > 0) d group by 1, 2)
      select owner, currency, coalesce(o.minor, 0) as owed, coalesce(t.minor, 0) as recorded
      from owed o full join recorded t using (owner, currency) where coalesce(o.minor, 0) <> coalesce(t.minor, 0)`,
    ({ owner, currency, owed, recorded }) =>
      `${owner} owes ${owed} ${currency} (minor units) in the ledger, ${recorded} by bookings and refunds`,
  ),
  ...bookingRules,
  ...orderRules,
  ...payoutRules,
  ...documentRules,
]

/** Checks all rules in one snapshot of the database. Returns one sentence for each violation, none if all hold. */
export const checkLedger = (db: Db): Promise<string[]> => checkRules(db, ledgerRules)
