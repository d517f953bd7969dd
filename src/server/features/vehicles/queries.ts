import type { Selectable } from 'kysely'
import { toPage, type Page } from '#contract/fields.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { VehiclesTable } from '#server/database/tables.ts'
import { AppError } from '#server/http/errors.ts'

/** Returns the booking-relevant fields of a user's vehicle. Throws `vehicle_not_found`, also for another user's. */
export async function getOwnVehicle(
  db: Db | Tx,
  user_id: string,
  vehicle_id: string,
): Promise<Pick<Vehicle, 'vehicle_type_id' | 'plate' | 'height_cm' | 'length_cm' | 'width_cm'>> {
  const { vehicle_type_id, plate, height_cm, length_cm, width_cm } = await getVehicle(db, user_id, vehicle_id)
  return { vehicle_type_id, plate, height_cm, length_cm, width_cm }
}

/** Returns the sizes of a user's saved vehicle of this type and plate; undefined when it is not saved. */
export async function findVehicleSizes(
  db: Db | Tx,
  user_id: string,
  { vehicle_type_id, plate }: Pick<Vehicle, 'vehicle_type_id' | 'plate'>,
): Promise<Pick<Vehicle, 'height_cm' | 'length_cm' | 'width_cm'> | undefined> {
  const rows = await db
    .selectFrom('vehicles')
    .select(['plate', 'height_cm', 'length_cm', 'width_cm'])
    .where('user_id', '=', user_id)
    .where('vehicle_type_id', '=', vehicle_type_id)
    .execute()
  return rows.find((row) => normalizePlate(row.plate) === normalizePlate(plate))
}

/** Returns a user's vehicle. Throws `vehicle_not_found`, also for another user's. */
export async function getVehicle(db: Db | Tx, user_id: string, vehicle_id: string): Promise<Vehicle> {
  const row = await db
    .selectFrom('vehicles')
    .selectAll()
    .where('id', '=', vehicle_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('vehicle_not_found')
  return toVehicle(row)
}

/** Returns a page of a user's vehicles: the default first, then in the order in which they were saved. */
export async function findVehicles(
  db: Db,
  user_id: string,
  { page, size }: { page: number; size: number },
): Promise<Page<Vehicle>> {
  // Sliced in memory: an account has at most `maxVehicles`.
  const rows = await db
    .selectFrom('vehicles')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const first = (page - 1) * size
  return toPage(rows.slice(first, first + size).map(toVehicle), rows.length, page, size)
}

function toVehicle({
  user_id: _user_id,
  country_code,
  papers,
  papers_at: _papers_at,
  created_at,
  ...row
}: Selectable<VehiclesTable>): Vehicle {
  return {
    ...row,
    country_code: country_code as CountryCode,
    papers: papers as Vehicle['papers'],
    created_at: created_at.toISOString(),
  }
}
