import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import { code_minutes, code_tries } from '#server/features/accounts/rules.ts'

export type CodePurpose = 'verify_email' | 'reset_password' | 'erase_account'
/** `over`: it was the right one, but has run out, was tried too often, or is used. */
export type CodeVerdict = 'right' | 'wrong' | 'over'

const salt_bytes = 16

/** A salt of its own, then the HMAC: a code is good for its account and purpose alone. */
function hashCode(salt: Buffer, user_id: string, purpose: CodePurpose, code: string): Buffer {
  return Buffer.concat([salt, createHmac('sha256', salt).update(`${purpose}:${user_id}:${code}`).digest()])
}

/** Six digits for the mail; the older code of this account and purpose ends. The caller holds the account's row. */
export async function issueCode(tx: Tx, user_id: string, purpose: CodePurpose, now: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await revokeCodes(tx, user_id, purpose)
  await tx
    .insertInto('email_codes')
    .values({
      id: newId(now.getTime()),
      user_id,
      purpose,
      code_hash: hashCode(randomBytes(salt_bytes), user_id, purpose, code),
      created_at: now,
      expires_at: new Date(now.getTime() + code_minutes * 60_000),
    })
    .execute()
  return code
}

/**
 * Uses a code up, or counts a wrong try. The caller holds the account's row, so that of two calls with one code only one
 * is right, and must commit whatever the verdict, so that the try counts.
 */
export async function checkCode(
  tx: Tx,
  user_id: string,
  purpose: CodePurpose,
  code: string,
  now: Date,
): Promise<CodeVerdict> {
  const row = await tx
    .selectFrom('email_codes')
    .select(['id', 'code_hash', 'expires_at', 'tries', 'used_at'])
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (row === undefined) return 'wrong'
  const kept = Buffer.from(row.code_hash)
  const matches = timingSafeEqual(kept, hashCode(kept.subarray(0, salt_bytes), user_id, purpose, code))
  const over = row.used_at !== null || row.tries >= code_tries || row.expires_at <= now
  if (matches && over) return 'over'
  await tx
    .updateTable('email_codes')
    .set((row) => (matches ? { used_at: now } : { tries: row('tries', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  return matches ? 'right' : 'wrong'
}

/** Nothing that was mailed for this purpose is good any longer. */
export async function revokeCodes(tx: Tx, user_id: string, purpose: CodePurpose): Promise<void> {
  await tx.deleteFrom('email_codes').where('user_id', '=', user_id).where('purpose', '=', purpose).execute()
}
