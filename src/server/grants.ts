import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { grantHeader } from '#contract/events.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getSecret } from '#server/secrets.ts'

/*
 * A grant opens one private event for a while: `EG1.<what it says>.<HMAC>`, kept nowhere. A browser has it in a cookie that
 * no script reads, so that the page itself can be refused; a program sends it in a header.
 */

const setting = 'event_key'
export const grantHours = 6

/** The key behind grants and private codes. */
const getKey = (db: Db | Tx): Promise<Buffer> => getSecret(db, setting)

const sealOf = (key: Buffer, text: string) => createHmac('sha256', key).update(`grant:${text}`).digest()

export async function writeGrant(db: Db | Tx, event_code: string, until: Date): Promise<string> {
  const says = Buffer.from(JSON.stringify({ c: event_code, e: until.getTime() / 1_000 })).toString('base64url')
  return `EG1.${says}.${sealOf(await getKey(db), says).toString('base64url')}`
}

/** Whether a text is a grant of ours for this event that still holds. */
export async function isGranted(db: Db | Tx, grant: string | undefined, event_code: string, now: Date) {
  const [version, says, seal] = grant?.split('.') ?? []
  if (version !== 'EG1' || says === undefined || seal === undefined) return false
  const [given, right] = [Buffer.from(seal, 'base64url'), sealOf(await getKey(db), says)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  const { c, e } = JSON.parse(Buffer.from(says, 'base64url').toString()) as { c: string; e: number }
  return c === event_code && now.getTime() < e * 1_000
}

/** What is kept of a private code: letters' case, spaces and hyphens do not count. */
export async function hashPrivateCode(db: Db | Tx, code: string): Promise<Buffer> {
  const read = code.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', await getKey(db))
    .update(`code:${read}`)
    .digest()
}

/** The grants that a caller shows, by event code. */
export type Shown = (event_code: string) => string | undefined

const cookieName = (event_code: string) => `event_grant_${event_code}`

/** Those of a cookie header. */
export const grantsIn =
  (cookie: string | undefined): Shown =>
  (event_code) => {
    const name = `${cookieName(event_code)}=`
    return cookie
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(name))
      ?.slice(name.length)
  }

export function grantsOf({ headers }: Pick<FastifyRequest, 'headers'>): Shown {
  const header = headers[grantHeader]
  return typeof header === 'string' ? () => header : grantsIn(headers.cookie)
}

export const grantCookie = (event_code: string, grant: string, isSecure: boolean): string =>
  `${cookieName(event_code)}=${grant}; Path=/; Max-Age=${grantHours * 3_600}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
