import { sql } from 'kysely'
import { rule, type Rule } from './rule.ts'

/** SQL: the amounts of a payee’s account, with the statement that each is on or that posted it. */
const payeeEntries = sql`(
  select a.owner::uuid as payee_id, a.currency, e.amount_minor,
    coalesce(l.statement_id, (select s.id from statements s where s.transfer_id = e.transfer_id)) as statement_id
  from ledger_accounts a join ledger_entries e on e.account_id = a.id left join statement_lines l on l.entry_id = e.id
  where a.kind = 'payee_payable')`

/** What the ledger, the statements and the payouts must agree on. */
export const payoutRules: readonly Rule[] = [
  rule(
    'a statement closes at what the ledger owes for it and for those before',
    sql<{ number: string; closing_minor: bigint; owed: bigint }>`
      select s.number, s.closing_minor, coalesce(e.minor, 0)::bigint as owed
      from statements s left join lateral (
        select sum(p.amount_minor) as minor from ${payeeEntries} p join statements b on b.id = p.statement_id
        where p.payee_id = s.payee_id and b.period_until <= s.period_until) e on true
      where s.closing_minor <> coalesce(e.minor, 0)`,
    ({ number, closing_minor, owed }) => `statement ${number} closes at ${closing_minor}, and the ledger owes ${owed}`,
  ),
  rule(
    'a statement opens at what the one before closed at',
    sql<{ number: string; opening_minor: bigint; before: bigint }>`
      select * from (
        select number, opening_minor, coalesce(lag(closing_minor) over (partition by payee_id order by period_until), 0)::bigint as before
        from statements) s where opening_minor <> before`,
    ({ number, opening_minor, before }) =>
      `statement ${number} opens at ${opening_minor}, and the one before closed at ${before}`,
  ),
  rule(
    'the lines of a statement sum to it, each with the amount of its entry',
    sql<{ number: string }>`
      select s.number from statements s join statement_lines l on l.statement_id = s.id join ledger_entries e on e.id = l.entry_id
      group by s.id having bool_or(l.amount_minor <> e.amount_minor) or count(*) <> s.line_count
        or sum(l.amount_minor + l.booked_minor - l.commission_minor)
          <> s.closing_minor - s.opening_minor + s.tax_minor`,
    ({ number }) => `statement ${number} and its lines disagree`,
  ),
  rule(
    'statements are numbered without gaps',
    sql<{ number: string; nth: bigint }>`
      select number, nth from (
        select number, serial, row_number() over (partition by year, currency order by serial) as nth from statements) s
      where serial <> nth`,
    ({ number, nth }) => `statement ${number} is the ${nth} of its series`,
  ),
  rule(
    'a payout left its payee’s account once, and came back as far as it was not paid',
    sql<{ number: string; state: string; taken: bigint }>`
      select p.number, p.state, coalesce(-m.minor, 0)::bigint as taken from payouts p left join lateral (
        select sum(e.amount_minor) as minor from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'payee_payable' and a.owner = p.payee_id::text
        where t.kind = 'payout' and t.description = 'payout:' || p.number) m on true
      where coalesce(-m.minor, 0)
        <> case when p.state in ('approved', 'sending', 'sent', 'paid') then p.amount_minor - p.returned_minor else 0 end`,
    ({ number, state, taken }) => `payout ${number} is ${state}, and ${taken} was taken for it`,
  ),
]
