import type { TextLanguage } from '#contract/text-languages.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { WaitingRefund } from '#server/features/bookings/hooks.ts'
import { findPeopleEverywhere, findPeopleOfPark, notifyStaff } from './staff-notices.ts'

/** Shows those who decide on reports, under their bell, that one waits for them. */
export async function notifyStaffOfReport(
  tx: Tx,
  deps: Deps,
  { booking_id, booking_code, park }: { booking_id: string; booking_code: string; park: Record<TextLanguage, string> },
  now: Date,
): Promise<void> {
  const people = await findPeopleEverywhere(tx, 'park_reports.update')
  const news = { kind: 'report_waiting', branch_id: null, path: `park-reports/${booking_id}` } as const
  const params = { number: booking_code, item: park.en, item_fr: park.fr }
  await notifyStaff(tx, deps, people, { ...news, record_id: booking_id, params }, now)
}

/** Tells those who decide on a refund of a booking, but not who asked for it, that it waits for them. */
export async function notifyStaffOfRefund(
  tx: Tx,
  deps: Deps,
  { refund_id, booking_code, park_id, park, asked_by, needs_any, amount_minor, currency }: WaitingRefund,
  now: Date,
): Promise<void> {
  const people = await findPeopleOfPark(tx, park_id, needs_any ? 'bookings.refund_any' : 'bookings.refund')
  const { who } = await tx
    .selectFrom('users')
    .select('first_name as who')
    .where('id', '=', asked_by)
    .executeTakeFirstOrThrow()
  const path = `bookings/${booking_code}`
  const news = { kind: 'booking_refund_waiting', branch_id: null, record_id: refund_id, path } as const
  const names = { number: booking_code, item: park.en, item_fr: park.fr, who: who ?? '' }
  const params = { ...names, amount_minor: amount_minor.toString(), currency }
  const others = people.filter((id) => id !== asked_by)
  await notifyStaff(tx, deps, others, { ...news, params }, now)
}
