import * as z from 'zod/mini'
import { recordStates, slotIntervals } from '#contract/catalogue/shop-rules.ts'
import { distanceUnits, isInTenths } from '#contract/distance-units.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, missingOr, Money } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { recordFields } from '#contract/lists/records.ts'
import { amount, byId, integer, lines, Version } from '#contract/lists/shared-fields.ts'

/** In the unit of the branch's country. */
export const setDistance = z
  .number(missingOr('number'))
  .check(z.minimum(0, 'too_small'), z.maximum(100, 'too_large'), z.refine(isInTenths, 'tenths'))
const ofBranch = { branch: { kind: 'text' } } as const

/** How branches take orders, one row for each. Its id is the branch's. */
export const orderSetupList = deskList({
  name: 'order-setups',
  menu: { group: 'shop', rank: 80, under: 'branches' },
  permission: 'branches.view',
  opens: { screen: 'order-setups', permission: 'branches.view' },
  namedBy: ['branch'],
  columns: {
    branch: { kind: 'text', sortable: true },
    takeaway_on: { kind: 'flag' },
    delivery_on: { kind: 'flag' },
    accepts_automatically: { kind: 'flag' },
    answer_minutes: { kind: 'number' },
    preparation_minutes: { kind: 'number' },
  },
  filters: ofBranch,
  sort: 'branch',
})

/** How branches deliver, one row for each. Its id is the branch's. */
export const deliverySetupList = deskList({
  name: 'delivery-setups',
  menu: { group: 'shop', rank: 90, under: 'branches' },
  permission: 'branches.view',
  opens: { screen: 'delivery-setups', permission: 'branches.view' },
  namedBy: ['branch'],
  columns: {
    branch: { kind: 'text', sortable: true },
    distance_unit: { kind: 'text' },
    radius: { kind: 'number' },
    free_distance: { kind: 'number' },
    basic_delivery_charge: { kind: 'money' },
    charge_per_unit: { kind: 'money' },
    delivered_by: { kind: 'choice', words: 'deliverers' },
  },
  filters: ofBranch,
  sort: 'branch',
})

/** What delivery to an address costs by bands of distance. */
export const deliveryChargeList = deskList({
  name: 'delivery-charges',
  menu: { group: 'shop', rank: 100, under: 'branches' },
  permission: 'branches.view',
  opens: { screen: 'delivery-charges', permission: 'branches.view' },
  namedBy: ['branch'],
  columns: {
    from_distance: { kind: 'number', sortable: true },
    to_distance: { kind: 'number', sortable: true },
    distance_unit: { kind: 'text' },
    branch: { kind: 'text' },
    charge: { kind: 'money', sortable: true },
  },
  filters: ofBranch,
  states: recordStates,
  sort: 'from_distance',
})

/** When branches are closed besides their opening hours. */
export const closureList = deskList({
  name: 'branch-closures',
  menu: { group: 'shop', rank: 110, under: 'branches' },
  permission: 'branches.view',
  opens: { screen: 'branch-closures', permission: 'branches.view' },
  namedBy: ['reason'],
  columns: {
    reason: { kind: 'text' },
    branch: { kind: 'text' },
    starts_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    ends_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: { ...ofBranch, start: { kind: 'days' } },
  states: ['coming', 'over'],
  sort: '-starts_at',
})

const orderTerms = {
  takeaway_on: z.boolean(),
  delivery_on: z.boolean(),
  accepts_automatically: z.boolean(),
  answer_minutes: integer(1, 120),
  preparation_minutes: integer(0, 1_440),
  takeaway_days_ahead: integer(0, 30),
  delivery_days_ahead: integer(0, 30),
  slot_interval: z.enum(slotIntervals.map(String), 'required'),
  takeaway_minimum: amount,
  delivery_minimum: amount,
  /** Of an order that is paid in cash; null where the branch takes none. */
  cash_limit: z.nullable(amount),
  takeaway_cash: z.boolean(),
  delivery_cash: z.boolean(),
  /** Above it, a manager approves what the count of a drawer differs by. */
  cash_discrepancy_limit: amount,
  /** What sellers at a counter may take off by themselves. */
  counter_discount_percent: integer(0, 100),
  /** After so long without a touch a counter locks that several people share. */
  counter_lock_minutes: integer(1, 60),
  cancel_cutoff_minutes: integer(0, 10_080),
  goods_return_days: integer(0, 365),
  food_return_days: integer(0, 365),
  service_return_days: integer(0, 365),
  /** What is kept of goods that nobody collects. */
  uncollected_percent: integer(0, 100),
  /** One on each line, as many in both languages. */
  reject_reasons: z.nullable(lines(2_000)),
  reject_reasons_fr: z.nullable(lines(2_000)),
  redelivery_reasons: z.nullable(lines(2_000)),
  redelivery_reasons_fr: z.nullable(lines(2_000)),
  prints_tickets: z.boolean(),
  shows_order_number: z.boolean(),
}
const ofSetup = { ...recordFields, version: z.number(), branch: z.string(), currency: z.string() }

export const OrderSetup = z.object({
  ...orderTerms,
  ...ofSetup,
  takeaway_minimum: Money,
  delivery_minimum: Money,
  cash_limit: z.nullable(Money),
  cash_discrepancy_limit: Money,
})
export type OrderSetup = z.infer<typeof OrderSetup>

export const getOrderSetup = endpoint({
  name: 'getOrderSetup',
  method: 'GET',
  path: '/api/v1/admin/order-setups/{id}',
  summary: 'Returns how a branch takes orders',
  tag: 'desk',
  auth: 'branches.view',
  status: 200,
  params: byId,
  answer: OrderSetup,
})
export const updateOrderSetup = endpoint({
  name: 'updateOrderSetup',
  method: 'PATCH',
  path: '/api/v1/admin/order-setups/{id}',
  summary: 'Changes how a branch takes orders',
  tag: 'desk',
  auth: 'branches.update',
  status: 200,
  params: byId,
  body: z.strictObject({ ...orderTerms, version: Version }),
  answer: OrderSetup,
})

const deliveryTerms = {
  radius: setDistance,
  free_distance: setDistance,
  basic_delivery_charge: amount,
  charge_per_unit: amount,
  free_above: z.nullable(amount),
  bay_charge: amount,
  delivered_by: z.enum(['branch', 'us'], 'required'),
  courier_cash_limit: amount,
  /** How long after an attempt in vain an order is offered to couriers again. */
  redelivery_minutes: integer(0, 1_440),
  proof: z.enum(['code', 'code_or_photo'], 'required'),
}

export const DeliverySetup = z.object({
  ...deliveryTerms,
  ...ofSetup,
  distance_unit: z.enum(distanceUnits),
  basic_delivery_charge: Money,
  charge_per_unit: Money,
  free_above: z.nullable(Money),
  bay_charge: Money,
  courier_cash_limit: Money,
})
export type DeliverySetup = z.infer<typeof DeliverySetup>

export const getDeliverySetup = endpoint({
  name: 'getDeliverySetup',
  method: 'GET',
  path: '/api/v1/admin/delivery-setups/{id}',
  summary: 'Returns how a branch delivers',
  tag: 'desk',
  auth: 'branches.view',
  status: 200,
  params: byId,
  answer: DeliverySetup,
})
export const updateDeliverySetup = endpoint({
  name: 'updateDeliverySetup',
  method: 'PATCH',
  path: '/api/v1/admin/delivery-setups/{id}',
  summary: 'Changes how a branch delivers',
  tag: 'desk',
  auth: 'branches.update',
  status: 200,
  params: byId,
  body: z.strictObject({ ...deliveryTerms, version: Version }),
  answer: DeliverySetup,
})

export const DeliveryCharge = z.object({
  ...recordFields,
  version: z.number(),
  branch: z.string(),
  branch_id: z.string(),
  currency: z.string(),
  distance_unit: z.enum(distanceUnits),
  from_distance: z.number(),
  to_distance: z.number(),
  charge: Money,
  status: z.enum(recordStates),
})
export type DeliveryCharge = z.infer<typeof DeliveryCharge>

const deliveryChargeCalls = crud('/api/v1/admin/delivery-charges', 'branches', DeliveryCharge)
export const getDeliveryCharge = endpoint({
  ...deliveryChargeCalls.get,
  name: 'getDeliveryCharge',
  summary: 'Returns the delivery charge for a band of distance',
})
/** The bands beside it begin and end where it does. */
export const updateDeliveryCharge = endpoint({
  ...deliveryChargeCalls.update,
  name: 'updateDeliveryCharge',
  summary: 'Changes a delivery charge, and where the bands before and after it end and begin',
  body: z.strictObject({
    from_distance: setDistance,
    to_distance: setDistance,
    charge: amount,
    status: z.enum(recordStates, 'required'),
    version: Version,
  }),
})
export const deleteDeliveryCharge = endpoint({
  ...deliveryChargeCalls.delete,
  name: 'deleteDeliveryCharge',
  summary: 'Deletes a delivery charge, unless the bands would have a gap',
  auth: 'branches.update',
})

export const Closure = z.object({
  ...recordFields,
  version: z.number(),
  branch: z.string(),
  branch_id: z.string(),
  timezone: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  reason: z.string(),
  reason_fr: z.string(),
})
export type Closure = z.infer<typeof Closure>

const closureCalls = crud('/api/v1/admin/branch-closures', 'branches', Closure)
export const getClosure = endpoint({
  ...closureCalls.get,
  name: 'getClosure',
  summary: 'Returns when and why a branch is closed',
})
export const updateClosure = endpoint({
  ...closureCalls.update,
  name: 'updateClosure',
  summary: 'Changes when or why a branch is closed',
  body: z.strictObject({
    starts_at: Instant,
    ends_at: Instant,
    reason: line(2, 120),
    reason_fr: line(2, 120),
    version: Version,
  }),
})
export const deleteClosure = endpoint({
  ...closureCalls.delete,
  name: 'deleteClosure',
  summary: 'Opens a branch again, or deletes a closure that is over',
  auth: 'branches.update',
})
