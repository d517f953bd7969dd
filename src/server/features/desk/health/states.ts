import { sql } from 'kysely'

/** A mail is given up a day after it was written. `m` is its row. */
export const mailState = (now: Date) =>
  sql<'waiting' | 'sent' | 'given_up'>`case when m.sent_at is not null then 'sent'
    when m.created_at <= ${now}::timestamptz - interval '1 day' then 'given_up' else 'waiting' end`

/** Processing has failed when the last attempt left an error, although no further one follows. `w` is the event's row. */
export const webhookState = sql<'waiting' | 'processed' | 'failed'>`case when w.processed_at is null then 'waiting'
    when w.last_error is not null then 'failed' else 'processed' end`

/** `f` is the row of a failure. */
export const failureState = sql<
  'waiting' | 'set_aside'
>`case when f.set_aside_at is null then 'waiting' else 'set_aside' end`

/** A process notes its index each minute. `i` is its row. */
export const indexState = (now: Date) =>
  sql<'current' | 'incomplete' | 'late' | 'reloading'>`case
    when i.noted_at < ${now}::timestamptz - interval '3 minutes' or i.refreshed_at < i.noted_at - interval '1 minute' then 'late'
    when i.reload_at is not null then 'reloading' when i.parks <> i.listed then 'incomplete' else 'current' end`
