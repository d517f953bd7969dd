import { sql } from 'kysely'
import { brand } from '#brand.ts'
import { countryIds, type CountryCode } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { distanceKm } from '#server/features/places/seed-nearest.ts'
import { newId } from '#server/ids.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { bigCity, exampleParks, type Anchor } from './anchors.ts'
import { planClaim, type Claim, type UnclaimedPark, type VehicleTypeOf } from './claim.ts'
import { readLandMask } from './land.ts'
import { currencyOfCountry } from './rates.ts'
import { ParkRow } from '#server/features/park-import/row.ts'
import { writeParks } from '#server/features/park-import/write.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'

/** To be raised when the code here makes other facts: then the overlay looks at every park once more. */
const version = 2
/** Of the setting that tells which parks it was laid over. */
export const overlayKey = 'demo_overlay'
const central_km = 8

const codeOf = new Map(Object.entries(countryIds).map(([code, id]) => [id as number, code as CountryCode]))

/**
 * Lays the demonstration over the parks: example parks in Nigeria and Senegal, and partners, tariffs, capacities,
 * hours, amenities and limits for a share of all, drawn from a fixed seed for each park and listed in its `examples`.
 * Fills gaps only; a park that has a partner is left alone. A second call without new parks reads two rows.
 */
export async function applyDemoOverlay(db: Db, now = new Date()): Promise<void> {
  if (await isDone(db)) return
  const isLand = await readLandMask('wa')
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
    if (await isDone(tx)) return
    await writeExampleParks(tx, isLand, now)
    const types = await tx.selectFrom('vehicle_types').select(['id', 'vehicle_class']).orderBy('id').execute()
    const parks = await findUnclaimed(tx)
    await writeClaims(tx, parks, types, now)
    const value = JSON.stringify(await stateOf(tx))
    await tx
      .insertInto('settings')
      .values({ key: overlayKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })
}

/** Changes whenever an import lists or changes a park, or other places were seeded. */
async function stateOf(db: Db | Tx): Promise<string> {
  const parks = await db
    .selectFrom('parks')
    .select(({ fn }) => [fn.countAll<bigint>().as('rows'), fn.max('imported_at').as('latest')])
    .where('source', '!=', exampleSource)
    .executeTakeFirstOrThrow()
  const places = await db.selectFrom('settings').select('value').where('key', '=', 'seed_places').executeTakeFirst()
  const latest = parks.latest === null ? '' : new Date(parks.latest).toISOString()
  return [version, parks.rows, latest, String(places?.value ?? '')].join(' ')
}

async function isDone(db: Db | Tx): Promise<boolean> {
  const done = await db.selectFrom('settings').select('value').where('key', '=', overlayKey).executeTakeFirst()
  return done !== undefined && done.value === (await stateOf(db))
}

async function writeExampleParks(tx: Tx, isLand: (at: { lat: number; lng: number }) => boolean, now: Date) {
  await tx
    .insertInto('sources')
    .values({
      code: exampleSource,
      title: `${brand.name} example`,
      licence: 'ODbL-1.0',
      attribution: 'Demo data, based on places from © OpenStreetMap contributors, GeoNames and OurAirports',
      url: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const anchors = await tx
    .selectFrom('places')
    .leftJoin('states', 'states.id', 'places.state_id')
    .select(['places.id', 'kind', 'places.name', 'places.country_id', 'city', 'lat', 'lng', 'population', 'weight'])
    .select('states.code as state_code')
    .where('places.country_id', 'in', [countryIds.NG, countryIds.SN])
    .orderBy('places.id')
    .execute()
  const rows = exampleParks(
    anchors.map(({ country_id, ...place }): Anchor => ({ ...place, country_code: codeOf.get(country_id)! })),
    isLand,
  )
  const counts = { taken: 0, changed: 0, unchanged: 0, merged: 0 }
  await writeParks(
    tx,
    rows.map((row) => ParkRow.parse(row)),
    now,
    counts,
  )
}

type Candidate = UnclaimedPark & { id: string }

async function findUnclaimed(tx: Tx): Promise<Candidate[]> {
  const cities = await tx
    .selectFrom('places')
    .select(['lat', 'lng'])
    .where('kind', '=', 'city')
    .where('population', '>=', bigCity)
    .execute()
  const posted = await tx.selectFrom('tariffs').select(['park_id', 'vehicle_type_id']).execute()
  const postedOf = Map.groupBy(posted, ({ park_id }) => park_id)
  const parks = await tx
    .selectFrom('parks')
    .select([
      'id',
      'source',
      'source_id',
      'name',
      'kind',
      'uses',
      'country_id',
      'city',
      'access',
      'fee',
      'opening_hours',
    ])
    .select(['amenities', 'accessible_bays', 'max_height_cm', 'capacity', 'capacity_is_estimate', 'rates_parsed'])
    .select(['rates_currency', 'lat', 'lng'])
    .where('partner', 'is', null)
    .execute()
  return parks.map(({ country_id, ...park }) => ({
    ...park,
    country_code: codeOf.get(country_id)!,
    posted_type_ids: (postedOf.get(park.id) ?? []).map(({ vehicle_type_id }) => vehicle_type_id),
    is_made: park.source === exampleSource,
    is_central: cities.some((city) => Math.abs(city.lat - park.lat) < 0.1 && distanceKm(city, park) <= central_km),
  }))
}

const chunk_parks = 1_000

async function writeClaims(tx: Tx, parks: readonly Candidate[], types: readonly VehicleTypeOf[], now: Date) {
  const claims = parks.flatMap((park) => {
    const claim = planClaim(park, types)
    return claim === undefined ? [] : [{ park, claim }]
  })
  for (let at = 0; at < claims.length; at += chunk_parks) {
    const part = claims.slice(at, at + chunk_parks)
    await sql`
      update parks set
        partner = made.partner,
        cancellation = made.cancellation,
        check_in = made.check_in,
        opening_hours = coalesce(parks.opening_hours, made.opening_hours),
        capacity = coalesce(parks.capacity, made.capacity),
        amenities = array(select distinct a from unnest(parks.amenities || made.amenities) a order by a),
        accessible_bays = coalesce(parks.accessible_bays, made.accessible_bays),
        accessible_bay_width_cm = coalesce(parks.accessible_bay_width_cm, made.accessible_bay_width_cm),
        step_free = coalesce(parks.step_free, made.step_free),
        lift = coalesce(parks.lift, made.lift),
        max_height_cm = coalesce(parks.max_height_cm, made.max_height_cm),
        max_length_cm = coalesce(parks.max_length_cm, made.max_length_cm),
        max_width_cm = coalesce(parks.max_width_cm, made.max_width_cm),
        examples = made.examples
      from json_populate_recordset(null::parks, ${JSON.stringify(part.map(columnsOf))}::json) made
      where parks.id = made.id`.execute(tx)
    const pools = part.flatMap(({ park, claim }) => claim.pools.map((pool) => ({ ...pool, park_id: park.id })))
    await sql`
      insert into pools (park_id, vehicle_class, capacity, is_example)
      select park_id, vehicle_class, capacity, is_example
      from json_populate_recordset(null::pools, ${JSON.stringify(pools)}::json)
      on conflict (park_id, vehicle_class) do nothing`.execute(tx)
    const tariffs = part.flatMap(({ park, claim }) => tariffRows(park, claim, now))
    await sql`
      insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes,
        increment_minor, day_cap_minor, day_cap_reset_hour, terms, is_example, source, observed_at, created_at)
      select id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes,
        increment_minor, day_cap_minor, day_cap_reset_hour, terms, is_example, source, observed_at, created_at
      from json_populate_recordset(null::tariffs, ${JSON.stringify(tariffs)}::json)`.execute(tx)
  }
}

function columnsOf({ park, claim }: { park: Candidate; claim: Claim }) {
  const { pools: _pools, tariffs: _tariffs, ...columns } = claim
  return { id: park.id, ...columns }
}

const tariffRows = (park: Candidate, claim: Claim, now: Date) =>
  claim.tariffs.map((tariff) => ({
    id: newId(now.getTime()),
    park_id: park.id,
    vehicle_type_id: tariff.vehicle_type_id,
    version: 1,
    currency: currencyOfCountry[park.country_code],
    free_minutes: tariff.free_minutes,
    increment_minutes: tariff.increment_minutes,
    increment_minor: String(tariff.increment_minor),
    day_cap_minor: tariff.day_cap_minor === null ? null : String(tariff.day_cap_minor),
    day_cap_reset_hour: tariff.day_cap_reset_hour,
    terms: JSON.parse(toStoredTerms(tariff)) as object,
    is_example: true,
    source: exampleSource,
    observed_at: null,
    created_at: now,
  }))
