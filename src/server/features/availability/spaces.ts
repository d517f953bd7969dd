import { sql, type RawBuilder } from 'kysely'
import { arrayOf } from '#server/database/array.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { slotsOf, slotsOfDay, sumOfSlots } from './slots.ts'
import type { Window } from './window.ts'

/** The spaces of each pool that are left over the whole window, at this moment. */
export async function findSpacesLeft(
  db: Db | Tx,
  pools: readonly { id: number; capacity: number }[],
  window: Window,
): Promise<Map<number, number>> {
  if (pools.length === 0) return new Map()
  const { first_day, first_slot, last_day, last_slot, days } = slotsOf(window)
  const { rows } = await sql<{ pool_id: number; days: number; spaces: number }>`
    select d.pool_id, count(*)::int as days, min(d.cap - slot.peak)::int as spaces
    from pool_days d
    cross join lateral (
      select max(u) as peak from unnest(d.used[
        (case when d.day = ${first_day}::date then ${first_slot}::int else 1 end) :
        (case when d.day = ${last_day}::date then ${last_slot}::int else ${slotsOfDay}::int end)]) u
    ) slot
    where d.pool_id = any(${pools.map(({ id }) => id)}::int[]) and d.day between ${first_day}::date and ${last_day}::date
    group by d.pool_id`.execute(db)
  const counted = new Map(rows.map((row) => [row.pool_id, row]))
  return new Map(
    pools.map(({ id, capacity }) => {
      const seen = counted.get(id)
      // A day without a row has all its spaces.
      if (seen === undefined) return [id, capacity]
      return [id, Math.max(0, seen.days === days ? seen.spaces : Math.min(seen.spaces, capacity))]
    }),
  )
}

/** The counters of one day of a pool: how many spaces there are, and how many are taken in each of its quarter hours. */
export type PoolDay = { day: string; cap: number; used: number[] }

/** A pool's spaces: how many a day without counters has, and the days that have some. */
export type PoolSpaces = { capacity: number; days: PoolDay[] }
/** One space of a pool over a window. */
export type Place = { pool_id: number; window: Window }

type StoredPool = { pool_id: number; capacity: number; days: PoolDay[] }

/** The pools of several places as one value of any statement, for `toPoolSpaces`, each with its days from the first to the last that is touched. */
export function poolsValue(places: readonly Place[]): RawBuilder<StoredPool[]> {
  const spans = new Map<number, { first: string; last: string }>()
  for (const { pool_id, window } of places) {
    const { first_day, last_day } = slotsOf(window)
    const span = spans.get(pool_id)
    const first = span === undefined || first_day < span.first ? first_day : span.first
    const last = span === undefined || last_day > span.last ? last_day : span.last
    spans.set(pool_id, { first, last })
  }
  const spanned = [...spans.values()]
  return sql<StoredPool[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('pool_id', p.id, 'capacity', p.capacity, 'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'cap', d.cap, 'used', d.used)), '[]')
      from pool_days d where d.pool_id = w.pool_id and d.day between w.first and w.last))), '[]')
    from unnest(${arrayOf([...spans.keys()], 'int')}, ${arrayOf(
      spanned.map(({ first }) => first),
      'date',
    )}, ${arrayOf(
      spanned.map(({ last }) => last),
      'date',
    )})
      w(pool_id, first, last)
    join pools p on p.id = w.pool_id)`
}

export const toPoolSpaces = (stored: readonly StoredPool[]): Map<number, PoolSpaces> =>
  new Map(stored.map(({ pool_id, ...spaces }) => [pool_id, spaces]))

/** The same, looked up. */
export async function findPoolDays(db: Db | Tx, places: readonly Place[]): Promise<Map<number, PoolSpaces>> {
  const { rows } = await sql<{ pools: StoredPool[] }>`select ${poolsValue(places)} as pools`.execute(db)
  return toPoolSpaces(rows[0]!.pools)
}

/**
 * Takes all these places in one statement, its rows locked in one order by everybody. Violates `pool_days_not_oversold`
 * when there is no space for one of them: nothing else may follow.
 */
export async function takeSpaces(tx: Tx, places: readonly Place[]): Promise<void> {
  const days = [...Map.groupBy(places, ({ pool_id }) => pool_id)].flatMap(([pool_id, taken]) =>
    [...sumOfSlots(taken.map(({ window }) => window))].map(([day, used]) => ({ pool_id, day, used })),
  )
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select p.id, d.day, p.capacity, d.used
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d(pool_id int, day date, used smallint[])
    join pools p on p.id = d.pool_id
    order by p.id, d.day
    on conflict (pool_id, day) do update set used = slots_sum(pool_days.used, excluded.used)`.execute(tx)
}

/** Takes one space of a pool over the window. Violates `pool_days_not_oversold` when there is none: nothing else may follow. */
export const takeSpace = (tx: Tx, pool_id: number, window: Window): Promise<void> => changeSlots(tx, pool_id, window, 1)

/** Gives it back. */
export const releaseSpace = (tx: Tx, pool_id: number, window: Window): Promise<void> =>
  changeSlots(tx, pool_id, window, -1)

/** One statement, its days locked in ascending order by everybody; the row that is proposed for a day without one holds no less than nothing. */
async function changeSlots(tx: Tx, pool_id: number, window: Window, delta: 1 | -1): Promise<void> {
  const { first_day, first_slot, last_day, last_slot, days } = slotsOf(window)
  const from = (day: string) => sql`(case when ${sql.ref(day)} = ${first_day}::date then ${first_slot}::int else 1 end)`
  const to = (day: string) =>
    sql`(case when ${sql.ref(day)} = ${last_day}::date then ${last_slot}::int else ${slotsOfDay}::int end)`
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select p.id, d.day, p.capacity, slots_added(array_fill(0::smallint, array[${slotsOfDay}::int]), ${from('d.day')}, ${to('d.day')}, ${Math.max(0, delta)}::int)
    from pools p
    cross join lateral (
      select ${first_day}::date + n as day from generate_series(0, ${days - 1}::int) n
    ) d
    where p.id = ${pool_id}
    order by d.day
    on conflict (pool_id, day) do update
    set used = slots_added(pool_days.used, ${from('pool_days.day')}, ${to('pool_days.day')}, ${delta}::int)`.execute(tx)
}
