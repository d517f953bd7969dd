import type { Address } from '#contract/addresses/addresses.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** An address of an account as it is stored, with the names of its state in both languages. */
export type AddressRow = Omit<Address, 'state'> & {
  country_id: number
  state_id: number | null
  state_name: string | null
  state_name_fr: string | null
}

const addresses = (db: Db | Tx, user_id: string) =>
  db
    .selectFrom('addresses as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .leftJoin('states as s', 's.id', 'a.state_id')
    .select(['a.id', 'a.label', 'a.line', 'a.apartment', 'a.city', 'a.note', 'a.lat', 'a.lng', 'a.is_default'])
    .select(['a.country_id', 'a.state_id', 'c.code as country_code', 's.name as state_name'])
    .select('s.name_fr as state_name_fr')
    .where('a.user_id', '=', user_id)
    .$castTo<AddressRow>()

/** Returns an account's address. Throws `address_not_found`, also for somebody else's. */
export async function getAddressRow(db: Db | Tx, user_id: string, id: string): Promise<AddressRow> {
  const row = await addresses(db, user_id).where('a.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('address_not_found')
  return row
}

export const toAddress = ({ state_name, state_name_fr, ...row }: AddressRow, language: Language): Address => {
  const { country_id: _country, state_id: _state, ...address } = row
  return {
    ...address,
    country_code: row.country_code as CountryCode,
    state: language === 'fr' ? state_name_fr : state_name,
  }
}

/** Returns an account's addresses: the default one, then in the order in which they were saved. */
export async function findAddresses(db: Db | Tx, user_id: string, language: Language): Promise<{ items: Address[] }> {
  const rows = await addresses(db, user_id)
    .orderBy('a.is_default', 'desc')
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return { items: rows.map((row) => toAddress(row, language)) }
}
