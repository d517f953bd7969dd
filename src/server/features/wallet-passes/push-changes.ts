import { sql } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Deps } from '#server/deps.ts'
import { atOnce, whenDue, type Due } from '#server/jobs.ts'

interface DuePush {
  id: string
  push_token: string
  push_due: number
  booking_code: string
}

/** Longer than a push may take. */
const claim_ms = minute_ms
/** Requests over the one connection at a time. */
const parallel = 8

/** Each version counts its own failures: a push given up for one version is tried afresh for the next. */
const keyOf = ({ id, push_due }: Pick<DuePush, 'id' | 'push_due'>) => `${id}:${push_due}`

const duePushes: Queue<DuePush> = {
  name: 'wallet_pushes',
  parallel,
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<DuePush>`
      with due as (
        select r.id from wallet_registrations r
        where push_due is not null and (claimed_until is null or claimed_until <= ${now})
          and ${isReady(sql`(r.id || ':' || r.push_due)`)}
        order by r.id limit ${limit} for update skip locked)
      update wallet_registrations r set claimed_until = ${new Date(now.getTime() + claim_ms)}
      from due, bookings b where r.id = due.id and b.id = r.booking_id
      returning r.id, r.push_token, r.push_due, b.booking_code`.execute(db)
    return rows
  },
  keyOf,
  subjectOf: ({ booking_code }) => booking_code,
  async work({ db, wallets }, { id, push_token, push_due }) {
    const pushed = await wallets.apple!.pushes.push(push_token)
    if (pushed.outcome === 'gone') {
      // All passes of the device; one that has registered again since keeps them.
      const gone = db.deleteFrom('wallet_registrations').where('push_token', '=', push_token)
      await (pushed.since === undefined ? gone : gone.where('registered_at', '<=', pushed.since)).execute()
    }
    await sql`update wallet_registrations set claimed_until = null, push_due = nullif(push_due, ${push_due})
      where id = ${id}`.execute(db)
  },
}

export const pushesDue: Due = ({ wallets }) =>
  wallets.apple === undefined
    ? undefined
    : whenDue('wallet_pushes', {
        from: sql`wallet_registrations r`,
        key: sql`(r.id || ':' || r.push_due)`,
        when: sql`coalesce(r.claimed_until, ${atOnce})`,
        where: sql`r.push_due is not null`,
      })

/** The job: has devices ask for the passes that have changed. Returns how many were pushed to. */
export const pushWalletChanges = async (deps: Deps): Promise<number> =>
  deps.wallets.apple === undefined ? 0 : workThrough(deps, duePushes)
