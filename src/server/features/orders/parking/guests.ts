import { sql } from 'kysely'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Sale } from '#server/features/bookings/create/sale.ts'
import { makeGuestAddress } from '#server/guest-address.ts'
import { toStoredPhone } from '#server/phones.ts'

/* Accounts of drivers without one, which a counter opens for their bookings (decision 95). */

interface Guest {
  /** Of the counter, in which numbers are read. */
  country: { id: number; code: CountryCode }
  plate: string
  /** As it was typed; empty for none. */
  phone: string
  language: Language
  opened_by: string
}

/** The account of a guest: that of the number, otherwise that of the plate. Throws 422 at `phone` for what is no number. */
export async function findOrOpenGuest(tx: Tx, guest: Guest, now: Date): Promise<string> {
  const { country, plate, language, opened_by } = guest
  const phone = guest.phone === '' ? null : toStoredPhone(guest.phone, { countries: [country.code] })
  const plate_key = phone === null ? normalizePlate(plate) : null
  // Two registers that book for one guest open one account.
  const key = phone ?? `${country.id} ${plate_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${key}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('guest_accounts as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select('g.user_id')
    .where('u.disabled_at', 'is', null)
    .where((row) =>
      phone === null
        ? row.and([row('g.country_id', '=', country.id), row('g.plate_key', '=', plate_key)])
        : row('g.phone', '=', phone),
    )
    .executeTakeFirst()
  if (known !== undefined) return known.user_id
  const id = newId(now.getTime())
  const account = { email: makeGuestAddress(id), first_name: plate, phone, language, opened_by }
  await tx
    .insertInto('users')
    .values({ id, ...account, country_id: country.id, created_at: now })
    .execute()
  await tx
    .insertInto('guest_accounts')
    .values({ user_id: id, country_id: country.id, phone, plate_key, created_at: now })
    .execute()
  return id
}

/** Who books, as the sale of a space needs it. */
export async function getBooker(tx: Tx, user_id: string): Promise<Sale['user']> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select(['u.email', 'u.language', 'c.code'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { user_id, email: row.email, language: row.language as Language, country_code: row.code as CountryCode }
}
