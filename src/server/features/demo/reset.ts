import { sql } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { deleteAuditOfKind } from '#server/features/access/audit.ts'
import type { Job } from '#server/jobs.ts'
import { exampleRequests } from './document-requests.ts'
import { rewriteExampleDocuments } from './documents.ts'
import { renewExampleEvents } from './events.ts'
import { forgetExamples } from './example-progress.ts'
import { exampleOrders } from './shop-orders.ts'
import { exampleShifts } from './shop-shifts.ts'
import { rewriteShop } from './shop.ts'

const settingKey = 'demo_reset_at'

/**
 * Deletes the demo's customers, bookings, reviews, money and counted visits in one transaction, and writes the example shop
 * again. Staff accounts, parks, tariffs, capacities and promo codes stay, closures and planned capacities do not. Throws in production.
 */
export async function resetDemo(deps: Deps): Promise<void> {
  const { db, config, clock } = deps
  if (config.production) throw new Error('the demo reset is not allowed in production')
  await transact(
    db,
    async (tx) => {
      await sql`set local parkwell.demo_reset = 'on'`.execute(tx)
      await sql`set local lock_timeout = ${sql.lit(lockTimeout_ms)}`.execute(tx)
      // What customers write begins with a key or reads their cart: whoever comes now waits here and holds nothing that the
      // others need, who finish meanwhile.
      await sql`lock table idempotency_keys, carts in access exclusive mode`.execute(tx)
      await sql`truncate payout_history, payouts, payout_accounts, statement_lines, statement_marks, no_show_holders, statements, payout_terms, payees, courier_cash, hand_ins, delivery_steps, delivery_declines, deliveries, courier_positions, couriers, parked_sales, receipt_prints, counter_payments, counter_bookings, guest_accounts, sale_discounts, manager_codes, shift_entries, shift_operators, counter_sessions, shifts, inspection_appointments, inspection_slots, document_files, document_history, document_items, document_requests, order_notes, booking_notes, customer_notes, staff_notices, stock_alerts, push_messages, push_subscriptions, notifications, thread_messages, threads, item_reviews, order_return_lines, order_returns, order_problems, order_photos, order_substitutions, order_refund_lines, order_refunds, order_payments, order_history, order_slots, order_lines, orders, sale_quarters, sold_items, changed_quarters, sales_days, item_days, item_kind_days, item_months, sold_things, tax_days, changed_report_days, branch_tokens, cart_lines, carts, addresses,
      offer_uses, promo_totals, reviews, park_mistakes, lead_orders, lead_notes, lead_files, demo_slots, leads, alternative_holds, booking_offers, cannot_park_photos, cannot_park_reports, gate_reads, guard_scans, wallet_registrations, wallet_passes, booking_shares, booking_refunds, booking_history, bookings, quotes, figure_days, shop_figure_days, promo_uses, pool_days, pool_capacities,
      idempotency_keys, webhook_events, money_difference_notes, money_differences, reconciliations, payout_reconciliations, provider_fees, disputes, refunds, top_ups, ledger_kind_marks, approvals, transfer_days, account_days, journal_lines, journal_months, ledger_entries, ledger_transfers, ledger_accounts, mails, sms_messages, email_codes,
      failed_attempts, bulk_changes, page_text_versions, page_schedules, page_text_moves, page_texts`.execute(tx)
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`update ledger_day_marks set through_entry = 0`.execute(tx)
      await sql`update parks set rating_sum = 0, rating_count = 0 where rating_count > 0`.execute(tx)
      // Not emptied, because the search index would read all car parks again.
      await sql`delete from pool_closures`.execute(tx)
      await sql`update pools set capacity_now = null where capacity_now is not null`.execute(tx)
      await takeBackClaims(tx)
      await sql`delete from users u where not exists (select from role_assignments where user_id = u.id)`.execute(tx)
      await deleteAuditOfKind(tx, 'document_request')
      await forgetExamples(tx, [exampleOrders.key, exampleShifts.key, exampleRequests.key])
      if (!config.is_cell) {
        await rewriteShop(tx, clock())
        await rewriteExampleDocuments(tx, clock())
      }
      await saveResetTime(tx, clock())
    },
    { lock_retries },
  )
  await renewExampleEvents(deps)
}

/** Shorter than the time after which the database looks for deadlocks, of which customers could be the victims. */
const lockTimeout_ms = 300
/** For the tables that customers are just writing to. */
const lock_retries = 59

/** Takes back the car parks that visitors claimed and listed, with the partners and roles that they got for them. */
async function takeBackClaims(tx: Tx): Promise<void> {
  const made = sql`(
    select o.id from partners o where exists (select from park_claims c where c.partner_id = o.id and c.decided_at = o.created_at)
      or exists (select from park_listings l where l.partner_id = o.id and l.decided_at = o.created_at))`
  const { rows } = await sql<{ id: string }>`select id from partners where id in ${made}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`update parks set partner_id = null
    where partner_id = any(${ids}::uuid[]) or id in (select park_id from park_claims where state = 'approved')`.execute(
    tx,
  )
  await sql`truncate park_claims, park_listings, park_chargers`.execute(tx)
  await sql`delete from parks where source = 'partner'`.execute(tx)
  await sql`delete from role_assignments where partner_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from partners where id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Resets the demo every `demo_reset_minutes`, at full intervals since 1970, as pages announce it. Checked every ten
 * seconds, so that a restart does not postpone it.
 */
export function resetJobs({ demo_reset_minutes: minutes }: Config): Job[] {
  if (minutes === undefined) return []
  const run = async (deps: Deps) => {
    const now = deps.clock()
    const row = await deps.db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
    const last_reset = typeof row?.value === 'string' ? new Date(row.value) : undefined
    if (last_reset === undefined) return saveResetTime(deps.db, now)
    const findInterval = (at: Date) => Math.floor(at.getTime() / (minutes * minute_ms))
    if (findInterval(now) > findInterval(last_reset)) await resetDemo(deps)
  }
  return [{ name: 'reset_the_demo', every_s: 10, run }]
}

async function saveResetTime(db: Deps['db'], at: Date): Promise<void> {
  const value = JSON.stringify(at.toISOString())
  await db
    .insertInto('settings')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
