import type { AnswerOf } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import { demoMinutes, type getDemo, type LeadBody, type LeadKind, type listDemoSlots } from '#contract/leads/leads.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { team } from '#contract/settings/company.ts'
import { wallTime } from '#contract/wall-clock.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { readDemoToken } from './links.ts'
import { mailDemoCancellation, type Slot } from './mails.ts'
import { listDemoTimes } from './rules.ts'

/** Returns the start times that are still free, as ISO instants. */
export async function findAvailableSlots(db: Db, now: Date): Promise<AnswerOf<typeof listDemoSlots>> {
  const bookedSlots = await db.selectFrom('demo_slots').select('starts_at').where('starts_at', '>', now).execute()
  const takenTimes = new Set(bookedSlots.map(({ starts_at }) => starts_at.getTime()))
  const slots = listDemoTimes(now).filter((time) => !takenTimes.has(time.getTime()))
  return { timezone: team.zone, minutes: demoMinutes, slots: slots.map((time) => time.toISOString()) }
}

const isTimeZone = (name: string): boolean => {
  try {
    wallTime(new Date(0), name)
    return true
  } catch {
    return false
  }
}

/**
 * Books a demonstration for a lead in the lead's transaction. Unique constraints allow one booking per time and one per
 * address. Throws `slot_taken`, `demo_booked`, and a 422 for an unknown time zone or a time that is not offered.
 */
export async function bookSlot(
  tx: Tx,
  lead: { id: string; email: string },
  { starts_at: text, timezone }: Pick<LeadBody<'demo'>, 'starts_at' | 'timezone'>,
  now: Date,
): Promise<Slot> {
  const starts_at = new Date(text)
  if (!isTimeZone(timezone)) throw fieldError('timezone', 'invalid')
  if (!listDemoTimes(now).some((time) => time.getTime() === starts_at.getTime())) throw fieldError('starts_at', 'slot')
  // A past demonstration must not block a new one.
  await tx.deleteFrom('demo_slots').where('email', '=', lead.email).where('starts_at', '<=', now).execute()
  const inserted = await tx
    .insertInto('demo_slots')
    .values({ starts_at, email: lead.email, lead_id: lead.id, timezone })
    .onConflict((conflict) => conflict.doNothing())
    .returning('lead_id')
    .executeTakeFirst()
  if (inserted !== undefined) return { starts_at, timezone }
  const conflicting = await tx
    .selectFrom('demo_slots')
    .select('email')
    .where('starts_at', '=', starts_at)
    .executeTakeFirst()
  throw new AppError(conflicting === undefined || conflicting.email === lead.email ? 'demo_booked' : 'slot_taken')
}

/** Returns the upcoming demonstration that a mail's link refers to. Throws `not_found`. */
export async function getBookedDemo({ db, clock }: Deps, token: string): Promise<AnswerOf<typeof getDemo>> {
  const lead_id = await readDemoToken(db, token)
  if (lead_id === undefined) throw new AppError('not_found')
  const slot = await db
    .selectFrom('demo_slots')
    .select(['starts_at', 'timezone'])
    .where('lead_id', '=', lead_id)
    .where('starts_at', '>', clock())
    .executeTakeFirst()
  if (slot === undefined) throw new AppError('not_found')
  return { starts_at: slot.starts_at.toISOString(), minutes: demoMinutes, timezone: slot.timezone }
}

/** Cancels an upcoming demonstration, frees its time and mails a confirmation. Throws `not_found`. */
export async function cancelDemo(
  tx: Tx,
  deps: Deps,
  token: string,
  locale: Locale,
  now: Date,
): Promise<{ message: string }> {
  const lead_id = await readDemoToken(tx, token)
  if (lead_id === undefined) throw new AppError('not_found')
  const slot = await tx
    .deleteFrom('demo_slots')
    .where('lead_id', '=', lead_id)
    .where('starts_at', '>', now)
    .returning(['starts_at', 'timezone'])
    .executeTakeFirst()
  if (slot === undefined) throw new AppError('not_found')
  const lead = await tx
    .updateTable('leads')
    .set({ state: 'closed', changed_at: now })
    .where('id', '=', lead_id)
    .returning(['id', 'reference', 'kind', 'email', 'language', 'country_code'])
    .executeTakeFirstOrThrow()
  const of = accountLocale(lead.language as Language, lead.country_code as CountryCode | null)
  const recipient = { ...lead, kind: lead.kind as LeadKind, locale: of }
  const body = translate('en', 'leads.demo_cancelled_note', { at: slot.starts_at.toISOString() })
  await tx
    .insertInto('lead_notes')
    .values({ id: newId(now.getTime()), lead_id, user_id: null, state: 'closed', body, created_at: now })
    .execute()
  await mailDemoCancellation(tx, deps, recipient, slot)
  return { message: translate(locale, 'leads.demo_cancelled') }
}
