import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { gateScanList } from '#contract/gate/desk.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import { isUuid } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { onlyIf } from '#server/features/access/contacts.ts'
import { fullName, signatureOf } from '#server/features/access/contacts.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { noScope, type Access } from '#server/http/caller.ts'

/** Guards' scans and cameras' reads as one relation of plain columns, so that an index gives each its newest rows. */
const gateScans = sql`(
  select s.id, 'guard' as source, s.at, s.received_at, s.park_id, s.booking_id, s.device_id, null::uuid as camera_id, s.direction,
    s.admitted, s.verdict, s.reason, s.outcome, s.conflict, null as plate_key, null as matched_by
  from guard_scans s
  union all
  select r.id, 'camera', r.at, r.received_at, r.park_id, r.booking_id, null, r.camera_id, r.direction,
    r.opened, case when r.opened then 'green' else 'red' end, r.reason,
    case when r.opened and not r.counts then 'already' else 'applied' end, null, nullif(r.plate_key, ''), r.matched_by
  from gate_reads r)`

/** What was seen at the gates of the car parks in scope. Cars have a plate at those where the reader may see bookings. */
const gateScanSource = ({ access }: { access: Access }): ListSource<typeof gateScanList> => {
  const showsPlates = withinParks('p', access.get('bookings.view') ?? noScope)
  return {
    from: sql`${gateScans} s left join parks p on p.id = s.park_id left join bookings b on b.id = s.booking_id
    left join guard_devices d on d.id = s.device_id left join users u on u.id = d.user_id and u.erased_at is null
    left join gate_cameras c on c.id = s.camera_id`,
    id: sql<string>`s.id`,
    columns: {
      at: sql`s.at`,
      park: sql`coalesce(p.name, p.address, p.park_code)`,
      source: sql`s.source`,
      seen_by: sql`coalesce(c.name, ${signatureOf('u')})`,
      direction: sql`s.direction`,
      verdict: sql`s.verdict`,
      reason: sql`s.reason`,
      admitted: sql`s.admitted`,
      outcome: sql`s.outcome`,
      conflict: sql`s.conflict`,
      booking_code: sql`b.booking_code`,
      plate: onlyIf(showsPlates, sql`coalesce(s.plate_key, nullif(b.plate, ''))`),
      matched_by: sql`s.matched_by`,
      device: sql`d.name`,
      received_at: sql`s.received_at`,
      booking_id: sql`s.booking_id`,
      timezone: sql`p.timezone`,
    },
    order: { at: sql`s.at`, received_at: sql`s.received_at` },
    filters: {
      park: (text) =>
        isUuid(text)
          ? sql<boolean>`s.park_id = ${text}::uuid`
          : sql<boolean>`(p.name ilike ${containsPattern(text)} or p.park_code = ${normalizeCode(text)})`,
      source: (source) => sql<boolean>`s.source = ${source}`,
      direction: (direction) => sql<boolean>`s.direction = ${direction}`,
      verdict: (verdict) => sql<boolean>`s.verdict = ${verdict}`,
      reason: (reason) => sql<boolean>`s.reason = ${reason}`,
      conflict: (reason) => sql<boolean>`s.conflict = ${reason}`,
      matched_by: (match) => sql<boolean>`s.matched_by = ${match}`,
      admitted: sql<boolean>`s.admitted`,
      booking: (text) =>
        isUuid(text)
          ? sql<boolean>`s.booking_id = ${text}::uuid`
          : sql<boolean>`b.booking_code = ${normalizeCode(text)}`,
      seen_by: (text) =>
        sql<boolean>`(c.name ilike ${containsPattern(text)} or d.name ilike ${containsPattern(text)} or ${fullName('u')} ilike ${containsPattern(text)} or u.email ilike ${containsPattern(text)})`,
      at: sql<Date>`s.at`,
    },
    state: sql<string>`s.outcome`,
    search: (text) => {
      const plate = normalizePlate(text)
      // Staff who may not see plates can't ask for one.
      const byPlate =
        plate !== ''
          ? sql<boolean>`(${showsPlates} and (s.plate_key = ${plate} or b.plate_key = ${plate}))`
          : sql<boolean>`false`
      return {
        exact: sql<boolean>`b.booking_code = ${normalizeCode(text)}`,
        matches: sql<boolean>`(b.booking_code = ${normalizeCode(text)} or p.park_code = ${normalizeCode(text)} or ${byPlate})`,
      }
    },
    scope: { park: 'p' },
  }
}

export const gateDesk = [served(gateScanList, gateScanSource)]
