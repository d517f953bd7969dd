import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { listPartsBeside, type Window } from '#server/features/availability/window.ts'
import { whenDue, type Due } from '#server/jobs.ts'

/** Tables of spaces that are held for a booking beside its own, at most one for each, until `held_until` or while it is set. */
type HoldTable = 'alternative_holds' | 'booking_offers'

interface HeldRow {
  pool_id: number
  starts_at: Date
  ends_at: Date
  /** When the booking's own space is held in the same pool, for times that replace it; null for other holds. */
  replaced_from: Date | null
  replaced_until: Date | null
}

/** The times for which a space is held beside the booking's own. */
const heldParts = ({ starts_at, ends_at, replaced_from, replaced_until }: Omit<HeldRow, 'pool_id'>): Window[] =>
  listPartsBeside(
    { start: starts_at, end: ends_at },
    replaced_from === null || replaced_until === null ? undefined : { start: replaced_from, end: replaced_until },
  )

/** Gives back the space that is held for a booking, of which `id` may name the row. Returns whether there was one. */
export async function releaseHeld(tx: Tx, table: HoldTable, booking_id: string, id?: string): Promise<boolean> {
  const replaced =
    table === 'booking_offers'
      ? sql`replaced_from, replaced_until`
      : sql`null::timestamptz as replaced_from, null::timestamptz as replaced_until`
  const isMeant = id === undefined ? sql`true` : sql`id = ${id}`
  const { rows } = await sql<HeldRow>`
    update ${sql.table(table)} set held_until = null where booking_id = ${booking_id} and held_until is not null and ${isMeant}
    returning pool_id, starts_at, ends_at, ${replaced}`.execute(tx)
  for (const row of rows) for (const part of heldParts(row)) await releaseSpace(tx, row.pool_id, part)
  return rows.length > 0
}

/** Returns the job that gives back the spaces whose time is over, and how many these were. */
export function releaseOldHolds(table: HoldTable): (deps: Deps) => Promise<number> {
  const holds = sql.table(table)
  const old: Queue<{ booking_id: string; booking_code: string }> = {
    name: table,
    find: async ({ db }, { now, limit, isReady }) => {
      const { rows } = await sql<{ booking_id: string; booking_code: string }>`
        select h.booking_id, b.booking_code from ${holds} h join bookings b on b.id = h.booking_id
        where h.held_until <= ${now} and ${isReady(sql.ref('h.booking_id'))} order by h.held_until limit ${limit}`.execute(
        db,
      )
      return rows
    },
    keyOf: ({ booking_id }) => booking_id,
    subjectOf: ({ booking_code }) => booking_code,
    work: ({ db }, { booking_id }, now) =>
      transact(db, async (tx) => {
        const { rows } = await sql`
          select from ${holds} where booking_id = ${booking_id} and held_until <= ${now} for update skip locked`.execute(
          tx,
        )
        return rows.length > 0 && releaseHeld(tx, table, booking_id)
      }),
  }
  return (deps) => workThrough(deps, old)
}

export const heldDue =
  (table: HoldTable): Due =>
  () =>
    whenDue(table, { from: sql`${sql.table(table)} h`, key: sql`h.booking_id`, when: sql`h.held_until` })
