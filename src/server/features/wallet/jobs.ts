import type { Deps } from '#server/deps.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import type { Job } from '#server/jobs.ts'
import { nextCheckAt } from './rules.ts'
import { reconcileYesterday } from '#server/features/wallet/reconciliation/reconcile.ts'
import { settleRefund } from '#server/features/wallet/refunds/refunds.ts'
import { settleTopUp } from '#server/features/wallet/top-ups/settle.ts'
import { workOffWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'

const atOnce = 10

/** Looks undecided top-ups up at their providers when they are due; several processes share the work. Answers how many. */
export const checkPendingTopUps = (deps: Deps): Promise<number> =>
  checkDue(deps, 'top_ups', (reference) => settleTopUp(deps, reference))

/** The same of refunds whose provider has not said the last word. */
export const checkOpenRefunds = (deps: Deps): Promise<number> =>
  checkDue(deps, 'refunds', (reference) => settleRefund(deps, reference))

type Table = 'top_ups' | 'refunds'

async function checkDue(deps: Deps, table: Table, settle: (reference: string) => Promise<unknown>): Promise<number> {
  let count = 0
  for (;;) {
    const references = await claim(deps, table)
    await Promise.all(references.map((reference) => check(deps, reference, settle)))
    count += references.length
    if (references.length < atOnce) return count
  }
}

async function claim({ db, clock }: Deps, table: Table): Promise<string[]> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom(table)
      .select(['id', 'reference', 'created_at'])
      .where('status', 'in', ['pending', 'processing'])
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, created_at } of due) {
      await tx
        .updateTable(table)
        .set({ checked_at: now, next_check_at: nextCheckAt(created_at, now) })
        .where('id', '=', id)
        .execute()
    }
    return due.map(({ reference }) => reference)
  })
}

async function check(deps: Deps, reference: string, settle: (reference: string) => Promise<unknown>): Promise<void> {
  try {
    await settle(reference)
  } catch (error) {
    if (error instanceof ProviderError) deps.log.warn(`${reference} could not be looked up: ${error.message}`)
    else deps.log.error(`${reference} could not be settled`, error)
  }
}

export const walletJobs: Job[] = [
  { name: 'webhooks', every_s: 5, run: workOffWebhooks },
  { name: 'undecided top-ups', every_s: 5, run: checkPendingTopUps },
  { name: 'open refunds', every_s: 5, run: checkOpenRefunds },
  // The stand-ins forget everything when their server ends: what they do not list any more was paid all the same.
  {
    name: 'reconciliation',
    every_s: 600,
    run: async (deps) => (deps.config.simulators ? undefined : reconcileYesterday(deps)),
  },
]
