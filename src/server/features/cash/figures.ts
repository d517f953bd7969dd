import { sql } from 'kysely'
import type { ShiftFigures } from '#contract/cash/desk/shifts.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** What a shift took and gave, in minor units. */
export interface FigureSums {
  sales: number
  refund_count: number
  /** Car park bookings, whose money is in the sums of its methods. Shifts that were closed before had none. */
  parking_count?: number
  parking_minor?: bigint
  cash_sales_minor: bigint
  terminal_sales_minor: bigint
  mobile_sales_minor: bigint
  wallet_sales_minor: bigint
  refunds_minor: bigint
  cash_in_minor: bigint
  /** What couriers handed in; shifts that were closed before had none. */
  courier_minor?: bigint
  cash_out_minor: bigint
  rounding_minor: bigint
  /** What the drawer gained since it was opened. */
  drawer_minor: bigint
}

/** SQL: the sums of the entries `e`, without a group. */
export const figureColumns = sql`count(distinct e.order_id) filter (where e.kind = 'sale')::int as sales,
  count(distinct e.booking_id) filter (where e.kind = 'sale')::int as parking_count,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'sale' and e.booking_id is not null), 0)::bigint as parking_minor,
  count(*) filter (where e.kind = 'refund')::int as refund_count,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'sale' and e.method = 'cash'), 0)::bigint as cash_sales_minor,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'sale' and e.method = 'terminal'), 0)::bigint as terminal_sales_minor,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'sale' and e.method = 'mobile_money'), 0)::bigint as mobile_sales_minor,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'sale' and e.method = 'wallet'), 0)::bigint as wallet_sales_minor,
  coalesce(-sum(e.amount_minor) filter (where e.kind = 'refund'), 0)::bigint as refunds_minor,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'cash_in'), 0)::bigint as cash_in_minor,
  coalesce(sum(e.amount_minor) filter (where e.kind = 'courier'), 0)::bigint as courier_minor,
  coalesce(-sum(e.amount_minor) filter (where e.kind = 'cash_out'), 0)::bigint as cash_out_minor,
  coalesce(sum(e.rounding_minor), 0)::bigint as rounding_minor,
  coalesce(sum(e.amount_minor) filter (where e.method = 'cash'), 0)::bigint as drawer_minor`

/** Sums what went through a shift's drawer and terminal so far. */
export async function sumShift(db: Db | Tx, shift_id: string): Promise<FigureSums> {
  const { rows } = await sql<FigureSums>`
    select ${figureColumns} from shift_entries e where e.shift_id = ${shift_id}::uuid`.execute(db)
  return rows[0]!
}

/** The figures of a shift as they are shown. */
export function toFigures(sums: FigureSums, opening_minor: bigint, currency: Currency): ShiftFigures {
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  return {
    sales: sums.sales,
    parking_count: sums.parking_count ?? 0,
    parking: money(sums.parking_minor ?? 0n),
    cash_sales: money(sums.cash_sales_minor),
    terminal_sales: money(sums.terminal_sales_minor),
    mobile_sales: money(sums.mobile_sales_minor),
    wallet_sales: money(sums.wallet_sales_minor),
    refund_count: sums.refund_count,
    refunds: money(sums.refunds_minor),
    cash_in: money(sums.cash_in_minor),
    courier_cash: money(sums.courier_minor ?? 0n),
    cash_out: money(sums.cash_out_minor),
    rounding: money(sums.rounding_minor),
    opening_cash: money(opening_minor),
    expected: money(opening_minor + sums.drawer_minor),
  }
}

/** A tax of a shift's sales, in minor units as a text. */
export interface ShiftTax {
  code: string
  name: string
  name_fr: string
  amount_minor: string
}

/** Sums the taxes of what a shift sold, by their codes. */
export async function listTaxes(db: Db | Tx, shift_id: string): Promise<ShiftTax[]> {
  const { rows } = await sql<ShiftTax>`
    select code, min(name) as name, min(name_fr) as name_fr, sum(amount_minor)::text as amount_minor from (
      select t.tax ->> 'code' as code, t.tax ->> 'name' as name, t.tax ->> 'name_fr' as name_fr,
        (t.tax ->> 'amount_minor')::bigint as amount_minor
      from order_lines l cross join jsonb_array_elements(l.taxes) t (tax)
      where l.order_id in (select e.order_id from shift_entries e where e.shift_id = ${shift_id}::uuid and e.kind = 'sale')
      union all
      select t.line ->> 'code', coalesce(f.name, upper(t.line ->> 'code')), coalesce(f.name_fr, upper(t.line ->> 'code')),
        (t.line ->> 'amount_minor')::bigint
      from counter_bookings k cross join jsonb_array_elements(k.lines) t (line)
        left join fees f on f.id = (t.line ->> 'fee_id')::int
      where k.shift_id = ${shift_id}::uuid and t.line ->> 'kind' = 'tax') taxes
    group by 1 order by 1`.execute(db)
  return rows
}

/** The figures of a closed shift as its Z report shows them, whatever becomes of its sales afterwards. */
export function readStored(figures: unknown): FigureSums {
  const { sales, refund_count, parking_count = 0, ...amounts } = figures as Record<string, unknown>
  const minor = Object.entries(amounts).filter(([name]) => name.endsWith('_minor'))
  return {
    sales,
    refund_count,
    parking_count,
    // Reports that are older than these methods.
    mobile_sales_minor: 0n,
    wallet_sales_minor: 0n,
    ...Object.fromEntries(minor.map(([name, amount]) => [name, BigInt(amount as string)])),
  } as FigureSums
}
