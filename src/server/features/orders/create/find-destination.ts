import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { toMetres } from '#contract/distance-units.ts'
import type { Tx } from '#server/database/connect.ts'
import { getAddressRow } from '#server/features/addresses/queries.ts'
import type { PricedCart } from '#server/features/cart/price.ts'
import { findWorkWindow, type WorkWindow } from '#server/features/cart/work-window.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { OrderRequest } from './request.ts'

/** An address as an order keeps it, whatever becomes of the saved one. */
export interface OrderAddress {
  label: string
  line: string
  apartment: string | null
  city: string
  state: string | null
  note: string | null
  lat: number
  lng: number
}

/** Where an order goes, and the parking booking that it belongs to. */
export interface OrderDestination {
  park_id: string | null
  level: string | null
  bay: string | null
  address: OrderAddress | null
  distance_m: number | null
  booking: WorkWindow | null
}

const noText = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

/**
 * Finds where an order goes. Its booking stays as it is until the transaction ends, so that whoever cancels it meanwhile
 * sees the order, or the order that it is cancelled. Throws `booking_not_found`, `address_not_found`, and 422 for a booking
 * at another car park.
 */
export async function findDestination(
  tx: Tx,
  { branch, delivery }: PricedCart,
  { order_type, park, level, bay, address_id, booking_code }: OrderRequest,
  user_id: string,
): Promise<OrderDestination> {
  const booking = booking_code === undefined ? null : await findWorkWindow(tx, user_id, booking_code, branch)
  if (booking !== null) await lockBookingOfOrder(tx, booking)
  const to = delivery?.destination
  const distance_m = to?.kind === 'address' ? toMetres(to.distance, branch.distance_unit) : null
  const elsewhere = { park_id: null, level: null, bay: null, address: null, distance_m, booking }
  if (order_type === 'takeaway') return elsewhere
  if (address_id !== undefined) {
    const { state_name: state, ...row } = await getAddressRow(tx, user_id, address_id)
    const { label, line, apartment, city, note, lat, lng } = row
    return { ...elsewhere, address: { label, line, apartment, city, state, note, lat, lng } }
  }
  const { id } = await tx
    .selectFrom('parks')
    .select('id')
    .where('park_code', '=', normalizeCode(park!))
    .executeTakeFirstOrThrow()
  if (booking !== null && booking.park_id !== id) throw fieldError('booking_code', 'booking_other_park')
  return { ...elsewhere, park_id: id, level: noText(level), bay: noText(bay) }
}

/** Throws `booking_not_found` for a booking that has been cancelled since it was read. */
export async function lockBookingOfOrder(tx: Tx, { booking_id }: WorkWindow): Promise<void> {
  const { rows } = await sql`select from bookings where id = ${booking_id} and status in ('active', 'checked_in')
    for share`.execute(tx)
  if (rows.length === 0) throw new AppError('booking_not_found')
}
