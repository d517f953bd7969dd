import type { Db, Tx } from '#server/database/connect.ts'
import { fromStoredTerms } from './tariff-terms.ts'
import type { TariffTerms } from './tariff.ts'

/** The source of tariffs that staff or the operator set; imports leave them in force. */
export const deskSource = 'operator'

/** Returns the terms of one tariff version, such as the one a booking was made with. */
export async function getTariffTerms(db: Db | Tx, tariff_id: string): Promise<TariffTerms> {
  const { terms, ...row } = await db
    .selectFrom('tariffs')
    .select(['free_minutes', 'increment_minutes', 'increment_minor', 'day_cap_minor', 'day_cap_reset_hour', 'terms'])
    .where('id', '=', tariff_id)
    .executeTakeFirstOrThrow()
  return { ...row, ...fromStoredTerms(terms) }
}
