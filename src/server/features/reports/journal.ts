import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { currencies, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { journalReport } from '#contract/reports/desk/journal.ts'
import { idIn } from '#server/database/ids.ts'
import { betweenDays } from '#server/features/lists/filter-days.ts'
import { served, type FindSource } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { findAccountDays, findMark } from './days/ledger-days.ts'
import { findClosed, startOfDay, sumEntries, type ClosedUntil } from './journal-months.ts'
import { allOf, textOf } from './places.ts'

/** SQL: the condition of the days that are asked for, on stored days. */
function ofDays(query: DeskQuery): RawBuilder<boolean> {
  // Refuses wrong days.
  betweenDays('day', 'within', query)
  const [from, to] = [textOf(query, 'day_from'), textOf(query, 'day_to')]
  return sql<boolean>`(${from ?? null}::date is null or day >= ${from ?? null}::date)
    and (${to ?? null}::date is null or day <= ${to ?? null}::date)`
}

/** SQL: the open days of the books of a currency, and on the first of them what came too late for a closed month. */
function openLines(
  query: DeskQuery,
  currency: Currency,
  closed: ClosedUntil | undefined,
  known: bigint,
): RawBuilder<unknown> {
  const [from, to] = [textOf(query, 'day_from'), textOf(query, 'day_to')]
  const open_from = closed?.open_from
  const first = [from, open_from]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
  const own = sql`
    select day, account_kind, owner, transfer_kind, sum(debit_minor)::bigint as debit_minor,
      sum(credit_minor)::bigint as credit_minor, sum(entries)::int as entries
    from (${findAccountDays(currency, known)}) d where ${allOf([
      first !== undefined && sql<boolean>`day >= ${first}::date`,
      to !== undefined && sql<boolean>`day <= ${to}::date`,
    ])} group by 1, 2, 3, 4`
  const columns = sql`account_kind, owner, transfer_kind`
  const opened = sql`
    select ${sql.lit(currency)} as currency, day, ${columns}, null::date as late_month, debit_minor, credit_minor, entries,
      false as is_closed from (${own}) o`
  if (closed === undefined) return opened
  const late = sumEntries(
    currency,
    sql<boolean>`e.id > ${closed.through_entry}::bigint and e.created_at < ${startOfDay(currency, closed.open_from)}`,
  )
  return sql`${opened} union all
    select ${sql.lit(currency)}, ${closed.open_from}::date, ${columns}, date_trunc('month', day)::date,
      sum(debit_minor)::bigint, sum(credit_minor)::bigint, sum(entries)::int, false
    from (${late}) l group by 3, 4, 5, 6`
}

/** SQL: the id of whom an account is for, where it is of one of the kinds. */
const ownerId = (...kinds: string[]) =>
  sql`(case when f.account_kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then ${idIn(sql`f.owner`)} end)`

/** SQL: the name of whom an account is for. */
const ownerName = (language: Language) => sql<string | null>`coalesce(
  (select b.name from branches b where b.id = ${ownerId('order_held', 'branch_payable')}),
  (select coalesce(p.name, p.address, p.park_code) from parks p where p.id = ${ownerId('park_payable')}),
  (select coalesce(o.name, b.name) from payees y left join partners o on o.id = y.partner_id
    left join branches b on b.id = y.branch_id where y.id = ${ownerId('payee_payable')}),
  (select ${sql.ref(language === 'fr' ? 'c.name_fr' : 'c.name')} from countries c where f.owner = '' and c.code = case f.currency
    when 'NGN' then 'NG' when 'CAD' then 'CA' when 'XOF' then 'SN' else 'US' end),
  f.owner)`

const journalSource: FindSource<typeof journalReport> = async ({ db, language, query }) => {
  const [closed, known] = await Promise.all([findClosed(db), findMark(db)])
  const chosen = textOf(query, 'currency')
  const shown = currencies.filter((currency) => chosen === undefined || currency === chosen)
  const parts = [
    sql`select currency, day, account_kind, owner, transfer_kind, late_month, debit_minor, credit_minor, entries, true as is_closed
      from journal_lines where currency = any(${shown}::text[])`,
    ...shown.map((currency) => openLines(query, currency, closed.get(currency), known)),
  ]
  return describeJournal(
    language,
    sql`(
    select *, md5(concat_ws('|', currency, day, account_kind, owner, transfer_kind, late_month, is_closed)) as id
    from (${sql.join(parts, sql` union all `)}) j where ${ofDays(query)}) f`,
  )
}

const describeJournal = (language: Language, from: RawBuilder<unknown>): ListSource<typeof journalReport> => {
  const currency = sql<string>`f.currency`
  const tax = sql<string | null>`case when f.account_kind = 'tax_payable' then f.owner end`
  const day = sql<string>`f.day::text`
  return {
    isComputed: true,
    from,
    id: sql<string>`f.id`,
    columns: {
      account: ownerName(language),
      day,
      account_kind: sql`f.account_kind`,
      tax_code: tax,
      transfer_kind: sql`f.transfer_kind`,
      currency,
      debit: { minor: sql<bigint>`f.debit_minor`, currency },
      credit: { minor: sql<bigint>`f.credit_minor`, currency },
      entries: sql`f.entries`,
      late_month: sql`to_char(f.late_month, 'YYYY-MM')`,
      is_closed: sql`f.is_closed`,
    },
    filters: {
      day: 'within',
      currency: (code) => sql<boolean>`f.currency = ${code}`,
      account: (kind) => sql<boolean>`f.account_kind = ${kind}`,
      kind: (kind) => sql<boolean>`f.transfer_kind = ${kind}`,
      tax: (code) => sql<boolean>`(f.account_kind = 'tax_payable' and f.owner = lower(${code}))`,
      late: sql<boolean>`(f.late_month is not null)`,
    },
    search: (text) => ({ matches: sql<boolean>`(${day} = ${text} or f.owner = lower(${text}))` }),
    scope: 'everywhere',
    report: {
      currency,
      day,
      groups: {
        day: { key: day },
        account: { key: sql<string>`f.account_kind` },
        kind: { key: sql<string>`f.transfer_kind` },
        tax: { key: tax },
      },
    },
  }
}

export const journalDesk = [served(journalReport, journalSource)]
