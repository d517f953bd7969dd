import { sql } from 'kysely'
import { day_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import type { PayoutEvent } from '#server/providers/payouts/provider.ts'
import { refreshAccount, refreshAccounts } from './accounts.ts'
import { closeStatement } from './close-statement.ts'
import { mailPayee } from './mails.ts'
import { addMissingPayees, getPayee, payeeBalance, readTerms } from './payees.ts'
import { proposePayout } from './payouts.ts'
import { reconcileRecentPayouts } from './reconcile-payouts.ts'
import { askForPayout, sendPayouts } from './send-payouts.ts'

/** Payees whose period has ended, each closed in a transaction of its own with the payout that follows from it. */
const closings: Queue<{ id: string; name: string }> = {
  name: 'statements',
  keyOf: ({ id }) => id,
  subjectOf: ({ name }) => name,
  async find({ db }, { now, limit, isReady }) {
    const { rows } = await sql<{ id: string; name: string }>`
      select y.id, coalesce(o.name, b.name) as name
      from payees y left join partners o on o.id = y.partner_id left join branches b on b.id = y.branch_id
      where y.next_closing_at <= ${now} and ${isReady(sql`y.id`)} order by y.next_closing_at, y.id limit ${limit}`.execute(
      db,
    )
    return rows
  },
  work: (deps, { id }, now) => closePeriods(deps, id, now),
}

/** So many periods of a payee are closed in one run, each in a transaction of its own; the next run closes the others. */
export const most_periods = 60

/**
 * Closes the periods of a payee that have ended, of which there are several after days without a server, and proposes a
 * payout once none is left, where its schedule has one.
 */
async function closePeriods({ db }: Pick<Deps, 'db'>, id: string, now: Date): Promise<void> {
  for (let left = most_periods; left > 0; left -= 1) if (!(await closePeriod(db, id, now))) return
}

/** Closes one period. Returns whether another one is due. */
const closePeriod = (db: Deps['db'], id: string, now: Date): Promise<boolean> =>
  transact(db, async (tx) => {
    await closeStatement(tx, id, now)
    const payee = await getPayee(tx, id)
    if (payee.next_closing_at <= now) return true
    const { schedule } = (await readTerms(tx, payee)).at(now)
    if (schedule !== 'on_request') await proposePayout(tx, id, { user_id: null, now }, 'closed')
    return false
  })

/** After so many days with a negative balance, a payee is asked for it, and again each time that they pass. */
export const negative_days = 60

/** Notes since when balances are negative, and mails those whose balance has been for long. */
async function remindNegative(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  await sql`update payees y set negative_since = case when ${payeeBalance} < 0 then coalesce(negative_since, ${now}) end,
      reminded_at = case when ${payeeBalance} < 0 then reminded_at end
    where (negative_since is null) = (${payeeBalance} < 0)`.execute(db)
  const before = new Date(now.getTime() - negative_days * day_ms)
  const { rows } = await sql<{ id: string; minor: bigint }>`
    select y.id, ${payeeBalance} as minor from payees y
    where coalesce(y.reminded_at, y.negative_since) <= ${before} and ${payeeBalance} < 0 limit 200`.execute(db)
  for (const { id, minor } of rows)
    await transact(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('payees')
        .set({ reminded_at: now })
        .where('id', '=', id)
        .where((row) => row.or([row('reminded_at', 'is', null), row('reminded_at', '<=', before)]))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) await mailPayee(tx, deps, id, 'negative', { amount_minor: minor, now })
    })
}

/** Papers that have expired hold back the next payout until new ones are checked. */
async function expireIdentities({ db, clock }: Deps): Promise<void> {
  await db
    .updateTable('payees')
    .set({ identity: 'expired' })
    .where('identity', '=', 'verified')
    .where('identity_until', '<', sql<string>`(${clock()}::timestamptz at time zone timezone)::date`)
    .execute()
}

export const payoutsJobs: Job[] = [
  { name: 'add_payees', every_s: 300, run: ({ db, clock }) => addMissingPayees(db, clock()) },
  { name: 'expire_identities', every_s: 600, run: expireIdentities },
  { name: 'refresh_payout_accounts', every_s: 600, run: refreshAccounts },
  { name: 'send_payouts', every_s: 30, run: sendPayouts },
  { name: 'remind_negative_balances', every_s: 3_600, run: remindNegative },
  // Stand-ins lose their payouts on restart, so their lists cannot be compared.
  {
    name: 'reconcile_payouts',
    every_s: 600,
    run: async (deps) => (deps.config.simulators ? undefined : reconcileRecentPayouts(deps)),
  },
  { name: 'close_statements', every_s: 60, run: (deps) => workThrough(deps, closings) },
]

/** Handles a verified webhook about a payout or an account: the provider is asked what is true now. */
export const onPayoutEvent = (deps: Deps, event: PayoutEvent): Promise<'known' | 'unknown'> =>
  event.kind === 'payout' ? askForPayout(deps, event.provider, event.reference) : refreshAccount(deps, event.recipient)
