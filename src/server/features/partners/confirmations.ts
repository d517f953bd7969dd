import { sql, type RawBuilder } from 'kysely'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { confirmReminder_days } from '#server/features/parks/confirmation.ts'
import type { Job } from '#server/jobs.ts'
import { mailConfirmation } from './mails.ts'

/** `days` is the entry of `confirmReminder_days` that is due; 0 for a park whose term has ended. */
interface DuePark {
  id: string
  name: string
  timezone: string
  country_code: CountryCode
  partner_id: string
  confirm_by: Date
  days: number
}

/** The parks whose next reminder or end has come. */
const selectDue = (now: Date, and: RawBuilder<unknown>) => sql<DuePark>`
  select p.id, coalesce(p.name, p.address, p.park_code) as name, p.timezone, c.code as country_code, p.partner_id, p.confirm_by, due.days
  from parks p join countries c on c.id = p.country_id
    cross join lateral (
      select min(days) as days from unnest(${[0, ...confirmReminder_days]}::int[]) as days
      where p.confirm_by - make_interval(days => days) <= ${now}::timestamptz
    ) due
  where p.confirm_by is not null and p.lapsed_at is null and p.partner_id is not null
    and due.days < coalesce(p.confirm_reminded_days, 1000) ${and}`

const dueParks: Queue<DuePark> = {
  name: 'park_confirmations',
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await selectDue(
      now,
      sql`and ${isReady(sql.ref('p.id'))} order by p.confirm_by limit ${limit}`,
    ).execute(db)
    return rows
  },
  keyOf: ({ id }) => id,
  subjectOf: ({ name }) => name,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const { rows } = await selectDue(now, sql`and p.id = ${id} for update of p skip locked`).execute(tx)
      const [park] = rows
      if (park === undefined) return false
      await advance(tx, deps, park, now)
      return true
    }),
}

/**
 * Reminds operators to confirm their car parks, once for each of `confirmReminder_days`, and stops the sale of those that
 * nobody confirmed: bookings already made stay. Returns the number of parks.
 */
export const remindOrLapse = (deps: Deps): Promise<number> => workThrough(deps, dueParks)

async function advance(tx: Tx, deps: Deps, park: DuePark, now: Date): Promise<void> {
  await sql`update parks set confirm_reminded_days = ${park.days},
    lapsed_at = case when ${park.days} = 0 then ${now}::timestamptz end where id = ${park.id}`.execute(tx)
  for (const { email, language } of await findOperators(tx, park))
    await mailConfirmation(tx, deps, { ...park, email, language, has_lapsed: park.days === 0 }, now)
}

/** The people who have the role of a partner for an operator; where there are none, the operator's own address. */
async function findOperators(
  tx: Tx,
  { partner_id, country_code }: DuePark,
): Promise<{ email: string; language: Language }[]> {
  const { rows } = await sql<{ email: string; language: Language }>`
    select distinct u.email, u.language from role_assignments a join roles r on r.id = a.role_id join users u on u.id = a.user_id
    where a.partner_id = ${partner_id} and r.code = 'partner' and u.erased_at is null and u.disabled_at is null
      and u.email_verified_at is not null
    order by u.email`.execute(tx)
  if (rows.length > 0) return rows
  const { email } = await tx
    .selectFrom('partners')
    .select('email')
    .where('id', '=', partner_id)
    .executeTakeFirstOrThrow()
  return email === null ? [] : [{ email, language: country_code === 'SN' ? 'fr' : 'en' }]
}

export const partnersJobs: Job[] = [{ name: 'confirm_parks', every_s: 600, run: remindOrLapse }]
