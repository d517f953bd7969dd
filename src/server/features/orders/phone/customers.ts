import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryCodes, countryIds } from '#contract/geography.ts'
import type {
  OrderCustomer,
  createCustomerAddress,
  openCustomer as openCustomerEndpoint,
} from '#contract/orders/desk/phone-orders.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { createAddress } from '#server/features/addresses/commands.ts'
import { findAddresses } from '#server/features/addresses/queries.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { readPhone, toStoredPhone } from '#server/phones.ts'

interface Account {
  id: string
  language: Language
}

/** Accounts that are not erased by their telephone number, which several may have. */
const findByPhone = async (db: Db | Tx, phone: string): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('phone', '=', phone)
      .where('erased_at', 'is', null)
      // Nobody logs in to the account of a guest.
      .where('id', 'not in', db.selectFrom('guest_accounts').select('user_id'))
      .orderBy('created_at')
      .limit(10)
      .execute()
  ).map(({ id }) => id)

const findByEmail = async (db: Db | Tx, email: string): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .where('erased_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** Returns the accounts with an email address or a telephone number, exactly and not by a part of it. */
export async function findOrderCustomers(
  db: Db,
  { search, country_code }: { search: string; country_code: CountryCode },
  language: Language,
): Promise<{ items: OrderCustomer[] }> {
  const phone = readPhone(search, [country_code, ...countryCodes])
  const ids = search.includes('@')
    ? await findByEmail(db, search)
    : phone === undefined
      ? []
      : await findByPhone(db, phone)
  return { items: await Promise.all(ids.map((id) => getOrderCustomer(db, id, language))) }
}

/** Returns an account for which an order can be placed. Throws `not_found`. */
export async function getOrderCustomer(db: Db | Tx, id: string, language: Language): Promise<OrderCustomer> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'phone', 'disabled_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const vehicles = await db
    .selectFrom('vehicles')
    .select(['id', 'plate', 'vehicle_type_id'])
    .where('user_id', '=', id)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  return {
    id,
    name: name === '' ? row.email : name,
    email: row.email,
    phone: row.phone,
    is_disabled: row.disabled_at !== null,
    addresses: (await findAddresses(db, id, language)).items,
    vehicles,
  }
}

/** Returns the account that gets an order. Throws `not_found`, and 422 for one that is disabled. */
export async function getOrderAccount(db: Db | Tx, id: string): Promise<Account> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'language', 'disabled_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  if (row.disabled_at !== null) throw fieldError('customer_id', 'customer_disabled')
  return { id, language: row.language as Language }
}

/**
 * Opens an account for a customer on the phone, who proves the address when they log in with a code. An address that has
 * one keeps it as it is. Throws 422 for a telephone number that is none, or that another account has.
 */
export async function openCustomer(
  tx: Tx,
  { email, phone, first_name, last_name, language, country_code }: ParsedBody<typeof openCustomerEndpoint>,
  opened_by: string,
  reader: Language,
  now: Date,
): Promise<{ customer: OrderCustomer; is_new: boolean }> {
  const known = await findByEmail(tx, email)
  if (known.length > 0) return { customer: await getOrderCustomer(tx, known[0]!, reader), is_new: false }
  const normalized = toStoredPhone(phone, { countries: [country_code] })
  if (normalized !== null) {
    // Two people at two desks may open the same customer's account.
    await sql`select pg_advisory_xact_lock(hashtextextended(${normalized}, 0))`.execute(tx)
    const [meanwhile] = await findByEmail(tx, email)
    if (meanwhile !== undefined) return { customer: await getOrderCustomer(tx, meanwhile, reader), is_new: false }
    if ((await findByPhone(tx, normalized)).length > 0) throw fieldError('phone', 'phone_taken')
  }
  const id = newId(now.getTime())
  const account = { id, email, first_name, last_name: last_name || null, phone: normalized, language, opened_by }
  const opened = await tx
    .insertInto('users')
    .values({ ...account, country_id: countryIds[country_code], created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const own = opened?.id ?? (await findByEmail(tx, email))[0]
  if (own === undefined) throw new AppError('not_found')
  return { customer: await getOrderCustomer(tx, own, reader), is_new: opened !== undefined }
}

/** Saves an address for a customer. Throws `not_found`, `too_many_addresses`, and 422 for an unknown state. */
export async function createAddressFor(
  tx: Tx,
  id: string,
  written: ParsedBody<typeof createCustomerAddress>,
  language: Language,
  now: Date,
): Promise<{ customer: OrderCustomer; address_id: string }> {
  await getOrderAccount(tx, id)
  const { id: address_id } = await createAddress(tx, { user_id: id, language }, { ...written, is_default: false }, now)
  return { customer: await getOrderCustomer(tx, id, language), address_id }
}
