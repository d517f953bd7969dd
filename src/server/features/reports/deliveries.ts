import { sql } from 'kysely'
import { deliveriesReport } from '#contract/reports/desk/deliveries.ts'
import { hasIdOrSlug } from '#server/database/ids.ts'
import { colleagueName, fullName } from '#server/features/access/contacts.ts'
import { isCourier } from '#server/features/deliveries/desk/lists.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const currency = sql<string>`b.currency`
const money = (column: string) => ({ minor: sql<bigint>`f.${sql.ref(column)}`, currency })

/** SQL: what was done by branch, day there and courier; a refusal counts for who refused. */
const done = sql`(
  select branch_id, courier_id, day, sum(offered)::int as offered, sum(accepted)::int as accepted, sum(declined)::int as declined,
    sum(delivered)::int as delivered, sum(brought_back)::int as brought_back, sum(on_time)::int as on_time, sum(open)::int as open,
    sum(cash_taken)::bigint as cash_taken, sum(handed_in)::bigint as handed_in,
    round(percentile_cont(0.5) within group (order by minutes))::int as median_minutes
  from (
    select d.branch_id, d.courier_id, (d.created_at at time zone c.timezone)::date as day, 1 as offered,
      (d.courier_id is not null)::int as accepted, 0 as declined, (d.state = 'handed_over')::int as delivered,
      (d.state = 'brought_back')::int as brought_back,
      (d.state = 'handed_over' and d.ended_at <= d.promised_at)::int as on_time,
      (d.state in ('offered', 'accepted', 'picked_up'))::int as open, 0 as cash_taken, 0 as handed_in,
      case when d.state = 'handed_over' then extract(epoch from d.ended_at - d.picked_up_at) / 60 end as minutes
    from deliveries d join branches c on c.id = d.branch_id
    union all
    select d.branch_id, n.courier_id, (n.at at time zone c.timezone)::date, 0, 0, 1, 0, 0, 0, 0, 0, 0, null
    from delivery_declines n join deliveries d on d.id = n.delivery_id join branches c on c.id = d.branch_id
    union all
    select k.branch_id, k.courier_id, (k.at at time zone c.timezone)::date, 0, 0, 0, 0, 0, 0, 0, greatest(k.amount_minor, 0),
      greatest(-k.amount_minor, 0), null
    from courier_cash k join branches c on c.id = k.branch_id) e
  group by 1, 2, 3)`

const deliveriesSource = ({ access }: SeenBy): ListSource<typeof deliveriesReport> => {
  const day = sql<string>`f.day::text`
  const country = sql<string>`(select c.code from countries c where c.id = b.country_id)`
  const rows = sql`${done} f join branches b on b.id = f.branch_id
    left join users u on u.id = f.courier_id and u.erased_at is null`
  return {
    isComputed: true,
    from: rows,
    id: sql<string>`md5(concat_ws('|', f.branch_id, f.courier_id, f.day))`,
    columns: {
      day,
      branch: sql`b.name`,
      country,
      courier: colleagueName('u', access),
      courier_id: sql`f.courier_id`,
      offered: sql`f.offered`,
      accepted: sql`f.accepted`,
      declined: sql`f.declined`,
      delivered: sql`f.delivered`,
      brought_back: sql`f.brought_back`,
      on_time: sql`f.on_time`,
      on_time_percent: sql`round(100.0 * f.on_time / nullif(f.delivered, 0))::int`,
      median_minutes: sql`f.median_minutes`,
      open: sql`f.open`,
      cash_taken: money('cash_taken'),
      handed_in: money('handed_in'),
      currency,
    },
    filters: {
      ready: { at: sql<Date>`(f.day::timestamp at time zone b.timezone)`, zone: sql<string>`b.timezone` },
      branch: (text) => hasIdOrSlug('b', text),
      country: (code) => sql<boolean>`b.country_id = (select id from countries where code = ${code})`,
      currency: (code) => sql<boolean>`b.currency = ${code}`,
      courier: isCourier,
    },
    search: (text) => ({ matches: hasWords([sql`b.name`, fullName('u')], text) }),
    scope: { branch: sql<string>`b.id` },
    report: {
      from: rows,
      currency,
      day,
      sums: Object.fromEntries(
        [
          'offered',
          'accepted',
          'declined',
          'delivered',
          'brought_back',
          'on_time',
          'open',
          'cash_taken',
          'handed_in',
        ].map((name) => [name, sql`f.${sql.ref(name)}`]),
      ),
      groups: {
        day: { key: day },
        branch: { key: sql<string>`b.name`, filter: sql<string>`b.slug` },
        courier: { key: colleagueName('u', access), filter: sql<string>`u.id::text` },
        country: { key: country },
      },
    },
  }
}

export const deliveriesReportDesk = [served(deliveriesReport, deliveriesSource)]
