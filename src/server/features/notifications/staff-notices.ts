import { sql, type RawBuilder } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toPage } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import { mostWaiting, type listNotices, type Notice, type NoticeKind } from '#contract/notifications/desk.ts'
import { isSent, type EventName } from '#contract/notifications/events.ts'
import { pagePath } from '#contract/pages.ts'
import type { Permission } from '#contract/permissions.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { defineMails, queueMail, type MailKind } from '#server/features/accounts/mail/mail-kinds.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { countInbox } from './inbox.ts'

/** The most people who get a notice about the same event. */
const most_people = 50

/** Values of a notice's sentences, put into words when it is read. Names of records stand in both languages. */
interface Params {
  branch?: string
  item?: string
  item_fr?: string
  left?: number
  number?: string
  plate?: string
  who?: string
  /** A text, as JSON has no integers of this size. */
  amount_minor?: string
  currency?: Currency
}

/**
 * People who hold a permission for a branch and whose account is in use: those with a role at this branch, or also those
 * with one for its country or everywhere.
 */
export async function findPeopleOfBranch(
  tx: Tx,
  branch_id: string,
  permission: Permission,
  within: 'branch' | 'everywhere',
): Promise<string[]> {
  const wider = sql`or a.scope = 'everywhere' or a.country_id = (select country_id from branches where id = ${branch_id}::uuid)`
  return findPeople(
    tx,
    permission,
    sql<boolean>`(a.branch_id = ${branch_id}::uuid ${within === 'everywhere' ? wider : sql``})`,
  )
}

/** People who hold a permission everywhere, and whose account is in use. */
export const findPeopleEverywhere = (db: Db | Tx, permission: Permission): Promise<string[]> =>
  findPeople(db, permission, sql<boolean>`a.scope = 'everywhere'`)

/** People who hold a permission for a car park by its country or everywhere, and whose account is in use. */
export const findPeopleOfPark = (tx: Tx, park_id: string, permission: Permission): Promise<string[]> =>
  findPeople(
    tx,
    permission,
    sql<boolean>`(a.scope = 'everywhere' or a.country_id = (select country_id from parks where id = ${park_id}::uuid))`,
  )

async function findPeople(tx: Db | Tx, permission: Permission, isThere: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from role_assignments a join role_permissions p on p.role_id = a.role_id join users u on u.id = a.user_id
    where p.permission = ${permission} and ${isThere} and u.erased_at is null and u.disabled_at is null
    order by u.id limit ${most_people}`.execute(tx)
  return rows.map(({ id }) => id)
}

interface News {
  kind: NoticeKind
  branch_id: string | null
  record_id: string
  path: string
  params: Params
}

function toWords({ amount_minor, currency, item, item_fr, left, ...rest }: Params, locale: Locale) {
  const isFrench = locale.startsWith('fr')
  return {
    ...rest,
    ...(left !== undefined && { count: left }),
    ...(item !== undefined && { item: isFrench ? (item_fr ?? item) : item }),
    ...(amount_minor !== undefined && {
      amount: formatMinorAmount(BigInt(amount_minor), currency!, locale),
    }),
  }
}

const t = (kind: NoticeKind, part: 'title' | 'text', params: Params, locale: Locale): string =>
  translate(locale, `staff_notices.${kind}.${part}`, toWords(params, locale))

/** What each notice reports. */
export const noticeEvents = {
  low_stock: 'low_stock',
  refund_waiting: 'refunds_to_decide',
  booking_refund_waiting: 'refunds_to_decide',
  problem_reported: 'problems',
  brought_back: 'problems',
  report_waiting: 'problems',
  documents_paid: 'document_work',
  documents_answered: 'document_work',
  documents_waiting: 'document_work',
  documents_assigned: 'document_work',
  mentioned: 'mentions',
  mentioned_customer: 'mentions',
} as const satisfies Record<NoticeKind, EventName>

/** The notices that are mailed too. The others are daily work, of which the bell tells: mails would only repeat it. */
export const noticeMails = defineMails<{ params: Params; path: string }>()({
  section: 'staff_notices',
  recipient: 'staff of the branch who may do something about it',
  event: 'refunds_to_decide',
  kinds: {
    low_stock: {
      cause: 'an item of the branch falls below its lowest stock',
      preference: 'low_stock',
      event: 'low_stock',
      subject: 'low_stock.title',
    },
    problem_reported: {
      cause: 'a customer reports a service of the branch',
      subject: 'problem_reported.title',
      event: 'problems',
    },
    refund_waiting: { cause: 'a refund waits for a decision', subject: 'refund_waiting.title' },
    booking_refund_waiting: {
      cause: 'a refund of a booking waits for a decision',
      subject: 'booking_refund_waiting.title',
    },
  } satisfies Partial<Record<NoticeKind, MailKind>>,
  toParams: ({ params }, { locale }) => toWords(params, locale),
  write: (_kind, { path }, { base, t: tOwn, tShared }) => ({
    blocks: [
      { kind: 'text', text: tOwn('text') },
      { kind: 'button', label: tShared('open'), url: `${base}${pagePath('desk')}/${path}` },
    ],
  }),
})
type MailedNotice = keyof typeof noticeMails.kinds
const isMailed = (kind: NoticeKind): kind is MailedNotice => Object.hasOwn(noticeMails.kinds, kind)

/**
 * Tells people of the desk: a notice under their bell, and a mail in their language unless it
 * is of a kind without mails, or the desk or they have switched it off.
 */
export async function notifyStaff(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  user_ids: readonly string[],
  { params, ...news }: News,
  now: Date,
): Promise<void> {
  if (user_ids.length === 0) return
  const people = await tx
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .leftJoin('mail_wishes as w', 'w.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.language', 'c.code as country_code', 'w.low_stock as wants_low_stock'])
    .where('u.id', 'in', user_ids)
    .execute()
  const created_at = now
  if (isSent(noticeEvents[news.kind], 'site'))
    await tx
      .insertInto('staff_notices')
      .values(
        people.map(({ id }) => ({
          id: newId(now.getTime()),
          user_id: id,
          ...news,
          params: JSON.stringify(params),
          created_at,
        })),
      )
      .execute()
  const { kind, path } = news
  if (!isMailed(kind)) return
  const { preference } = noticeMails.kinds[kind]
  for (const { email, language, country_code, wants_low_stock } of people) {
    if (preference === 'low_stock' && wants_low_stock === false) continue
    const locale = accountLocale(language as Language, country_code as CountryCode)
    await queueMail(tx, noticeMails, { kind, to: email, locale, base: publicUrl(), data: { params, path } }, now)
  }
}

/** What a record's notices ask for has been done: nobody's bell counts them any more. */
export async function settleNotices(tx: Tx, record_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff_notices')
    .set({ read_at: now })
    .where('record_id', '=', record_id)
    .where('read_at', 'is', null)
    .execute()
}

async function countWaiting(db: Db, access: Access): Promise<AnswerOf<typeof listNotices>['waiting']> {
  const [orders, messages] = [access.get('orders.view'), access.get('messages.view')]
  const count = (from: RawBuilder<unknown>, where: RawBuilder<boolean>, scope: Scope | undefined) =>
    scope === undefined
      ? sql`null::int`
      : sql`(select count(*)::int from (select from ${from} where ${where}
          and ${withinBranches(sql`w.branch_id`, scope)} limit ${sql.lit(mostWaiting)}) counted)`
  const { rows } = await sql<{ orders: number | null; messages: number | null }>`select
    ${count(sql`orders w`, sql<boolean>`w.status = 'pending' and w.source <> 'pos'`, orders)} as orders,
    ${count(sql`threads w`, sql<boolean>`w.unread_by_branch > 0`, messages)} as messages`.execute(db)
  return rows[0]!
}

/** Returns a page of a person's notices, newest first, in the words and formats of `locale`. */
export async function findNotices(
  db: Db,
  { user_id, access }: { user_id: string; access: Access },
  { page, size }: { page: number; size: number },
  locale: Locale,
): Promise<AnswerOf<typeof listNotices>> {
  const rows = await db
    .selectFrom('staff_notices')
    .select(['id', 'kind', 'params', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const [{ total, unread }, waiting] = await Promise.all([
    countInbox(db, 'staff_notices', user_id),
    countWaiting(db, access),
  ])
  const items = rows.map(({ kind: stored, params, created_at, read_at, ...row }): Notice => {
    const kind = stored as NoticeKind
    return {
      ...row,
      kind,
      title: t(kind, 'title', params as Params, locale),
      text: t(kind, 'text', params as Params, locale),
      created_at: created_at.toISOString(),
      is_read: read_at !== null,
    }
  })
  return { ...toPage(items, total, page, size), unread, waiting }
}
