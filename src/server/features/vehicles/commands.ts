import type { CountryCode } from '#contract/places/places.ts'
import { maxVehicles, type Paper, type Vehicle, type VehicleRequest } from '#contract/vehicles/vehicles.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { VehiclesTable } from '#server/database/tables.ts'
import { deleteSaved, moveDefault } from '#server/features/accounts/saved-rows.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getVehicle } from './queries.ts'

interface VehicleCall {
  user: SignedIn
  now: Date
}

/** Saves a vehicle; the first one becomes the default. Throws `too_many_vehicles`, `vehicle_exists`, and 422 for an unknown type. */
export async function createVehicle(tx: Tx, { user, now }: VehicleCall, request: VehicleRequest): Promise<Vehicle> {
  const count = await lockVehicles(tx, user.user_id)
  if (count >= maxVehicles) throw new AppError('too_many_vehicles', { most: maxVehicles })
  const id = newId(now.getTime())
  const columns = await toColumns(tx, request, user.country_code)
  await tx
    .insertInto('vehicles')
    .values({ ...columns, id, user_id: user.user_id, is_default: count === 0, created_at: now, papers_at: now })
    .execute()
  if (request.is_default) await moveDefault(tx, 'vehicles', user.user_id, id)
  return getVehicle(tx, user.user_id, id)
}

/** Throws `vehicle_not_found`, `vehicle_exists` for the plate of another one, and 422 for an unknown type. */
export async function updateVehicle(
  tx: Tx,
  { user, now }: VehicleCall,
  id: string,
  request: VehicleRequest,
): Promise<Vehicle> {
  await lockVehicles(tx, user.user_id)
  const stored = await getVehicle(tx, user.user_id, id)
  const columns = await toColumns(tx, request, stored.country_code)
  const papers_at = areSamePapers(stored.papers, request.papers) ? {} : { papers_at: now }
  await tx
    .updateTable('vehicles')
    .set({ ...columns, ...papers_at })
    .where('id', '=', id)
    .execute()
  if (request.is_default) await moveDefault(tx, 'vehicles', user.user_id, id)
  return getVehicle(tx, user.user_id, id)
}

/** Deletes a vehicle; if it was the default, the one saved first becomes the default. Throws `vehicle_not_found`. */
export async function deleteVehicle(tx: Tx, user_id: string, id: string): Promise<void> {
  await lockVehicles(tx, user_id)
  const { is_default } = await getVehicle(tx, user_id, id)
  await deleteSaved(tx, 'vehicles', user_id, { id, is_default })
}

/** Throws `vehicle_not_found`. */
export async function setDefaultVehicle(tx: Tx, user_id: string, id: string): Promise<Vehicle> {
  await lockVehicles(tx, user_id)
  await getVehicle(tx, user_id, id)
  await moveDefault(tx, 'vehicles', user_id, id)
  return getVehicle(tx, user_id, id)
}

/** One change of a person's vehicles at a time, because the default and the limit depend on all of them. Returns their number. */
async function lockVehicles(tx: Tx, user_id: string): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('vehicles')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether both lists hold the same documents, in any order; reminders start again only after a change. */
function areSamePapers(stored: readonly Paper[], requested: readonly Paper[]): boolean {
  const text = (papers: readonly Paper[]) =>
    papers
      .map(({ kind, expires_on }) => `${kind} ${expires_on}`)
      .sort()
      .join()
  return text(stored) === text(requested)
}

async function toColumns(
  tx: Tx,
  request: VehicleRequest,
  account_country: CountryCode,
): Promise<RequestedColumns<VehiclesTable, 'id' | 'user_id' | 'is_default' | 'created_at' | 'papers_at'>> {
  const { vehicle_type_id, plate, country_code, papers, is_default: _set, ...optional } = request
  const { make, model, colour, nickname, height_cm, length_cm, width_cm, ...rest } = optional
  rest satisfies NothingLeft
  const type = await tx.selectFrom('vehicle_types').select('id').where('id', '=', vehicle_type_id).executeTakeFirst()
  if (type === undefined) throw fieldError('vehicle_type_id', 'vehicle_type')
  return {
    vehicle_type_id,
    plate,
    country_code: country_code ?? account_country,
    make: make ?? null,
    model: model ?? null,
    colour: colour ?? null,
    nickname: nickname ?? null,
    height_cm: height_cm ?? null,
    length_cm: length_cm ?? null,
    width_cm: width_cm ?? null,
    papers: JSON.stringify(papers),
  }
}
