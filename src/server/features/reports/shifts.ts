import { sql } from 'kysely'
import { shiftsReport } from '#contract/reports/desk/shifts.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { figureColumns } from '#server/features/cash/figures.ts'
import { shiftState } from '#server/features/cash/shift-records.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const currency = sql<string>`s.currency`
const money = (minor: ReturnType<typeof sql<bigint>>) => ({ minor, currency })

const shiftsSource = ({ access }: SeenBy): ListSource<typeof shiftsReport> => {
  const day = sql<string>`(s.opened_at at time zone b.timezone)::date::text`
  const shifts = sql`shifts s join registers r on r.id = s.register_id join branches b on b.id = s.branch_id
    cross join lateral (select ${figureColumns} from shift_entries e where e.shift_id = s.id) f`
  const country = sql<string>`(select c.code from countries c where c.id = b.country_id)`
  return {
    from: sql`${shifts} left join users u on u.id = s.opened_by and u.erased_at is null
      left join users a on a.id = s.approved_by and a.erased_at is null`,
    counted: shifts,
    id: sql<string>`s.id`,
    columns: {
      number: sql`s.number::text`,
      register: sql`r.name`,
      branch: sql`b.name`,
      country,
      operator: colleagueName('u', access),
      status: shiftState,
      opened_at: sql`s.opened_at`,
      closed_at: sql`s.closed_at`,
      timezone: sql`b.timezone`,
      sales: sql`f.sales`,
      parking: money(sql`f.parking_minor`),
      opening_cash: money(sql`s.opening_minor`),
      cash_sales: money(sql`f.cash_sales_minor`),
      terminal_sales: money(sql`f.terminal_sales_minor`),
      mobile_sales: money(sql`f.mobile_sales_minor`),
      wallet_sales: money(sql`f.wallet_sales_minor`),
      refunds: money(sql`f.refunds_minor`),
      cash_in: money(sql`f.cash_in_minor`),
      cash_out: money(sql`f.cash_out_minor`),
      expected: money(sql`coalesce(s.expected_minor, s.opening_minor + f.drawer_minor)`),
      counted: money(sql`s.counted_minor`),
      discrepancy: money(sql`s.counted_minor - s.expected_minor`),
      approved_by: colleagueName('a', access),
      is_example: sql`s.is_example`,
    },
    order: { opened_at: sql`s.opened_at` },
    filters: {
      opened: { at: sql<Date>`s.opened_at`, zone: sql<string>`b.timezone` },
      branch: (text) => hasIdOrSlug('b', text),
      country: (code) => sql<boolean>`b.country_id = (select id from countries where code = ${code})`,
      currency: (code) => sql<boolean>`s.currency = ${code}`,
      register: (text) => sql<boolean>`(${isId(sql`s.register_id`, text)} or r.name ilike ${containsPattern(text)})`,
      status: (status) => sql<boolean>`${shiftState} = ${status}`,
      example: sql<boolean>`s.is_example`,
    },
    search: (text) => ({
      matches: sql<boolean>`(s.number::text = ${text} or ${hasWords([sql`r.name`, sql`b.name`], text)})`,
    }),
    scope: { branch: sql<string>`b.id` },
    report: {
      from: shifts,
      currency,
      day,
      groups: {
        day: { key: day },
        branch: { key: sql<string>`b.name`, filter: sql<string>`b.slug` },
        register: { key: sql<string>`r.name`, filter: sql<string>`r.id::text` },
        country: { key: country },
      },
    },
  }
}

export const shiftsReportDesk = [served(shiftsReport, shiftsSource)]
