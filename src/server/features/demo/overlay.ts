import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { currencyOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { ParkRow, type ParkRowInput } from '#server/features/park-import/row.ts'
import { writeParks } from '#server/features/park-import/write.ts'
import { applyOverrides, showImported } from '#server/features/parks/manage/overrides.ts'
import { manyParks, noteAllParks } from '#server/features/parks/many-parks.ts'
import { exampleSource } from '#server/features/parks/rules.ts'
import { distanceKm, type Position } from '#server/features/places/seed-nearest.ts'
import { toStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { bigCityPopulation, planExampleParks, planParksAround, type Anchor } from './anchors.ts'
import { planClaim, type Claim, type UnclaimedPark, type VehicleTypeClass } from './claim.ts'
import { findAround, findHubs, hubRule, isAtHub } from './hubs.ts'

/** Raise when the overlay's rules change, so that it is applied to all unclaimed parks again. */
const version = 5
/** Key of the setting with the state of the parks at the last overlay. */
export const overlayKey = 'demo_overlay'
const centre_radius_km = 8
/** Reach of an airport's terminals, and the importance of airports with scheduled flights. */
const terminal_radius_km = 2.5
const airport_weight = 0.5

const countryCodes = new Map(Object.entries(countryIds).map(([code, id]) => [id as number, code as CountryCode]))

/**
 * Makes a share of all parks bookable, and adds example parks in Nigeria and Senegal and wherever else a hub has too few
 * real ones: fills gaps with partners, tariffs and facts drawn from a fixed seed per park and listed in `examples`. Parks
 * with a partner are left unchanged. Returns early if no park changed.
 */
export async function applyDemoOverlay(db: Db, now = new Date()): Promise<void> {
  if (await isDone(db)) return
  const isLand = await readLandMask('wa')
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(727276)`.execute(tx)
    if (await isDone(tx)) return
    await showImported(tx)
    await writeExampleParks(tx, isLand, now)
    const types = await tx.selectFrom('vehicle_types').select(['id', 'vehicle_class']).orderBy('id').execute()
    await writeClaims(tx, await planClaims(tx, types, now), now)
    await applyOverrides(tx)
    const value = JSON.stringify(await describeState(tx))
    await tx
      .insertInto('settings')
      .values({ key: overlayKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })
}

/** Changes when an import adds or changes a park or when places are seeded. */
async function describeState(db: Db | Tx): Promise<string> {
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
  const applied = await db.selectFrom('settings').select('value').where('key', '=', overlayKey).executeTakeFirst()
  return applied !== undefined && applied.value === (await describeState(db))
}

async function writeExampleParks(tx: Tx, isLand: (at: { lat: number; lng: number }) => boolean, now: Date) {
  await tx
    .insertInto('sources')
    .values({
      code: exampleSource,
      title: `${settings().company.name} example`,
      licence: 'ODbL-1.0',
      attribution: 'Demo data, based on places from © OpenStreetMap contributors, GeoNames and OurAirports',
      url: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const anchors = await tx
    .selectFrom('places')
    .leftJoin('states', 'states.id', 'places.state_id')
    .select([
      'places.id',
      'kind',
      'places.name',
      'places.name_fr',
      'places.country_id',
      'city',
      'lat',
      'lng',
      'population',
      'weight',
    ])
    .select('states.code as state_code')
    .where('places.country_id', 'in', [countryIds.NG, countryIds.SN])
    .orderBy('places.id')
    .execute()
  const rows = planExampleParks(
    anchors.map(({ country_id, ...place }): Anchor => ({ ...place, country_code: countryCodes.get(country_id)! })),
    isLand,
  )
  await writeRows(tx, rows, now)
}

const writeRows = (tx: Tx, rows: readonly ParkRowInput[], now: Date) =>
  writeParks(
    tx,
    rows.map((row) => ParkRow.parse(row)),
    now,
    { added: 0, changed: 0, unchanged: 0, merged: 0 },
  )

/**
 * Plans claims of a share of the parks without a partner. Where a hub would have too few parks to book, the nearest real
 * ones are claimed as well, and then example parks are added.
 */
async function planClaims(tx: Tx, types: readonly VehicleTypeClass[], now: Date): Promise<PlannedClaim[]> {
  const plan = (parks: readonly Candidate[], isForced = false) =>
    parks.flatMap((park): PlannedClaim[] => {
      const claim = planClaim(park, types, isForced)
      return claim === undefined ? [] : [{ park, claim }]
    })
  const candidates = await findUnclaimed(tx)
  const claims = plan(candidates)
  const bookable: Placed[] = [...(await findBookable(tx)), ...claims.filter(isForCars).map(({ park }) => park)]
  const claimed = new Set(claims.map(({ park }) => park.id))
  const missingAt = (hub: Anchor) => hubRule.parks - bookable.filter((park) => isAtHub(hub, park)).length
  const short: Anchor[] = []
  const served = new Set((await tx.selectFrom('countries').select('code').execute()).map(({ code }) => code))
  for (const hub of (await findHubs(tx)).filter(({ country_code }) => served.has(country_code))) {
    const unclaimed = missingAt(hub) > 0 ? candidates.filter(({ id }) => !claimed.has(id)) : []
    const near = unclaimed.filter((park) => isAtHub(hub, park))
    for (const more of plan(sortByDistance(near, hub), true)
      .filter(isForCars)
      .slice(0, Math.max(0, missingAt(hub)))) {
      claims.push(more)
      claimed.add(more.park.id)
      bookable.push(more.park)
    }
    if (missingAt(hub) > 0) short.push(hub)
  }
  if (short.length === 0) return claims
  const isLand = { wa: await readLandMask('wa'), na: await readLandMask('na') }
  const around = await findAround(tx, short)
  const examples = await tx.selectFrom('parks').select('source_id').where('source', '=', exampleSource).execute()
  const used = new Set(examples.map(({ source_id }) => source_id))
  const rows: ParkRowInput[] = []
  for (const hub of short) {
    const inReach = bookable.filter((park) => isAtHub(hub, park))
    const added = planParksAround(hub, around.get(hub.id) ?? [], {
      count: hubRule.parks - inReach.length,
      radius_km: hubRule.radius_km,
      taken: inReach,
      used,
      isLand: hub.country_code === 'NG' || hub.country_code === 'SN' ? isLand.wa : isLand.na,
    })
    rows.push(...added)
    bookable.push(...added.map(({ lat, lng }) => ({ lat, lng, country_code: hub.country_code })))
    for (const { source_id } of added) used.add(source_id)
  }
  await writeRows(tx, rows, now)
  const written = await findUnclaimed(tx, exampleSource)
  return [...claims, ...plan(written.filter(({ id }) => !claimed.has(id)))]
}

type Placed = Position & { country_code: CountryCode }
const isForCars = ({ claim }: PlannedClaim) => claim.tariffs.some(({ vehicle_type_id }) => vehicle_type_id === 1)
const sortByDistance = (parks: readonly Candidate[], hub: Anchor) =>
  parks
    .map((park) => ({ park, km: distanceKm(hub, park) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ park }) => park)

/** Returns the positions of the parks that have a partner and a tariff for cars. */
async function findBookable(tx: Tx): Promise<Placed[]> {
  const parks = await tx
    .selectFrom('parks')
    .innerJoin('tariffs', 'tariffs.park_id', 'parks.id')
    .select(['parks.id', 'lat', 'lng', 'country_id'])
    .distinct()
    .where('partner_id', 'is not', null)
    .where('vehicle_type_id', '=', 1)
    .execute()
  return parks.map(({ lat, lng, country_id }) => ({ lat, lng, country_code: countryCodes.get(country_id)! }))
}

const isWithin = (places: readonly Position[], at: Position, radius_km: number) =>
  places.some((place) => Math.abs(place.lat - at.lat) < 0.1 && distanceKm(place, at) <= radius_km)

type Candidate = UnclaimedPark & Position & { id: string }

async function findUnclaimed(tx: Tx, source?: string): Promise<Candidate[]> {
  const cities = await tx
    .selectFrom('places')
    .select(['lat', 'lng'])
    .where('kind', '=', 'city')
    .where('population', '>=', bigCityPopulation)
    .execute()
  const airports = await tx
    .selectFrom('places')
    .select(['lat', 'lng'])
    .where('kind', '=', 'airport')
    .where('weight', '>=', airport_weight)
    .execute()
  const posted = await tx.selectFrom('tariffs').select(['park_id', 'vehicle_type_id']).execute()
  const postedByPark = Map.groupBy(posted, ({ park_id }) => park_id)
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
    .where('partner_id', 'is', null)
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .orderBy('source')
    .orderBy('source_id')
    .execute()
  return parks.map(({ country_id, ...park }) => ({
    ...park,
    country_code: countryCodes.get(country_id)!,
    posted_type_ids: (postedByPark.get(park.id) ?? []).map(({ vehicle_type_id }) => vehicle_type_id),
    is_example: park.source === exampleSource,
    is_central: isWithin(cities, park, centre_radius_km),
    is_airport: isWithin(airports, park, terminal_radius_km),
  }))
}

const batchSize = 1_000

async function writeClaims(tx: Tx, claims: readonly PlannedClaim[], now: Date) {
  const partners = await writePartners(tx, claims, now)
  for (let at = 0; at < claims.length; at += batchSize) {
    const part = claims.slice(at, at + batchSize)
    if (part.length > manyParks) await noteAllParks(tx)
    await sql`
      update parks set
        partner_id = made.partner_id,
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
      from json_populate_recordset(null::parks, ${JSON.stringify(part.map((entry) => toColumns(entry, partners)))}::json) made
      where parks.id = made.id`.execute(tx)
    const pools = part.flatMap(({ park, claim }) => claim.pools.map((pool) => ({ ...pool, park_id: park.id })))
    await sql`
      insert into pools (park_id, vehicle_class, capacity, is_example)
      select park_id, vehicle_class, capacity, is_example
      from json_populate_recordset(null::pools, ${JSON.stringify(pools)}::json)
      on conflict (park_id, vehicle_class) do nothing`.execute(tx)
    const tariffs = part.flatMap(({ park, claim }) => toTariffRows(park, claim, now))
    await sql`
      insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes,
        increment_minor, day_cap_minor, day_cap_reset_hour, terms, is_example, source, observed_at, created_at)
      select id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes,
        increment_minor, day_cap_minor, day_cap_reset_hour, terms, is_example, source, observed_at, created_at
      from json_populate_recordset(null::tariffs, ${JSON.stringify(tariffs)}::json)`.execute(tx)
  }
}

interface PlannedClaim {
  park: Candidate
  claim: Claim
}

function toColumns({ park, claim }: PlannedClaim, partners: ReadonlyMap<string, string>) {
  const { pools: _pools, tariffs: _tariffs, partner, ...columns } = claim
  return { id: park.id, partner_id: partners.get(partnerKey(park.country_code, partner))!, ...columns }
}

const partnerKey = (country: string, name: string) => `${country} ${name}`

/** Adds the example partners that are missing and returns their ids by country and name. */
async function writePartners(tx: Tx, claims: readonly PlannedClaim[], now: Date): Promise<Map<string, string>> {
  const missing = new Map(
    claims.map(({ park: { country_code }, claim: { partner: name } }) => [
      partnerKey(country_code, name),
      { name, country_id: countryIds[country_code] },
    ]),
  )
  if (missing.size > 0)
    await tx
      .insertInto('partners')
      .values(
        [...missing.values()].map((entry) => ({
          id: newId(),
          ...entry,
          is_example: true,
          created_at: now,
          changed_at: now,
        })),
      )
      .onConflict((conflict) => conflict.constraint('partners_name_key').doNothing())
      .execute()
  const partners = await tx.selectFrom('partners').select(['id', 'name', 'country_id']).execute()
  return new Map(partners.map(({ id, name, country_id }) => [partnerKey(countryCodes.get(country_id)!, name), id]))
}

const toTariffRows = (park: Candidate, claim: Claim, now: Date) =>
  claim.tariffs.map((tariff) => ({
    id: newId(now.getTime()),
    park_id: park.id,
    vehicle_type_id: tariff.vehicle_type_id,
    version: 1,
    currency: currencyOf(park.country_code),
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

const dataFolder = new URL('../../../../data/generator/', import.meta.url)

interface LandMask {
  file: string
  west: number
  east: number
  south: number
  north: number
  step: number
  nx: number
}

/**
 * Reads the land mask of a region (`wa` West Africa, `na` North America). The returned function says whether a position
 * is on land, to 0.01°; it returns false outside the region.
 */
export async function readLandMask(region: 'wa' | 'na'): Promise<(at: { lat: number; lng: number }) => boolean> {
  const masks = JSON.parse(await readFile(new URL('landmask.json', dataFolder), 'utf8')) as Record<string, LandMask>
  const { file, west, east, south, north, step, nx } = masks[region]!
  const bits = gunzipSync(await readFile(new URL(file, dataFolder)))
  return ({ lat, lng }) => {
    if (lat < south || lat > north || lng < west || lng > east) return false
    const bit = Math.round((north - lat) / step) * nx + Math.round((lng - west) / step)
    return ((bits[bit >> 3]! >> (bit & 7)) & 1) === 1
  }
}
