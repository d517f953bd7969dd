import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import type { ParkRow } from './row.ts'
import { tariffOf } from './tariff.ts'
import { fromStoredTerms, toStoredTerms } from '#server/features/pricing/tariff-terms.ts'

type Latest = {
  park_id: string
  vehicle_type_id: number
  version: number
  currency: string
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  is_example: boolean
  terms: unknown
}

/**
 * Writes the tariffs that the sources' rates say exactly, for every type of car: what a sign at the entrance means.
 * A tariff that changed is a new version; the old one stays with the bookings that were made by it.
 */
export async function writeTariffs(tx: Tx, parks: readonly { row: ParkRow; id: string }[], now: Date): Promise<void> {
  const posted = parks.flatMap(({ row, id }) => {
    const tariff = tariffOf(row.rates)
    if (tariff === undefined) return []
    const { currency, increment_minutes, increment_minor, day_cap_minor, ...more } = tariff
    const form = { currency, increment_minutes, increment_minor, day_cap_minor }
    return [{ park_id: id, form, more, source: row.source, observed_at: row.source_date }]
  })
  if (posted.length === 0) return
  const carTypes = await tx.selectFrom('vehicle_types').select('id').where('vehicle_class', '=', 'car').execute()
  const { rows: latest } = await sql<Latest>`
    select distinct on (park_id, vehicle_type_id) park_id, vehicle_type_id, version, currency, increment_minutes,
      increment_minor, day_cap_minor, is_example, terms
    from tariffs where park_id = any(${posted.map(({ park_id }) => park_id)}::uuid[])
    order by park_id, vehicle_type_id, version desc`.execute(tx)
  const latestOf = new Map(latest.map((tariff) => [`${tariff.park_id} ${tariff.vehicle_type_id}`, tariff]))
  const values = posted.flatMap(({ park_id, form, more, source, observed_at }) =>
    carTypes.flatMap(({ id: vehicle_type_id }) => {
      const before = latestOf.get(`${park_id} ${vehicle_type_id}`)
      const isSame =
        before?.is_example === false &&
        before.currency === form.currency &&
        before.increment_minutes === form.increment_minutes &&
        before.increment_minor === form.increment_minor &&
        before.day_cap_minor === form.day_cap_minor &&
        isDeepStrictEqual(fromStoredTerms(before.terms), more)
      if (isSame) return []
      return [
        {
          id: newId(now.getTime()),
          park_id,
          vehicle_type_id,
          version: (before?.version ?? 0) + 1,
          ...form,
          terms: toStoredTerms(more),
          is_example: false,
          source,
          observed_at,
          created_at: now,
        },
      ]
    }),
  )
  if (values.length > 0) await tx.insertInto('tariffs').values(values).execute()
}
