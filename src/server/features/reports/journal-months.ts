import { sql, type RawBuilder } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { currencies, type Currency } from '#contract/money.ts'
import type { closeJournalMonth, JournalMonth } from '#contract/reports/desk/journal.ts'
import { wallTime } from '#contract/wall-clock.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import type { Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

/** Where the books of a currency are: its days begin and end there. */
export const bookZones: Readonly<Record<Currency, string>> = {
  NGN: 'Africa/Lagos',
  CAD: 'America/Toronto',
  XOF: 'Africa/Dakar',
  USD: 'America/New_York',
}

/** SQL: the sums of entries by day and account, of a currency. */
export const sumEntries = (currency: Currency, where: RawBuilder<boolean>): RawBuilder<unknown> => {
  const day = sql`(e.created_at at time zone ${sql.lit(bookZones[currency])})::date`
  const owner = sql`case when a.kind in ('customer', 'customer_debt') then '' else a.owner end`
  return sql`
    select ${day} as day, a.kind as account_kind, ${owner} as owner, t.kind as transfer_kind,
      coalesce(sum(-e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as debit_minor,
      coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as credit_minor, count(*)::int as entries
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where e.currency = ${sql.lit(currency)} and ${where} group by 1, 2, 3, 4`
}

/** SQL: the beginning of a day of the books of a currency. */
export const startOfDay = (currency: Currency, day: string) =>
  sql`(${day}::date::timestamp at time zone ${sql.lit(bookZones[currency])})`

/** The last closed month of each currency: its entries, and when the next one begins. */
export interface ClosedUntil {
  currency: Currency
  through_entry: bigint
  /** The first day that is open. */
  open_from: string
}

export async function findClosed(db: Db | Tx): Promise<Map<Currency, ClosedUntil>> {
  const { rows } = await sql<ClosedUntil>`
    select distinct on (currency) currency, through_entry, (month + interval '1 month')::date::text as open_from
    from journal_months order by currency, month desc`.execute(db)
  return new Map(rows.map((row) => [row.currency, row]))
}

const nextMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** The months of each currency from its first entry to now, the newest first. */
export async function findMonths(db: Db | Tx, access: Access, now: Date): Promise<JournalMonth[]> {
  const { rows: closed } = await sql<{ currency: Currency; month: string; closed_at: Date; closed_by: string | null }>`
    select m.currency, to_char(m.month, 'YYYY-MM') as month, m.closed_at, case when u.id is not null then ${colleagueName('u', access)} end as closed_by
    from journal_months m left join users u on u.id = m.closed_by`.execute(db)
  const { rows: firsts } = await sql<{ currency: Currency; at: Date }>`
    select c.currency, e.created_at as at from unnest(${[...currencies]}::text[]) c (currency)
    cross join lateral (select created_at from ledger_entries where currency = c.currency order by created_at limit 1) e`.execute(
    db,
  )
  return firsts.flatMap(({ currency, at }) => {
    const zone = bookZones[currency]
    const running = wallTime(now, zone).slice(0, 7)
    const months: JournalMonth[] = []
    let isNext = true
    for (let month = wallTime(at, zone).slice(0, 7); month <= running; month = nextMonth(month)) {
      const found = closed.find((row) => row.currency === currency && row.month === month)
      const may_close = found === undefined && isNext && month < running
      if (found === undefined) isNext = false
      months.push({
        currency,
        month,
        closed_at: found?.closed_at.toISOString() ?? null,
        closed_by: found?.closed_by ?? null,
        may_close,
      })
    }
    return months.toReversed()
  })
}

/**
 * Closes the oldest open month of a currency: stores the sums of all its entries, and of those of earlier months that came too
 * late for theirs. Throws `journal_month` for a month that runs, is closed, or has open ones before it.
 */
export async function closeMonth(
  tx: Tx,
  { currency, month }: ParsedBody<typeof closeJournalMonth>,
  { user_id, access, now }: { user_id: string; access: Access; now: Date },
): Promise<{ answer: { items: JournalMonth[] }; changes: AuditedChange[] }> {
  // One after the other, and once all who are just writing entries have: no entry up to the last one comes afterwards.
  await sql`set local lock_timeout = '5s'`.execute(tx)
  await sql`lock table journal_months in share row exclusive mode`.execute(tx)
  await sql`lock table ledger_entries in share mode`.execute(tx)
  const before = await findMonths(tx, access, now)
  if (!before.some((candidate) => candidate.currency === currency && candidate.month === month && candidate.may_close))
    throw new AppError('journal_month')
  const closed = (await findClosed(tx)).get(currency)
  const first = `${month}-01`
  const { rows } = await sql<{ through: bigint }>`
    select coalesce(max(id), 0)::bigint as through from ledger_entries`.execute(tx)
  const through_entry = rows[0]!.through
  await tx
    .insertInto('journal_months')
    .values({ currency, month: first, through_entry, closed_by: user_id, closed_at: now })
    .execute()
  const [start, end] = [startOfDay(currency, first), startOfDay(currency, `${nextMonth(month)}-01`)]
  const own = sumEntries(currency, sql<boolean>`e.created_at >= ${start} and e.created_at < ${end}`)
  // Of earlier months, what came after the last one was closed; all of it, where none was.
  const late = sumEntries(
    currency,
    closed === undefined
      ? sql<boolean>`e.created_at < ${start}`
      : sql<boolean>`e.created_at < ${start} and e.id > ${closed.through_entry}::bigint`,
  )
  await sql`
    insert into journal_lines (currency, month, day, account_kind, owner, transfer_kind, late_month, debit_minor, credit_minor, entries)
    select ${currency}, ${first}::date, day, account_kind, owner, transfer_kind, null, debit_minor, credit_minor, entries
    from (${own}) o
    union all
    select ${currency}, ${first}::date, ${first}::date, account_kind, owner, transfer_kind, date_trunc('month', day)::date,
      sum(debit_minor)::bigint, sum(credit_minor)::bigint, sum(entries)::int
    from (${late}) l group by 4, 5, 6, 7`.execute(tx)
  return {
    answer: { items: await findMonths(tx, access, now) },
    changes: [{ kind: 'journal_month', id: `${currency} ${month}`, after: { currency, month } }],
  }
}
