import type { OrderType } from '#contract/orders/order-states.ts'
import type { keyHolders, orderPayments } from '#contract/orders/orders.ts'
import { emptyAddress, type TypedAddress } from '#web/features/addresses/AddressFields.tsx'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

/** What is entered at the checkout of the cart, kept in the tab across reloads, a login and the provider's page. */
export interface OrderDraft {
  order_type: OrderType | undefined
  /** Where a delivery goes. */
  to: 'bay' | 'address'
  /** The code of a car park; undefined before a choice. */
  park: string | undefined
  level: string
  bay: string
  /** A saved address; undefined before a choice. */
  address_id: string | undefined
  /** One that is saved when the order is placed. */
  address: TypedAddress
  /** The parking booking that the order belongs to; empty for none, undefined before a choice. */
  booking_code: string | undefined
  /** Day and start of the slot; undefined for as soon as possible. */
  day: string | undefined
  slot: string | undefined
  /** The id of a saved vehicle, or `otherVehicle`; undefined before a choice. */
  vehicle: string | undefined
  /** Of a vehicle that is not saved; undefined before they are entered, for those of the parking booking. */
  plate: string | undefined
  vehicle_type_id: number | undefined
  key: (typeof keyHolders)[number] | undefined
  note: string
  pay_with: (typeof orderPayments)[number]
  accept_terms: boolean
}

const draftKey = 'order_draft'

export const emptyDraft: OrderDraft = {
  order_type: undefined,
  to: 'bay',
  park: undefined,
  level: '',
  bay: '',
  address_id: undefined,
  address: emptyAddress,
  booking_code: undefined,
  day: undefined,
  slot: undefined,
  vehicle: undefined,
  plate: undefined,
  vehicle_type_id: undefined,
  key: undefined,
  note: '',
  pay_with: 'wallet',
  accept_terms: false,
}

export function readOrderDraft(): OrderDraft {
  const saved = readTabValue(draftKey)
  return typeof saved === 'object' && saved !== null ? { ...emptyDraft, ...saved } : emptyDraft
}

export const writeOrderDraft = (draft: OrderDraft): void => writeTabValue(draftKey, draft)
export const forgetOrderDraft = (): void => removeTabValue(draftKey)
