import { sql } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'

interface Registration {
  device_id: string
  booking_id: string
  push_token: string
}

/**
 * Has a device hear of changes of a pass; returns whether it did not before. The lock makes a change wait, which then finds
 * the registration. What has changed since the device got its file is not known: any version but the first is pushed to it.
 */
export async function registerDevice(
  tx: Tx,
  { device_id, booking_id, push_token }: Registration,
  now: Date,
): Promise<boolean> {
  const { version } = await tx
    .selectFrom('wallet_passes')
    .select('version')
    .where('booking_id', '=', booking_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const id = newId(now.getTime())
  const stored = await tx
    .insertInto('wallet_registrations')
    .values({
      id,
      device_id,
      booking_id,
      push_token,
      registered_at: now,
      push_due: version > 1 ? version : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'booking_id']).doUpdateSet({ push_token, registered_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id === id
}

export async function unregisterDevice(
  tx: Tx,
  { device_id, booking_id }: Omit<Registration, 'push_token'>,
): Promise<void> {
  await tx
    .deleteFrom('wallet_registrations')
    .where('device_id', '=', device_id)
    .where('booking_id', '=', booking_id)
    .execute()
}

/** Longer than any transaction: what it changed bears the time of the change, and is seen when it has ended. */
const longestTransaction_ms = 5 * minute_ms

/**
 * Returns the passes of a device that may have changed since a tag, with the tag for the next time; undefined for none. The
 * tag is the database's time, less that of the longest transaction: what is named twice costs a 304.
 */
export async function findUpdatedPasses(
  db: Db,
  device_id: string,
  tag: string | undefined,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | undefined> {
  const since = tag !== undefined && /^\d{1,12}$/.test(tag) ? Number(tag) : 0
  const { rows } = await sql<{ booking_id: string; now_ms: number }>`
    select r.booking_id, extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
    from wallet_registrations r join wallet_passes p using (booking_id)
    where r.device_id = ${device_id} and p.modified_at >= to_timestamp(${since}::float8)
    order by p.modified_at`.execute(db)
  const [first] = rows
  if (first === undefined) return undefined
  return {
    serialNumbers: rows.map(({ booking_id }) => booking_id),
    lastUpdated: String(Math.floor((first.now_ms - longestTransaction_ms) / 1_000)),
  }
}
