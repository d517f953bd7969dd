import type { OrderType } from '#contract/orders/order-states.ts'
import type { keyHolders } from '#contract/orders/orders.ts'

/** How an order is handed over, as it is typed; empty texts are nothing. */
export interface Handover {
  order_type: OrderType
  to: 'bay' | 'address'
  park: string
  level: string
  bay: string
  address_id: string
  /** The customer's parking booking at this car park. */
  booking: { booking_code: string; starts_at: string; ends_at: string } | undefined
  slot: string
  vehicle_id: string
  plate: string
  vehicle_type_id: number
  key: (typeof keyHolders)[number] | undefined
  note: string
}

export const emptyHandover: Handover = {
  order_type: 'takeaway',
  to: 'bay',
  park: '',
  level: '',
  bay: '',
  address_id: '',
  booking: undefined,
  slot: '',
  vehicle_id: '',
  plate: '',
  vehicle_type_id: 1,
  key: undefined,
  note: '',
}
