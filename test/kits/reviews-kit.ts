import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { hour_ms } from '#contract/time.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { Driver, TestPark, World } from './world.ts'

/** Inserts a booking that started two hours ago, in any status, without payment or space. */
export async function buildBookingRow(
  world: World,
  driver: Driver,
  park: TestPark,
  status: BookingStatus = 'completed',
): Promise<{ id: string; booking_code: string }> {
  const { id: tariff_id } = await world.db
    .selectFrom('tariffs')
    .select('id')
    .where('park_id', '=', park.id)
    .executeTakeFirstOrThrow()
  const now_ms = world.clock.now.getTime()
  return world.db
    .insertInto('bookings')
    .values({
      id: newId(now_ms),
      booking_code: newCode(),
      user_id: driver.user_id,
      park_id: park.id,
      pool_id: park.pool_id,
      vehicle_type_id: 1,
      tariff_id,
      plate: 'ABC 123',
      start_time: new Date(now_ms - 2 * hour_ms),
      priced_from: new Date(now_ms - 2 * hour_ms),
      end_time: new Date(now_ms - hour_ms),
      status,
      payment_status: 'paid',
      refund_status: 'none',
      lines: '[]',
      total_minor: 0n,
      currency: 'CAD',
      cancellation: 'flexible',
      created_at: new Date(now_ms - 3 * hour_ms),
    })
    .returning(['id', 'booking_code'])
    .executeTakeFirstOrThrow()
}
