import { brand } from '#brand.ts'
import type {
  Announcement,
  createAnnouncement as createContract,
  updateAnnouncement as updateContract,
} from '#contract/content/desk/announcements.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
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
  const { country_id: _country, created_at: _created, starts_at, ends_at, ...facts } = row
  return {
    ...facts,
    title: row.text,
    severity: row.severity as Announcement['severity'],
    audience: row.audience as Announcement['audience'],
    country_code: row.country_code as CountryCode | null,
    status: row.status as Announcement['status'],
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    timezone: brand.demonstrations.zone,
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
) {
  const before = await lockRecord(tx, announcements, scope, id, version)
  return storeRecord(tx, announcements, scope, before, toColumns(facts))
}

/** Makes an announcement active or inactive. Throws `not_found`. */
export async function switchAnnouncement(tx: Tx, scope: Scope, id: string, status: Announcement['status']) {
  const before = await lockRecord(tx, announcements, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  return storeRecord(tx, announcements, scope, before, { status })
}

/** Deletes an announcement. Throws `not_found`, `changed_meanwhile`. */
export const deleteAnnouncement = async (tx: Tx, scope: Scope, id: string, version: number) =>
  deleteRecord(tx, announcements, await lockRecord(tx, announcements, scope, id, version))
