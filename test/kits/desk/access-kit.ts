import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { ShippedRole } from '#contract/shipped-roles.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import type { RolePlace } from '#server/features/access/scopes.ts'

/** Returns the id of a partner by country and name; creates it if there is none. */
export async function findOrCreatePartner(db: Db, country_code: CountryCode, name: string): Promise<string> {
  const now = new Date()
  const country_id = countryIds[country_code]
  await db
    .insertInto('partners')
    .values({ id: newId(), name, country_id, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.constraint('partners_name_key').doNothing())
    .execute()
  const partner = db.selectFrom('partners').select('id').where('name', '=', name).where('country_id', '=', country_id)
  return (await partner.executeTakeFirstOrThrow()).id
}

interface Places {
  country_code?: CountryCode
  partner_id?: string | null
  branch_id?: string | null
  park_id?: string | null
}

const toPlace = ({ country_code, partner_id, branch_id, park_id }: Places): RolePlace =>
  country_code !== undefined
    ? { scope: 'country', country_id: countryIds[country_code] }
    : partner_id
      ? { scope: 'partner', partner_id }
      : branch_id
        ? { scope: 'branch', branch_id }
        : park_id
          ? { scope: 'park', park_id }
          : { scope: 'everywhere' }

/** Gives a person a role: for the place that is named, or everywhere. */
export async function giveRole(
  db: Db,
  { user_id, role, ...places }: { user_id: string; role: ShippedRole } & Places,
): Promise<void> {
  const { id: role_id } = await db.selectFrom('roles').select('id').where('code', '=', role).executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => assignRole(tx, { user_id, role_id, ...toPlace(places) }, new Date()))
}
