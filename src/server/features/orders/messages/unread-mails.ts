import { sql } from 'kysely'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { isSwitchedOff } from '#server/features/notifications/preferences.ts'
import { findPeopleOfBranch } from '#server/features/notifications/staff-notices.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { accountLocale } from '#server/output/translate.ts'

type Side = 'customer' | 'branch'
const dueColumns = { customer: 'mail_customer_at', branch: 'mail_branch_at' } as const

export const messageMails = defineMails<{ number: string; branch: string; url: string }>()({
  section: 'order_mails',
  recipient: 'who answers customers at the branch',
  event: 'customer_messages',
  kinds: {
    message_to_customer: {
      cause: 'a message of the branch was not read for five minutes',
      recipient: 'the customer of the order',
      preference: 'messages',
      event: 'messages',
    },
    message_to_branch: {
      cause: 'a message of a customer was not read for five minutes by who has claimed the conversation',
    },
    unclaimed_message: { cause: 'a message of a customer was not read for five minutes, and nobody has claimed it' },
  },
  toParams: ({ number, branch }) => ({ number, branch }),
  write: (_kind, { url }, { t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      { kind: 'button', label: t('open'), url },
    ],
  }),
})

/** Threads whose messages were not read for five minutes by one side. */
const unreadThreads = (side: Side): Queue<{ id: string; order_number: string }> => ({
  name: side === 'customer' ? 'unread_by_customers' : 'unread_by_branches',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('threads as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select(['t.id', 'o.order_number'])
      .where(`t.${dueColumns[side]}`, '<=', now)
      .where(isReady(sql.ref('t.id')))
      .orderBy(`t.${dueColumns[side]}`)
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  subjectOf: ({ order_number }) => order_number,
  work: (deps, { id }, now) => transact(deps.db, (tx) => mailSide(tx, deps, { id, side }, now)),
})

const whenUnread = (side: Side) => {
  const when = sql`t.${sql.ref(dueColumns[side])}`
  return whenDue(unreadThreads(side).name, { from: sql`threads t`, key: sql`t.id`, when })
}
export const unreadDue: Due = () => sql`least(${whenUnread('customer')}, ${whenUnread('branch')})`

/** The job that mails about messages that were not read for five minutes. Returns the number of threads. */
export async function mailUnreadMessages(deps: Deps): Promise<number> {
  const ofCustomers = await workThrough(deps, unreadThreads('customer'))
  return ofCustomers + (await workThrough(deps, unreadThreads('branch')))
}

/**
 * Mails the customer of a thread or its branch, if that is due: at the branch who answers it, or while nobody has claimed it
 * all who may answer there. Returns whether it was due.
 */
async function mailSide(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  thread: { id: string; side: Side },
  now: Date,
): Promise<boolean> {
  const { id, side } = thread
  const due = dueColumns[side]
  const found = await tx
    .selectFrom('threads')
    .select(['order_id', 'branch_id', 'claimed_by'])
    .where('id', '=', id)
    .where(due, '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (found === undefined) return false
  const { order_id, branch_id, claimed_by } = found
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
  if (side === 'customer' && order.user_id !== null && (await isSwitchedOff(tx, order.user_id, 'messages', 'email')))
    return true
  const reader_ids =
    side === 'branch'
      ? await findAnswering(tx, branch_id, claimed_by)
      : [order.user_id].filter((candidate) => candidate !== null)
  const url =
    side === 'customer'
      ? `${publicUrl()}${pagePath('order', { order: order.order_number })}#messages`
      : `${publicUrl()}${pagePath('desk')}/messages/${id}?tab=conversation`
  for (const reader of await findReaders(tx, reader_ids)) {
    const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
    const kind = side === 'branch' && claimed_by === null ? 'unclaimed_message' : (`message_to_${side}` as const)
    const data = { number: order.order_number, branch: order.branch, url }
    await queueMail(tx, messageMails, { kind, to: reader.email, locale, base: publicUrl(), data }, now)
  }
  return true
}

/** Who answers a branch's customers: who has claimed the thread, or else its people, or without any those of all branches. */
async function findAnswering(tx: Tx, branch_id: string, claimed_by: string | null): Promise<string[]> {
  if (claimed_by !== null) return [claimed_by]
  const own = await findPeopleOfBranch(tx, branch_id, 'messages.create', 'branch')
  return own.length > 0 ? own : findPeopleOfBranch(tx, branch_id, 'messages.create', 'everywhere')
}

const findReaders = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('users as u')
        .innerJoin('countries as c', 'c.id', 'u.country_id')
        .select(['u.id', 'u.email', 'u.language', 'c.code as country_code'])
        .where('u.id', 'in', ids)
        .where('u.erased_at', 'is', null)
        .orderBy('u.id')
        .execute()
