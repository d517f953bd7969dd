import type { Deps } from '#server/deps.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import type { Job } from '#server/jobs.ts'
import { getNextCheckTime } from './rules.ts'
import { reconcileRecentDays } from '#server/features/wallet/reconciliation/reconcile.ts'
import { processRefund } from '#server/features/wallet/refunds/refunds.ts'
import { confirmTopUp } from '#server/features/wallet/top-ups/confirm-top-up.ts'
import { deleteErasedCustomers } from '#server/features/wallet/top-ups/payment-customers.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'

const batchSize = 10

/** Checks pending top-ups that are due, in any number of processes. Returns how many this process claimed. */
export const checkPendingTopUps = (deps: Deps): Promise<number> =>
  checkDue(deps, 'top_ups', (reference) => confirmTopUp(deps, reference))

/** Checks open refunds that are due, in the same way. */
export const checkOpenRefunds = (deps: Deps): Promise<number> =>
  checkDue(deps, 'refunds', (reference) => processRefund(deps, reference))

type Table = 'top_ups' | 'refunds'

async function checkDue(deps: Deps, table: Table, process: (reference: string) => Promise<unknown>): Promise<number> {
  let count = 0
  for (;;) {
    const references = await claimDueReferences(deps, table)
    await Promise.all(references.map((reference) => checkReference(deps, reference, process)))
    count += references.length
    if (references.length < batchSize) return count
  }
}

async function claimDueReferences({ db, clock }: Deps, table: Table): Promise<string[]> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom(table)
      .select(['id', 'reference', 'created_at'])
      .where('status', 'in', ['pending', 'processing'])
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(batchSize)
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
  })
}

async function checkReference(
  deps: Deps,
  reference: string,
  process: (reference: string) => Promise<unknown>,
): Promise<void> {
  try {
    await process(reference)
  } catch (error) {
    if (error instanceof ProviderError) deps.log.warn(`${reference} could not be checked: ${error.message}`)
    else deps.log.error(`${reference} could not be processed`, error)
  }
}

export const walletJobs: Job[] = [
  { name: 'webhooks', every_s: 5, run: processWebhooks },
  { name: 'pending_top_ups', every_s: 5, run: checkPendingTopUps },
  { name: 'open_refunds', every_s: 5, run: checkOpenRefunds },
  { name: 'erased_customers', every_s: 600, run: deleteErasedCustomers },
  // Simulators lose their payments on restart, so their lists cannot be reconciled.
  {
    name: 'reconciliation',
    every_s: 600,
    run: async (deps) => (deps.config.simulators ? undefined : reconcileRecentDays(deps)),
  },
]
