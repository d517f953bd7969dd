import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/**
 * Writes bookings like the newest one, with codes, plates and prices of their own. Without the
 * triggers, which check each row.
 */
export async function copyNewestBooking(db: Db, first: number, last: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into bookings (id, booking_code, user_id, park_id, pool_id, vehicle_type_id, tariff_id, plate, start_time,
        priced_from, end_time, status, payment_status, refund_status, lines, total_minor, currency, cancellation, created_at)
      select gen_random_uuid(), 'CP' || translate(lpad(n::text, 6, '0'), '01', 'XZ'), user_id, park_id, pool_id, vehicle_type_id, tariff_id,
        case when n % 100 = 0 then '=1+' || n else 'ABC ' || n end, start_time, priced_from, end_time, 'completed',
        payment_status, refund_status, lines, 101 + n * 37 % 9973, currency, cancellation, created_at - n * interval '1 second'
      from generate_series(${first}::int, ${last}::int) n, (select * from bookings order by created_at desc limit 1) b`.execute(
      tx,
    )
  })
}
