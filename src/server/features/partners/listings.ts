import { sql, type Insertable } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryCodes, countryIds } from '#contract/geography.ts'
import type { Currency } from '#contract/money.ts'
import type {
  listCharger as chargerContract,
  listSpace as spaceContract,
  ParkListing,
} from '#contract/partners/partners.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { parseAmount } from '#server/amounts.ts'
import type { NothingLeft } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { ParkListingsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { countAttemptWithin } from '#server/features/accounts/login/attempts.ts'
import { findCountry } from '#server/features/accounts/queries.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { isWithinCountry } from '#server/features/places/seed-bounds.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toNetwork } from '#server/http/network.ts'
import { translate } from '#server/output/translate.ts'
import { toStoredPhone } from '#server/phones.ts'
import type { Claimant } from './claims.ts'
import { findOwnPartners } from './operators.ts'

export interface ListingRow {
  id: string
  user_id: string
  email: string
  kind: ParkListing['kind']
  company: string
  phone: string | null
  message: string | null
  language: Language
  park_id: string | null
  park_name: string | null
  slug: string | null
  name: string | null
  place_kind: string | null
  address: string | null
  city: string | null
  country_id: number
  country_code: CountryCode
  lat: number | null
  lng: number | null
  capacity: number | null
  hour_minor: bigint | null
  day_cap_minor: bigint | null
  connector: string | null
  power_kw: number | null
  chargers: number | null
  price_minor: bigint | null
  price_unit: string | null
  currency: Currency
  state: ParkListing['state']
  partner_id: string | null
  partner: string | null
  reason: string | null
  created_at: Date
  decided_at: Date | null
}

export const selectListings = (db: Db | Tx) =>
  db
    .selectFrom('park_listings as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .leftJoin('parks as p', 'p.id', 'l.park_id')
    .leftJoin('partners as o', 'o.id', 'l.partner_id')
    .selectAll('l')
    .select(['u.email', 'c.code as country_code', 'p.slug', 'o.name as partner'])
    .select(sql<string | null>`coalesce(p.name, p.address, p.park_code)`.as('park_name'))

export const toListing = (row: ListingRow): ParkListing => ({
  id: row.id,
  kind: row.kind,
  name: row.name ?? row.park_name ?? '',
  state: row.state,
  reason: row.reason,
  slug: row.state === 'approved' ? row.slug : null,
  created_at: row.created_at.toISOString(),
})

/** The listings of a person, newest first. */
export async function findListings(db: Db, user_id: string): Promise<ParkListing[]> {
  const rows = await selectListings(db)
    .where('l.user_id', '=', user_id)
    .orderBy('l.created_at', 'desc')
    .limit(50)
    .execute()
  return (rows as unknown as ListingRow[]).map(toListing)
}

/** Locks a listing and returns it. Throws `not_found`. */
export async function lockListing(tx: Tx, id: string): Promise<ListingRow> {
  await tx.selectFrom('park_listings').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await selectListings(tx).where('l.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row as unknown as ListingRow
}

const countListing = (tx: Tx, deps: Deps, { user_id, ip }: Claimant) =>
  countAttemptWithin(
    tx,
    deps,
    [
      { kind: 'park_listing', subject: user_id, most: 20, minutes: 24 * 60 },
      { kind: 'park_listing_network', subject: toNetwork(ip), most: 60, minutes: 60 },
    ],
    'rate_limited',
  )

/** An operator's number as it is stored: of the place's country, else of the account's. Throws 422. */
async function readOperatorPhone(tx: Tx, { user_id }: Claimant, country_id: number, typed: string | undefined) {
  const country = countryCodes.find((code) => countryIds[code] === country_id)
  return toStoredPhone(typed, { countries: [country, await findCountry(tx, user_id)] })
}

type Place = Pick<
  ParsedBody<typeof spaceContract>,
  'name' | 'place_kind' | 'address' | 'city' | 'country_code' | 'lat' | 'lng'
>

/** The columns of a place. Throws 422 for a position outside of its country. */
async function toPlace(tx: Tx, { country_code, ...place }: Place) {
  const country_id = countryIds[country_code]
  if (!isWithinCountry(country_id, place.lat, place.lng)) throw fieldError('lat', 'outside_country')
  const { currency } = await tx
    .selectFrom('countries')
    .select('currency')
    .where('id', '=', country_id)
    .executeTakeFirstOrThrow()
  return { ...place, country_id, currency: currency as Currency }
}

async function storeListing(
  tx: Tx,
  { user_id, language, locale }: Claimant,
  columns: Omit<Insertable<ParkListingsTable>, 'id' | 'user_id' | 'language' | 'created_at'>,
  now: Date,
): Promise<{ message: string; listing: ParkListing }> {
  const id = newId(now.getTime())
  await tx
    .insertInto('park_listings')
    .values({ ...columns, id, user_id, language, created_at: now })
    .execute()
  return { message: translate(locale, 'partners.listed'), listing: toListing(await lockListing(tx, id)) }
}

/** Stores a new space for review. Throws `rate_limited`, and 422 for a wrong place, price or phone number. */
export async function listSpace(
  tx: Tx,
  deps: Deps,
  claimant: Claimant,
  body: ParsedBody<typeof spaceContract>,
  now: Date,
): Promise<{ message: string; listing: ParkListing }> {
  const { company, phone, message, capacity, price_hour, day_cap, ...place } = body
  const at = await toPlace(tx, place)
  const hour_minor = parseAmount('price_hour', price_hour, at.currency)
  const day_cap_minor = day_cap === undefined ? null : parseAmount('day_cap', day_cap, at.currency)
  if (day_cap_minor !== null && day_cap_minor < hour_minor) throw fieldError('day_cap', 'cap_below_hour')
  const number = await readOperatorPhone(tx, claimant, at.country_id, phone)
  await countListing(tx, deps, claimant)
  return storeListing(
    tx,
    claimant,
    {
      kind: 'space',
      company,
      phone: number,
      message: message ?? null,
      ...at,
      capacity,
      hour_minor,
      day_cap_minor,
    },
    now,
  )
}

/**
 * Stores a charger for review: at a car park that the caller runs, or at a new place. Throws `park_not_found` for another's
 * car park, `rate_limited`, and 422 for a wrong or missing place, a wrong price or phone number.
 */
export async function listCharger(
  tx: Tx,
  deps: Deps,
  claimant: Claimant,
  body: ParsedBody<typeof chargerContract>,
  now: Date,
): Promise<{ message: string; listing: ParkListing }> {
  const { company, phone, message, park, connector, power_kw, chargers, price, price_unit, ...place } = body
  const at = park === undefined ? await toPlace(tx, requirePlace(place)) : await findOwnPark(tx, claimant, park)
  const price_minor = parseAmount('price', price, at.currency)
  const number = await readOperatorPhone(tx, claimant, at.country_id, phone)
  await countListing(tx, deps, claimant)
  return storeListing(
    tx,
    claimant,
    {
      kind: 'charger',
      company,
      phone: number,
      message: message ?? null,
      ...at,
      connector,
      power_kw,
      chargers,
      price_minor,
      price_unit,
    },
    now,
  )
}

function requirePlace(place: { [Name in keyof Place]?: Place[Name] | undefined }): Place {
  const { name, place_kind, address, city, country_code, lat, lng, ...rest } = place
  rest satisfies NothingLeft
  const given = { name, place_kind, address, city, country_code, lat, lng }
  const missing = Object.entries(given).flatMap(([field, value]) =>
    value === undefined ? [{ field, key: 'required' }] : [],
  )
  if (missing.length > 0) throw new AppError('validation_failed', {}, missing)
  return given as Place
}

async function findOwnPark(tx: Tx, { user_id }: Claimant, handle: string) {
  const park_id = await getParkId(tx, handle)
  const park = await tx
    .selectFrom('parks as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select(['p.id as park_id', 'p.country_id', 'p.partner_id', 'c.currency'])
    .where('p.id', '=', park_id)
    .executeTakeFirstOrThrow()
  const own = await findOwnPartners(tx, user_id, park.country_id)
  if (park.partner_id === null || !own.includes(park.partner_id)) throw new AppError('park_not_found')
  return { park_id, country_id: park.country_id, currency: park.currency as Currency }
}

/** Withdraws an open listing. Throws `not_found`, `invalid_transition`. */
export async function withdrawListing(
  tx: Tx,
  { user: { user_id }, now }: { user: { user_id: string }; now: Date },
  id: string,
): Promise<ParkListing> {
  const listing = await lockListing(tx, id)
  if (listing.user_id !== user_id) throw new AppError('not_found')
  if (listing.state !== 'open') throw new AppError('invalid_transition')
  await tx.updateTable('park_listings').set({ state: 'withdrawn', decided_at: now }).where('id', '=', id).execute()
  return toListing(await lockListing(tx, id))
}
