import { sql } from 'kysely'
import { countryCodes, countryIds, countryZones, type CountryCode, type Language } from '#contract/places.ts'
import { reminderDays, type PaperKind } from '#contract/vehicles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { findMailPreferences } from '#server/features/accounts/mail/mail-preferences.ts'
import { reminderContent } from './reminder-mail.ts'
import { dayIn } from './rules.ts'

/** A paper whose reminder is due: `days` says which of `reminderDays` it is. */
export type DuePaper = {
  user_id: string
  email: string
  language: Language
  country_code: CountryCode
  vehicle_id: string
  plate: string
  kind: PaperKind
  expires_on: string
  days: number
}

const batch = 500

/**
 * Mails whoever has papers that end soon, once for each of `reminderDays`, all of a day in one mail. What was past when
 * the paper was told is left out; what was missed while nobody ran is told with the next. Gives how many mails it wrote.
 */
export async function remindOfPapers(deps: Deps): Promise<number> {
  const now = deps.clock()
  let mails = 0
  for (const country_code of countryCodes) {
    const { day, open } = dayIn(countryZones[country_code], now)
    if (!open) continue
    // Each round writes down what it has seen, so that the next one finds the rest.
    for (let found = batch; found === batch;) {
      const due = await findDue(deps.db, country_code, day)
      for (const papers of Map.groupBy(due, ({ user_id }) => user_id).values())
        if (await deps.db.transaction().execute((tx) => remind(tx, deps, papers, day, now))) mails += 1
      found = due.length
    }
  }
  return mails
}

async function findDue(db: Db, country_code: CountryCode, day: string): Promise<DuePaper[]> {
  const { rows } = await sql<DuePaper>`
    select u.id as user_id, u.email, u.language, ${country_code}::text as country_code, v.id as vehicle_id, v.plate,
      p.kind, p.expires_on::text, due.days
    from vehicles v
      join users u on u.id = v.user_id
      left join mail_wishes w on w.user_id = u.id
      cross join lateral jsonb_to_recordset(v.papers) as p (kind text, expires_on date)
      cross join lateral (
        select min(days) as days from unnest(${[...reminderDays]}::int[]) as days where days >= p.expires_on - ${day}::date
      ) due
    where v.papers <> '[]' and u.country_id = ${countryIds[country_code]} and u.erased_at is null
      and u.email_verified_at is not null and coalesce(w.reminders, true)
      and p.expires_on between ${day}::date and ${day}::date + ${Math.max(...reminderDays)}::int
      and p.expires_on - (v.papers_at at time zone ${countryZones[country_code]})::date >= due.days
      and not exists (
        select from paper_reminders r
        where r.vehicle_id = v.id and r.kind = p.kind and r.expires_on = p.expires_on and r.days = due.days
      )
    order by u.id, p.expires_on, v.created_at, p.kind limit ${batch}`.execute(db)
  return rows
}

/** What another process has written down meanwhile is its to mail. */
async function remind(tx: Tx, deps: Deps, due: readonly DuePaper[], day: string, now: Date): Promise<boolean> {
  const { user_id, email, language, country_code } = due[0]!
  const { reminders, unsubscribe_url } = await findMailPreferences(tx, deps, user_id)
  if (!reminders) return false
  const vehicles = await tx.selectFrom('vehicles').select('id').where('user_id', '=', user_id).forKeyShare().execute()
  const there = new Set(vehicles.map(({ id }) => id))
  const rows = due
    .filter(({ vehicle_id }) => there.has(vehicle_id))
    .map(({ vehicle_id, kind, expires_on, days }) => ({ vehicle_id, kind, expires_on, days, sent_at: now }))
  if (rows.length === 0) return false
  const written = await tx
    .insertInto('paper_reminders')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['vehicle_id', 'kind'])
    .execute()
  const ours = new Set(written.map(({ vehicle_id, kind }) => `${vehicle_id} ${kind}`))
  const papers = due.filter(({ vehicle_id, kind }) => ours.has(`${vehicle_id} ${kind}`))
  if (papers.length === 0) return false
  const content = reminderContent(papers, { language, country_code, day, base: deps.publicUrl() })
  await queueMail(tx, { ...content, to: email, language, unsubscribe_url }, now)
  return true
}
