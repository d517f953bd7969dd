import { sql } from 'kysely'
import type { Dashboard } from '#contract/desk/dashboard.ts'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import { convertDays, type StoredRate } from '#server/features/currencies/convert.ts'

/** The revenue and the sales of a dashboard's days in one currency. */
export async function convertTotals(
  db: Db,
  { days, shop, to: last }: Pick<Dashboard, 'days' | 'shop' | 'to'>,
  currency: Currency,
): Promise<NonNullable<Dashboard['totals']>> {
  const stored: StoredRate[] = await db
    .selectFrom('exchange_rates')
    .select(['currency', 'against', 'rate', 'source'])
    .select(sql<string>`day::text`.as('day'))
    .where((where) => where.or([where('currency', '=', currency), where('against', '=', currency)]))
    .where(sql<boolean>`day <= ${last}::date`)
    .$narrowType<Pick<StoredRate, 'currency' | 'against'>>()
    .execute()
  const revenue = convertDays(
    days.map(({ day, revenue: amounts }) => ({ day, amounts })),
    currency,
    stored,
  )
  const sales = convertDays(
    (shop?.days ?? []).map(({ day, sales: amounts }) => ({ day, amounts })),
    currency,
    stored,
  )
  const rates = new Map([...revenue.rates, ...sales.rates])
  return {
    currency,
    revenue: days.length === 0 ? null : (revenue.total ?? null),
    sales: shop === null ? null : (sales.total ?? null),
    rates: [...rates].map(([from, rate]) => ({ currency: from, rate: rate.rate, day: rate.day, source: rate.source })),
    missing: [...new Set([...revenue.missing, ...sales.missing])],
  }
}
