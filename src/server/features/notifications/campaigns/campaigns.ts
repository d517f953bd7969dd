import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import type {
  createPushCampaign as createContract,
  PushCampaign,
  updatePushCampaign as updateContract,
} from '#contract/notifications/campaigns.ts'
import { findPage } from '#contract/pages.ts'
import { zoneOfAudience } from '#contract/settings/company.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { isInAudience, type Audience } from './audience.ts'

type Facts = ParsedBody<typeof createContract>

const countRecipients = async (db: Db | Tx, audience: Audience, now: Date): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u where ${isInAudience(audience, now)}`.execute(db)
  return rows[0]!.n
}

/** Returns a message to devices as staff sees it. Throws `not_found`. */
export async function getPushCampaign(db: Db | Tx, id: string, now: Date): Promise<PushCampaign> {
  const row = await db
    .selectFrom('push_campaigns as p')
    .leftJoin('countries as c', 'c.id', 'p.country_id')
    .leftJoin('branches as b', 'b.id', 'p.branch_id')
    .selectAll('p')
    .select(['c.code as country_code', 'b.name as branch'])
    .where('p.id', '=', id)
    .$narrowType<Pick<PushCampaign, 'status' | 'role' | 'activity' | 'country_code'>>()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { rows } = await sql<Record<'waiting' | 'sent' | 'skipped' | 'gone' | 'failed' | 'clicked', number>>`select
    count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'sent')::int as sent,
    count(*) filter (where state = 'skipped')::int as skipped, coalesce(sum(gone), 0)::int as gone,
    coalesce(sum(failed), 0)::int as failed, count(clicked_at)::int as clicked
    from push_campaign_recipients where campaign_id = ${id}::uuid`.execute(db)
  const { country_id, created_at: _created, send_at, started_at, ended_at, recipients, ...facts } = row
  const isOpen = row.status === 'draft' || row.status === 'scheduled'
  return {
    ...facts,
    ...rows[0]!,
    recipients: recipients ?? (await countRecipients(db, { ...facts, country_id }, now)),
    send_at: send_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    timezone: zoneOfAudience(row.country_code),
    actions: [
      ...(isOpen ? ['update'] : []),
      ...(row.status === 'draft' ? ['schedule', 'remove'] : []),
      ...(row.status === 'scheduled' || row.status === 'sending' ? ['cancel'] : []),
    ],
  }
}

/** The record, with the recipients of a moment. */
const campaignsAt = (now: Date): VersionedRecord<PushCampaign> => ({
  kind: 'push_campaign',
  table: 'push_campaigns',
  get: (db, _scope, id) => getPushCampaign(db, id, now),
})

function toColumns({ country_code, send_at, ...facts }: Facts) {
  if (facts.link !== null && (!/^\/(?![/\\])/.test(facts.link) || findPage(facts.link.split(/[?#]/)[0]!) === undefined))
    throw fieldError('link', 'own_page')
  if ((facts.activity === null) !== (facts.within_days === null))
    throw fieldError(facts.activity === null ? 'activity' : 'within_days', 'required')
  return { ...facts, send_at: new Date(send_at), country_id: country_code === null ? null : countryIds[country_code] }
}

/** Creates a draft. Throws 422. */
export const createPushCampaign = (tx: Tx, scope: Scope, facts: Facts, now: Date) =>
  insertRecord(tx, campaignsAt(now), scope, { id: newId(now.getTime()), ...toColumns(facts), created_at: now })

/** Changes one that is not being sent, which makes it a draft. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function updatePushCampaign(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
  now: Date,
) {
  const campaigns = campaignsAt(now)
  const before = await lockRecord(tx, campaigns, scope, id, version)
  if (!before.actions.includes('update')) throw new AppError('invalid_transition')
  return storeRecord(tx, campaigns, scope, before, { ...toColumns(facts), status: 'draft' })
}

/** Has a draft sent at its time, or at once if that has passed. Throws `not_found` and `invalid_transition`. */
export const schedulePushCampaign = (tx: Tx, scope: Scope, id: string, now: Date) =>
  move(tx, { scope, id, now }, 'schedule', 'scheduled')

/** Cancels one; who waits does not get it. Throws `not_found` and `invalid_transition`. */
export async function cancelPushCampaign(tx: Tx, scope: Scope, id: string, now: Date) {
  const waiting = tx
    .updateTable('push_campaign_recipients')
    .set({ state: 'skipped' })
    .where('campaign_id', '=', id)
    .where('state', '=', 'waiting')
  return move(tx, { scope, id, now }, 'cancel', 'cancelled', async () => {
    await waiting.execute()
    return { ended_at: now }
  })
}

async function move(
  tx: Tx,
  { scope, id, now }: { scope: Scope; id: string; now: Date },
  action: 'schedule' | 'cancel',
  status: PushCampaign['status'],
  work: () => Promise<object> = async () => ({}),
) {
  const campaigns = campaignsAt(now)
  const before = await lockRecord(tx, campaigns, scope, id)
  if (!before.actions.includes(action)) throw new AppError('invalid_transition')
  return storeRecord(tx, campaigns, scope, before, { status, ...(await work()) })
}

/** Deletes a draft. Throws `not_found`, `changed_meanwhile` and `invalid_transition`. */
export async function deletePushCampaign(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, now }: { version: number; now: Date },
) {
  const campaigns = campaignsAt(now)
  const before = await lockRecord(tx, campaigns, scope, id, version)
  if (!before.actions.includes('remove')) throw new AppError('invalid_transition')
  return deleteRecord(tx, campaigns, before)
}
