import { sql } from 'kysely'
import type {
  DeliverySetup,
  OrderSetup,
  updateDeliverySetup as deliveryContract,
  updateOrderSetup as orderContract,
} from '#contract/branches/desk/branch-setup.ts'
import type { DistanceUnit } from '#contract/distance-units.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { lockRecord, storeRecord, type VersionedRecord } from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toMoney } from './records.ts'

/* How branches take orders and deliver. */

async function findSetup(db: Db | Tx, scope: Scope, id: string) {
  const row = await db
    .selectFrom('branch_setup as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .selectAll('s')
    .select(['b.name as branch', 'b.currency', 'b.distance_unit'])
    .where('s.branch_id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, currency: row.currency as Currency, distance_unit: row.distance_unit as DistanceUnit }
}

const toText = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join('\n'))
const toTexts = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns how a branch takes orders. Throws `not_found`. */
export async function getOrderSetup(db: Db | Tx, scope: Scope, id: string): Promise<OrderSetup> {
  const row = await findSetup(db, scope, id)
  const {
    takeaway_on,
    delivery_on,
    takeaway_cash,
    delivery_cash,
    accepts_automatically,
    answer_minutes,
    preparation_minutes,
  } = row
  const { takeaway_days_ahead, delivery_days_ahead, cancel_cutoff_minutes, prints_tickets, shows_order_number } = row
  const {
    counter_discount_percent,
    counter_lock_minutes,
    goods_return_days,
    food_return_days,
    service_return_days,
    uncollected_percent,
    branch,
    currency,
    version,
  } = row
  return {
    id,
    title: branch,
    branch,
    currency,
    version,
    actions: ['update'],
    takeaway_on,
    delivery_on,
    accepts_automatically,
    answer_minutes,
    preparation_minutes,
    takeaway_days_ahead,
    delivery_days_ahead,
    cancel_cutoff_minutes,
    prints_tickets,
    shows_order_number,
    goods_return_days,
    food_return_days,
    service_return_days,
    uncollected_percent,
    counter_discount_percent,
    counter_lock_minutes,
    slot_interval: String(row.slot_interval_minutes),
    takeaway_minimum: toMoney(row.takeaway_minimum_minor, currency),
    delivery_minimum: toMoney(row.delivery_minimum_minor, currency),
    cash_limit: row.cash_limit_minor === null ? null : toMoney(row.cash_limit_minor, currency),
    takeaway_cash,
    delivery_cash,
    cash_discrepancy_limit: toMoney(row.cash_discrepancy_limit_minor, currency),
    reject_reasons: toText(row.reject_reasons),
    reject_reasons_fr: toText(row.reject_reasons_fr),
    redelivery_reasons: toText(row.redelivery_reasons),
    redelivery_reasons_fr: toText(row.redelivery_reasons_fr),
  }
}

const orderSetups: VersionedRecord<OrderSetup> = {
  kind: 'order_setup',
  table: 'branch_setup',
  key: 'branch_id',
  get: getOrderSetup,
  branchOf: ({ id }) => id,
}

/** Changes how a branch takes orders. Throws `not_found`, `changed_meanwhile`, and 422 for reasons that one language lacks. */
export async function updateOrderSetup(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, slot_interval, ...input }: ParsedBody<typeof orderContract>,
) {
  const before = await lockRecord(tx, orderSetups, scope, id, version)
  const currency = before.currency as Currency
  const { takeaway_minimum, delivery_minimum, cash_limit, cash_discrepancy_limit, ...others } = input
  const { reject_reasons, reject_reasons_fr, redelivery_reasons, redelivery_reasons_fr, ...rest } = others
  const reasons = {
    reject_reasons: toTexts(reject_reasons),
    reject_reasons_fr: toTexts(reject_reasons_fr),
    redelivery_reasons: toTexts(redelivery_reasons),
    redelivery_reasons_fr: toTexts(redelivery_reasons_fr),
  }
  for (const name of ['reject_reasons', 'redelivery_reasons'] as const)
    if (reasons[name].length !== reasons[`${name}_fr`].length) throw fieldError(`${name}_fr`, 'as_many_lines')
  return storeRecord(tx, orderSetups, scope, before, {
    ...rest,
    ...reasons,
    slot_interval_minutes: Number(slot_interval),
    takeaway_minimum_minor: parseAmount('takeaway_minimum', takeaway_minimum, currency),
    delivery_minimum_minor: parseAmount('delivery_minimum', delivery_minimum, currency),
    cash_limit_minor: cash_limit === null ? null : parseAmount('cash_limit', cash_limit, currency),
    cash_discrepancy_limit_minor: parseAmount('cash_discrepancy_limit', cash_discrepancy_limit, currency),
  })
}

/** Returns how a branch delivers. Throws `not_found`. */
export async function getDeliverySetup(db: Db | Tx, scope: Scope, id: string): Promise<DeliverySetup> {
  const row = await findSetup(db, scope, id)
  const { radius, free_distance, distance_unit, branch, currency, version } = row
  return {
    id,
    title: branch,
    branch,
    currency,
    version,
    actions: ['update'],
    distance_unit,
    radius,
    free_distance,
    delivered_by: row.delivered_by as DeliverySetup['delivered_by'],
    proof: row.proof as DeliverySetup['proof'],
    redelivery_minutes: row.redelivery_minutes,
    basic_delivery_charge: toMoney(row.basic_delivery_charge_minor, currency),
    charge_per_unit: toMoney(row.charge_per_unit_minor, currency),
    free_above: row.free_above_minor === null ? null : toMoney(row.free_above_minor, currency),
    bay_charge: toMoney(row.bay_charge_minor, currency),
    courier_cash_limit: toMoney(row.courier_cash_limit_minor, currency),
  }
}

const deliverySetups: VersionedRecord<DeliverySetup> = {
  kind: 'delivery_setup',
  table: 'branch_setup',
  key: 'branch_id',
  get: getDeliverySetup,
  branchOf: ({ id }) => id,
}

/** Changes how a branch delivers. Throws `not_found`, `changed_meanwhile`. */
export async function updateDeliverySetup(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof deliveryContract>,
) {
  const before = await lockRecord(tx, deliverySetups, scope, id, version)
  const currency = before.currency as Currency
  const { basic_delivery_charge, charge_per_unit, free_above, bay_charge, courier_cash_limit, ...rest } = input
  return storeRecord(tx, deliverySetups, scope, before, {
    ...rest,
    basic_delivery_charge_minor: parseAmount('basic_delivery_charge', basic_delivery_charge, currency),
    charge_per_unit_minor: parseAmount('charge_per_unit', charge_per_unit, currency),
    free_above_minor: free_above === null ? null : parseAmount('free_above', free_above, currency),
    bay_charge_minor: parseAmount('bay_charge', bay_charge, currency),
    courier_cash_limit_minor: parseAmount('courier_cash_limit', courier_cash_limit, currency),
  })
}
