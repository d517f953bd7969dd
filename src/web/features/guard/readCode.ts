import { passPrefix, readPassText, type PassContent } from '#contract/bookings/pass-text.ts'
import type { PassKey } from '#contract/bookings/passes.ts'

/** What was scanned or typed, with its signature checked on this phone. */
export type ReadCode =
  | {
      kind: 'pass'
      booking_code: string
      /** `unchecked`: this browser cannot verify Ed25519. */
      signature: 'valid' | 'unchecked'
      /** Null in passes of the first version, which name neither it nor their window. */
      content: PassContent | null
    }
  | { kind: 'number'; booking_code: string }
  | { kind: 'invalid' }

const invalid: ReadCode = { kind: 'invalid' }
const firstPrefix = 'PW1.'
const firstPassText = /^(PW1\.([\w-]+))\.([\w-]{86})$/

export const isPassText = (text: string): boolean => text.startsWith(passPrefix) || text.startsWith(firstPrefix)

/**
 * Reads a pass and verifies its signature with the keys that are accepted at `now`; any other text is `invalid`. Without any
 * key, which a phone has once it was online, the signature is `unchecked`.
 */
export async function readPass(text: string, keys: readonly PassKey[], now: Date): Promise<ReadCode> {
  const accepted = keys.filter(({ accepted_until }) => accepted_until === null || Date.parse(accepted_until) > +now)
  if (text.startsWith(firstPrefix))
    return readFirstPass(
      text,
      accepted.filter(({ signed_pw1 }) => signed_pw1),
    )
  const pass = readPassText(text)
  const key = accepted.find(({ kid }) => kid === pass?.content.key_id)
  if (pass === undefined || (key === undefined && keys.length > 0)) return invalid
  const isValid = key && (await verify(key, pass.packed, pass.signature))
  if (isValid === false) return invalid
  const { content } = pass
  const signature = isValid === true ? 'valid' : 'unchecked'
  return { kind: 'pass', booking_code: content.booking_code, signature, content }
}

async function readFirstPass(text: string, keys: readonly PassKey[]): Promise<ReadCode> {
  const [, signed, content, signature] = firstPassText.exec(text) ?? []
  if (signed === undefined || content === undefined || signature === undefined) return invalid
  const booking_code = readFirstContent(content)
  if (booking_code === undefined) return invalid
  for (const key of keys) {
    const isValid = await verify(key, new TextEncoder().encode(signed), fromBase64url(signature))
    if (isValid !== false)
      return { kind: 'pass', booking_code, signature: isValid === true ? 'valid' : 'unchecked', content: null }
  }
  return invalid
}

function readFirstContent(content: string): string | undefined {
  try {
    const { c } = JSON.parse(new TextDecoder().decode(fromBase64url(content))) as { c?: unknown }
    return typeof c === 'string' ? c : undefined
  } catch {
    return undefined
  }
}

const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Whether a signature is valid; undefined in browsers that do not know Ed25519. */
async function verify(
  { kty, crv, x }: PassKey,
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean | undefined> {
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify'])
  } catch {
    return undefined
  }
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed)
}
