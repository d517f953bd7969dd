import type {
  Announcement,
  createAnnouncement as createContract,
  updateAnnouncement as updateContract,
} from '#contract/content/desk/announcements.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { zoneOfAudience } from '#contract/settings/company.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { mayPublish } from '../scheduling-rights.ts'
import { requireLink } from '../surroundings.ts'

type Facts = ParsedBody<typeof createContract>

/** Returns an announcement for staff. Throws `not_found`. */
export async function getAnnouncement(db: Db | Tx, _scope: Scope, id: string): Promise<Announcement> {
  const row = await db
    .selectFrom('announcements as a')
    .leftJoin('countries as c', 'c.id', 'a.country_id')
    .selectAll('a')
    .select('c.code as country_code')
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { country_id: _country, created_at: _created, activated_by: _by, started_at: _started, ...rest } = row
  const { starts_at, ends_at, stopped_at, ...facts } = rest
  return {
    ...facts,
    title: row.text,
    severity: row.severity as Announcement['severity'],
    audience: row.audience as Announcement['audience'],
    country_code: row.country_code as CountryCode | null,
    status: row.status as Announcement['status'],
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    stopped_at: stopped_at?.toISOString() ?? null,
    timezone: zoneOfAudience(row.country_code as CountryCode | null),
    actions: ['update', row.status === 'active' ? 'deactivate' : 'activate', 'remove'],
  }
}

const announcements: VersionedRecord<Announcement> = {
  kind: 'announcement',
  table: 'announcements',
  get: getAnnouncement,
}

function toColumns({ country_code, starts_at, ends_at, ...facts }: Facts) {
  if (facts.link !== null) requireLink(facts.link)
  const times = { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
  if (times.ends_at !== null && times.ends_at <= times.starts_at) throw fieldError('ends_at', 'end_after_start')
  return { ...facts, ...times, country_id: country_code === null ? null : countryIds[country_code] }
}

/** Creates an inactive announcement. Throws 422. */
export const createAnnouncement = (tx: Tx, scope: Scope, facts: Facts, now: Date) =>
  insertRecord(tx, announcements, scope, { id: newId(now.getTime()), ...toColumns(facts), created_at: now })

/** Changes an announcement. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function updateAnnouncement(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
  by: Publisher,
) {
  const before = await lockRecord(tx, announcements, scope, id, version)
  // New times are those of whoever sets them.
  const isMoved = before.starts_at !== new Date(facts.starts_at).toISOString()
  const started = isMoved && before.status === 'active' ? scheduleOf(new Date(facts.starts_at), by) : {}
  return storeRecord(tx, announcements, scope, before, { ...toColumns(facts), ...started })
}

export interface Publisher {
  user_id: string
  now: Date
}

/** In whose name an announcement is shown; one that has begun asks nobody any more. */
const scheduleOf = (starts_at: Date, { user_id, now }: Publisher) => ({
  activated_by: user_id,
  started_at: starts_at <= now ? now : null,
  stopped_at: null,
})

/** Makes an announcement active or inactive. Throws `not_found`. */
export async function switchAnnouncement(
  tx: Tx,
  scope: Scope,
  id: string,
  status: Announcement['status'],
  by: Publisher,
) {
  const before = await lockRecord(tx, announcements, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  const started = status === 'active' ? scheduleOf(new Date(before.starts_at), by) : {}
  return storeRecord(tx, announcements, scope, before, { status, ...started })
}

/** Deletes an announcement. Throws `not_found`, `changed_meanwhile`. */
export const deleteAnnouncement = async (tx: Tx, scope: Scope, id: string, version: number) =>
  deleteRecord(tx, announcements, await lockRecord(tx, announcements, scope, id, version))

/**
 * Begins the announcements whose time has come, and stops those of people who may no longer publish. Returns whether any began
 * or was stopped.
 */
export async function startAnnouncements({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock()
  const due = await db
    .selectFrom('announcements')
    .select(['id', 'activated_by'])
    .where('status', '=', 'active')
    .where('started_at', 'is', null)
    .where('starts_at', '<=', now)
    .execute()
  for (const { id, activated_by } of due)
    await transact(db, async (tx) => {
      const isAllowed = activated_by === null || (await mayPublish(tx, activated_by))
      await tx
        .updateTable('announcements')
        .set((of) =>
          isAllowed
            ? { started_at: now }
            : { status: 'inactive' as const, stopped_at: now, version: of('version', '+', 1) },
        )
        .where('id', '=', id)
        .where('started_at', 'is', null)
        .execute()
    })
  return due.length > 0
}
