import { sql } from 'kysely'
import type { VehicleClass } from '#contract/parks/park-lists.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { capacityAt, type CapacityStep } from '#server/features/availability/day-spaces.ts'

/** A pool with its capacity from each instant on, in order; the first step has no beginning. */
export interface PoolSteps {
  id: number
  vehicle_class: VehicleClass
  is_example: boolean
  steps: CapacityStep[]
}

export const beginning = new Date(0)

/** Returns the pools of a park, by class. */
export const findPoolSteps = (db: Db | Tx, park_id: string): Promise<PoolSteps[]> => findPoolStepsOf(db, [park_id])

/** Returns the pools of several parks, by class. */
export async function findPoolStepsOf(
  db: Db | Tx,
  park_ids: readonly string[],
): Promise<(PoolSteps & { park_id: string })[]> {
  type Row = Omit<PoolSteps, 'steps'> & {
    park_id: string
    capacity: number
    steps: { starts_at: string; capacity: number }[]
  }
  const { rows } = await sql<Row>`
    select o.id, o.park_id, o.vehicle_class, o.is_example, o.capacity, coalesce((
      select jsonb_agg(jsonb_build_object('starts_at', s.starts_at, 'capacity', s.capacity) order by s.starts_at)
      from pool_capacities s where s.pool_id = o.id), '[]') as steps
    from pools o where o.park_id = any(${park_ids}::uuid[])
    order by o.park_id, array_position(array['car', 'motorcycle', 'large'], o.vehicle_class)`.execute(db)
  return rows.map(({ capacity, steps, ...pool }) => ({
    ...pool,
    steps:
      steps.length === 0
        ? [{ starts_at: beginning, capacity }]
        : steps.map((step) => ({ ...step, starts_at: new Date(step.starts_at) })),
  }))
}

/** Returns the steps with one more, which lasts until the next that is planned. */
export function addStep(steps: readonly CapacityStep[], step: CapacityStep): CapacityStep[] {
  const others = steps.filter(({ starts_at }) => starts_at.getTime() !== step.starts_at.getTime())
  return [...others, step].toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}

/** Saves the steps of a pool, which is no example from then on. Days without counters have its last capacity. */
export async function saveSteps(tx: Tx, pool_id: number, steps: readonly CapacityStep[], now: Date): Promise<void> {
  await tx.deleteFrom('pool_capacities').where('pool_id', '=', pool_id).execute()
  await tx
    .insertInto('pool_capacities')
    .values(steps.map((step) => ({ pool_id, ...step, created_at: now })))
    .execute()
  const { park_id } = await tx
    .updateTable('pools')
    .set({ capacity: steps.at(-1)!.capacity, capacity_now: capacityAt(steps, now), is_example: false })
    .where('id', '=', pool_id)
    .returning('park_id')
    .executeTakeFirstOrThrow()
  await sql`update parks set examples = array_remove(examples, 'capacity') where id = ${park_id} and 'capacity' = any(examples)
    and not exists (select from pools where park_id = ${park_id} and is_example)`.execute(tx)
}

const selectCapacities = (now: Date) => sql<{ id: number; capacity: number }>`
  select o.id, s.capacity from pools o join (
    select distinct on (pool_id) pool_id, capacity from pool_capacities where starts_at <= ${now}
    order by pool_id, starts_at desc
  ) s on s.pool_id = o.id where o.capacity_now <> s.capacity`

/** Pools with a step that has begun since. */
const plannedCapacities: Queue<{ id: number }> = {
  name: 'planned_capacities',
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<{ id: number }>`select d.id from (${selectCapacities(now)}) d
      where ${isReady(sql.ref('d.id'))} order by d.id limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ id }) => String(id),
  work: ({ db }, { id }, now) =>
    transact(db, async (tx) => {
      const { numAffectedRows } =
        await sql`with due as (${selectCapacities(now)} and o.id = ${id} for no key update of o)
        update pools set capacity_now = due.capacity from due where due.id = pools.id`.execute(tx)
      return numAffectedRows === 1n
    }),
}

/** Takes the capacity of the steps that have begun since: what is shown is what is sold today. Returns the number of pools. */
export const startPlannedCapacities = (deps: Deps): Promise<number> => workThrough(deps, plannedCapacities)
