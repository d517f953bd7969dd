import { createPublicKey, type KeyObject } from 'node:crypto'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { registerGuardDevice as contract } from '#contract/gate/guard-scans.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

type DeviceKey = ParsedBody<typeof contract>['key']

/** Registers a phone of a guard by its public key. Throws 422 on `key` for a point that is not on the curve. */
export async function registerDevice(
  tx: Tx,
  user_id: string,
  { name, key }: ParsedBody<typeof contract>,
  now: Date,
): Promise<{ answer: AnswerOf<typeof contract>; changes: AuditedChange[] }> {
  try {
    toKeyObject(key)
  } catch {
    throw fieldError('key', 'characters')
  }
  const id = newId(now.getTime())
  await tx
    .insertInto('guard_devices')
    .values({ id, user_id, name, key: JSON.stringify(key), created_at: now, last_seen_at: now })
    .execute()
  return { answer: { id, name }, changes: [{ kind: 'guard_device', id, after: { name } }] }
}

export const toKeyObject = (key: DeviceKey): KeyObject => createPublicKey({ key, format: 'jwk' })

export interface Device {
  id: string
  key: KeyObject
  last_seq: number
  last_hash: string
}

/**
 * Returns a guard's phone, locked in a transaction, and notes that it was seen. Throws `device_unknown`, and
 * `device_revoked` for one that the desk has blocked.
 */
export async function useDevice(db: Db | Tx, user_id: string, id: string, now: Date): Promise<Device> {
  const device = await db
    .updateTable('guard_devices')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(['id', 'key', 'last_seq', 'last_hash', 'revoked_at'])
    .executeTakeFirst()
  if (device === undefined) throw new AppError('device_unknown')
  if (device.revoked_at !== null) throw new AppError('device_revoked')
  return { ...device, key: toKeyObject(device.key as DeviceKey) }
}
