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
import type { Db, Tx } from '#server/database/connect.ts'
import { getKept } from '#server/secrets.ts'

/*
 * A pass is `PW1.<what it says>.<signature>`, both base64url: JSON with short keys, so that the QR code stays coarse, and
 * an Ed25519 signature over everything before the second dot. A guard's phone checks it with the public key alone.
 */

/** The key that signs passes. */
async function getSigningKey(db: Db | Tx): Promise<KeyObject> {
  const make = (): JsonWebKey => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return createPrivateKey({ key: await getKept(db, 'pass_key', make), format: 'jwk' })
}

/** The public half, as a JWK. */
export async function getPublicKey(db: Db): Promise<{ kty: string; crv: string; x: string }> {
  const { kty, crv, x } = createPublicKey(await getSigningKey(db)).export({ format: 'jwk' })
  if (kty === undefined || crv === undefined || x === undefined) throw new Error('the key of passes is not Ed25519')
  return { kty, crv, x }
}

export type PassContent = { booking_code: string; park_code: string; plate: string; start_time: Date; end_time: Date }

/** `c` booking code, `p` park code, `n` number plate, `s` and `e` start and end in seconds since 1970. */
export async function signPass(db: Db, pass: PassContent): Promise<string> {
  const says = {
    c: pass.booking_code,
    p: pass.park_code,
    n: pass.plate,
    s: pass.start_time.getTime() / 1_000,
    e: pass.end_time.getTime() / 1_000,
  }
  const signed = `PW1.${Buffer.from(JSON.stringify(says)).toString('base64url')}`
  return `${signed}.${sign(null, Buffer.from(signed), await getSigningKey(db)).toString('base64url')}`
}

/** The booking code of a pass that we signed; undefined for any other text. */
export async function readPass(db: Db | Tx, text: string): Promise<string | undefined> {
  const [version, says, signature] = text.split('.')
  if (version !== 'PW1' || says === undefined || signature === undefined) return undefined
  const key = createPublicKey(await getSigningKey(db))
  if (!verify(null, Buffer.from(`${version}.${says}`), key, Buffer.from(signature, 'base64url'))) return undefined
  return (JSON.parse(Buffer.from(says, 'base64url').toString()) as { c: string }).c
}

/** A QR code (error correction M) as an SVG path over a square of `size` modules, without the quiet zone around it. */
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

const quiet = 4

/** The same as a file that stands alone, dark on white with its quiet zone. */
export function createQrImage(text: string): string {
  const { qr_path, size } = createQrPath(text)
  const side = size + 2 * quiet
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quiet} ${-quiet} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-quiet} ${-quiet}h${side}v${side}h-${side}z"/><path d="${qr_path}"/></svg>`
}
