import { sql } from 'kysely'
import { registerList } from '#contract/cash/desk/registers.ts'
import { shiftEntryList, shiftList } from '#contract/cash/desk/shifts.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { figureColumns } from './figures.ts'
import { shiftState } from './shift-records.ts'

const branchScope = { branch: sql<string>`b.id` }

const registerSource = ({ access }: SeenBy): ListSource<typeof registerList> => ({
  from: sql`registers r join branches b on b.id = r.branch_id
    left join shifts s on s.register_id = r.id and s.closed_at is null left join users u on u.id = s.opened_by`,
  id: sql<string>`r.id`,
  columns: {
    name: sql`r.name`,
    branch: sql`b.name`,
    takes_terminal: sql`r.takes_terminal`,
    takes_mobile_money: sql`r.takes_mobile_money`,
    receipt_width: sql`r.receipt_width`,
    operator: colleagueName('u', access),
    is_example: sql`r.is_example`,
  },
  filters: { branch: (text) => hasIdOrSlug('b', text) },
  state: sql<string>`r.status`,
  search: (text) => ({ matches: hasWords([sql`r.name`, sql`b.name`], text) }),
  scope: branchScope,
})

const money = (minor: ReturnType<typeof sql<bigint>>) => ({ minor, currency: sql<string>`s.currency` })

const shiftSource = ({ access }: SeenBy): ListSource<typeof shiftList> => ({
  from: sql`shifts s join registers r on r.id = s.register_id join branches b on b.id = s.branch_id
    left join users u on u.id = s.opened_by and u.erased_at is null left join users a on a.id = s.approved_by and a.erased_at is null
    cross join lateral (select ${figureColumns} from shift_entries e
      where e.shift_id = s.id and not e.is_late) f`,
  counted: sql`shifts s join branches b on b.id = s.branch_id`,
  id: sql<string>`s.id`,
  columns: {
    number: sql`s.number::text`,
    register: sql`r.name`,
    branch: sql`b.name`,
    operator: colleagueName('u', access),
    opened_at: sql`s.opened_at`,
    closed_at: sql`s.closed_at`,
    timezone: sql`b.timezone`,
    opening_cash: money(sql`s.opening_minor`),
    sales: sql`f.sales`,
    parking: money(sql`f.parking_minor`),
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
    branch: (text) => hasIdOrSlug('b', text),
    register: (text) =>
      sql<boolean>`s.register_id in (select g.id from registers g where ${isId(sql`g.id`, text)} or g.name ilike ${containsPattern(text)})`,
    opened: sql<Date>`s.opened_at`,
    differs: sql<boolean>`coalesce(s.counted_minor <> s.expected_minor, false)`,
    example: sql<boolean>`s.is_example`,
  },
  state: shiftState,
  search: (text) => ({
    matches: sql<boolean>`(s.number::text = ${text} or ${hasWords([sql`r.name`, sql`b.name`, sql`u.first_name`, sql`u.last_name`], text)}
      or ${hasAmount(sql`s.counted_minor`, sql`s.currency`, text)})`,
  }),
  scope: branchScope,
})

const shiftEntrySource = ({ access }: SeenBy): ListSource<typeof shiftEntryList> => ({
  from: sql`shift_entries e join shifts s on s.id = e.shift_id join branches b on b.id = s.branch_id
    left join users u on u.id = e.actor_id and u.erased_at is null left join orders o on o.id = e.order_id
    left join bookings k on k.id = e.booking_id`,
  id: sql<string>`e.id`,
  columns: {
    at: sql`e.at`,
    kind: sql`e.kind`,
    method: sql`e.method`,
    amount: money(sql`e.amount_minor`),
    rounding: money(sql`nullif(e.rounding_minor, 0)`),
    difference: money(sql`nullif(e.difference_minor, 0)`),
    order_number: sql`o.order_number`,
    booking_code: sql`k.booking_code`,
    slip: sql`e.slip`,
    slip_repeated: sql`e.slip_repeated`,
    detail: sql`e.detail`,
    reason: sql`e.reason`,
    operator: colleagueName('u', access),
    timezone: sql`b.timezone`,
  },
  order: { at: sql`e.at` },
  filters: {
    shift: (id) => isId(sql`e.shift_id`, id),
    kind: (kind) => sql<boolean>`e.kind = ${kind}`,
    method: (method) => sql<boolean>`e.method = ${method}`,
  },
  search: (text) => ({
    matches: sql<boolean>`(o.order_number = upper(${text}) or k.booking_code = upper(${text}) or e.slip = ${text} or ${hasWords([sql`e.reason`, sql`e.detail`], text)}
      or ${hasAmount(sql`abs(e.amount_minor)`, sql`s.currency`, text)})`,
  }),
  scope: branchScope,
})

export const cashDesk = [
  served(registerList, registerSource),
  served(shiftList, shiftSource),
  served(shiftEntryList, shiftEntrySource),
]
