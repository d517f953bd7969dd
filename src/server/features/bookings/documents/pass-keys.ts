import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { sql } from 'kysely'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import type { PassKey } from '#contract/bookings/passes.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { longestOverstay_ms } from '../lifecycle/next-step.ts'

/** How long after it was signed a pass can be needed: booked as early as possible, for the longest time, and overstayed. */
const longestPass_ms = windowRules.ahead_days * day_ms + windowRules.most_min * minute_ms + longestOverstay_ms + day_ms

export interface SigningKey {
  id: string
  key: KeyObject
}

/** Returns the key that signs now; creates it at the first pass, once also when several processes do so together. */
export async function getSigningKey(db: Db | Tx): Promise<SigningKey> {
  const find = () => db.selectFrom('pass_keys').select(['id', 'key']).where('retired_at', 'is', null).executeTakeFirst()
  const existing = await find()
  if (existing !== undefined) return toSigningKey(existing)
  await insertKey(db, new Date())
  return toSigningKey((await find())!)
}

const toSigningKey = ({ id, key }: { id: string; key: unknown }): SigningKey => ({
  id,
  key: createPrivateKey({ key: key as JsonWebKey, format: 'jwk' }),
})

async function insertKey(db: Db | Tx, now: Date): Promise<string> {
  // The id is short: another key is made in the unlikely case that an earlier one has the same.
  for (;;) {
    const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    const id = createHash('sha256').update(Buffer.from(key.x!, 'base64url')).digest('hex').slice(0, 8)
    const inserted = await db
      .insertInto('pass_keys')
      .values({ id, key: JSON.stringify(key), created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted !== undefined) return id
    const signing = await db.selectFrom('pass_keys').select('id').where('retired_at', 'is', null).executeTakeFirst()
    if (signing !== undefined) return signing.id
  }
}

/**
 * Makes a new key that signs from now on; returns its id. The earlier ones are accepted until the last pass that they can
 * have signed has ended; `is_compromised` ends that at once.
 */
export async function rotateKeys(tx: Tx, now: Date, is_compromised: boolean): Promise<string> {
  await sql`lock table pass_keys in share row exclusive mode`.execute(tx)
  const accepted_until = new Date(is_compromised ? now : now.getTime() + longestPass_ms)
  await tx.updateTable('pass_keys').set({ retired_at: now, accepted_until }).where('retired_at', 'is', null).execute()
  if (is_compromised)
    await tx.updateTable('pass_keys').set({ accepted_until }).where('accepted_until', '>', now).execute()
  return insertKey(tx, now)
}

/** Returns the public keys that are accepted at `now`, newest first. */
export async function findAcceptedKeys(db: Db | Tx, now: Date): Promise<PassKey[]> {
  // There is one that signs, also before the first pass.
  await getSigningKey(db)
  const rows = await db
    .selectFrom('pass_keys')
    .selectAll()
    .where((where) => where.or([where('accepted_until', 'is', null), where('accepted_until', '>', now)]))
    .orderBy(sql`retired_at is not null`)
    .orderBy('retired_at', 'desc')
    .execute()
  return rows.map(({ id, key, accepted_until, signed_pw1 }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x: (key as { x: string }).x,
    kid: id,
    use: 'sig',
    accepted_until: accepted_until?.toISOString() ?? null,
    signed_pw1,
  }))
}

/** Returns a public key for `verify`. */
export const toVerifyingKey = ({ kty, crv, x }: Pick<PassKey, 'kty' | 'crv' | 'x'>): KeyObject =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
