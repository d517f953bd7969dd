import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type { BookingStatus } from '#contract/bookings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getOrCreateSetting } from '#server/secrets.ts'

/*
 * A pass is `PW1.<content>.<signature>`, both base64url: JSON with short keys, which keeps the QR code coarse, and an
 * Ed25519 signature of everything before the second dot. A guard's phone verifies it with the public key alone.
 */

/** Whether a booking in this status has a valid pass. */
export const hasValidPass = (status: BookingStatus): boolean =>
  status !== 'cancelled' && status !== 'expired' && status !== 'pending'

async function getSigningKey(db: Db | Tx): Promise<KeyObject> {
  const make = (): JsonWebKey => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return createPrivateKey({ key: await getOrCreateSetting(db, 'pass_key', make), format: 'jwk' })
}

/** Returns the public key of passes as a JWK. */
export async function getPublicKey(db: Db): Promise<{ kty: string; crv: string; x: string }> {
  const { kty, crv, x } = createPublicKey(await getSigningKey(db)).export({ format: 'jwk' })
  if (kty === undefined || crv === undefined || x === undefined)
    throw new Error('the key that signs passes is not an Ed25519 key')
  return { kty, crv, x }
}

export type PassContent = { booking_code: string; park_code: string; plate: string; start_time: Date; end_time: Date }

/** Signs `c` booking code, `p` park code, `n` number plate, `s` start and `e` end in Unix seconds. */
export async function signPass(db: Db, pass: PassContent): Promise<string> {
  const content = {
    c: pass.booking_code,
    p: pass.park_code,
    n: pass.plate,
    s: pass.start_time.getTime() / 1_000,
    e: pass.end_time.getTime() / 1_000,
  }
  const signed = `PW1.${Buffer.from(JSON.stringify(content)).toString('base64url')}`
  return `${signed}.${sign(null, Buffer.from(signed), await getSigningKey(db)).toString('base64url')}`
}

/** The whole text: decoders of base64 skip what they don’t know, so that a longer text would verify too. */
const passText = /^(PW1\.([\w-]+))\.([\w-]{86})$/

/** Returns the booking code of a pass with a valid signature; undefined for any other text. */
export async function readPass(db: Db | Tx, text: string): Promise<string | undefined> {
  const [, signed, content, signature] = passText.exec(text) ?? []
  if (signed === undefined || content === undefined || signature === undefined) return undefined
  const bytes = Buffer.from(signature, 'base64url')
  // The last character has four bits that don’t count.
  if (bytes.toString('base64url') !== signature) return undefined
  const key = createPublicKey(await getSigningKey(db))
  if (!verify(null, Buffer.from(signed), key, bytes)) return undefined
  return (JSON.parse(Buffer.from(content, 'base64url').toString()) as { c: string }).c
}
