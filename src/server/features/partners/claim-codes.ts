import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** How long a mailed code proves a claim, and how often it may be tried. */
export const claimCode_minutes = 60
export const claimCode_tries = 5

const salt_bytes = 16

const hash = (salt: Buffer, claim_id: string, code: string): Buffer =>
  Buffer.concat([salt, createHmac('sha256', salt).update(`claim:${claim_id}:${code}`).digest()])

/** Makes a six-digit code for a claim, with what is stored of it. */
export function makeClaimCode(claim_id: string): { code: string; code_hash: Buffer } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, code_hash: hash(randomBytes(salt_bytes), claim_id, code) }
}

/** Whether a code is the one that was stored; takes the same time for a claim without one. */
export function isClaimCode(stored: Uint8Array | null, claim_id: string, code: string): boolean {
  const found = stored === null ? hash(Buffer.alloc(salt_bytes), claim_id, 'none') : Buffer.from(stored)
  return timingSafeEqual(found, hash(found.subarray(0, salt_bytes), claim_id, code)) && stored !== null
}
