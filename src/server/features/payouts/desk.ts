import { sql } from 'kysely'
import { payeeList } from '#contract/payouts/desk/payees.ts'
import { payoutList } from '#contract/payouts/desk/payouts.ts'
import { statementLineList, statementList } from '#contract/payouts/desk/statements.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { unstated } from './lines.ts'
import { payableAt, scheduleAt } from './payable.ts'
import { withinPayees } from './payee-records.ts'
import { payeeBalance, payeeName, payeesWithPlaces } from './payees.ts'

const ofPayee = { within: withinPayees }
const isExample = sql<boolean>`coalesce(o.is_example, b.is_example)`
const isNamed = (text: string) =>
  sql<boolean>`(${isId(sql`y.id`, text)} or ${payeeName} ilike ${containsPattern(text)})`

/** SQL: whether staff have to confirm the identity or the account of the payee `y`; Stripe confirms its own. */
export const waitsForCheck = sql<boolean>`(y.identity = 'pending' or exists (select from payout_accounts w
  where w.payee_id = y.id and w.replaced_at is null and w.state = 'pending' and w.method <> 'stripe'))`

const payeeSource = ({ now }: SeenBy): ListSource<typeof payeeList> => {
  const currency = sql<string>`y.currency`
  return {
    from: sql`${payeesWithPlaces} left join payout_accounts k on k.payee_id = y.id and k.replaced_at is null`,
    id: sql<string>`y.id`,
    columns: {
      name: payeeName,
      kind: sql`case when y.branch_id is null then 'partner' else 'branch' end`,
      country: sql`c.code`,
      balance: { minor: payeeBalance, currency },
      unstated: { minor: unstated, currency },
      payable: { minor: sql<bigint>`(select v.payable_minor from ${payableAt(now)})`, currency },
      held_back: sql`(select v.held_back from ${payableAt(now)})`,
      schedule: scheduleAt(now),
      next_closing_at: sql`y.next_closing_at`,
      identity: sql`y.identity`,
      account: sql`case when k.state = 'verified' then k.masked end`,
      is_paused: sql`y.is_paused`,
      timezone: sql`y.timezone`,
      is_example: isExample,
    },
    filters: {
      kind: (kind) => sql<boolean>`(y.branch_id is null) = (${kind} = 'partner')`,
      country: (code) => sql<boolean>`c.code = ${code}`,
      currency: (code) => sql<boolean>`y.currency = ${code}`,
      partner: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.name ilike ${containsPattern(text)})`,
      payable: sql<boolean>`((select v.payable_minor from ${payableAt(now)}) > 0)`,
      negative: sql<boolean>`(${payeeBalance} < 0)`,
      to_check: waitsForCheck,
      example: isExample,
    },
    state: sql<string>`y.identity`,
    search: (text) => ({ matches: hasWords([payeeName, sql`coalesce(y.legal_name, '')`], text) }),
    scope: ofPayee,
  }
}

const statementSource = (): ListSource<typeof statementList> => {
  const money = (minor: ReturnType<typeof sql<bigint>>) => ({ minor, currency: sql<string>`s.currency` })
  return {
    from: sql`statements s join ${payeesWithPlaces} on y.id = s.payee_id`,
    counted: sql`statements s join payees y on y.id = s.payee_id`,
    id: sql<string>`s.id`,
    columns: {
      number: sql`s.number`,
      payee: payeeName,
      country: sql`c.code`,
      period_from: sql`s.period_from`,
      period_until: sql`s.period_until`,
      opening: money(sql`s.opening_minor`),
      sales: money(sql`s.sales_minor`),
      refunds: money(sql`s.refunds_minor`),
      commission: money(sql`-s.commission_minor`),
      tax: money(sql`-s.tax_minor`),
      other: money(sql`s.other_minor`),
      paid: money(sql`s.paid_minor`),
      closing: money(sql`s.closing_minor`),
      timezone: sql`y.timezone`,
      is_example: isExample,
    },
    filters: {
      payee: isNamed,
      country: (code) => sql<boolean>`c.code = ${code}`,
      currency: (code) => sql<boolean>`s.currency = ${code}`,
      until: { at: sql<Date>`s.period_until`, zone: sql`y.timezone` },
      example: isExample,
    },
    search: (text) => ({
      exact: sql<boolean>`s.number = upper(${text})`,
      matches: sql<boolean>`(s.number = upper(${text}) or ${hasWords([payeeName], text)}
        or ${hasAmount(sql`s.closing_minor`, sql`s.currency`, text)})`,
    }),
    scope: ofPayee,
  }
}

const statementLineSource = (): ListSource<typeof statementLineList> => {
  const money = (minor: ReturnType<typeof sql<bigint>>) => ({ minor, currency: sql<string>`y.currency` })
  return {
    from: sql`statement_lines l join payees y on y.id = l.payee_id left join parks p on p.id = l.park_id`,
    id: sql<string>`l.entry_id::text`,
    columns: {
      at: sql`l.at`,
      kind: sql`l.kind`,
      subject: sql`l.subject`,
      place: sql`coalesce(p.name, p.address, p.park_code)`,
      gross: money(sql`l.amount_minor + l.booked_minor`),
      rate: sql`l.rate / 1000.0::float8`,
      commission: money(sql`-l.commission_minor`),
      net: money(sql`l.amount_minor + l.booked_minor - l.commission_minor`),
      timezone: sql`y.timezone`,
    },
    filters: {
      statement: (text) =>
        sql<boolean>`l.statement_id in (select s.id from statements s where ${isId(sql`s.id`, text)} or s.number = upper(${text}))`,
      kind: (kind) => sql<boolean>`l.kind = ${kind}`,
    },
    search: (text) => ({
      exact: sql<boolean>`l.subject = upper(${text})`,
      matches: sql<boolean>`(l.subject = upper(${text}) or ${hasAmount(sql`l.amount_minor`, sql`y.currency`, text)})`,
    }),
    scope: ofPayee,
  }
}

const payoutSource = (): ListSource<typeof payoutList> => ({
  from: sql`payouts q join ${payeesWithPlaces} on y.id = q.payee_id join payout_accounts k on k.id = q.account_id`,
  counted: sql`payouts q join payees y on y.id = q.payee_id`,
  id: sql<string>`q.id`,
  columns: {
    number: sql`q.number`,
    payee: payeeName,
    country: sql`c.code`,
    amount: { minor: sql`q.amount_minor`, currency: sql<string>`q.currency` },
    method: sql`q.method`,
    account: sql`k.masked`,
    proposed_at: sql`q.proposed_at`,
    paid_at: sql`q.paid_at`,
    returned: { minor: sql`nullif(q.returned_minor, 0)`, currency: sql<string>`q.currency` },
    failure: sql`q.failure`,
    bank_reference: sql`q.bank_reference`,
    is_example: isExample,
  },
  filters: {
    payee: isNamed,
    method: (method) => sql<boolean>`q.method = ${method}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    currency: (code) => sql<boolean>`q.currency = ${code}`,
    proposed: sql<Date>`q.proposed_at`,
    needs_second: sql<boolean>`q.needs_second`,
    part_returned: sql<boolean>`(q.state = 'paid' and q.returned_minor > 0)`,
    example: isExample,
  },
  state: sql<string>`q.state`,
  search: (text) => ({
    exact: sql<boolean>`q.number = upper(${text})`,
    matches: sql<boolean>`(q.number = upper(${text}) or q.reference = ${text} or q.bank_reference = ${text}
      or ${hasWords([payeeName], text)} or ${hasAmount(sql`q.amount_minor`, sql`q.currency`, text)})`,
  }),
  scope: ofPayee,
})

export const payoutsDesk = [
  served(payoutList, payoutSource),
  served(payeeList, payeeSource),
  served(statementList, statementSource),
  served(statementLineList, statementLineSource),
]
