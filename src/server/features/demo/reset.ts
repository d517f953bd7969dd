import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { renewExamples } from './events.ts'
import type { Job } from '#server/jobs.ts'

const key = 'demo_reset_at'

/**
 * Empties the demonstration's users, bookings, reviews and money. Staff stay, so that a desk is not locked out; parks,
 * tariffs, capacities and promo codes stay. One transaction: a booking that runs meanwhile is either wholly before or wholly after.
 */
export async function resetDemo(deps: Deps): Promise<void> {
  const { db, config, clock } = deps
  if (config.production) throw new Error('the demo reset is not allowed in production')
  await db.transaction().execute(async (tx) => {
    await sql`set local parkwell.demo_reset = 'on'`.execute(tx)
    await sql`truncate reviews, park_mistakes, lead_notes, lead_files, demo_slots, leads, cannot_park_photos, cannot_park_reports, booking_history, bookings, quotes, promo_uses, pool_days,
      idempotency_keys, webhook_events, money_difference_notes, money_differences, reconciliations, provider_fees, refunds, top_ups, ledger_kind_marks, ledger_entries, ledger_transfers, ledger_accounts, mails, email_codes,
      failed_attempts`.execute(tx)
    await sql`update parks set rating_sum = 0, rating_count = 0 where rating_count > 0`.execute(tx)
    await sql`delete from users where role = 'customer'`.execute(tx)
    await writeLast(tx, clock())
  })
  await renewExamples(deps)
}

/** The job of `DEMO_RESET_MINUTES`: looks every ten seconds whether the time has come, so that a restart does not put it off. */
export function demoReset(config: Config): Job[] {
  const minutes = config.DEMO_RESET_MINUTES
  if (minutes === undefined) return []
  const run = async (deps: Deps) => {
    const now = deps.clock()
    const row = await deps.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    const last = typeof row?.value === 'string' ? new Date(row.value) : undefined
    if (last === undefined) return writeLast(deps.db, now)
    if (now.getTime() - last.getTime() >= minutes * 60_000) await resetDemo(deps)
  }
  return [{ name: 'demo reset', every_s: 10, run }]
}

async function writeLast(db: Deps['db'], at: Date): Promise<void> {
  const value = JSON.stringify(at.toISOString())
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
