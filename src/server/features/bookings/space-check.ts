import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { checkRules, rule } from '#server/features/wallet/ledger/rule.ts'

/** Counters of earlier days may have been deleted: they are stored for 400 days. */
const checked_days = 399

interface WrongDay {
  park_code: string
  pool_id: number
  day: string
  taken: number
  counted: number
  slot: number
  slots: number
}

/**
 * The quarter hours of `pool_days`, counted again from what takes a space: bookings, spaces held in their place, and new times
 * that staff offered, without what the booking itself takes of them.
 */
const counters = rule(
  'a space is counted for as long as something takes it',
  sql<WrongDay>`
    with since as (select (now() at time zone 'UTC')::date - ${checked_days}::int as day),
    offered as (
      select *, replaced_from is null or replaced_until is null or replaced_from >= ends_at or replaced_until <= starts_at as is_apart
      from booking_offers where held_until is not null),
    held as (
      select pool_id, start_time as begins, space_until as ends from bookings where space_until is not null
      union all select pool_id, starts_at, ends_at from alternative_holds where held_until is not null
      union all select pool_id, starts_at, case when is_apart then ends_at else replaced_from end from offered
      union all select pool_id, replaced_until, ends_at from offered where not is_apart),
    taken as (
      select h.pool_id, (g.at at time zone 'UTC')::date as day, (extract(epoch from g.at)::bigint / 900 % 96)::int + 1 as slot,
        count(*)::int as spaces
      from held h cross join since,
        generate_series(h.begins, h.ends - interval '1 second', interval '15 minutes') as g(at)
      where h.ends > since.day and (g.at at time zone 'UTC')::date >= since.day
      group by 1, 2, 3),
    counted as (
      select d.pool_id, d.day, u.slot::int as slot, u.spaces::int as spaces
      from pool_days d cross join since, unnest(d.used) with ordinality as u(spaces, slot)
      where d.day >= since.day and u.spaces <> 0)
    select p.park_code, o.id as pool_id, w.day, w.taken, w.counted, w.slot, w.slots from (
      select distinct on (pool_id, day) pool_id, day::text as day, slot, coalesce(t.spaces, 0) as taken,
        coalesce(c.spaces, 0) as counted, count(*) over (partition by pool_id, day)::int as slots
      from taken t full join counted c using (pool_id, day, slot)
      where coalesce(t.spaces, 0) <> coalesce(c.spaces, 0)
      order by pool_id, day, slot) w
    join pools o on o.id = w.pool_id join parks p on p.id = o.park_id
    order by o.id, w.day`,
  ({ park_code, pool_id, day, taken, counted, slot, slots }) => {
    const minutes = (slot - 1) * 15
    const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return `car park ${park_code}, pool ${pool_id}, ${day}: ${slots} quarter hours are wrong, from ${time} UTC on, where ${taken} spaces are taken and ${counted} counted`
  },
)

/** Compares the counters of spaces with the bookings. Returns one sentence for each wrong day of a pool, none if all agree. */
export const checkSpaces = (db: Db): Promise<string[]> => checkRules(db, [counters])
