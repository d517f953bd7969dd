import { sql, type RawBuilder } from 'kysely'
import { currencyOf } from '#contract/formats.ts'
import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import { monthsBefore } from '#server/database/delete-old.ts'
import { firstId } from '#server/database/ids.ts'
import { getOrCreateSetting } from '#server/database/stored-settings.ts'
import type { Deps } from '#server/deps.ts'
import { walletPass_days } from '#server/features/wallet-passes/stored-passes.ts'
import type { Job } from '#server/jobs.ts'
import { bookingOfNobody } from './booking-holdings.ts'
import { requestOfNobody } from './document-holdings.ts'
import { bulkChange_days, dayRetention_days, message_months, revoked_months, webhook_months } from './retention.ts'
import { orderOfNobody } from './shop-holdings.ts'

/** So few that the locks of a batch are held for a moment. */
const batchSize = 1_000

/** Rows whose time is over, walked through in batches by the key of a table. */
interface OldRows {
  name: string
  walk: { table: string; key: string; type: 'uuid' | 'integer' }
  /** Rows made before this time are looked at, by their time-ordered ids, once each; without it all rows, in each run. */
  before?: Date
  /** What to do with the rows of these keys. */
  act: (keys: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Bookings and orders are made at most so long before they end. */
const ahead_days = 400

/** The books of a country: they stay, but what names a person in them goes. */
function listBooks(config: Config, country: CountryCode, now: Date): OldRows[] {
  const year = now.getUTCFullYear() - config[`KEEP_YEARS_${country}`]
  const before = new Date(Date.UTC(year, 0, 1) - ahead_days * day_ms)
  const currency = currencyOf(country)
  const books = (table: string, act: OldRows['act']): OldRows => ({
    name: `${table} of ${country}`,
    walk: { table, key: 'id', type: 'uuid' },
    before,
    act,
  })
  return [
    books(
      'bookings',
      (keys) => sql`
        with old as (select id from bookings where id = any(${keys}) and currency = ${currency}),
          history as (delete from booking_history where booking_id in (select id from old)),
          notes as (delete from booking_notes where booking_id in (select id from old)),
          refunds as (update booking_refunds set message = '' where message is not null and booking_id in (select id from old))
        update bookings set ${bookingOfNobody} where id in (select id from old)`,
    ),
    books(
      'orders',
      (keys) => sql`
        with old as (select id from orders where id = any(${keys}) and currency = ${currency}),
          notes as (delete from order_notes where order_id in (select id from old)),
          problems as (delete from order_problems where order_id in (select id from old)),
          lines as (update order_lines set note = null where note is not null and order_id in (select id from old)),
          returns as (update order_returns set note = null, answer = null where order_id in (select id from old))
        update orders set ${orderOfNobody} where id in (select id from old)`,
    ),
    books(
      'top_ups',
      (keys) =>
        sql`update top_ups set payment_info = null, device = null where id = any(${keys}) and currency = ${currency}`,
    ),
    // Documents are renewed in Nigeria alone.
    ...(country === 'NG'
      ? [
          books(
            'document_requests',
            (keys) => sql`
              with items as (update document_items set document_number = null, reason = null where request_id = any(${keys})),
                history as (update document_history set detail = null where request_id = any(${keys}))
              update document_requests set ${requestOfNobody} where id = any(${keys})`,
          ),
        ]
      : []),
  ]
}

function listOldRows(config: Config, now: Date): OldRows[] {
  const lastDay = new Date(now.getTime() - dayRetention_days * day_ms)
  return [
    ...countryCodes.flatMap((country) => listBooks(config, country, now)),
    {
      name: 'webhook_events',
      walk: { table: 'webhook_events', key: 'id', type: 'uuid' },
      before: monthsBefore(now, webhook_months),
      act: (keys) => sql`delete from webhook_events where id = any(${keys}) and processed_at is not null`,
    },
    {
      name: 'threads',
      walk: { table: 'threads', key: 'id', type: 'uuid' },
      before: monthsBefore(now, message_months),
      act: (keys) => sql`delete from threads where id = any(${keys})`,
    },
    {
      name: 'bulk_changes',
      walk: { table: 'bulk_changes', key: 'id', type: 'uuid' },
      before: new Date(now.getTime() - bulkChange_days * day_ms),
      act: (keys) => sql`delete from bulk_changes where id = any(${keys})`,
    },
    {
      name: 'wallet_passes',
      walk: { table: 'bookings', key: 'id', type: 'uuid' },
      before: new Date(now.getTime() - walletPass_days * day_ms),
      act: (keys) => sql`delete from wallet_passes where booking_id = any(${keys})`,
    },
    {
      name: 'guard_devices',
      walk: { table: 'guard_devices', key: 'id', type: 'uuid' },
      act: (keys) => sql`delete from guard_devices d where id = any(${keys})
        and revoked_at < ${monthsBefore(now, revoked_months)} and not exists (select from guard_scans where device_id = d.id)`,
    },
    {
      name: 'pool_days',
      walk: { table: 'pools', key: 'id', type: 'integer' },
      act: (keys) => sql`delete from pool_days where pool_id = any(${keys}) and day < ${lastDay}`,
    },
    {
      name: 'branch_tokens',
      walk: { table: 'branches', key: 'id', type: 'uuid' },
      act: (keys) => sql`delete from branch_tokens where branch_id = any(${keys}) and day < ${lastDay}`,
    },
  ]
}

/**
 * Deletes rows whose time is over (`retention.ts`) and empties what names a person in old books, a batch in a statement of
 * its own. A row that fails is reported and stops no other; the next run tries it again. Throws at the end, with its rows.
 */
export async function forgetOldRows(deps: Deps): Promise<void> {
  const failures: string[] = []
  for (const rows of listOldRows(deps.config, deps.clock())) failures.push(...(await forget(deps, rows)))
  if (failures.length > 0)
    throw new Error(`${failures.length} rows could not be forgotten: ${failures.slice(0, 5).join(', ')}`)
}

async function forget({ db, log }: Deps, { name, walk, before, act }: OldRows): Promise<string[]> {
  const setting = `forgotten:${name}`
  const key = sql.ref(walk.key)
  let last = before === undefined ? '' : await getOrCreateSetting(db, setting, () => '')
  const until = before === undefined ? undefined : firstId(before)
  const failures: string[] = []
  let firstFailure: string | undefined
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select ${key}::text as key from ${sql.table(walk.table)}
      where ${last === '' ? sql`true` : sql`${key} > ${last}::${sql.raw(walk.type)}`}
        and ${until === undefined ? sql`true` : sql`${key} < ${until}::uuid`}
      order by ${key} limit ${sql.lit(batchSize)}`.execute(db)
    if (rows.length === 0) break
    const actOn = (keys: string[]) => act(sql`${keys}::${sql.raw(walk.type)}[]`).execute(db)
    try {
      await actOn(rows.map((row) => row.key))
    } catch {
      let previous = last
      for (const row of rows) {
        try {
          await actOn([row.key])
        } catch (error) {
          log.error(`${name} ${row.key} could not be forgotten`, error)
          failures.push(`${name} ${row.key}`)
          firstFailure ??= previous
        }
        previous = row.key
      }
    }
    last = rows.at(-1)!.key
  }
  if (before !== undefined) {
    const value = JSON.stringify(firstFailure ?? last)
    await db.updateTable('settings').set({ value }).where('key', '=', setting).execute()
  }
  return failures
}

export const privacyJobs: Job[] = [{ name: 'forget_old_rows', every_s: 86_400, run: forgetOldRows }]
