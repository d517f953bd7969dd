import { useState } from 'react'
import type { Cart } from '#contract/cart/cart.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useAddresses } from '#web/features/addresses/api.ts'
import { useBookings } from '#web/features/bookings/api.ts'
import { type Handover, useCart, useCartSlots } from '#web/features/cart/api.ts'
import { shopBookingKey, useBranch } from '#web/features/catalogue/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { otherVehicle } from '#web/features/vehicles/choice.ts'
import { readTabValue } from '#web/storage/tabStorage.ts'
import { type OrderDraft, readOrderDraft, writeOrderDraft } from './orderDraft.ts'

type Branch = NonNullable<Cart['branch']>

/** What the customer has chosen, or is offered before a choice: the booking, bay, address, time and vehicle. */
export function useOrderCheckout(cart: Cart, branch: Branch) {
  const signedIn = useSignedIn()
  const [draft, setDraft] = useState(readOrderDraft)
  const change = (next: Partial<OrderDraft>) =>
    setDraft((before) => {
      const changed = { ...before, ...next }
      // Not in an effect: logging in may remount the page before it runs.
      writeOrderDraft(changed)
      return changed
    })

  const { data: details, isLoading: isLoadingBranch } = useBranch(branch.slug)
  const parks = details?.parks ?? []
  const { bookings, isLoading: isLoadingBookings } = useBookingsAt(parks.map(({ park_code }) => park_code))
  const booking = findBooking(bookings, draft)
  const types = listTypes(cart, branch)
  const order_type = draft.order_type ?? types.find(({ refused }) => refused.length === 0)?.type
  const isDelivery = order_type === 'delivery'
  const to = draft.to === 'bay' && parks.length === 0 && !isLoadingBranch ? 'address' : draft.to
  const toBay = isDelivery && to === 'bay'
  const park =
    booking?.park.park_code ?? parks.find(({ park_code }) => park_code === draft.park)?.park_code ?? parks[0]?.park_code

  const { data: saved = [], isLoading: isLoadingAddresses } = useAddresses()
  const addresses = signedIn ? saved : []
  const address =
    addresses.find(({ id }) => id === draft.address_id) ?? (draft.address_id === newAddress ? undefined : addresses[0])

  const { data: own = [], isLoading: isLoadingVehicles } = useVehicles()
  const vehicles = signedIn ? own : []
  // The vehicle that is parked at the bay, saved or not, comes before the usual one.
  const parked = toBay ? booking : undefined
  const vehicle =
    draft.vehicle === otherVehicle
      ? undefined
      : (vehicles.find(({ id }) => id === draft.vehicle) ??
        vehicles.find((vehicle) => (parked === undefined ? vehicle.is_default : vehicle.plate === parked.plate)))

  const handover: Handover = {
    ...(order_type !== undefined && { order_type }),
    ...(toBay && park !== undefined && { park }),
    ...(isDelivery && to === 'address' && address !== undefined && { address_id: address.id }),
  }
  const priced = useCart(handover)
  const booking_code = toBay ? booking?.booking_code : undefined
  const cash = priced.data?.cash ?? null
  const slots = useCartSlots({
    order_type: order_type ?? 'takeaway',
    days: '7',
    ...(booking_code !== undefined && { booking_code }),
  })
  const times = slots.data?.days.flatMap(({ items }) => items) ?? []
  const chosen = times.find(({ starts_at }) => starts_at === draft.slot)
  const slot = chosen ?? slots.data?.next ?? times[0]
  return {
    draft,
    change,
    signedIn,
    types,
    order_type,
    to,
    toBay,
    isDelivery,
    parks,
    park,
    bookings,
    booking: parked,
    addresses,
    address,
    vehicles,
    vehicle,
    /** What is entered for a vehicle that is not saved, at first that of the booking. */
    plate: draft.plate ?? parked?.plate ?? '',
    vehicle_type_id: draft.vehicle_type_id ?? parked?.vehicle_type_id ?? 1,
    /** What the branch takes in cash for this order, and how it is paid. */
    cash,
    pay_with: cash?.is_offered === true ? draft.pay_with : ('wallet' as const),
    /** The cart with the charge of this delivery. */
    priced,
    slots,
    slot,
    /** Whether what is offered is still being read, as after logging in: what is chosen may then be something else. */
    isLoading: isLoadingBranch || isLoadingBookings || isLoadingAddresses || isLoadingVehicles,
    /** Whether the slot that was chosen before is no longer offered. */
    isSlotGone:
      draft.slot !== undefined && slots.data !== undefined && !slots.isPlaceholderData && chosen === undefined,
  }
}

export type OrderCheckout = ReturnType<typeof useOrderCheckout>

/** The choice of an address that is not saved yet. */
export const newAddress = 'new'

/** One's bookings at the car parks of a branch, the current ones first. */
function useBookingsAt(codes: readonly string[]) {
  const [current, upcoming] = [useBookings('current'), useBookings('upcoming')]
  const all = [...(current.data?.items ?? []), ...(upcoming.data?.items ?? [])]
  const bookings = all.filter(
    ({ booking_code, park, status }, at) =>
      codes.includes(park.park_code) &&
      (status === 'active' || status === 'checked_in') &&
      all.findIndex((candidate) => candidate.booking_code === booking_code) === at,
  )
  return { bookings, isLoading: current.isLoading || upcoming.isLoading }
}

function findBooking(bookings: ReturnType<typeof useBookingsAt>['bookings'], { booking_code }: OrderDraft) {
  if (booking_code === '') return undefined
  const named = booking_code ?? readTabValue(shopBookingKey)
  return bookings.find((booking) => booking.booking_code === named) ?? bookings[0]
}

/** The order types of the branch, each with the names of what is not sold in it. */
function listTypes({ lines }: Cart, branch: Branch): { type: OrderType; refused: string[] }[] {
  const types = (['delivery', 'takeaway'] as const).filter((type) => branch[type])
  return types.map((type) => ({
    type,
    refused: lines.filter(({ item }) => !item.order_types.includes(type)).map(({ item }) => item.name),
  }))
}
