import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two hex digests in constant time; false for anything that is not hex of the same length. */
export function sameDigest(expected: string, given: string): boolean {
  if (given.length !== expected.length || !/^[0-9a-f]+$/.test(given)) return false
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'))
}

/** Compares two texts in constant time, whatever their lengths. */
export function sameSecret(expected: string, given: string): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(expected), digestOf(given))
}

/** Returns a header's value; undefined when it is missing, empty or sent more than once. */
export function singleHeader(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a deduplication key for a webhook without an id: the hash of its bytes. */
export const bodyKey = (raw: Buffer): string => `sha256:${createHash('sha256').update(raw).digest('hex')}`

/** Returns the secret; throws when it is empty, because an empty secret would accept forged signatures. */
export function requireSecret(name: string, secret: string): string {
  if (secret.trim() === '') throw new Error(`${name} must not be empty`)
  return secret
}

/** The secrets whose webhooks are accepted: the one in use and, while it is changed, the one before. */
export const listSecrets = (secret: string, previous: string | undefined): string[] =>
  previous === undefined ? [secret] : [secret, requireSecret('the previous secret', previous)]

/** Returns a base URL without trailing slashes. */
export const baseAddress = (base_url: string): string => base_url.replace(/\/+$/, '')
