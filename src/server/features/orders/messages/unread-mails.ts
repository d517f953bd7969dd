import { localeOf } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { isSwitchedOff } from '#server/features/notifications/preferences.ts'
import { translate } from '#server/translate.ts'

const batchSize = 100

/** The job that mails about messages that were not read for five minutes; safe to run in several processes at once. */
export async function mailUnreadMessages(deps: Deps): Promise<void> {
  for (const side of ['customer', 'branch'] as const)
    for (let count = batchSize; count === batchSize;)
      count = await transact(deps.db, (tx) => mailSide(tx, deps, side, deps.clock()))
}

/** Mails the customers of due threads, or whoever answers them. Returns how many threads were due. */
async function mailSide(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  side: 'customer' | 'branch',
  now: Date,
): Promise<number> {
  const due = side === 'customer' ? 'mail_customer_at' : 'mail_branch_at'
  const threads = await tx
    .selectFrom('threads')
    .select(['id', 'order_id', 'claimed_by'])
    .where(due, '<=', now)
    .orderBy(due)
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, order_id, claimed_by } of threads) {
    await tx
      .updateTable('threads')
      .set({ [due]: null })
      .where('id', '=', id)
      .execute()
    const order = await tx
      .selectFrom('orders as o')
      .innerJoin('branches as b', 'b.id', 'o.branch_id')
      .select(['o.order_number', 'o.user_id', 'b.name as branch'])
      .where('o.id', '=', order_id)
      .executeTakeFirstOrThrow()
    const reader = await tx
      .selectFrom('users as u')
      .innerJoin('countries as c', 'c.id', 'u.country_id')
      .select(['u.id', 'u.email', 'u.language', 'c.code as country_code'])
      .where('u.id', '=', side === 'customer' ? order.user_id : claimed_by)
      .where('u.erased_at', 'is', null)
      .executeTakeFirst()
    if (reader === undefined) continue
    if (side === 'customer' && (await isSwitchedOff(tx, reader.id, 'messages', 'email'))) continue
    const language = reader.language as Language
    const locale = localeOf(language, reader.country_code as CountryCode)
    const params = { number: order.order_number, branch: order.branch }
    const say = (key: string) => translate(locale, `order_mails.message_to_${side}.${key}`, params)
    const url =
      side === 'customer'
        ? `${publicUrl()}/order/${order.order_number}#messages`
        : `${publicUrl()}/desk/messages/${id}?tab=conversation`
    const blocks = [
      { kind: 'text' as const, text: say('intro') },
      { kind: 'button' as const, label: say('open'), url },
    ]
    const content = { subject: say('subject'), title: say('title'), blocks }
    await queueMail(tx, { to: reader.email, language, base: publicUrl(), ...content }, now)
  }
  return threads.length
}
