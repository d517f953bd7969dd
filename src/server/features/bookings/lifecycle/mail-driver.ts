import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { BookingRow } from '../booking-rows.ts'
import { mailBookings, type BookingMailTopic } from '../documents/mails.ts'
import { getBooking } from '../queries.ts'

/** Mails a booking's driver, in the driver's language, about a change that the driver didn't make. */
export async function mailDriver(
  tx: Tx,
  deps: Deps,
  { id, user_id, email, user_language: language, user_country: country_code }: BookingRow,
  { at, ...mail }: { topic: BookingMailTopic; at: Date; credited?: number; answer?: string | undefined },
): Promise<void> {
  const booking = await getBooking(tx, user_id, id, language)
  await mailBookings(tx, deps, [{ recipient: { email, language, country_code }, booking, ...mail }], at)
}
