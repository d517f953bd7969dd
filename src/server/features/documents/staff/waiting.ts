import { sql } from 'kysely'
import { endedStates, staffStates } from '#contract/documents/document-states.ts'
import { signatureOf } from '#server/features/access/contacts.ts'

/** Whether staff may see a request, `r`: what its customer has not sent is nobody else's, unless staff began it. */
export const isSent = sql<boolean>`(r.status <> 'draft' or r.waiting_since is not null or r.lead_id is not null)`

/** Whether a request, `r`, waits for staff: for its quote, a check, the next step, or the outcome of an inspection. */
export const waitsForStaff = (now: Date) => sql<boolean>`(
  (r.status = any(${[...staffStates]}::text[]) and (r.status <> 'draft' or r.waiting_since is not null))
  or (r.status = 'inspection_booked' and exists (select from inspection_appointments a
    where a.request_id = r.id and a.status = 'booked' and a.starts_at + interval '1 hour' <= ${now})))`

/** Whether a request, `r`, is somebody's whose account is still in use. */
export const isAssigned = sql<boolean>`exists (select from users c
  where c.id = r.assigned_to and c.disabled_at is null and c.erased_at is null)`

/** The name of the person who works on a request, `r`. */
export const assignedName = sql<string | null>`(select ${signatureOf('c')}
  from users c where c.id = r.assigned_to and c.disabled_at is null and c.erased_at is null)`

/** For how many whole days a request, `r`, has been as it is; null once nothing happens any more. */
export const daysWaiting = (now: Date) => sql<number | null>`case when r.status <> all(${[...endedStates]}::text[])
  then floor(extract(epoch from ${now}::timestamptz - coalesce(r.waiting_since, r.updated_at)) / 86400)::int end`
