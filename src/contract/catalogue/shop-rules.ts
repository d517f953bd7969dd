import { orderTypes } from '#contract/orders/order-states.ts'

/** What does the work of an order and can be fully booked. A category belongs to one that is not delivery. */
export const workGroups = ['counter', 'wash', 'workshop', 'kitchen', 'delivery'] as const
export type WorkGroup = (typeof workGroups)[number]

/** What a slot or an item can be for. */
export const orderTypeChoices = ['both', ...orderTypes] as const

export const itemKinds = ['good', 'service', 'food'] as const
export type ItemKind = (typeof itemKinds)[number]
export const itemSorts = ['position', 'price', '-price', 'name'] as const
export const taxClasses = ['standard', 'food', 'service', 'exempt'] as const
export type TaxClass = (typeof taxClasses)[number]
export const slotIntervals = [10, 15, 20, 30, 60] as const
export const recordStates = ['active', 'inactive'] as const
