import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { whenDue, type Due, type Job } from '#server/jobs.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import { reconcileRecentDays } from './reconciliation/reconcile.ts'
import { processRefund } from './refunds/refunds.ts'
import { getNextCheckTime } from './rules.ts'
import { confirmTopUp } from './top-ups/confirm-top-up.ts'
import { deleteErasedCustomers } from './top-ups/payment-customers.ts'
import { processWebhooks, webhooksDue } from './top-ups/webhooks.ts'

type Table = 'top_ups' | 'refunds'

/**
 * Top-ups or refunds that are due for a check. They are claimed before the provider is asked, so that no transaction waits
 * for it. A provider that does not answer is asked again at the next check.
 */
const dueChecks = (table: Table, check: (deps: Deps, reference: string) => Promise<unknown>): Queue<string> => ({
  name: table,
  batch_size: 10,
  parallel: 10,
  find: async ({ db }, { now, limit, isReady }) =>
    transact(db, async (tx) => {
      const due = await tx
        .selectFrom(table)
        .select(['id', 'reference', 'created_at'])
        .where('status', 'in', ['pending', 'processing'])
        .where('next_check_at', '<=', now)
        .where(isReady(sql.ref(`${table}.reference`)))
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id, created_at } of due) {
        await tx
          .updateTable(table)
          .set({ checked_at: now, next_check_at: getNextCheckTime(created_at, now) })
          .where('id', '=', id)
          .execute()
      }
      return due.map(({ reference }) => reference)
    }),
  keyOf: (reference) => reference,
  subjectOf: (reference) => reference,
  async work(deps, reference) {
    try {
      await check(deps, reference)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      deps.log.warn(`${reference} could not be checked: ${error.message}`)
    }
  },
})

const dueTopUps = dueChecks('top_ups', confirmTopUp)
const dueRefunds = dueChecks('refunds', processRefund)

/** Checks pending top-ups that are due, in any number of processes. Returns how many this process checked. */
export const checkPendingTopUps = (deps: Deps): Promise<number> => workThrough(deps, dueTopUps)

/** Checks open refunds that are due, in the same way. */
export const checkOpenRefunds = (deps: Deps): Promise<number> => workThrough(deps, dueRefunds)

const checksDue =
  (table: Table): Due =>
  () => {
    const from = sql`${sql.table(table)} c`
    const where = sql<boolean>`c.status in ('pending', 'processing')`
    return whenDue(table, { from, key: sql`c.reference`, when: sql`c.next_check_at`, where })
  }

export const walletJobs: Job[] = [
  { name: 'webhooks', every_s: 5, run: processWebhooks, due: webhooksDue },
  { name: 'pending_top_ups', every_s: 5, run: checkPendingTopUps, due: checksDue('top_ups') },
  { name: 'open_refunds', every_s: 5, run: checkOpenRefunds, due: checksDue('refunds') },
  { name: 'erased_customers', every_s: 600, run: deleteErasedCustomers },
  // Simulators lose their payments on restart, so their lists cannot be reconciled.
  {
    name: 'reconciliation',
    every_s: 600,
    run: async (deps) => (deps.config.simulators ? undefined : reconcileRecentDays(deps)),
  },
]
