import { sql } from 'kysely'
import { failureList } from '#contract/desk/failed-work.ts'
import { importList, indexList, jobList, mailList, serverList, webhookList } from '#contract/desk/health.ts'
import { reconciliationList } from '#contract/wallet/desk/compared-days.ts'
import { containsPattern } from '#server/database/like.ts'
import { namesCode } from '#server/features/lists/codes.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { failureState, indexState, mailState, webhookState } from './states.ts'

const mailSource = ({ now }: { now: Date }): ListSource<typeof mailList> => ({
  from: sql`mails m`,
  id: sql<string>`m.id`,
  columns: {
    subject: sql`m.subject`,
    to_address: sql`m.to_address`,
    state: mailState(now),
    created_at: sql`m.created_at`,
    sent_at: sql`m.sent_at`,
    attempts: sql`m.attempts`,
    next_attempt_at: sql`case when m.sent_at is null then m.next_attempt_at end`,
    last_error: sql`m.last_error`,
  },
  filters: {
    to_address: (text) => sql<boolean>`m.to_address ilike ${containsPattern(text)}`,
    error: sql<boolean>`(m.last_error is not null)`,
    created: sql<Date>`m.created_at`,
  },
  state: mailState(now),
  search: (text) => ({
    exact: sql<boolean>`m.to_address = lower(${text})`,
    matches: sql<boolean>`(${hasWords([sql`m.to_address`, sql`m.subject`], text)}
      or ${namesCode(sql`m.subject`, text)})`,
  }),
  scope: 'everywhere',
})

const webhookSource = (): ListSource<typeof webhookList> => ({
  from: sql`webhook_events w`,
  id: sql<string>`w.id`,
  columns: {
    event_type: sql`w.event_type`,
    provider: sql`w.provider`,
    reference: sql`w.reference`,
    provider_reference: sql`w.provider_reference`,
    state: webhookState,
    received_at: sql`w.received_at`,
    processed_at: sql`w.processed_at`,
    attempts: sql`w.attempts`,
    last_error: sql`w.last_error`,
  },
  filters: {
    provider: (text) => sql<boolean>`w.provider = lower(${text})`,
    received: sql<Date>`w.received_at`,
  },
  state: webhookState,
  search: (text) => ({
    exact: sql<boolean>`(w.reference = ${text})`,
    matches: sql<boolean>`(w.reference = ${text} or w.provider_reference = ${text} or ${hasWords([sql`w.event_type`], text)})`,
  }),
  scope: 'everywhere',
})

const failureSource = (): ListSource<typeof failureList> => ({
  from: sql`failed_work f`,
  id: sql<string>`f.id`,
  columns: {
    queue: sql`f.queue`,
    subject: sql`coalesce(f.subject, f.key)`,
    state: failureState,
    tries: sql`f.tries`,
    last_error: sql`f.last_error`,
    failed_at: sql`f.failed_at`,
    next_try_at: sql`f.next_try_at`,
  },
  filters: {
    queue: (name) => sql<boolean>`f.queue = ${name}`,
    failed: sql<Date>`f.failed_at`,
  },
  state: failureState,
  search: (text) => ({
    exact: sql<boolean>`(f.key = ${text} or f.subject = ${text})`,
    matches: sql<boolean>`(f.key = ${text} or ${hasWords([sql`f.subject`, sql`f.last_error`], text)})`,
  }),
  scope: 'everywhere',
})

/** A job is late when three of its runs, and two minutes, have passed without one. */
const jobSource = ({ now }: { now: Date }): ListSource<typeof jobList> => {
  const state = sql<string>`case when j.last_error is not null then 'failed'
    when j.finished_at < ${now}::timestamptz - make_interval(secs => greatest(120, 3 * j.every_s)) then 'late'
    else 'running' end`
  return {
    from: sql`job_runs j`,
    id: sql<string>`j.name`,
    columns: {
      name: sql`j.name`,
      state,
      every_s: sql`j.every_s`,
      finished_at: sql`j.finished_at`,
      duration_ms: sql`j.duration_ms`,
      failed_at: sql`j.failed_at`,
      last_error: sql`j.last_error`,
    },
    filters: {},
    state,
    search: (text) => ({ matches: hasWords([sql`j.name`], text) }),
    scope: 'everywhere',
  }
}

const reconciliationSource = (): ListSource<typeof reconciliationList> => ({
  from: sql`(select 'payments' as compared, * from reconciliations union all select 'payouts', * from payout_reconciliations) r`,
  id: sql<string>`concat_ws(' ', r.provider, r.day, r.compared)`,
  columns: {
    day: sql`r.day::text`,
    provider: sql`r.provider`,
    compared: sql`r.compared`,
    listed: sql`r.listed`,
    differences: sql`r.differences`,
    started_at: sql`r.started_at`,
    finished_at: sql`r.finished_at`,
  },
  filters: {
    provider: (text) => sql<boolean>`r.provider = lower(${text})`,
    compared: (compared) => sql<boolean>`r.compared = ${compared}`,
    unfinished: sql<boolean>`(r.finished_at is null)`,
  },
  search: (text) => ({ matches: hasWords([sql`r.provider`], text) }),
  scope: 'everywhere',
})

const indexSource = ({ read_at: now }: { read_at: Date }): ListSource<typeof indexList> => ({
  from: sql`index_states i`,
  id: sql<string>`i.id::text`,
  columns: {
    process: sql`coalesce(i.process, i.id::text)`,
    id: sql`i.id::text`,
    state: indexState(now),
    parks: sql`i.parks`,
    listed: sql`i.listed`,
    refreshed_at: sql`i.refreshed_at`,
    noted_at: sql`i.noted_at`,
    started_at: sql`i.started_at`,
  },
  filters: {},
  state: indexState(now),
  search: (text) => ({ matches: hasWords([sql`i.process`, sql`i.id::text`], text) }),
  scope: 'everywhere',
})

const serverSource = (): ListSource<typeof serverList> => ({
  from: sql`servers s`,
  id: sql<string>`s.id::text`,
  columns: {
    process: sql`coalesce(s.process, s.id::text)`,
    id: sql`s.id::text`,
    version: sql`s.version`,
    started_at: sql`s.started_at`,
    seen_at: sql`s.seen_at`,
  },
  filters: {},
  search: (text) => ({
    matches: sql<boolean>`(${hasWords([sql`s.process`, sql`s.id::text`], text)} or s.version = ${text})`,
  }),
  scope: 'everywhere',
})

const importSource = (): ListSource<typeof importList> => ({
  from: sql`(
    select p.source, c.code as country, count(*)::int as parks, max(p.observed_at) as observed_at,
      max(p.imported_at) as imported_at
    from parks p join countries c on c.id = p.country_id group by 1, 2) f join sources s on s.code = f.source`,
  id: sql<string>`f.source || ' ' || f.country`,
  columns: {
    title: sql`s.title`,
    source: sql`f.source`,
    licence: sql`s.licence`,
    country: sql`f.country`,
    parks: sql`f.parks`,
    observed_at: sql`f.observed_at`,
    imported_at: sql`f.imported_at`,
  },
  filters: { country: (code) => sql<boolean>`f.country = ${code}` },
  search: (text) => ({
    matches: sql<boolean>`(${hasWords([sql`s.title`], text)} or f.source = ${text})`,
  }),
  scope: 'everywhere',
})

export const healthDesk = [
  served(mailList, mailSource),
  served(webhookList, webhookSource),
  served(failureList, failureSource),
  served(jobList, jobSource),
  served(reconciliationList, reconciliationSource),
  served(indexList, indexSource),
  served(serverList, serverSource),
  served(importList, importSource),
]
