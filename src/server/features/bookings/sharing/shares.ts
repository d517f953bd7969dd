import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Share, type SharedBooking, shareHours } from '#contract/bookings/shared-bookings.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { findAccess } from '#server/features/parks/access.ts'
import { AppError } from '#server/http/errors.ts'
import { findRows, getRow, lockRow, toBooking } from '../booking-rows.ts'
import { drawQrPath } from '../documents/jobs.ts'
import { hasValidPass, signPass } from '../documents/pass.ts'

/** An extension prolongs the link as well. */
const endOf = ({ end_time }: { end_time: Date }) => new Date(end_time.getTime() + shareHours * hour_ms)

/** Returns the link of a booking, without its token; null where there is none. Throws `booking_not_found`. */
export async function findShare(db: Db, user_id: string, handle: string, now: Date): Promise<{ share: Share | null }> {
  return { share: await findShareOf(db, await getRow(db, user_id, handle), now) }
}

/** Returns the link of a booking while it opens, without its token; null where there is none. */
export async function findShareOf(db: Db | Tx, row: { id: string; end_time: Date }, now: Date): Promise<Share | null> {
  const share = await db.selectFrom('booking_shares').selectAll().where('booking_id', '=', row.id).executeTakeFirst()
  const expires_at = endOf(row)
  if (share === undefined || expires_at <= now) return null
  const { shows_pass, created_at } = share
  return { shows_pass, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
}

/**
 * Makes the link of a paid booking; the one before ends. Throws `booking_not_found`, and `invalid_transition` for a booking
 * that is not paid or is over.
 */
export async function share(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { user_id, handle, shows_pass }: { user_id: string; handle: string; shows_pass: boolean },
  now: Date,
): Promise<Share & { url: string }> {
  const row = await lockRow(tx, user_id, handle)
  const expires_at = endOf(row)
  if (!hasValidPass(row.status) || expires_at <= now) throw new AppError('invalid_transition')
  const token = randomBytes(24).toString('base64url')
  const columns = { token_hash: hashToken(token), shows_pass, created_at: now }
  await tx
    .insertInto('booking_shares')
    .values({ booking_id: row.id, ...columns })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(columns))
    .execute()
  const url = publicUrl() + pagePath('sharedBooking', { token })
  return { url, shows_pass, created_at: now.toISOString(), expires_at: expires_at.toISOString() }
}

/** Ends the link of a booking, if it has one. Throws `booking_not_found`. */
export async function revoke(tx: Tx, user_id: string, handle: string): Promise<void> {
  const row = await lockRow(tx, user_id, handle)
  await revokeOf(tx, row.id)
}

/** Ends the link of a booking, if it has one. */
export async function revokeOf(tx: Tx, booking_id: string): Promise<void> {
  await tx.deleteFrom('booking_shares').where('booking_id', '=', booking_id).execute()
}

/** Returns a booking by the token of its link. Throws `share_not_found` once it has ended or was revoked. */
export async function getShared(
  deps: Pick<Deps, 'db' | 'workers'>,
  token: string,
  language: Language,
  now: Date,
): Promise<SharedBooking> {
  const { db } = deps
  const share = await db
    .selectFrom('booking_shares')
    .select(['booking_id', 'shows_pass'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  const [row] = share === undefined ? [] : await findRows(db, sql<boolean>`b.id = ${share.booking_id}`)
  if (share === undefined || row === undefined || endOf(row) <= now) throw new AppError('share_not_found')
  const isValid = hasValidPass(row.status)
  const payload = isValid && share.shows_pass ? await signPass(db, row) : undefined
  const { park, plate, start_time, priced_from, end_time, status, booking_code } = toBooking(row, language)
  return {
    park,
    plate,
    start_time,
    priced_from,
    end_time,
    status,
    booking_code: share.shows_pass ? booking_code : null,
    pass: payload === undefined ? null : { payload, ...(await drawQrPath(deps, payload)) },
    access: isValid ? await findAccess(db, row.park_id, language) : null,
    expires_at: endOf(row).toISOString(),
  }
}
