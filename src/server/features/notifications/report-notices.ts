import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findPeopleEverywhere, notifyStaff } from './staff-notices.ts'

/** Shows those who decide on reports, under their bell, that one waits for them. */
export async function notifyStaffOfReport(
  tx: Tx,
  deps: Deps,
  { booking_id, booking_code, park }: { booking_id: string; booking_code: string; park: Record<Language, string> },
  now: Date,
): Promise<void> {
  const people = await findPeopleEverywhere(tx, 'park_reports.update')
  const news = { kind: 'report_waiting', branch_id: null, path: `park-reports/${booking_id}` } as const
  const params = { number: booking_code, item: park.en, item_fr: park.fr }
  await notifyStaff(tx, deps, people, { ...news, record_id: booking_id, params }, now)
}
