import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** Lists the active branches, also where the marketplace is off: each can be the default one of its country. */
const listActiveBranches = (db: Db | Tx) =>
  db
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['c.code as country', 'b.slug', 'b.name'])
    .where('b.status', '=', 'active')
    .orderBy('b.name')
    .$narrowType<{ country: CountryCode }>()
    .execute()

/** Returns the branches to choose the default one from, by country: `branches_ng` and so on. */
export async function readBranchChoices(db: Db): Promise<Record<string, { value: string; label: string }[]>> {
  const all = await listActiveBranches(db)
  return Object.fromEntries(
    countryCodes.map((code) => [
      `branches_${code.toLowerCase()}`,
      all.filter(({ country }) => country === code).map(({ slug, name }) => ({ value: slug, label: name })),
    ]),
  )
}

/** Whether a slug is one of an active branch of a country, which is named as in `branch_ng`. */
export const isBranchOf = async (tx: Tx, place: string, slug: unknown): Promise<boolean> =>
  (await listActiveBranches(tx)).some((branch) => branch.country.toLowerCase() === place && branch.slug === slug)
