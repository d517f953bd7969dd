import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { addSecret, getSecrets } from '#server/database/stored-settings.ts'
import { type BookingRow, findRows, getRow } from '#server/features/bookings/booking-rows.ts'
import { isPassInUse } from '#server/features/bookings/documents/pass.ts'
import { AppError } from '#server/http/errors.ts'

/** How long after its booking was made a pass is kept up to date; bookings are made at most a year ahead. */
export const walletPass_days = 800

/** A pass that was handed to a wallet. */
export interface StoredPass {
  booking_id: string
  locale: Locale
  version: number
  modified_at: Date
  google_since: Date | null
}

const columns = ['booking_id', sql<Locale>`locale`.as('locale'), 'version', 'modified_at', 'google_since'] as const

/** Returns the booking of a user whose pass can be used. Throws `booking_not_found`, also for what is over or not paid. */
export async function getUsableBooking(db: Db | Tx, user_id: string, handle: string): Promise<BookingRow> {
  const row = await getRow(db, user_id, handle)
  if (!isPassInUse(row.status)) throw new AppError('booking_not_found')
  return row
}

/** Notes that a wallet gets the pass, whose later versions have the reader's last language and forms. */
export const storePass = (db: Db | Tx, booking_id: string, locale: Locale, now: Date): Promise<StoredPass> =>
  db
    .insertInto('wallet_passes')
    .values({ booking_id, locale, created_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ locale }))
    .returning(columns)
    .executeTakeFirstOrThrow()

/**
 * Returns a pass with its booking; undefined for none. The pass is read first: a change in between makes it seem older than
 * it is, and the device asks once more.
 */
export async function findPass(
  db: Db | Tx,
  booking_id: string,
): Promise<{ pass: StoredPass; row: BookingRow } | undefined> {
  const pass = await db
    .selectFrom('wallet_passes')
    .select(columns)
    .where('booking_id', '=', booking_id)
    .executeTakeFirst()
  if (pass === undefined) return undefined
  const [row] = await findRows(db, sql<boolean>`b.id = ${booking_id}::uuid`)
  return row && { pass, row }
}

/** All passes that can be used have another code now: the key that signed them is refused. */
export const changeUsablePasses = (tx: Tx): Promise<unknown> =>
  sql`select change_wallet_passes(array(select p.booking_id from wallet_passes p join bookings b on b.id = p.booking_id
    where b.status in ('active', 'checked_in', 'overstayed')))`.execute(tx)

const setting = 'wallet_pass_secret'
const secretsOf = (db: Db | Tx) => getSecrets(db, setting)

/** From now on a new key signs tokens and links; those of earlier keys are accepted. */
export const rotatePassSecret = (tx: Tx): Promise<void> => addSecret(tx, setting)

const signToken = (secret: Buffer, booking_id: string): string =>
  createHmac('sha256', secret).update(`pass ${booking_id}`).digest('base64url')

/** The token by which a device proves that it has the pass. */
export const tokenOf = async (db: Db | Tx, booking_id: string): Promise<string> =>
  signToken((await secretsOf(db))[0], booking_id)

/** Whether a header is `ApplePass` with the token of the pass. */
export async function isAuthorized(db: Db | Tx, booking_id: string, header: string | undefined): Promise<boolean> {
  const given = /^ApplePass ([\w-]{1,200})$/.exec(header ?? '')?.[1]
  if (given === undefined) return false
  const secrets = await secretsOf(db)
  return secrets.some((secret) => isSame(Buffer.from(given), Buffer.from(signToken(secret, booking_id))))
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** How long a link to a pass opens: browsers open it at once, and send no session with it. */
const linkLifetime_ms = 5 * minute_ms

const idBytes = 16
const timeBytes = 6
const signatureBytes = 16

const signLink = (secret: Buffer, content: Buffer): Buffer =>
  createHmac('sha256', secret).update('link ').update(content).digest().subarray(0, signatureBytes)

/** Returns a text that names a pass for five minutes. */
export async function writeLink(db: Db | Tx, booking_id: string, now: Date): Promise<string> {
  const content = Buffer.alloc(idBytes + timeBytes)
  content.write(booking_id.replaceAll('-', ''), 'hex')
  content.writeUIntBE(now.getTime() + linkLifetime_ms, idBytes, timeBytes)
  return Buffer.concat([content, signLink((await secretsOf(db))[0], content)]).toString('base64url')
}

/** Returns the booking that a link names; undefined for a link that has ended or is not ours. */
export async function readLink(db: Db | Tx, link: string, now: Date): Promise<string | undefined> {
  const bytes = Buffer.from(link, 'base64url')
  if (bytes.length !== idBytes + timeBytes + signatureBytes) return undefined
  const content = bytes.subarray(0, idBytes + timeBytes)
  const signature = bytes.subarray(content.length)
  const secrets = await secretsOf(db)
  if (!secrets.some((secret) => isSame(signature, signLink(secret, content)))) return undefined
  if (content.readUIntBE(idBytes, timeBytes) <= now.getTime()) return undefined
  return content.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
