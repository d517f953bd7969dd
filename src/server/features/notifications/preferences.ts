import type { ParsedBody } from '#contract/endpoint.ts'
import { isSent } from '#contract/notifications/events.ts'
import {
  type updateNotificationPreference,
  type NotificationChannel,
  type NotificationPreferences,
  optionalNotifications,
  type OptionalNotification,
  optionalTopics,
} from '#contract/notifications/notifications.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { hasNewsConsent, updateNewsConsent } from './campaigns/news.ts'

/** What an account has switched off. */
const findOptOuts = (db: Db | Tx, user_id: string) =>
  db.selectFrom('notification_opt_outs').select(['topic', 'channel']).where('user_id', '=', user_id).execute()

/** Lists the optional notifications of an account that the desk has not switched off, by channel; all are on by default, but for news. */
export async function listPreferences(db: Db | Tx, user_id: string): Promise<NotificationPreferences> {
  const off = new Set((await findOptOuts(db, user_id)).map(({ topic, channel }) => `${topic} ${channel}`))
  const hasNews = await hasNewsConsent(db, user_id)
  return {
    items: optionalTopics.flatMap((topic) =>
      optionalNotifications[topic]
        .filter((channel) => isSent(topic, channel))
        .map((channel) => ({
          topic,
          channel,
          is_on: topic === 'news' ? hasNews : !off.has(`${topic} ${channel}`),
        })),
    ),
  }
}

export async function updatePreference(
  tx: Tx,
  user_id: string,
  { topic, channel, is_on }: ParsedBody<typeof updateNotificationPreference>,
  now: Date,
): Promise<NotificationPreferences> {
  if (topic === 'news') await updateNewsConsent(tx, user_id, is_on, now)
  else if (is_on)
    await tx
      .deleteFrom('notification_opt_outs')
      .where('user_id', '=', user_id)
      .where('topic', '=', topic)
      .where('channel', '=', channel)
      .execute()
  else
    await tx
      .insertInto('notification_opt_outs')
      .values({ user_id, topic, channel })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return listPreferences(tx, user_id)
}

export async function isSwitchedOff(
  db: Db | Tx,
  user_id: string,
  topic: OptionalNotification,
  channel: NotificationChannel,
): Promise<boolean> {
  const found = await db
    .selectFrom('notification_opt_outs')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('topic', '=', topic)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return found !== undefined
}
