import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { addCamera as contract, ParkCameras } from '#contract/gate/gate-reads.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { changeManagedPark, getManagedPark } from './managed-park.ts'

const mostCameras = 50
const lastReads = 20

/** Returns the cameras of a park and what they read last. Throws `not_found`. */
export async function findCameras(db: Db | Tx, scope: Scope, id: string): Promise<ParkCameras> {
  await getManagedPark(db, scope, id)
  const cameras = await db
    .selectFrom('gate_cameras')
    .select(['id', 'name', 'source', 'direction', 'created_at', 'last_seen_at', 'revoked_at'])
    .where('park_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostCameras * 2)
    .execute()
  const { rows } = await sql<Omit<ParkCameras['reads'][number], 'at'> & { at: Date }>`
    select r.id, c.name as camera, r.at, r.plate_key as plate, r.opened as open, r.reason, r.matched_by, b.booking_code
    from gate_cameras c
    cross join lateral (select * from gate_reads where camera_id = c.id order by at desc limit ${lastReads}) r
    left join bookings b on b.id = r.booking_id
    where c.park_id = ${id} order by r.at desc, r.id desc limit ${lastReads}`.execute(db)
  return {
    items: cameras.map(({ created_at, last_seen_at, revoked_at, ...camera }) => ({
      ...(camera as Pick<ParkCameras['items'][number], 'id' | 'name' | 'source' | 'direction'>),
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
    })),
    reads: rows.map(({ at, ...read }) => ({ ...read, at: at.toISOString() })),
  }
}

/** Adds a camera with a key that is returned this once. Throws `not_found`, and 422 for more than fit. */
export async function addCamera(
  tx: Tx,
  scope: Scope,
  id: string,
  camera: ParsedBody<typeof contract>,
  now: Date,
): Promise<{ answer: AnswerOf<typeof contract>; changes: AuditedChange[] }> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const { count } = await tx
    .selectFrom('gate_cameras')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('park_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostCameras) throw fieldError('name', 'cameras_too_many')
  const key = `pwc_${randomBytes(24).toString('base64url')}`
  const key_hash = createHash('sha256').update(key).digest()
  const camera_id = newId(now.getTime())
  await tx
    .insertInto('gate_cameras')
    .values({ ...camera, id: camera_id, park_id: id, key_hash, created_at: now })
    .execute()
  return {
    answer: { key, cameras: await findCameras(tx, scope, id) },
    changes: [{ kind: 'gate_camera', id: camera_id, partner_id: park.partner_id, after: camera }],
  }
}

/** Revokes a camera's key: its reads are refused from then on. Throws `not_found`. */
export async function revokeCamera(
  tx: Tx,
  scope: Scope,
  { id, camera_id }: { id: string; camera_id: string },
  now: Date,
): Promise<{ answer: ParkCameras; changes: AuditedChange[] }> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const camera = await tx
    .selectFrom('gate_cameras')
    .select(['name', 'revoked_at'])
    .where('id', '=', camera_id)
    .where('park_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (camera === undefined) throw new AppError('not_found')
  if (camera.revoked_at === null)
    await tx.updateTable('gate_cameras').set({ revoked_at: now }).where('id', '=', camera_id).execute()
  const change = { kind: 'gate_camera', id: camera_id, partner_id: park.partner_id, before: { name: camera.name } }
  return { answer: await findCameras(tx, scope, id), changes: camera.revoked_at === null ? [change] : [] }
}
