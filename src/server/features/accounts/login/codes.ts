import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Source } from './known-sources.ts'

export type CodePurpose =
  | 'verify_email'
  | 'reset_password'
  | 'erase_account'
  | 'log_in'
  | 'confirm_login'
  | 'confirm_number'
  | 'log_in_number'
  | 'number_proof'
/** `over`: the code was right, but has expired, was tried too often or is already used. */
export type CodeVerdict = 'right' | 'wrong' | 'over'

const salt_bytes = 16

const ownerColumns = { log_in: 'email', log_in_number: 'number', number_proof: 'number' } as const

/** The column with a code's owner: an account, or for logging in an address or a number, which may have none yet. */
const ownerColumn = (purpose: CodePurpose): 'email' | 'number' | 'user_id' =>
  purpose in ownerColumns ? ownerColumns[purpose as keyof typeof ownerColumns] : 'user_id'

/** Returns a random salt followed by the HMAC, which binds the code to its owner and purpose. */
function hashCode(salt: Buffer, owner: string, purpose: CodePurpose, code: string): Buffer {
  return Buffer.concat([salt, createHmac('sha256', salt).update(`${purpose}:${owner}:${code}`).digest()])
}

/**
 * Creates a six-digit code and replaces the previous one of this owner and purpose. The caller has locked the owner.
 * `sources` are those of an address without an account, which count as known to it.
 */
export async function issueCode(
  tx: Tx,
  owner: string,
  purpose: CodePurpose,
  now: Date,
  sources: string[] = [],
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await revokeCodes(tx, owner, purpose)
  await tx
    .insertInto('email_codes')
    .values({
      id: newId(now.getTime()),
      [ownerColumn(purpose)]: owner,
      purpose,
      code_hash: hashCode(randomBytes(salt_bytes), owner, purpose, code),
      sources,
      created_at: now,
      expires_at: new Date(now.getTime() + settings().otp.code_minutes * minute_ms),
    })
    .execute()
  return code
}

/**
 * Uses up a code or counts a wrong attempt: those of strangers apart, so that they cannot use up the owner's. Locks the
 * code, so that it works only once. The caller must commit whatever the verdict so that the attempt counts.
 */
export async function checkCode(
  tx: Tx,
  { owner, purpose, code }: { owner: string; purpose: CodePurpose; code: string },
  { is_known }: Source,
  now: Date,
): Promise<CodeVerdict> {
  const counter = is_known ? 'known_tries' : 'tries'
  const row = await tx
    .selectFrom('email_codes')
    .select(['id', 'code_hash', 'expires_at', 'tries', 'known_tries', 'used_at'])
    .where(ownerColumn(purpose), '=', owner)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return 'wrong'
  const stored = Buffer.from(row.code_hash)
  const matches = timingSafeEqual(stored, hashCode(stored.subarray(0, salt_bytes), owner, purpose, code))
  const over = row.used_at !== null || row[counter] >= settings().otp.code_tries || row.expires_at <= now
  if (matches && over) return 'over'
  await tx
    .updateTable('email_codes')
    .set((row) => (matches ? { used_at: now } : { [counter]: row(counter, '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  return matches ? 'right' : 'wrong'
}

/** Revokes all codes sent for this purpose. */
export async function revokeCodes(tx: Tx, owner: string, purpose: CodePurpose): Promise<void> {
  await tx.deleteFrom('email_codes').where(ownerColumn(purpose), '=', owner).where('purpose', '=', purpose).execute()
}
