import type { Db, Tx } from '#server/database/connect.ts'
import type { FeeRule } from './lines.ts'

/** A fee or tax with its country, state and city. */
export type Fee = FeeRule & {
  country_id: number
  state_id: number | null
  city: string | null
  name: string
  name_fr: string
}

/** Returns all fees and taxes, or those of one country, in the order of price lines. */
export async function findFees(db: Db | Tx, country_id?: number): Promise<Fee[]> {
  const rows = await db
    .selectFrom('fees')
    .selectAll()
    .$if(country_id !== undefined, (query) => query.where('country_id', '=', country_id!))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as Fee['kind'], base: row.base as Fee['base'] }))
}

/** The facts about a park that determine its fees. */
export interface FeeLocation {
  country_id: number
  state_id: number | null
  city: string | null
  bookable: boolean
}

/**
 * Returns the fees that apply to a park by country, state and city; none for a park that can't be booked, whose tariff
 * is paid at the gate.
 */
export function selectFees(fees: readonly Fee[], park: FeeLocation): Fee[] {
  if (!park.bookable) return []
  const city = park.city?.toLowerCase()
  return fees.filter(
    (fee) =>
      fee.country_id === park.country_id &&
      (fee.state_id === null || fee.state_id === park.state_id) &&
      (fee.city === null || fee.city.toLowerCase() === city),
  )
}
