import { sql } from 'kysely'
import { countryZones } from '#contract/geography.ts'
import type { Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { startTerm } from '#server/features/parks/confirmation.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { noExtraTerms, toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { ListingRow } from './listings.ts'

const source = 'partner'

/** Adds an approved place with its tariff and spaces, or an approved charger, and returns the car park's id. */
export async function publishListing(tx: Tx, listing: ListingRow, partner_id: string, now: Date): Promise<string> {
  const park_id = listing.park_id ?? (await insertPark(tx, listing, partner_id, now))
  if (listing.kind === 'space') await insertTariff(tx, listing, park_id, now)
  else await insertCharger(tx, listing, park_id, now)
  return park_id
}

/** The time zone of the nearest car park in the country, or that of most of the country. */
async function findZone(tx: Tx, { country_id, country_code, lat, lng }: ListingRow): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from parks where country_id = ${country_id}
    order by power(lat - ${lat}::float8, 2) + power(lng - ${lng}::float8, 2) limit 1`.execute(tx)
  return rows[0]?.timezone ?? countryZones[country_code]
}

async function insertPark(tx: Tx, listing: ListingRow, partner_id: string, now: Date): Promise<string> {
  const id = newId(now.getTime())
  const park_code = `P${newCode(7)}`
  const { name, address, city, country_id, kind, capacity, place_kind } = listing
  const named = normalizeText(`${name} ${city}`).replaceAll(' ', '-').slice(0, 80)
  const slug = `${named || 'parking'}-${park_code.toLowerCase()}`
  const isCharger = kind === 'charger'
  await tx
    .insertInto('parks')
    .values({
      id,
      source,
      source_id: id,
      park_code,
      slug,
      name,
      kind: place_kind!,
      country_id,
      city,
      address,
      lat: listing.lat!,
      lng: listing.lng!,
      timezone: await findZone(tx, listing),
      amenities: isCharger ? ['ev'] : [],
      capacity,
      partner_id,
      observed_at: now.toISOString().slice(0, 10),
      imported_at: now,
      fingerprint: Buffer.alloc(0),
      folded: normalizeText([name, address, city].join(' ')),
    })
    .execute()
  await tx
    .insertInto('park_handles')
    .values([
      { handle: slug, park_id: id },
      { handle: park_code.toLowerCase(), park_id: id },
    ])
    .execute()
  await startTerm(tx, id, now)
  return id
}

async function insertTariff(tx: Tx, listing: ListingRow, park_id: string, now: Date): Promise<void> {
  await tx
    .insertInto('tariffs')
    .values({
      id: newId(now.getTime()),
      park_id,
      vehicle_type_id: 1,
      version: 1,
      currency: listing.currency,
      increment_minutes: 60,
      increment_minor: listing.hour_minor!,
      day_cap_minor: listing.day_cap_minor,
      terms: toStoredTerms(noExtraTerms),
      is_example: false,
      source,
      observed_at: now.toISOString().slice(0, 10),
      created_at: now,
    })
    .execute()
  await tx
    .insertInto('pools')
    .values({ park_id, vehicle_class: 'car', capacity: listing.capacity!, is_example: false })
    .execute()
}

async function insertCharger(tx: Tx, listing: ListingRow, park_id: string, now: Date): Promise<void> {
  await tx
    .insertInto('park_chargers')
    .values({
      id: newId(now.getTime()),
      park_id,
      connector: listing.connector!,
      power_kw: listing.power_kw!,
      chargers: listing.chargers!,
      price_minor: listing.price_minor!,
      price_unit: listing.price_unit!,
      currency: listing.currency,
      created_at: now,
    })
    .execute()
  await sql`update parks set amenities = array_append(amenities, 'ev'), version = version + 1
    where id = ${park_id} and not 'ev' = any(amenities)`.execute(tx)
}
