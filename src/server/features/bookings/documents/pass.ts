import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import QRCode from 'qrcode'
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

/** Returns the booking code of a pass with a valid signature; undefined for any other text. */
export async function readPass(db: Db | Tx, text: string): Promise<string | undefined> {
  const [version, content, signature] = text.split('.')
  if (version !== 'PW1' || content === undefined || signature === undefined) return undefined
  const key = createPublicKey(await getSigningKey(db))
  if (!verify(null, Buffer.from(`${version}.${content}`), key, Buffer.from(signature, 'base64url'))) return undefined
  return (JSON.parse(Buffer.from(content, 'base64url').toString()) as { c: string }).c
}

/** Returns a QR code (error correction M) as an SVG path over a square of `size` modules, without the quiet zone. */
export function createQrPath(text: string): { qr_path: string; size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let qr_path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let run = 0
      while (x + run < size && modules.get(y, x + run)) run += 1
      if (run > 0) qr_path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  }
  return { qr_path, size }
}

const quietZone = 4

/** Returns a QR code as an SVG file, dark on white, with its quiet zone. */
export function createQrImage(text: string): string {
  const { qr_path, size } = createQrPath(text)
  const side = size + 2 * quietZone
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-quietZone} ${-quietZone}h${side}v${side}h-${side}z"/><path d="${qr_path}"/></svg>`
}
