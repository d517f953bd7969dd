import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { amenities as knownAmenities, bayWidths_cm, parkKinds } from '#contract/parks/park-lists.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { Amenity, ParkKind } from '#contract/parks/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { parkClosures, type ParkClosure } from '#server/features/parks/closures.ts'
import { isBookable, isCapacityEstimate, isListed, parkCapacity } from '#server/features/parks/offers.ts'
import { firstPhoto, firstPhotoUrl } from '#server/features/parks/photo-address.ts'
import { ratingOf, calculateParkWeight } from '#server/features/parks/rules.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { loadAllPlaces } from '#server/features/places/queries.ts'
import { bytesCodec } from '../index/codecs.ts'
import { createIndexBuilder } from '../index/park-index.ts'
import type { Entry } from '../index/types.ts'
import { labelTerms } from '../name-terms.ts'
import { PlaceIndex, toPlaceEntry } from '../places/place-index.ts'
import { nameTerms, specialTerms } from '../special-terms.ts'
import { encodeCard, type OwnFacts } from './card.ts'
import type { SharedValues } from './shared-values.ts'

export interface LoadedPark {
  id: string
  source: string
  park_code: string
  slug: string
  name: string | null
  near: ParkNear | null
  kind: ParkKind
  address: string | null
  city: string | null
  country_id: number
  country_code: CountryCode
  currency: Currency
  state_id: number | null
  state_name: string | null
  state_name_fr: string | null
  lat: number
  lng: number
  timezone: string
  opening_hours: string | null
  max_height_cm: number | null
  max_length_cm: number | null
  max_width_cm: number | null
  capacity: number | null
  capacity_is_estimate: boolean
  amenities: Amenity[]
  step_free: boolean | null
  lift: boolean | null
  accessible_bay_width_cm: number | null
  examples: string[]
  photo_id: string | null
  rating_sum: number
  rating_count: number
  observed_at: string | null
  folded: string
  has_partner: boolean
  bookable: boolean
  source_title: string
  source_licence: string
  source_attribution: string
  source_url: string | null
  /** [vehicle_type_id, tariff as text] of the newest version of each. */
  tariffs: [number, string][] | null
  /** [vehicle_class, id, capacity] */
  pools: [string, number, number][] | null
  closures: readonly ParkClosure[]
}

/**
 * SQL: everything needed for the cards of listed parks `p`, in one statement, so that each park's data is consistent.
 */
export const parksWhere = (condition: RawBuilder<boolean>, most: RawBuilder<unknown>) => sql<LoadedPark>`
  select p.id, p.source, p.park_code, p.slug, p.name, p.near, p.kind, p.address, p.city, p.country_id, c.code as country_code, c.currency,
    p.state_id, s.name as state_name, s.name_fr as state_name_fr, p.lat, p.lng, p.timezone, p.opening_hours,
    p.max_height_cm, p.max_length_cm, p.max_width_cm,
    ${parkCapacity} as capacity, ${isCapacityEstimate} as capacity_is_estimate, p.amenities,
    p.step_free, p.lift, p.accessible_bay_width_cm, p.examples,
    ${firstPhoto} as photo_id, p.rating_sum, p.rating_count, p.observed_at, p.folded, (p.partner_id is not null) as has_partner, ${isBookable} as bookable,
    r.title as source_title, r.licence as source_licence, r.attribution as source_attribution, r.url as source_url,
    (select json_agg(json_build_array(t.vehicle_type_id, json_build_array(t.free_minutes, t.increment_minutes,
        t.increment_minor::text, t.day_cap_minor::text, t.day_cap_reset_hour, t.terms)::text))
      from (select distinct on (vehicle_type_id) * from tariffs where park_id = p.id and currency = c.currency
        order by vehicle_type_id, version desc) t) as tariffs,
    (select json_agg(json_build_array(o.vehicle_class, o.id, o.capacity)) from pools o where o.park_id = p.id) as pools,
    ${parkClosures} as closures
  from parks p join countries c on c.id = p.country_id left join states s on s.id = p.state_id join sources r on r.code = p.source
  where ${condition} and ${isListed} order by p.id ${most}`

export async function loadParks(db: Db, ids: readonly string[], shared: SharedValues): Promise<Entry<Uint8Array>[]> {
  const { rows } = await parksWhere(sql<boolean>`p.id = any(${ids}::uuid[])`, sql``).execute(db)
  return rows.map((row) => toEntry(row, shared))
}

const batch = 2_000

export async function loadPlaceIndex(db: Db): Promise<PlaceIndex> {
  const draft = createIndexBuilder(bytesCodec)
  let rank = 0
  for await (const row of loadAllPlaces(db)) {
    draft.add(toPlaceEntry(row, rank))
    rank += 1
  }
  return new PlaceIndex(draft.build())
}

/** Yields all listed parks in batches, so that other requests are served in between. */
export async function* loadAllParks(db: Db, shared: SharedValues): AsyncIterable<Entry<Uint8Array>> {
  const read = (after: string) => parksWhere(sql<boolean>`p.id > ${after}::uuid`, sql`limit ${batch}`).execute(db)
  let next = read('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const { rows } = await next
    const isLast = rows.length < batch
    // The database reads the next ones while this process encodes these.
    if (!isLast) next = read(rows.at(-1)!.id)
    // Who stops early, because something else failed, has no use for its error.
    next.catch(() => undefined)
    for (const row of rows) yield toEntry(row, shared)
    if (isLast) return
  }
}

/** Maximum value of a length column. */
const maxLength = 65_535
const lengthIn = (length_cm: number | null) => (length_cm === null ? null : Math.min(maxLength, length_cm))

export function toEntry(park: LoadedPark, shared: SharedValues): Entry<Uint8Array> {
  const rating = ratingOf(park)
  return {
    id: park.id,
    country_id: park.country_id,
    state_id: park.state_id,
    lat: park.lat,
    lng: park.lng,
    kind: parkKinds.indexOf(park.kind),
    amenities:
      amenityBits(park.amenities) |
      accessBits({
        step_free: park.step_free === true,
        lift: park.lift === true,
        bay_width_cm: park.accessible_bay_width_cm ?? undefined,
      }),
    bookable: park.bookable,
    max_height_cm: lengthIn(park.max_height_cm),
    max_length_cm: lengthIn(park.max_length_cm),
    max_width_cm: lengthIn(park.max_width_cm),
    rating,
    weight: calculateParkWeight(park.name !== null, park.capacity),
    words: [
      park.folded,
      specialTerms.source(park.source),
      ...(park.city === null ? [] : [specialTerms.city(park.city)]),
      nameTerms(normalizeText(park.name ?? ''), [park.park_code]),
      ...(park.name === null ? labelTerms(park) : []),
    ].join(' '),
    payload: toCard(park, rating, shared),
  }
}

export const amenityBits = (names: readonly Amenity[]): number =>
  names.reduce((bits, name) => (knownAmenities.includes(name) ? bits | (1 << knownAmenities.indexOf(name)) : bits), 0)

/** Measured accessibility that drivers can filter by. */
export interface Access {
  step_free: boolean
  lift: boolean
  bay_width_cm: number | undefined
}

/** Returns accessibility bits, stored after the amenities; a wide bay also has the bit of each smaller width. */
export const accessBits = ({ step_free, lift, bay_width_cm = 0 }: Access): number => {
  const held = [step_free, lift, ...bayWidths_cm.map((width_cm) => bay_width_cm >= width_cm)]
  return held.reduce((bits, holds, n) => (holds ? bits | (1 << (knownAmenities.length + n)) : bits), 0)
}

function toCard(park: LoadedPark, rating: number | null, shared: SharedValues): Uint8Array {
  const begin = JSON.stringify({
    id: park.id,
    park_code: park.park_code,
    slug: park.slug,
    name: park.name,
    ...(park.near === null ? {} : { near: park.near }),
    kind: park.kind,
    address: park.address,
    city: park.city,
  }).slice(0, -1)
  const own: OwnFacts = {
    folded: park.folded,
    folded_name: normalizeText(park.name ?? ''),
    has_partner: park.has_partner,
    ...(park.state_name === park.state_name_fr ? {} : { state_fr: park.state_name_fr }),
  }
  const within = (value: object) => `,${JSON.stringify(value).slice(1, -1)}`
  return encodeCard({
    hours: shared.hoursOf(park),
    bookable: park.bookable,
    reviews: park.rating_count,
    source: shared.sourceOf(
      within({
        source: {
          code: park.source,
          title: park.source_title,
          licence: park.source_licence,
          attribution: park.source_attribution,
          url: park.source_url,
        },
      }).slice(0, -1),
    ),
    rates: (park.tariffs ?? []).map(([vehicle_type_id, text]) => ({
      vehicle_type_id,
      rate: shared.rateOf(text, park),
    })),
    pools: (park.pools ?? []).map(([vehicle_class, id, capacity]) => ({ vehicle_class, id, capacity })),
    closures: park.closures,
    begin,
    state: within({ state: park.state_name }),
    state_fr: park.state_name === park.state_name_fr ? '' : within({ state: park.state_name_fr }),
    place: within({ country_code: park.country_code, lat: park.lat, lng: park.lng, timezone: park.timezone }),
    middle: within({ capacity: park.capacity, capacity_is_estimate: park.capacity_is_estimate }),
    end: within({
      amenities: park.amenities,
      rating,
      reviews: park.rating_count,
      photo_url: firstPhotoUrl(park.photo_id),
    }),
    tail: `,"observed_at":${JSON.stringify(park.observed_at)}},"examples":${JSON.stringify(park.examples)}}`,
    facts: `${within(own)}}`,
  })
}
