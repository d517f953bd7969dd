import { sql } from 'kysely'
import type { FailureRecord, QueueName } from '#contract/desk/failed-work.ts'
import type { IndexRecord, MailRecord, WebhookRecord } from '#contract/desk/health.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { failureState, indexState, mailState, webhookState } from './states.ts'

const capitalize = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** What became of a mail. Throws `not_found`. */
export async function getMail(db: Db | Tx, id: string, now: Date): Promise<MailRecord> {
  const mail = await db
    .selectFrom('mails as m')
    .select([
      'm.id',
      'm.subject',
      'm.to_address',
      'm.created_at',
      'm.sent_at',
      'm.attempts',
      'm.next_attempt_at',
      'm.last_error',
    ])
    .select(mailState(now).as('state'))
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (mail === undefined) throw new AppError('not_found')
  const isWaiting = mail.state === 'waiting'
  return {
    ...mail,
    title: mail.subject,
    created_at: mail.created_at.toISOString(),
    sent_at: mail.sent_at?.toISOString() ?? null,
    next_attempt_at: isWaiting ? mail.next_attempt_at.toISOString() : null,
    // One that was not tried yet is sent within seconds anyway.
    actions: isWaiting && mail.next_attempt_at > now && mail.last_error !== null ? ['retry'] : [],
  }
}

/** Has a waiting mail sent at once. Throws `not_found`, and `invalid_transition` for one that was sent or given up. */
export async function retryMail(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ answer: MailRecord; changes: AuditedChange[] }> {
  await tx.selectFrom('mails').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getMail(tx, id, now)
  if (!before.actions.includes('retry')) throw new AppError('invalid_transition')
  await tx.updateTable('mails').set({ next_attempt_at: now }).where('id', '=', id).execute()
  return {
    answer: await getMail(tx, id, now),
    changes: [
      { kind: 'mail', id, before: { next_attempt_at: before.next_attempt_at }, after: { next_attempt_at: now } },
    ],
  }
}

/** What became of a message of a payment provider. Throws `not_found`. */
export async function getWebhook(db: Db | Tx, id: string): Promise<WebhookRecord> {
  const event = await db
    .selectFrom('webhook_events as w')
    .select(['w.id', 'w.event_type', 'w.provider', 'w.reference', 'w.provider_reference', 'w.attempts', 'w.last_error'])
    .select(['w.received_at', 'w.processed_at', 'w.next_attempt_at', webhookState.as('state')])
    .where('w.id', '=', id)
    .executeTakeFirst()
  if (event === undefined) throw new AppError('not_found')
  const { next_attempt_at: _next, received_at, processed_at, ...rest } = event
  return {
    ...rest,
    title: `${capitalize(event.provider)}: ${event.event_type}`,
    received_at: received_at.toISOString(),
    processed_at: processed_at?.toISOString() ?? null,
    actions: event.last_error === null ? [] : ['retry'],
  }
}

/**
 * Has a message processed again: what it says is asked of the provider, so that nothing is credited twice. Throws
 * `not_found`, and `invalid_transition` for one without an error.
 */
export async function retryWebhook(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ answer: WebhookRecord; changes: AuditedChange[] }> {
  await tx.selectFrom('webhook_events').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getWebhook(tx, id)
  if (!before.actions.includes('retry')) throw new AppError('invalid_transition')
  await sql`update webhook_events set processed_at = null, last_error = null, next_attempt_at = ${now} where id = ${id}`.execute(
    tx,
  )
  const answer = await getWebhook(tx, id)
  const stateOf = ({ state, last_error }: WebhookRecord) => ({ state, last_error })
  return { answer, changes: [{ kind: 'webhook', id, before: stateOf(before), after: stateOf(answer) }] }
}

/** Why the work of a row failed. Throws `not_found`. */
export async function getFailure(db: Db | Tx, id: string): Promise<FailureRecord> {
  const failure = await db
    .selectFrom('failed_work as f')
    .select(['f.id', 'f.key', 'f.subject', 'f.tries', 'f.last_error', 'f.failed_at', 'f.next_try_at'])
    .select([sql<QueueName>`f.queue`.as('queue'), failureState.as('state')])
    .where('f.id', '=', id)
    .executeTakeFirst()
  if (failure === undefined) throw new AppError('not_found')
  const { failed_at, next_try_at, ...rest } = failure
  return {
    ...rest,
    title: failure.subject ?? failure.key,
    failed_at: failed_at.toISOString(),
    next_try_at: next_try_at?.toISOString() ?? null,
    // A camera's read is kept by the process that received it, and only until it is set aside.
    actions: failure.queue === 'gate_reads' ? [] : ['retry'],
  }
}

/** Has a row tried again, from its first try. Throws `not_found`, and `invalid_transition` for a camera's read. */
export async function retryFailure(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ answer: FailureRecord; changes: AuditedChange[] }> {
  await tx.selectFrom('failed_work').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getFailure(tx, id)
  if (!before.actions.includes('retry')) throw new AppError('invalid_transition')
  await tx
    .updateTable('failed_work')
    .set({ tries: 0, next_try_at: now, set_aside_at: null })
    .where('id', '=', id)
    .execute()
  const answer = await getFailure(tx, id)
  const stateOf = ({ state, tries }: FailureRecord) => ({ state, tries })
  return { answer, changes: [{ kind: 'failure', id, before: stateOf(before), after: stateOf(answer) }] }
}

/** The search index of a process. Throws `not_found`. */
export async function getSearchIndex(db: Db | Tx, id: string, now: Date): Promise<IndexRecord> {
  const index = await db
    .selectFrom('index_states as i')
    .select([
      'i.id',
      'i.process',
      'i.parks',
      'i.listed',
      'i.refreshed_at',
      'i.noted_at',
      'i.started_at',
      indexState(now).as('state'),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (index === undefined) throw new AppError('not_found')
  const { process, ...state } = index
  return {
    ...state,
    title: process ?? index.id,
    refreshed_at: index.refreshed_at.toISOString(),
    noted_at: index.noted_at.toISOString(),
    started_at: index.started_at.toISOString(),
    // A process that notes nothing may be gone, and loads its index when it starts again.
    actions: index.state === 'current' || index.state === 'incomplete' ? ['reload'] : [],
  }
}

/** Has a process load its index again when it next notes its state. Throws `not_found`, and `invalid_transition` otherwise. */
export async function reloadSearchIndex(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ answer: IndexRecord; changes: AuditedChange[] }> {
  await tx.selectFrom('index_states').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getSearchIndex(tx, id, now)
  if (!before.actions.includes('reload')) throw new AppError('invalid_transition')
  await tx.updateTable('index_states').set({ reload_at: now }).where('id', '=', id).execute()
  const answer = await getSearchIndex(tx, id, now)
  return { answer, changes: [{ kind: 'index', id, before: { state: before.state }, after: { state: answer.state } }] }
}
