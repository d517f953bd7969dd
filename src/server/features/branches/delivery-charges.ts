import { sql } from 'kysely'
import type { DeliveryCharge, updateDeliveryCharge as chargeContract } from '#contract/branches/desk/branch-setup.ts'
import type { createDeliveryCharge as addChargeContract } from '#contract/branches/desk/branches.ts'
import type { DistanceUnit } from '#contract/distance-units.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findBandProblem, moveNeighbours } from './bands.ts'
import { lockBranch, toMoney } from './records.ts'

/* What delivery to an address costs by distance. */

/** Returns the delivery charge for a band of distance. Throws `not_found`. */
export async function getCharge(db: Db | Tx, scope: Scope, id: string): Promise<DeliveryCharge> {
  const row = await db
    .selectFrom('delivery_charges as d')
    .innerJoin('branches as b', 'b.id', 'd.branch_id')
    .select(['d.id', 'd.branch_id', 'd.from_distance', 'd.to_distance', 'd.charge_minor', 'd.status', 'd.version'])
    .select(['b.name as branch', 'b.currency', 'b.distance_unit'])
    .where('d.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { charge_minor, ...charge } = row
  const currency = charge.currency as Currency
  const distance_unit = charge.distance_unit as DistanceUnit
  return {
    ...charge,
    currency,
    distance_unit,
    title: `${charge.branch}, ${charge.from_distance}–${charge.to_distance}\u00a0${distance_unit}`,
    charge: toMoney(charge_minor, currency),
    status: charge.status as DeliveryCharge['status'],
    actions: ['update', 'remove'],
  }
}

const charges: VersionedRecord<DeliveryCharge> = {
  kind: 'delivery_charge',
  table: 'delivery_charges',
  get: getCharge,
  branchOf: ({ branch_id }) => branch_id,
}

const findBands = (tx: Tx, branch_id: string) =>
  tx
    .selectFrom('delivery_charges')
    .select(['id', 'from_distance', 'to_distance', 'status'])
    .where('branch_id', '=', branch_id)
    .execute()

/** Throws 422, naming the two, for active bands of a branch that overlap or leave a gap. */
async function requireWholeBands(tx: Tx, branch_id: string, unit: DistanceUnit): Promise<void> {
  const problem = findBandProblem((await findBands(tx, branch_id)).filter(({ status }) => status === 'active'))
  if (problem === undefined) return
  const name = (band: { from_distance: number; to_distance: number } | null) =>
    band === null ? '0' : `${band.from_distance}–${band.to_distance}`
  throw fieldError('from_distance', `bands_${problem.kind}`, {
    before: name(problem.before),
    after: name(problem.after),
    unit,
  })
}

const requireOrder = ({ from_distance, to_distance }: { from_distance: number; to_distance: number }) => {
  if (from_distance >= to_distance) throw fieldError('to_distance', 'band_order')
}

/** Adds a delivery charge, and returns the branch. Throws 422 for a band that is not in its place. */
export async function createCharge(
  tx: Tx,
  scope: Scope,
  branch_id: string,
  { from_distance, to_distance, charge }: ParsedBody<typeof addChargeContract>,
) {
  const branch = await lockBranch(tx, scope, branch_id)
  requireOrder({ from_distance, to_distance })
  const charge_minor = parseAmount('charge', charge, branch.currency as Currency)
  const columns = { id: newId(), branch_id, from_distance, to_distance, charge_minor }
  const { changes } = await insertRecord(tx, charges, scope, columns)
  await requireWholeBands(tx, branch_id, branch.distance_unit)
  return { answer: branch, changes }
}

/** Changes a delivery charge; the bands beside it keep touching it. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function updateCharge(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, charge, status, ...band }: ParsedBody<typeof chargeContract>,
) {
  const { branch_id } = await getCharge(tx, scope, id)
  await lockBranch(tx, scope, branch_id)
  const before = await lockRecord(tx, charges, scope, id, version)
  requireOrder(band)
  const bands = (await findBands(tx, branch_id)).filter((band) => band.status === 'active' || band.id === id)
  const own = bands.find((band) => band.id === id)!
  const charge_minor = parseAmount('charge', charge, before.currency as Currency)
  const { answer, changes } = await storeRecord(tx, charges, scope, before, { ...band, charge_minor, status })
  const beside = []
  for (const moved of moveNeighbours(bands, own, band)) {
    if (moved.id === id || bands.includes(moved)) continue
    const { from_distance, to_distance } = moved
    if (from_distance >= to_distance) throw fieldError('to_distance', 'band_order')
    const neighbour = await lockRecord(tx, charges, scope, moved.id)
    beside.push(...(await storeRecord(tx, charges, scope, neighbour, { from_distance, to_distance })).changes)
  }
  await requireWholeBands(tx, branch_id, before.distance_unit)
  return { answer, changes: [...changes, ...beside] }
}

/** Deletes a delivery charge. Throws `not_found`, `changed_meanwhile`, and 422 if the others would leave a gap. */
export async function deleteCharge(tx: Tx, scope: Scope, id: string, version: number) {
  const { branch_id } = await getCharge(tx, scope, id)
  await lockBranch(tx, scope, branch_id)
  const before = await lockRecord(tx, charges, scope, id, version)
  const removed = await deleteRecord(tx, charges, before)
  await requireWholeBands(tx, branch_id, before.distance_unit)
  return removed
}
