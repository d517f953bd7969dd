import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import type { MessageServices } from '#server/features/sms/texts.ts'
import { toBooking, type BookingRow } from '../booking-rows.ts'
import { mailBookings, type BookingMailTopic } from '../documents/mails.ts'
import { getBooking } from '../queries.ts'
import {
  bookingChanges,
  findMail,
  storeChange,
  storeTransition,
  type Happening,
  type NotifiedChange,
  type NotifiedStep,
  type Outcome,
} from './transitions.ts'

/** What a mail says beside the booking. */
interface MailWords {
  /** What the wallet was credited with beside a refund, in major units. */
  credited?: number
  /** Words of staff. */
  answer?: string | undefined
}

/** Mails a booking's driver, in the driver's language and about the booking as it is now. */
export async function mailDriver(
  tx: Tx,
  deps: MessageServices,
  { id, user_id, email, user_language: language, user_country: country_code }: BookingRow,
  { at, ...mail }: MailWords & { topic: BookingMailTopic; at: Date },
): Promise<void> {
  const booking = await getBooking(tx, user_id, id, language)
  await mailBookings(tx, deps, [{ recipient: { email, language, country_code }, booking, ...mail }], at)
}

/**
 * Makes a transition with all that the table says of it: the status, the history, then what `work` changes with it, and the
 * mail, which shows the booking as `work` leaves it. Throws `invalid_transition` as `transition` does.
 */
export async function transitionAndNotify(
  tx: Tx,
  deps: MessageServices,
  row: BookingRow,
  { outcome, ...step }: NotifiedStep & Happening & { outcome?: Outcome },
  work: () => Promise<void>,
): Promise<void> {
  const effects = await storeTransition(tx, row, step)
  await work()
  const topic = findMail(effects, outcome)
  if (topic !== null) await mailDriver(tx, deps, row, { topic, at: step.at })
}

/** Records a change that keeps the status, after it was made, with the mail and the notice that the table names for it. */
export async function recordChangeAndNotify(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { credited, answer, ...change }: MailWords & { cause: NotifiedChange } & Happening,
): Promise<void> {
  await storeChange(tx, row, change)
  const effects = bookingChanges[change.cause]
  // A space that is only reserved has no pass yet, and its driver is on our pages.
  if (row.status === 'pending') return
  const words = { ...(credited === undefined ? {} : { credited }), answer }
  await mailDriver(tx, deps, row, { topic: effects.mail, at: change.at, ...words })
  if (!('notice' in effects)) return
  if (effects.notice === 'settled') await deps.hooks.settleNotices(tx, row.id, change.at)
  else await raiseReportNotice(tx, deps, row, change.at)
}

/** Tells those who decide on reports that one waits for them. */
async function raiseReportNotice(tx: Tx, deps: Deps, row: BookingRow, now: Date): Promise<void> {
  const { id: booking_id, booking_code } = row
  const { park } = toBooking(row, 'en')
  const names = { en: labelPark(park, 'en'), fr: labelPark(park, 'fr') }
  await deps.hooks.notifyStaffOfReport(tx, deps, { booking_id, booking_code, park: names }, now)
}
