import { isSent, type EventName } from '#contract/notifications/events.ts'
import { textTopics, type TextSettings, type TextTopic } from '#contract/sms/numbers.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'

/** What ended a consent: the settings, a link in a message, a reply or an opt-out at the provider, or another number. */
type ConsentEnd = 'settings' | 'link' | 'reply' | 'number'

/** How long consents that have ended are stored, in years: as proof that messages were agreed to. */
export const consent_years = 3

/** What the messages of each topic report. */
const topicEvents: Readonly<Record<TextTopic, readonly EventName[]>> = {
  bookings: ['booking_confirmed', 'booking_changed', 'booking_cancelled'],
  parking_ends: ['parking_ends'],
  orders: ['accepted', 'delayed', 'ready', 'out_for_delivery', 'order_to_confirm', 'order_ended'],
}
/** Whether the desk has left anything of a topic on. */
const isTexted = (topic: TextTopic): boolean => topicEvents[topic].some((event) => isSent(event, 'sms'))

/** What an account has agreed to for a number; nothing without one. */
export async function readConsents(
  db: Db | Tx,
  user_id: string,
  number: string | null,
): Promise<TextSettings['topics']> {
  const rows =
    number === null
      ? []
      : await db
          .selectFrom('text_consents')
          .select('topic')
          .where('user_id', '=', user_id)
          .where('number', '=', number)
          .where('ended_at', 'is', null)
          .execute()
  return textTopics.filter(isTexted).map((topic) => ({ topic, is_on: rows.some((row) => row.topic === topic) }))
}

/** Agrees to messages about a topic, or ends them. Throws 409 `text_number_needed` without a confirmed number. */
export async function updateTextTopic(
  tx: Tx,
  user_id: string,
  { topic, is_on }: { topic: TextTopic; is_on: boolean },
  now: Date,
): Promise<void> {
  if (!is_on) return endConsents(tx, { user_id, topic }, 'settings', now)
  const owner = await tx
    .selectFrom('text_numbers as n')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'n.user_id').onRef('u.phone', '=', 'n.number'))
    .select('u.phone as number')
    .where('n.user_id', '=', user_id)
    .executeTakeFirst()
  if (owner === undefined || owner.number === null) throw new AppError('text_number_needed')
  const { number } = owner
  // One for an earlier number of the profile.
  await tx
    .updateTable('text_consents')
    .set({ ended_at: now, ended_by: 'number' })
    .where('user_id', '=', user_id)
    .where('topic', '=', topic)
    .where('number', '!=', number)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .insertInto('text_consents')
    .values({ id: newId(now.getTime()), user_id, topic, number, agreed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'topic']).where('ended_at', 'is', null).doNothing())
    .execute()
}

/** Ends consents: those of an account, of one topic of it, or for a number, whoever has given them. */
export async function endConsents(
  tx: Tx,
  of: { user_id: string; topic?: TextTopic } | { number: string },
  ended_by: ConsentEnd,
  now: Date,
): Promise<void> {
  const all = tx.updateTable('text_consents').set({ ended_at: now, ended_by }).where('ended_at', 'is', null)
  if ('number' in of) await all.where('number', '=', of.number).execute()
  else
    await all
      .where('user_id', '=', of.user_id)
      .$if(of.topic !== undefined, (query) => query.where('topic', '=', of.topic!))
      .execute()
}

/** Ends all of an account's by the key of a link. Throws `not_found`. */
export async function stopTextsByKey(tx: Tx, key: string, now: Date): Promise<void> {
  const owner = await tx.selectFrom('text_numbers').select('user_id').where('stop_key', '=', key).executeTakeFirst()
  if (owner === undefined) throw new AppError('not_found')
  await endConsents(tx, { user_id: owner.user_id }, 'link', now)
}
