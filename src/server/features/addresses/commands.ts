import {
  maxAddresses,
  type Address,
  type updateAddress as updateAddressEndpoint,
  type createAddress as createAddressEndpoint,
} from '#contract/addresses/addresses.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AddressesTable } from '#server/database/tables.ts'
import { deleteSaved, moveDefault } from '#server/features/accounts/saved-rows.ts'
import { findState } from '#server/features/branches/records.ts'
import { findCountry } from '#server/features/places/queries.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getAddressRow, toAddress } from './queries.ts'

interface Reader {
  user_id: string
  language: Language
}

/** Saves an address; the first one is the default. Throws `too_many_addresses`, and 422 for an unknown country or state. */
export async function createAddress(
  tx: Tx,
  { user_id, language }: Reader,
  { is_default, ...written }: ParsedBody<typeof createAddressEndpoint>,
  now: Date,
): Promise<Address> {
  await lockAddresses(tx, user_id)
  const { count } = await tx
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxAddresses) throw new AppError('too_many_addresses', { most: maxAddresses })
  const id = newId(now.getTime())
  await tx
    .insertInto('addresses')
    .values({ ...(await toColumns(tx, written)), id, user_id, is_default: Number(count) === 0, created_at: now })
    .execute()
  if (is_default) await moveDefault(tx, 'addresses', user_id, id)
  return toAddress(await getAddressRow(tx, user_id, id), language)
}

/** Replaces an address. Throws `address_not_found`, and 422 for an unknown country or state. */
export async function updateAddress(
  tx: Tx,
  { user_id, language }: Reader,
  id: string,
  written: ParsedBody<typeof updateAddressEndpoint>,
): Promise<Address> {
  await lockAddresses(tx, user_id)
  await getAddressRow(tx, user_id, id)
  await tx
    .updateTable('addresses')
    .set(await toColumns(tx, written))
    .where('id', '=', id)
    .execute()
  return toAddress(await getAddressRow(tx, user_id, id), language)
}

/** Deletes an address; if it was the default, the one saved first becomes it. Throws `address_not_found`. */
export async function deleteAddress(tx: Tx, user_id: string, id: string): Promise<void> {
  await lockAddresses(tx, user_id)
  const { is_default } = await getAddressRow(tx, user_id, id)
  await deleteSaved(tx, 'addresses', user_id, { id, is_default })
}

/** Throws `address_not_found`. */
export async function setDefaultAddress(tx: Tx, { user_id, language }: Reader, id: string): Promise<Address> {
  await lockAddresses(tx, user_id)
  await getAddressRow(tx, user_id, id)
  await moveDefault(tx, 'addresses', user_id, id)
  return toAddress(await getAddressRow(tx, user_id, id), language)
}

/** One change of a person's addresses at a time, because the default and the limit depend on all of them. */
async function lockAddresses(tx: Tx, user_id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
}

async function toColumns(
  tx: Tx,
  request: ParsedBody<typeof updateAddressEndpoint>,
): Promise<RequestedColumns<AddressesTable, 'id' | 'user_id' | 'is_default' | 'created_at'>> {
  const { label, line, apartment, city, state, note, lat, lng, country_code, ...rest } = request
  rest satisfies NothingLeft
  const country = await findCountry(tx, country_code)
  if (country === undefined) throw fieldError('country_code', 'country')
  const found = isEmpty(state) ? undefined : await findState(tx, country.code, state!)
  const text = (value: string | null | undefined) => (isEmpty(value) ? null : value!)
  return {
    label,
    line,
    apartment: text(apartment),
    city,
    state_id: found?.id ?? null,
    country_id: country.id,
    note: text(note),
    lat,
    lng,
  }
}

const isEmpty = (text: string | null | undefined): boolean => text === undefined || text === null || text === ''
