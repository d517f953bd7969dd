import { sql } from 'kysely'
import { pagePath } from '#contract/pages.ts'
import type { Hooks } from '#server/deps.ts'
import { accountLocale } from '#server/output/translate.ts'
import { findRows } from '../booking-rows.ts'
import { getDetails } from '../queries.ts'
import { createCalendarFile } from './calendar.ts'
import { drawQrFile } from './jobs.ts'

/**
 * Returns the calendar file and the QR code for a mail about a booking: nothing if it was erased or belongs to another
 * address, and no QR code once its pass is invalid.
 */
export const findMailAttachments: Hooks['findMailAttachments'] = async (deps, booking_id, to) => {
  const [row] = await findRows(deps.db, sql<boolean>`b.id = ${booking_id}::uuid and u.email = ${to}`)
  if (row === undefined) return {}
  const { user_id, user_language: language, user_country, booking_code } = row
  const booking = await getDetails(deps, user_id, booking_id, language, deps.clock())
  const url = deps.publicUrl() + pagePath('bookingDetails', { bookingCode: booking_code })
  const calendar = createCalendarFile(booking, accountLocale(language, user_country), url)
  if (booking.pass === null) return { calendar }
  return { calendar, qr_code: await drawQrFile(deps, booking.pass.payload) }
}
