import type { Deps } from '#server/deps.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import type { Job } from '#server/work.ts'
import { nextCheckAt } from './rules.ts'
import { settleTopUp } from './settle.ts'
import { workOffWebhooks } from './webhooks.ts'

const atOnce = 10

/** Looks undecided top-ups up at their providers when they are due; several processes share the work. Answers how many. */
export async function checkPendingTopUps(deps: Deps): Promise<number> {
  let count = 0
  for (;;) {
    const references = await claim(deps)
    await Promise.all(references.map((reference) => check(deps, reference)))
    count += references.length
    if (references.length < atOnce) return count
  }
}

async function claim({ db, clock }: Deps): Promise<string[]> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('top_ups')
      .select(['id', 'reference', 'created_at'])
      .where('status', '=', 'pending')
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, created_at } of due) {
      await tx
        .updateTable('top_ups')
        .set({ checked_at: now, next_check_at: nextCheckAt(created_at, now) })
        .where('id', '=', id)
        .execute()
    }
    return due.map(({ reference }) => reference)
  })
}

async function check(deps: Deps, reference: string): Promise<void> {
  try {
    await settleTopUp(deps, reference)
  } catch (error) {
    if (error instanceof ProviderError) deps.log.warn(`top-up ${reference} could not be looked up: ${error.message}`)
    else deps.log.error(`top-up ${reference} could not be settled`, error)
  }
}

export const walletJobs: Job[] = [
  { name: 'webhooks', every_s: 5, run: workOffWebhooks },
  { name: 'undecided top-ups', every_s: 5, run: checkPendingTopUps },
]
