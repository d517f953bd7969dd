import type { schedulePage as scheduleContract } from '#contract/content/desk/pages.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudits, type AuditedChange } from '#server/features/access/audit.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { checkTexts } from '../check-texts.ts'
import { publishedTexts, readShownTexts } from '../published-texts.ts'
import { mayPublish } from '../scheduling-rights.ts'
import { createSurroundings } from '../surroundings.ts'
import {
  describeChange,
  lockPage,
  lockPages,
  lockStoredPage,
  publishDraft,
  requireDraft,
  storePage,
  type Changed,
  type PageChange,
} from './commands.ts'
import type { StoredPage } from './pages.ts'

/**
 * Sets when a draft is published and when a text is withdrawn. Throws `page_no_draft` and `page_mistakes` for a draft that
 * cannot be published, 422 for times that have passed or are in the wrong order, and `changed_meanwhile`.
 */
export async function schedulePage(
  tx: Tx,
  change: PageChange,
  { publish_at, withdraw_at }: Pick<ParsedBody<typeof scheduleContract>, 'publish_at' | 'withdraw_at'>,
  by: { user_id: string; now: Date },
): Changed {
  const page = await lockPage(tx, change)
  const [publish, withdraw] = [publish_at, withdraw_at].map((at) => (at === null ? null : new Date(at)))
  if (publish !== null && publish! <= by.now) throw fieldError('publish_at', 'schedule_past')
  if (withdraw !== null) {
    if (page.has_file) throw new AppError('page_has_file')
    if (withdraw! <= by.now) throw fieldError('withdraw_at', 'schedule_past')
    if (publish === null && page.published === null) throw fieldError('publish_at', 'schedule_unpublished')
    if (publish !== null && withdraw! <= publish!) throw fieldError('withdraw_at', 'schedule_order')
  }
  if (publish !== null) await requireDraft(tx, page)
  await tx.deleteFrom('page_schedules').where('name', '=', page.name).execute()
  if (publish !== null || withdraw !== null)
    await tx
      .insertInto('page_schedules')
      .values({ name: page.name, publish_at: publish!, withdraw_at: withdraw!, user_id: by.user_id })
      .execute()
  await tx
    .updateTable('page_texts')
    .set({ version: page.version + 1 })
    .where('name', '=', page.name)
    .execute()
  return describeChange(tx, page, change.reader)
}

/** Takes a text that began in the desk from readers. Throws `page_has_file`, `page_unpublished` and `changed_meanwhile`. */
export async function withdrawPage(tx: Tx, change: PageChange, now: Date): Changed {
  const page = await lockPage(tx, change)
  if (page.has_file) throw new AppError('page_has_file')
  if (page.published === null) throw new AppError('page_unpublished')
  return withdrawText(tx, page, change, now)
}

/** What readers saw becomes the draft, unless there is one: it can be published again. */
async function withdrawText(tx: Tx, page: StoredPage, change: Pick<PageChange, 'reader'>, now: Date): Changed {
  const { draft = page.shown, drafted_at } = page
  await tx.updateTable('page_schedules').set({ withdraw_at: null }).where('name', '=', page.name).execute()
  await tx
    .deleteFrom('page_schedules')
    .where('name', '=', page.name)
    .where('publish_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
  return storePage(tx, page, change, { draft, drafted_at: drafted_at ?? now, published: null })
}

/** Publishes and withdraws what is due, in any process. A page that fails does not hold up the others. */
export async function runPageSchedules({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const due = await findDue(db, clock())
  const results = await Promise.allSettled(due.map((name) => transact(db, (tx) => runSchedule(tx, name, clock()))))
  if (due.length > 0) await publishedTexts(db).refresh()
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function findDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('page_schedules')
    .select('name')
    .where((is) => is.or([is('publish_at', '<=', now), is('withdraw_at', '<=', now)]))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Does what is due for a page, in the name of the person who scheduled it. */
async function runSchedule(tx: Tx, name: string, now: Date): Promise<void> {
  await lockPages(tx)
  const schedule = await tx.selectFrom('page_schedules').select('user_id').where('name', '=', name).executeTakeFirst()
  // Another process was faster.
  if (schedule === undefined) return
  const isDue = (at: Date | null | undefined) => at !== null && at !== undefined && at <= now
  let page = await lockStoredPage(tx, name)
  if (isDue(page?.publish_at)) {
    const { draft } = page!
    const mistakes = draft && checkTexts(name, draft, createSurroundings(await readShownTexts(tx)))
    const isAllowed = await mayPublish(tx, schedule.user_id)
    if (isAllowed && mistakes?.length === 0) {
      const { changes } = await publishDraft(tx, page!, draft!, 'en', now)
      await recordScheduled(tx, schedule.user_id, 'publishPage', changes, now)
    } else
      await tx
        .updateTable('page_schedules')
        .set({ publish_at: null, failed_at: now, failed_reason: isAllowed ? 'mistakes' : 'permission' })
        .where('name', '=', name)
        .execute()
    page = await lockStoredPage(tx, name)
  }
  if (!isDue(page?.withdraw_at)) return
  if (page!.published === null) {
    await tx.updateTable('page_schedules').set({ withdraw_at: null }).where('name', '=', name).execute()
    return
  }
  const { changes } = await withdrawText(tx, page!, { reader: 'en' }, now)
  await recordScheduled(tx, schedule.user_id, 'withdrawPage', changes, now)
}

async function recordScheduled(
  tx: Tx,
  user_id: string,
  action: 'publishPage' | 'withdrawPage',
  changes: readonly AuditedChange[],
  at: Date,
): Promise<void> {
  const { role } = await readAccess(tx, user_id)
  const permission = action === 'publishPage' ? 'pages.update' : 'pages.delete'
  const call = { user: { user_id, role }, permission, action, request_id: 'schedule', ip: '127.0.0.1' } as const
  await recordAudits(tx, call, changes, at)
}
