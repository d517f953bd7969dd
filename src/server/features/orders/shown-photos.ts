import { sql } from 'kysely'
import { maxServicePhotos, servicePhotos, servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { ShownPhoto } from '#contract/orders/orders.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'

/** Returns the photos that an order shows by itself: before its service, after it, and at its handover. */
export async function findShownPhotos(db: Db | Tx, order_id: string): Promise<ShownPhoto[]> {
  const rows = await db
    .selectFrom('order_photos')
    .select(['id', 'shows', 'created_at'])
    .where('order_id', '=', order_id)
    .where('shows', 'is not', null)
    .orderBy(sql`array_position(array['before', 'after', 'handover'], shows)`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, shows, created_at }) => ({
    id,
    shows: shows as ShownPhoto['shows'],
    at: created_at.toISOString(),
  }))
}

export const isServicePhoto = ({ shows }: Pick<ShownPhoto, 'shows'>): boolean =>
  (servicePhotos as readonly string[]).includes(shows)

/** States in which the work on an order is still to be done, or was done. */
const atWork: readonly OrderStatus[] = [
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
  'delivered',
  'completed',
]

/** How many more photos of its service an order can have; none without a service. */
export function countPhotosLeft(
  { status }: { status: OrderStatus },
  lines: readonly { kind: string }[],
  photos: readonly ShownPhoto[],
): number {
  if (!atWork.includes(status) || !lines.some(({ kind }) => kind === 'service')) return 0
  return Math.max(maxServicePhotos - photos.filter(isServicePhoto).length, 0)
}

/** Deletes photos that orders have shown for 90 days. */
export async function deleteOldPhotos({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - servicePhotoRetention_days * day_ms)
  await db.deleteFrom('order_photos').where('created_at', '<', before).where('shows', 'is not', null).execute()
}
