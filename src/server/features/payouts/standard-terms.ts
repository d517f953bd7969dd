import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import {
  standardTermsList,
  type setStandardTerms as setContract,
  type StandardTerms,
} from '#contract/payouts/desk/standard-terms.ts'
import type { PayoutSchedule, PayoutTerms } from '#contract/payouts/terms.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Audited } from '#server/features/access/change.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { standardTermsAt } from './payable.ts'
import { writeTerms } from './payees.ts'
import { findNextPeriodEnd } from './rules.ts'

/** SQL: the payees that have no terms of their own at an instant, in the currency of the row `f`. */
const payeesWithout = (now: Date) => sql<number>`(select count(*)::float8 from payees y where y.currency = f.currency
  and not exists (select from payout_terms t where t.payee_id = y.id and t.valid_from <= ${now}::timestamptz))`

const standardTermsSource = ({ now }: SeenBy): ListSource<typeof standardTermsList> => ({
  isComputed: true,
  from: sql`${standardTermsAt(now)} f`,
  id: sql<string>`f.currency`,
  columns: {
    currency: sql`f.currency`,
    commission: sql`f.commission / 1000.0::float8`,
    schedule: sql`f.schedule`,
    minimum: { minor: sql<bigint>`f.minimum_minor`, currency: sql<string>`f.currency` },
    reserve: sql`f.reserve / 1000.0::float8`,
    reserve_days: sql`f.reserve_days`,
    payees: payeesWithout(now),
    valid_from: sql`f.valid_from`,
  },
  filters: { currency: (code) => sql<boolean>`f.currency = ${code}` },
  search: (text) => ({ matches: hasWords([sql`f.currency`], text) }),
  scope: 'everywhere',
})

export const standardTermsDesk = [served(standardTermsList, standardTermsSource)]

/** Returns the terms of operators in a currency that have none of their own. */
export async function getStandardTerms(db: Db | Tx, currency: Currency, now: Date): Promise<StandardTerms> {
  const { rows } = await sql<PayoutTerms & { payees: number; valid_from: Date | null }>`
    select f.*, ${payeesWithout(now)} as payees from ${standardTermsAt(now)} f where f.currency = ${currency}`.execute(
    db,
  )
  const { commission, schedule, minimum_minor, reserve, reserve_days, payees, valid_from } = rows[0]!
  return {
    id: currency,
    title: currency,
    actions: ['terms'],
    currency,
    ...describe({ commission, schedule, minimum_minor, reserve, reserve_days }, currency),
    payees,
    valid_from: valid_from?.toISOString() ?? null,
  }
}

const describe = ({ commission, minimum_minor, reserve, ...rest }: PayoutTerms, currency: Currency) => ({
  commission: commission / 1_000,
  ...rest,
  minimum: { amount: toMajor(minimum_minor, currency), currency },
  reserve: reserve / 1_000,
})

/**
 * Sets the terms of those who have none of their own, from now on; their running periods end by the new schedule. Throws 422
 * for an amount that the currency does not have.
 */
export async function setStandardTerms(
  tx: Tx,
  currency: Currency,
  { commission, schedule, minimum, reserve, reserve_days }: ParsedBody<typeof setContract>,
  by: { user_id: string; now: Date },
): Promise<Audited<StandardTerms>> {
  const { now } = by
  const before = await getStandardTerms(tx, currency, now)
  const rates = { commission: Math.round(commission * 1_000), reserve: Math.round(reserve * 1_000) }
  const minimum_minor = parseAmount('minimum', minimum, currency)
  await writeTerms(tx, { ...rates, payee_id: null, currency, schedule, minimum_minor, reserve_days }, by)
  await moveClosings(tx, currency, schedule, now)
  const answer = await getStandardTerms(tx, currency, now)
  const { id: _id, title: _title, actions: _actions, payees: _payees, valid_from: _from, ...former } = before
  return {
    answer,
    changes: [
      {
        kind: 'standard_terms',
        id: currency,
        before: former,
        after: { ...former, ...describe({ ...rates, schedule, minimum_minor, reserve_days }, currency) },
      },
    ],
  }
}

/** Ends the running periods of those without terms of their own by a schedule; one that is over keeps its end. */
async function moveClosings(tx: Tx, currency: Currency, schedule: PayoutSchedule, now: Date): Promise<void> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct y.timezone from payees y where y.currency = ${currency} and y.next_closing_at > ${now}`.execute(tx)
  for (const { timezone } of rows)
    await sql`update payees y set next_closing_at = ${findNextPeriodEnd(schedule, timezone, now)}
      where y.currency = ${currency} and y.timezone = ${timezone} and y.next_closing_at > ${now}
        and not exists (select from payout_terms t where t.payee_id = y.id)`.execute(tx)
}
