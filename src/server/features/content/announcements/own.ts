import type { AnnouncementPlace, OwnAnnouncement } from '#contract/content/own-announcements.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Access, SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { shownAnnouncements } from './shown.ts'

/** For whom an announcement is that only those who work with us see. */
export type WorkAudience = 'partners' | 'staff' | 'guards'

/**
 * The audiences that a person belongs to in the desk or at the gate. Whoever checks passes is a guard there; in the desk, roles for
 * partners alone make a partner, all others staff.
 */
export function findAudiences(access: Access, place: AnnouncementPlace): WorkAudience[] {
  if (place === 'gate') return access.has('passes.check') ? ['guards'] : []
  const scopes = [...access].flatMap(([permission, scope]) => (permission === 'passes.check' ? [] : [scope]))
  const isStaff = scopes.some(
    (scope) => scope.everywhere || scope.country_ids.length > 0 || scope.branch_ids.length > 0,
  )
  const isPartner = scopes.some(
    ({ everywhere, country_ids, partner_ids }) => !everywhere && country_ids.length === 0 && partner_ids.length > 0,
  )
  return [...(isStaff ? (['staff'] as const) : []), ...(isPartner ? (['partners'] as const) : [])]
}

/** Returns what is announced to a person now, less what they dismissed. */
export async function findOwnAnnouncements(
  db: Db,
  { user_id, access, country_code }: Pick<SignedIn, 'user_id' | 'access' | 'country_code'>,
  place: AnnouncementPlace,
  now: Date,
): Promise<OwnAnnouncement[]> {
  const audiences = findAudiences(access, place)
  const shown = shownAnnouncements(db).findFor(audiences, { now, country: country_code })
  if (shown.length === 0) return []
  const dismissed = await db
    .selectFrom('announcement_dismissals')
    .select(['announcement_id', 'version'])
    .where('user_id', '=', user_id)
    .execute()
  return shown.filter(
    ({ id, version }) => !dismissed.some((each) => each.announcement_id === id && each.version >= version),
  )
}

/** Hides an announcement from a person until it is changed. Throws `not_found`. */
export async function dismissAnnouncement(
  tx: Tx,
  user_id: string,
  id: string,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const found = await tx.selectFrom('announcements').select('audience').where('id', '=', id).executeTakeFirst()
  if (found === undefined || found.audience === 'everyone' || found.audience === 'drivers')
    throw new AppError('not_found')
  await tx
    .insertInto('announcement_dismissals')
    .values({ user_id, announcement_id: id, version, at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doUpdateSet({ version, at: now }))
    .execute()
}
