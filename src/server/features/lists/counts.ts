import type { RawBuilder } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'

/** Fewer rows are counted each time. */
const many = 10_000
/** A count may be so much older than it took: it takes at most a thirtieth of the processor. */
const share = 30
/** An older count is not shown any more. */
const oldest_ms = minute_ms
const most = 500

interface Counted {
  rows: unknown[]
  at_ms: number
  took_ms: number
  running?: Promise<unknown> | undefined
}
const known = new WeakMap<Db, Map<string, Counted>>()

/**
 * Runs a statement that counts. Where there are many rows it takes long, and is answered from its last result for a while, and counted again in the background: of a million bookings, the total may be some seconds old, while the rows
 * themselves never are. Few rows are always counted.
 */
export async function countLazily<Row extends { count: number }>(
  db: Db,
  statement: RawBuilder<Row>,
  now_ms = performance.now(),
): Promise<Row[]> {
  const { sql, parameters } = statement.compile(db)
  const key = `${sql}\n${parameters.map(String).join('\n')}`
  const counts = known.get(db) ?? new Map<string, Counted>()
  known.set(db, counts)
  const last = counts.get(key)
  if (last === undefined || now_ms - last.at_ms > oldest_ms) return count(db, statement, counts, key)
  if (now_ms - last.at_ms > share * last.took_ms)
    last.running ??= count(db, statement, counts, key).catch(() => (last.running = undefined))
  return last.rows as Row[]
}

async function count<Row extends { count: number }>(
  db: Db,
  statement: RawBuilder<Row>,
  counts: Map<string, Counted>,
  key: string,
): Promise<Row[]> {
  const began = performance.now()
  const { rows } = await statement.execute(db)
  const at_ms = performance.now()
  counts.delete(key)
  if (rows.reduce((sum, { count: value }) => sum + value, 0) >= many)
    counts.set(key, { rows, at_ms, took_ms: at_ms - began })
  if (counts.size > most) counts.delete(counts.keys().next().value!)
  return rows
}
