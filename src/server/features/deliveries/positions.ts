import { sql } from 'kysely'
import type { sendPosition } from '#contract/deliveries/courier.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { position_minutes } from '#server/features/orders/tracking.ts'
import { AppError } from '#server/http/errors.ts'
import type { Courier } from './couriers.ts'

/** Stores where a courier is. Throws `delivery_over` for whoever has no order with them. */
export async function storePosition(
  tx: Tx,
  { user_id, now }: Courier,
  { lat, lng, accuracy_m }: ParsedBody<typeof sendPosition>,
): Promise<void> {
  const { rows } = await sql`
    insert into courier_positions (courier_id, lat, lng, accuracy_m, at)
    select ${user_id}::uuid, ${lat}, ${lng}, ${accuracy_m}, ${now}
    where exists (select from deliveries where courier_id = ${user_id}::uuid and state = 'picked_up')
    on conflict (courier_id) do update set lat = excluded.lat, lng = excluded.lng, accuracy_m = excluded.accuracy_m, at = excluded.at
    returning courier_id`.execute(tx)
  if (rows.length === 0) throw new AppError('delivery_over')
}

/** Deletes positions that are 15 minutes old, and those of couriers who have no order with them any more. */
export async function deleteOldPositions({ db, clock }: Deps): Promise<void> {
  await sql`delete from courier_positions p where p.at <= ${clock()}::timestamptz - make_interval(mins => ${position_minutes})
    or not exists (select from deliveries d where d.courier_id = p.courier_id and d.state = 'picked_up')`.execute(db)
}
