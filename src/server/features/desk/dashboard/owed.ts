import { sql } from 'kysely'
import type { Dashboard } from '#contract/desk/dashboard.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { PayoutState } from '#contract/payouts/terms.ts'
import type { Db } from '#server/database/connect.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { unstated } from '#server/features/payouts/lines.ts'
import { withinPayees } from '#server/features/payouts/payee-records.ts'
import { getPayee } from '#server/features/payouts/payees.ts'
import { readPayable } from '#server/features/payouts/payouts.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import type { Days } from './periods.ts'

/** Operators with more payees than this open the list. */
const mostPayees = 8

/**
 * What the caller’s own operators are owed, and the payout of each that was last proposed. Null for those who may not see
 * payouts, and for staff, who see those of everybody in a list.
 */
export async function findOwed(db: Db, access: Access, now: Date): Promise<Dashboard['owed']> {
  const scope = access.get('payouts.view')
  if (scope === undefined || scope.everywhere || scope.partner_ids.length === 0) return null
  const { rows } = await sql<{ id: string; unstated: bigint }>`
    select y.id, ${unstated} as unstated from payees y left join partners o on o.id = y.partner_id
    where ${withinPayees(scope)} order by o.name, y.currency limit ${mostPayees}`.execute(db)
  const owed: NonNullable<Dashboard['owed']> = []
  for (const { id, unstated: unstated_minor } of rows) {
    const payee = await getPayee(db, id)
    const { currency, name, timezone, next_closing_at } = payee
    const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
    const { balance_minor, payable_minor, held_back } = await readPayable(db, payee, now)
    const last = await db
      .selectFrom('payouts')
      .select(['id', 'number', 'amount_minor', 'state', 'proposed_at'])
      .where('payee_id', '=', id)
      .orderBy('proposed_at', 'desc')
      .limit(1)
      .$narrowType<{ state: PayoutState; currency: Currency }>()
      .executeTakeFirst()
    owed.push({
      payee_id: id,
      payee: name,
      timezone,
      balance: money(balance_minor),
      unstated: money(unstated_minor),
      payable: money(payable_minor),
      held_back,
      next_closing_at: next_closing_at.toISOString(),
      last:
        last === undefined
          ? null
          : {
              id: last.id,
              number: last.number,
              amount: money(last.amount_minor),
              state: last.state,
              proposed_at: last.proposed_at.toISOString(),
            },
    })
  }
  return owed
}

/**
 * How much of the hours of all spaces of an operator’s car parks was booked, in percent by day of a time zone. Undefined for
 * those who see all car parks: theirs are in the report of parking.
 */
export async function findOccupancy(
  db: Db,
  { from, to }: Days,
  zone: string,
  scope: Scope,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (scope.everywhere || scope.partner_ids.length === 0) return undefined
  const { rows } = await sql<{ day: string; percent: number | null }>`
    with own as (select p.id from parks p where p.partner_id is not null and ${withinParks('p', scope)}),
      spaces as (select sum(coalesce(o.capacity_now, o.capacity)) as count from pools o where o.park_id in (select id from own)),
      days as (select d::date as day, d at time zone ${zone} as starts, (d + interval '1 day') at time zone ${zone} as ends
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d)
    select to_char(days.day, 'YYYY-MM-DD') as day,
      round((100 * coalesce(sum(extract(epoch from least(b.end_time, days.ends) - greatest(b.start_time, days.starts))), 0)
        / nullif(max(spaces.count) * extract(epoch from days.ends - days.starts), 0))::numeric, 1)::float8 as percent
    from days cross join spaces left join bookings b on b.park_id in (select id from own)
      and b.start_time < days.ends and b.end_time > days.starts
      and b.status not in ('pending', 'expired', 'cancelled')
    group by days.day, days.starts, days.ends`.execute(db)
  return new Map(rows.map(({ day, percent }) => [day, percent ?? 0]))
}
