import { sql } from 'kysely'
import type {
  Closure,
  DeliveryCharge,
  DeliverySetup,
  OrderSetup,
  updateClosure as closureContract,
  updateDeliveryCharge as chargeContract,
  updateDeliverySetup as deliveryContract,
  updateOrderSetup as orderContract,
} from '#contract/desk/branch-setup.ts'
import type {
  addClosure as addClosureContract,
  addDeliveryCharge as addChargeContract,
} from '#contract/desk/branches.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/errors.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type KeptRecord,
} from '#server/features/access/kept-records.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import type { Scope } from '#server/features/access/scopes.ts'
import { newId } from '#server/ids.ts'
import { findBandProblem, moveNeighbours } from './bands.ts'
import { getBranch, lockBranch, toCharged, toMoney } from './records.ts'

/* How branches take orders and deliver, what delivery costs by distance, and when they are closed. */

async function findSetup(db: Db | Tx, scope: Scope, id: string) {
  const row = await db
    .selectFrom('branch_setup as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .selectAll('s')
    .select(['b.name as branch', 'b.currency'])
    .where('s.branch_id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, currency: row.currency as Currency }
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
  const { takeaway_on, delivery_on, accepts_automatically, answer_minutes, preparation_minutes } = row
  const { takeaway_days_ahead, delivery_days_ahead, cancel_cutoff_minutes, prints_tickets, shows_order_number } = row
  const { goods_return_days, food_return_days, service_return_days, branch, currency, version } = row
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
    slot_interval: String(row.slot_interval_minutes),
    takeaway_minimum: toMoney(row.takeaway_minimum_minor, currency),
    delivery_minimum: toMoney(row.delivery_minimum_minor, currency),
    cash_limit: row.cash_limit_minor === null ? null : toMoney(row.cash_limit_minor, currency),
    reject_reasons: toText(row.reject_reasons),
    reject_reasons_fr: toText(row.reject_reasons_fr),
    redelivery_reasons: toText(row.redelivery_reasons),
    redelivery_reasons_fr: toText(row.redelivery_reasons_fr),
    commission_percent: Number(row.commission) / 1_000,
  }
}

const orderSetups: KeptRecord<OrderSetup> = {
  kind: 'order_setup',
  table: 'branch_setup',
  key: 'branch_id',
  get: getOrderSetup,
  branchOf: ({ id }) => id,
}

/** Changes how a branch takes orders. Throws `not_found`, `changed_meanwhile`, and 422 for reasons that one language lacks. */
export async function changeOrderSetup(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, slot_interval, commission_percent, ...input }: ParsedBody<typeof orderContract>,
) {
  const before = await lockRecord(tx, orderSetups, scope, id, version)
  const currency = before.currency as Currency
  const { takeaway_minimum, delivery_minimum, cash_limit, ...others } = input
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
    commission: BigInt(Math.round(commission_percent * 1_000)),
    takeaway_minimum_minor: toCharged('takeaway_minimum', takeaway_minimum, currency),
    delivery_minimum_minor: toCharged('delivery_minimum', delivery_minimum, currency),
    cash_limit_minor: cash_limit === null ? null : toCharged('cash_limit', cash_limit, currency),
  })
}

/** Returns how a branch delivers. Throws `not_found`. */
export async function getDeliverySetup(db: Db | Tx, scope: Scope, id: string): Promise<DeliverySetup> {
  const row = await findSetup(db, scope, id)
  const { radius_km, free_delivery_km, branch, currency, version } = row
  return {
    id,
    title: branch,
    branch,
    currency,
    version,
    actions: ['update'],
    radius_km,
    free_delivery_km,
    delivered_by: row.delivered_by as DeliverySetup['delivered_by'],
    proof: row.proof as DeliverySetup['proof'],
    basic_delivery_charge: toMoney(row.basic_delivery_charge_minor, currency),
    charge_per_km: toMoney(row.charge_per_km_minor, currency),
    free_above: row.free_above_minor === null ? null : toMoney(row.free_above_minor, currency),
    bay_charge: toMoney(row.bay_charge_minor, currency),
    courier_cash_limit: toMoney(row.courier_cash_limit_minor, currency),
  }
}

const deliverySetups: KeptRecord<DeliverySetup> = {
  kind: 'delivery_setup',
  table: 'branch_setup',
  key: 'branch_id',
  get: getDeliverySetup,
  branchOf: ({ id }) => id,
}

/** Changes how a branch delivers. Throws `not_found`, `changed_meanwhile`. */
export async function changeDeliverySetup(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof deliveryContract>,
) {
  const before = await lockRecord(tx, deliverySetups, scope, id, version)
  const currency = before.currency as Currency
  const { basic_delivery_charge, charge_per_km, free_above, bay_charge, courier_cash_limit, ...rest } = input
  return storeRecord(tx, deliverySetups, scope, before, {
    ...rest,
    basic_delivery_charge_minor: toCharged('basic_delivery_charge', basic_delivery_charge, currency),
    charge_per_km_minor: toCharged('charge_per_km', charge_per_km, currency),
    free_above_minor: free_above === null ? null : toCharged('free_above', free_above, currency),
    bay_charge_minor: toCharged('bay_charge', bay_charge, currency),
    courier_cash_limit_minor: toCharged('courier_cash_limit', courier_cash_limit, currency),
  })
}

/** Returns the delivery charge for a band of distance. Throws `not_found`. */
export async function getCharge(db: Db | Tx, scope: Scope, id: string): Promise<DeliveryCharge> {
  const row = await db
    .selectFrom('delivery_charges as d')
    .innerJoin('branches as b', 'b.id', 'd.branch_id')
    .select(['d.id', 'd.branch_id', 'd.from_km', 'd.to_km', 'd.charge_minor', 'd.status', 'd.version'])
    .select(['b.name as branch', 'b.currency'])
    .where('d.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { charge_minor, ...charge } = row
  const currency = charge.currency as Currency
  return {
    ...charge,
    currency,
    title: `${charge.branch}, ${charge.from_km}–${charge.to_km} km`,
    charge: toMoney(charge_minor, currency),
    status: charge.status as DeliveryCharge['status'],
    actions: ['update', 'remove'],
  }
}

const charges: KeptRecord<DeliveryCharge> = {
  kind: 'delivery_charge',
  table: 'delivery_charges',
  get: getCharge,
  branchOf: ({ branch_id }) => branch_id,
}

const findBands = (tx: Tx, branch_id: string) =>
  tx
    .selectFrom('delivery_charges')
    .select(['id', 'from_km', 'to_km', 'status'])
    .where('branch_id', '=', branch_id)
    .execute()

/** Throws 422, naming the two, for active bands of a branch that overlap or leave a gap. */
async function requireWholeBands(tx: Tx, branch_id: string): Promise<void> {
  const problem = findBandProblem((await findBands(tx, branch_id)).filter(({ status }) => status === 'active'))
  if (problem === undefined) return
  const name = (band: { from_km: number; to_km: number } | null) =>
    band === null ? '0' : `${band.from_km}–${band.to_km}`
  throw fieldError('from_km', `bands_${problem.kind}`, { before: name(problem.before), after: name(problem.after) })
}

const requireOrder = ({ from_km, to_km }: { from_km: number; to_km: number }) => {
  if (from_km >= to_km) throw fieldError('to_km', 'band_order')
  for (const [name, km] of Object.entries({ from_km, to_km }))
    if (Math.round(km * 10) / 10 !== km) throw fieldError(name, 'tenths')
}

/** Adds a delivery charge, and returns the branch. Throws 422 for a band that is not in its place. */
export async function addCharge(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  { from_km, to_km, charge }: ParsedBody<typeof addChargeContract>,
) {
  const branch = await lockBranch(tx, scope, branch_id)
  requireOrder({ from_km, to_km })
  const charge_minor = toCharged('charge', charge, branch.currency as Currency)
  const columns = { id: newId(), branch_id, from_km, to_km, charge_minor }
  const { changes } = await insertRecord(tx, charges, scope, columns)
  await requireWholeBands(tx, branch_id)
  return { answer: branch, changes }
}

/** Changes a delivery charge; the bands beside it keep touching it. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function changeCharge(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, charge, status, ...band }: ParsedBody<typeof chargeContract>,
) {
  const { branch_id } = await getCharge(tx, scope, id)
  await lockBranch(tx, scope, branch_id)
  const before = await lockRecord(tx, charges, scope, id, version)
  requireOrder(band)
  const bands = (await findBands(tx, branch_id)).filter((one) => one.status === 'active' || one.id === id)
  const own = bands.find((one) => one.id === id)!
  for (const moved of moveNeighbours(bands, own, band)) {
    if (moved.id === id || bands.includes(moved)) continue
    if (moved.from_km >= moved.to_km) throw fieldError('to_km', 'band_order')
    const { from_km, to_km } = moved
    await sql`update delivery_charges set from_km = ${from_km}, to_km = ${to_km}, version = version + 1
      where id = ${moved.id}`.execute(tx)
  }
  const charge_minor = toCharged('charge', charge, before.currency as Currency)
  const changed = await storeRecord(tx, charges, scope, before, { ...band, charge_minor, status })
  await requireWholeBands(tx, branch_id)
  return changed
}

/** Deletes a delivery charge. Throws `not_found`, `changed_meanwhile`, and 422 if the others would leave a gap. */
export async function removeCharge(tx: Tx, scope: Scope, id: string, version: number) {
  const { branch_id } = await getCharge(tx, scope, id)
  await lockBranch(tx, scope, branch_id)
  const removed = await deleteRecord(tx, charges, await lockRecord(tx, charges, scope, id, version))
  await requireWholeBands(tx, branch_id)
  return removed
}

/** Returns when and why a branch is closed. Throws `not_found`. */
export async function getClosure(db: Db | Tx, scope: Scope, id: string): Promise<Closure> {
  const row = await db
    .selectFrom('branch_closures as c')
    .innerJoin('branches as b', 'b.id', 'c.branch_id')
    .select(['c.id', 'c.branch_id', 'c.starts_at', 'c.ends_at', 'c.reason', 'c.reason_fr', 'c.version'])
    .select(['b.name as branch', 'b.timezone'])
    .where('c.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return {
    ...row,
    title: row.reason,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    actions: ['update', 'remove'],
  }
}

const closures: KeptRecord<Closure> = {
  kind: 'branch_closure',
  table: 'branch_closures',
  get: getClosure,
  branchOf: ({ branch_id }) => branch_id,
}

/** Closes a branch for a time, and returns the branch. Throws 422 for an end that is not after the start. */
export async function addClosure(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  input: ParsedBody<typeof addClosureContract>,
) {
  await getBranch(tx, scope, branch_id)
  const columns = { ...input, id: newId(), branch_id, ...readTimes(input) }
  const { changes } = await insertRecord(tx, closures, scope, columns)
  return { answer: await getBranch(tx, scope, branch_id), changes }
}

function readTimes({ starts_at, ends_at }: { starts_at: string; ends_at: string }) {
  const times = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  if (times.ends_at <= times.starts_at) throw fieldError('ends_at', 'end_after_start')
  return times
}

/** Changes a closure. Throws `not_found`, `changed_meanwhile`, and 422 as `addClosure`. */
export async function changeClosure(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof closureContract>,
) {
  const before = await lockRecord(tx, closures, scope, id, version)
  return storeRecord(tx, closures, scope, before, { ...input, ...readTimes(input) })
}

/** Deletes a closure. Throws `not_found`, `changed_meanwhile`. */
export async function removeClosure(tx: Tx, scope: Scope, id: string, version: number) {
  return deleteRecord(tx, closures, await lockRecord(tx, closures, scope, id, version))
}
