import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { settings } from '#contract/settings/settings.ts'

/* Codes of authenticator apps (RFC 6238), and recovery codes. */

const period_s = 30
/** Steps by which the clock of a phone may be wrong. */
const window = 1

const totpOf = (secret: string, email: string) =>
  new TOTP({ issuer: settings().company.name, label: email, algorithm: 'SHA1', digits: 6, period: period_s, secret })

/** A random secret of 160 bits, in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What an app reads from the QR code. */
export const toUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * Returns the step of a code, undefined for a wrong one. `after` is the last step of which a code was accepted: one that was
 * used, and those before it, are wrong.
 */
export function findStep(secret: string, code: string, at: Date, after: bigint | null): bigint | undefined {
  const timestamp = at.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  const step = BigInt(Math.floor(timestamp / 1_000 / period_s) + delta)
  return after !== null && step <= after ? undefined : step
}

/** Recovery codes have 78 random bits, so that a fast hash suffices. */
export const hashRecoveryCode = (user_id: string, code: string): Buffer =>
  createHash('sha256').update(`recovery:${user_id}:${code}`).digest()

/** A recovery code as people write it down. */
export const groupCode = (code: string): string => code.match(/.{4}/g)!.join('-')
