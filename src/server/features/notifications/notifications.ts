import { sql } from 'kysely'
import { formatMailMoment } from '#contract/dates.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { listNotifications, Notification } from '#contract/notifications/notifications.ts'
import { formatPercent } from '#contract/numbers.ts'
import { day_ms } from '#contract/time.ts'
import type { notifications as sentences } from '#i18n/en/account/notifications.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { newId } from '#server/database/ids.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { translate } from '#server/output/translate.ts'
import { countInbox } from './inbox.ts'

/** What customers are notified of about an order, and couriers about its delivery. */
export type NotificationTopic = keyof typeof sentences

/** How long a notification is kept, in days. */
export const notification_days = 90

/** The values of a notification's sentences; put into words when it is read. */
export interface Params {
  number: string
  token: number
  branch: string
  timezone: string
  /** RFC 3339: when the order is to be ready. */
  at: string
  /** A text, as JSON has no integers of this size. */
  amount_minor: string
  currency: Currency
  /** What the branch keeps of goods that nobody collects; before it was a setting, 10. */
  kept_percent?: number
}

/**
 * Writes a notification for the customer of an order, in the transaction of what it tells: into the account's list, for the
 * account's browsers, or both.
 */
export async function writeNotification(
  tx: Tx,
  { user_id, order_id, topic }: { user_id: string; order_id: string; topic: NotificationTopic },
  { at, amount_minor, ...params }: Omit<Params, 'at' | 'amount_minor'> & { at: Date; amount_minor: bigint },
  to: { site: boolean; push: boolean },
  now: Date,
): Promise<void> {
  const values: Params = { ...params, at: at.toISOString(), amount_minor: amount_minor.toString() }
  const row = { user_id, order_id, topic, params: JSON.stringify(values), created_at: now }
  for (const table of ['notifications', 'push_messages'] as const)
    if (table === 'notifications' ? to.site : to.push)
      await tx
        .insertInto(table)
        .values({ id: newId(now.getTime()), ...row })
        .execute()
}

/** A notification's title and text, in the words and formats of `locale`. */
export function describeNotification(topic: string, params: Params, locale: Locale): { title: string; text: string } {
  const { number, token, branch, timezone, at, amount_minor, currency, kept_percent = 10 } = params
  const values = {
    number,
    token,
    branch,
    time: formatMailMoment(new Date(at), timezone, locale),
    amount: formatMinorAmount(BigInt(amount_minor), currency, locale),
    kept: formatPercent(kept_percent, locale),
  }
  const t = (part: 'title' | 'text') => translate(locale, `notifications.${topic}.${part}`, values)
  return { title: t('title'), text: t('text') }
}

/** Returns a page of an account's notifications, newest first, in the words and formats of `locale`. */
export async function findNotifications(
  db: Db,
  user_id: string,
  { page, size }: { page: number; size: number },
  locale: Locale,
): Promise<AnswerOf<typeof listNotifications>> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'topic', 'params', 'created_at', 'read_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total, unread } = await countInbox(db, 'notifications', user_id)
  const items = rows.map(({ id, topic, params, created_at, read_at }): Notification => ({
    id,
    ...describeNotification(topic, params as Params, locale),
    order_number: (params as Params).number,
    created_at: created_at.toISOString(),
    is_read: read_at !== null,
  }))
  return { ...toPage(items, total, page, size), unread }
}

/** Deletes notifications of more than 90 days ago. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - notification_days * day_ms)
  for (const table of ['notifications', 'staff_notices'] as const)
    await deleteOld(db, table, sql`created_at < ${before}`)
}
