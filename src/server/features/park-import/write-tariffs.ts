import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { deskSource } from '#server/features/pricing/tariff-queries.ts'
import { fromStoredTerms, toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { ParkRow } from './row.ts'
import { toTariff } from './tariff.ts'

interface LatestTariff {
  park_id: string
  vehicle_type_id: number
  version: number
  currency: string
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  is_example: boolean
  source: string
  terms: unknown
}

/**
 * Writes the posted tariffs that can be expressed exactly, for every type of car. A change inserts a new version;
 * existing bookings keep theirs.
 */
export async function writeTariffs(tx: Tx, parks: readonly { row: ParkRow; id: string }[], now: Date): Promise<void> {
  const posted = parks.flatMap(({ row, id }) => {
    const tariff = toTariff(row.rates)
    if (tariff === undefined) return []
    const { currency, increment_minutes, increment_minor, day_cap_minor, ...terms } = tariff
    const basePrice = { currency, increment_minutes, increment_minor, day_cap_minor }
    return [{ park_id: id, basePrice, terms, source: row.source, observed_at: row.source_date }]
  })
  if (posted.length === 0) return
  const carTypes = await tx.selectFrom('vehicle_types').select('id').where('vehicle_class', '=', 'car').execute()
  const { rows: latest } = await sql<LatestTariff>`
    select distinct on (park_id, vehicle_type_id) park_id, vehicle_type_id, version, currency, increment_minutes,
      increment_minor, day_cap_minor, is_example, source, terms
    from tariffs where park_id = any(${posted.map(({ park_id }) => park_id)}::uuid[])
    order by park_id, vehicle_type_id, version desc`.execute(tx)
  const latestByType = new Map(latest.map((tariff) => [`${tariff.park_id} ${tariff.vehicle_type_id}`, tariff]))
  const values = posted.flatMap(({ park_id, basePrice, terms, source, observed_at }) =>
    carTypes.flatMap(({ id: vehicle_type_id }) => {
      const previous = latestByType.get(`${park_id} ${vehicle_type_id}`)
      // What the operator set in the desk stays in force.
      if (previous?.source === deskSource) return []
      const isSame =
        previous?.is_example === false &&
        previous.currency === basePrice.currency &&
        previous.increment_minutes === basePrice.increment_minutes &&
        previous.increment_minor === basePrice.increment_minor &&
        previous.day_cap_minor === basePrice.day_cap_minor &&
        isDeepStrictEqual(fromStoredTerms(previous.terms), terms)
      if (isSame) return []
      return [
        {
          id: newId(now.getTime()),
          park_id,
          vehicle_type_id,
          version: (previous?.version ?? 0) + 1,
          ...basePrice,
          terms: toStoredTerms(terms),
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
