import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalizeCode } from '#contract/codes.ts'
import { grantHeader } from '#contract/events/events.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { addSecret, getSecrets } from '#server/database/stored-settings.ts'

/*
 * A grant opens one private event for `grantHours`: `EG1.<payload>.<HMAC>`. It is not stored. A browser keeps it in an
 * HttpOnly cookie, so that the page itself can be refused; a program sends it in a header.
 */

const setting = 'event_key'
export const grantHours = 6

/** The keys of grants. The first that there was also hashes private codes, whose hashes are stored. */
const getKeys = (db: Db | Tx) => getSecrets(db, setting)

/** From now on a new key signs grants; those of earlier keys are accepted until they expire. */
export const rotateGrantKey = (tx: Tx): Promise<void> => addSecret(tx, setting)

const signGrant = (key: Buffer, text: string) => createHmac('sha256', key).update(`grant:${text}`).digest()

export async function writeGrant(db: Db | Tx, event_code: string, until: Date): Promise<string> {
  const payload = Buffer.from(JSON.stringify({ c: event_code, e: until.getTime() / 1_000 })).toString('base64url')
  return `EG1.${payload}.${signGrant((await getKeys(db))[0], payload).toString('base64url')}`
}

/** Whether `grant` is one of ours, for this event, and not expired. */
export async function isGranted(db: Db | Tx, grant: string | undefined, event_code: string, now: Date) {
  const [version, payload, signature] = grant?.split('.') ?? []
  if (version !== 'EG1' || payload === undefined || signature === undefined) return false
  const given = Buffer.from(signature, 'base64url')
  const isSignedBy = (key: Buffer) => {
    const expected = signGrant(key, payload)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (!(await getKeys(db)).some(isSignedBy)) return false
  const { c, e } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { c: string; e: number }
  return c === event_code && now.getTime() < e * 1_000
}

/** The stored hash of a private code; case, spaces and hyphens are ignored. */
export async function hashPrivateCode(db: Db | Tx, code: string): Promise<Buffer> {
  return createHmac('sha256', (await getKeys(db)).at(-1)!)
    .update(`code:${normalizeCode(code)}`)
    .digest()
}

/** Finds the grant that a request carries for an event, by its code. */
export type FindGrant = (event_code: string) => string | undefined

const cookieName = (event_code: string) => `event_grant_${event_code}`

export const findGrantInCookies =
  (cookies: Readonly<Record<string, string | undefined>>): FindGrant =>
  (event_code) =>
    cookies[cookieName(event_code)]

/** From the header where a program sends one, otherwise from the browser's cookies. */
export function findGrantIn({ headers, cookies }: Pick<FastifyRequest, 'headers' | 'cookies'>): FindGrant {
  const header = headers[grantHeader]
  return typeof header === 'string' ? () => header : findGrantInCookies(cookies)
}

/** Whether a request carries a grant for any event, valid or not. */
export const hasGrant = ({ headers, cookies }: Pick<FastifyRequest, 'headers' | 'cookies'>): boolean =>
  headers[grantHeader] !== undefined || Object.keys(cookies).some((name) => name.startsWith(cookieName('')))

/** Keeps a grant in a cookie that no script can read, for `grantHours`. */
export function setGrantCookie(reply: FastifyReply, event_code: string, grant: string, isSecure: boolean): void {
  reply.setCookie(cookieName(event_code), grant, {
    path: '/',
    maxAge: grantHours * 3_600,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
}
