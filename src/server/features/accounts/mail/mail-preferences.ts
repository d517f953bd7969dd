import type { MailPreferences } from '#contract/accounts/account.ts'
import { pagePath } from '#contract/pages.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'

/** 24 characters have 116 bits of entropy. */
const keyLength = 24

/** Returns a user's mail preferences; all on by default. */
export async function getMailPreferences(db: Db | Tx, user_id: string): Promise<MailPreferences> {
  const row = await db
    .selectFrom('mail_wishes')
    .select(['reminders', 'low_stock'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ?? { reminders: true, low_stock: true }
}

export async function updateMailPreferences(
  tx: Tx,
  user_id: string,
  preferences: Partial<MailPreferences>,
): Promise<MailPreferences> {
  return tx
    .insertInto('mail_wishes')
    .values({ user_id, key: newCode(keyLength), ...preferences })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preferences))
    .returning(['reminders', 'low_stock'])
    .executeTakeFirstOrThrow()
}

/** Updates preferences by the key of a mail's link, without login. Throws `not_found`. */
export async function updateMailPreferencesByKey(
  tx: Tx,
  key: string,
  preferences: Partial<MailPreferences>,
): Promise<MailPreferences> {
  const row = await tx
    .updateTable('mail_wishes')
    .set(preferences)
    .where('key', '=', key)
    .returning(['reminders', 'low_stock'])
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Returns the recipient’s mail preferences and the unsubscribe link for the mail. */
export async function findMailPreferences(
  tx: Tx,
  { publicUrl }: Deps,
  user_id: string,
): Promise<MailPreferences & { unsubscribe_url: string }> {
  const { key, ...preferences } = await tx
    .insertInto('mail_wishes')
    .values({ user_id, key: newCode(keyLength) })
    // Also returns an existing row, locked until the mail is written.
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id }))
    .returning(['key', 'reminders', 'low_stock'])
    .executeTakeFirstOrThrow()
  return { ...preferences, unsubscribe_url: publicUrl() + pagePath('unsubscribe', { key }) }
}
