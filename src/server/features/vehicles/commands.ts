import { mostVehicles, type Paper, type Vehicle, type VehicleRequest } from '#contract/vehicles.ts'
import type { CountryCode } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { newId } from '#server/ids.ts'
import { getVehicle } from './queries.ts'

/** Throws `too_many_vehicles`, and 422 for an unknown type. */
export function saveVehicle(deps: Deps, user: SignedIn, want: VehicleRequest): Promise<Vehicle> {
  const now = deps.clock()
  return alone(deps, user.user_id, async (tx, others) => {
    if (others >= mostVehicles) throw new AppError('too_many_vehicles', { most: mostVehicles })
    const id = newId(now.getTime())
    const { is_default, ...vehicle } = await columnsOf(tx, want, user.country_code)
    await tx
      .insertInto('vehicles')
      .values({ ...vehicle, id, user_id: user.user_id, is_default: others === 0, created_at: now, papers_at: now })
      .execute()
    if (is_default) await moveDefault(tx, user.user_id, id)
    return getVehicle(tx, user.user_id, id)
  })
}

/** Throws `vehicle_not_found`, and 422 for an unknown type. */
export function rewriteVehicle(deps: Deps, user: SignedIn, id: string, want: VehicleRequest): Promise<Vehicle> {
  return alone(deps, user.user_id, async (tx) => {
    const known = await getVehicle(tx, user.user_id, id)
    const { is_default, ...vehicle } = await columnsOf(tx, want, known.country_code)
    const told = samePapers(known.papers, want.papers) ? {} : { papers_at: deps.clock() }
    await tx
      .updateTable('vehicles')
      .set({ ...vehicle, ...told })
      .where('id', '=', id)
      .execute()
    if (is_default) await moveDefault(tx, user.user_id, id)
    return getVehicle(tx, user.user_id, id)
  })
}

/** The default's place is taken by the one saved first. Throws `vehicle_not_found`. */
export function dropVehicle(deps: Deps, user_id: string, id: string): Promise<void> {
  return alone(deps, user_id, async (tx) => {
    const { is_default } = await getVehicle(tx, user_id, id)
    await tx.deleteFrom('vehicles').where('id', '=', id).execute()
    if (!is_default) return
    const next = await tx
      .selectFrom('vehicles')
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (next !== undefined) await moveDefault(tx, user_id, next.id)
  })
}

/** Throws `vehicle_not_found`. */
export function chooseDefault(deps: Deps, user_id: string, id: string): Promise<Vehicle> {
  return alone(deps, user_id, async (tx) => {
    await getVehicle(tx, user_id, id)
    await moveDefault(tx, user_id, id)
    return getVehicle(tx, user_id, id)
  })
}

/** One change of a person's vehicles after the other: which is the default, and how many there are, depends on all of them. */
function alone<T>(deps: Deps, user_id: string, work: (tx: Tx, count: number) => Promise<T>): Promise<T> {
  return transact(deps.db, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const { count } = await tx
      .selectFrom('vehicles')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    return work(tx, Number(count))
  })
}

/** In two steps: the index that allows one default is asked row by row. */
async function moveDefault(tx: Tx, user_id: string, id: string): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set({ is_default: false })
    .where('user_id', '=', user_id)
    .where('is_default', '=', true)
    .execute()
  await tx.updateTable('vehicles').set({ is_default: true }).where('id', '=', id).execute()
}

/** In any order: what is told again is not told anew. */
function samePapers(known: readonly Paper[], told: readonly Paper[]): boolean {
  const text = (papers: readonly Paper[]) =>
    papers
      .map(({ kind, expires_on }) => `${kind} ${expires_on}`)
      .sort()
      .join()
  return text(known) === text(told)
}

async function columnsOf(tx: Tx, want: VehicleRequest, country: CountryCode) {
  const { vehicle_type_id, plate, papers, is_default } = want
  const type = await tx.selectFrom('vehicle_types').select('id').where('id', '=', vehicle_type_id).executeTakeFirst()
  if (type === undefined) throw fieldError('vehicle_type_id', 'vehicle_type')
  return {
    vehicle_type_id,
    plate,
    country_code: want.country_code ?? country,
    make: want.make ?? null,
    model: want.model ?? null,
    colour: want.colour ?? null,
    nickname: want.nickname ?? null,
    height_cm: want.height_cm ?? null,
    length_cm: want.length_cm ?? null,
    width_cm: want.width_cm ?? null,
    papers: JSON.stringify(papers),
    is_default,
  }
}
