import { sql, type RawBuilder } from 'kysely'
import { arrayOf } from '#server/database/array.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getSlots, slotsPerDay, countSlotUse } from './slots.ts'
import type { Window } from './window.ts'

/** Returns the current number of spaces per pool that are free during the whole window. */
export async function findSpacesLeft(
  db: Db | Tx,
  pools: readonly { id: number; capacity: number }[],
  window: Window,
): Promise<Map<number, number>> {
  if (pools.length === 0) return new Map()
  const { first_day, first_slot, last_day, last_slot, days } = getSlots(window)
  const slotsOf = (column: 'used' | 'blocked') => sql`${sql.ref(`d.${column}`)}[
    (case when d.day = ${first_day}::date then ${first_slot}::int else 1 end) :
    (case when d.day = ${last_day}::date then ${last_slot}::int else ${slotsPerDay}::int end)]`
  const { rows } = await sql<{ pool_id: number; days: number; spaces: number }>`
    select d.pool_id, count(*)::int as days, min(d.cap - slot.peak)::int as spaces
    from pool_days d
    cross join lateral (
      select max(u + coalesce(b, 0)) as peak from unnest(${slotsOf('used')}, ${slotsOf('blocked')}) as s(u, b)
    ) slot
    where d.pool_id = any(${pools.map(({ id }) => id)}::int[]) and d.day between ${first_day}::date and ${last_day}::date
    group by d.pool_id`.execute(db)
  const counted = new Map(rows.map((row) => [row.pool_id, row]))
  return new Map(
    pools.map(({ id, capacity }) => {
      const counters = counted.get(id)
      // A day without a row has all spaces free.
      if (counters === undefined) return [id, capacity]
      return [id, Math.max(0, counters.days === days ? counters.spaces : Math.min(counters.spaces, capacity))]
    }),
  )
}

/** Counters of a pool's UTC day: its spaces, and in each quarter hour the number sold and the number not for sale. */
export interface PoolDay {
  day: string
  cap: number
  used: number[]
  blocked: number[] | null
}

/** A pool's capacity on days without counters, and the days that have counters. */
export interface PoolSpaces {
  capacity: number
  days: PoolDay[]
}
/** A request for one space of a pool during a window. */
export interface SpaceRequest {
  pool_id: number
  window: Window
}

interface StoredPool {
  pool_id: number
  capacity: number
  days: PoolDay[]
}

/** SQL: the pools of several requests with their days, for use in any statement; parse with `toPoolSpaces`. */
export function poolsValue(requests: readonly SpaceRequest[]): RawBuilder<StoredPool[]> {
  const spans = new Map<number, { first: string; last: string }>()
  for (const { pool_id, window } of requests) {
    const { first_day, last_day } = getSlots(window)
    const span = spans.get(pool_id)
    const first = span === undefined || first_day < span.first ? first_day : span.first
    const last = span === undefined || last_day > span.last ? last_day : span.last
    spans.set(pool_id, { first, last })
  }
  const spanned = [...spans.values()]
  return sql<StoredPool[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('pool_id', p.id, 'capacity', p.capacity, 'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'cap', d.cap, 'used', d.used, 'blocked', d.blocked)), '[]')
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

/** Returns the pools of several requests with their days, by pool id. */
export async function findPoolDays(db: Db | Tx, requests: readonly SpaceRequest[]): Promise<Map<number, PoolSpaces>> {
  const { rows } = await sql<{ pools: StoredPool[] }>`select ${poolsValue(requests)} as pools`.execute(db)
  return toPoolSpaces(rows[0]!.pools)
}

/**
 * Takes all requested spaces in one statement that locks rows in a fixed order. Violates `pool_days_not_oversold` if
 * one is not available, which aborts the transaction.
 */
export async function storeAllocations(tx: Tx, requests: readonly SpaceRequest[]): Promise<void> {
  const days = [...Map.groupBy(requests, ({ pool_id }) => pool_id)].flatMap(([pool_id, poolRequests]) =>
    [...countSlotUse(poolRequests.map(({ window }) => window))].map(([day, used]) => ({ pool_id, day, used })),
  )
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select p.id, d.day, p.capacity, d.used::smallint[]
    from unnest(
      ${arrayOf(
        days.map(({ pool_id }) => pool_id),
        'int',
      )}, ${arrayOf(
        days.map(({ day }) => day),
        'date',
      )}, ${arrayOf(
        days.map(({ used }) => `{${used.join()}}`),
        'text',
      )}
    ) as d(pool_id, day, used)
    join pools p on p.id = d.pool_id
    order by p.id, d.day
    on conflict (pool_id, day) do update set used = slots_sum(pool_days.used, excluded.used)`.execute(tx)
}

/** Takes one space of a pool. Violates `pool_days_not_oversold` if none is free, which aborts the transaction. */
export const allocateSpace = (tx: Tx, pool_id: number, window: Window): Promise<void> =>
  changeSlots(tx, pool_id, window, 1)

/** Releases one space of a pool. */
export const releaseSpace = (tx: Tx, pool_id: number, window: Window): Promise<void> =>
  changeSlots(tx, pool_id, window, -1)

/**
 * Changes the counters in one statement, locking days in ascending order to avoid deadlocks. A new day's row starts
 * from at least 0.
 */
async function changeSlots(tx: Tx, pool_id: number, window: Window, delta: 1 | -1): Promise<void> {
  const { first_day, first_slot, last_day, last_slot, days } = getSlots(window)
  const from = (day: string) => sql`(case when ${sql.ref(day)} = ${first_day}::date then ${first_slot}::int else 1 end)`
  const to = (day: string) =>
    sql`(case when ${sql.ref(day)} = ${last_day}::date then ${last_slot}::int else ${slotsPerDay}::int end)`
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select p.id, d.day, p.capacity, slots_added(array_fill(0::smallint, array[${slotsPerDay}::int]), ${from('d.day')}, ${to('d.day')}, ${Math.max(0, delta)}::int)
    from pools p
    cross join lateral (
      select ${first_day}::date + n as day from generate_series(0, ${days - 1}::int) n
    ) d
    where p.id = ${pool_id}
    order by d.day
    on conflict (pool_id, day) do update
    set used = slots_added(pool_days.used, ${from('pool_days.day')}, ${to('pool_days.day')}, ${delta}::int)`.execute(tx)
}
