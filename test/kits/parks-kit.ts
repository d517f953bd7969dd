import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { newId } from '#server/database/ids.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { joinNames } from '#server/features/places/text-matching.ts'
import type { TestPark, World } from './world.ts'

export interface PlaceOptions {
  kind?: 'city' | 'area' | 'airport' | 'station' | 'stadium' | 'mall'
  name: string
  country_code: CountryCode
  state?: string
  city?: string
  lat: number
  lng: number
  population?: number
  weight: number
  iata?: string
  icao?: string
  slug?: string
  also?: string
}

/** Adds places as the seed does: searchable by name, city, codes and `also`. */
export async function buildPlaces(world: World, places: readonly PlaceOptions[]): Promise<void> {
  const states = await world.db.selectFrom('states').select(['id', 'code']).execute()
  await world.db
    .insertInto('places')
    .values(
      places.map(({ country_code, state, also, ...place }) => ({
        id: newId(),
        kind: 'city',
        ...place,
        folded: joinNames(
          [normalizeText(place.name)],
          normalizeText([place.city, place.iata, place.icao, also].filter((part) => part !== undefined).join(' ')),
        ),
        country_id: countryIds[country_code],
        state_id: states.find(({ code }) => code === state)?.id ?? null,
        source: 'test',
        licence: 'CC0',
      })),
    )
    .execute()
}

interface ParkChanges {
  address?: string
  state_id?: number
  kind?: string
  amenities?: string[]
  max_height_cm?: number
  max_length_cm?: number
  max_width_cm?: number
  name?: string | null
  capacity?: number | null
  possible_duplicate_of?: string
}

/** Updates a car park and its search text. */
export async function updatePark(world: World, park: TestPark, changes: ParkChanges): Promise<void> {
  const { name, address, city } = await world.db
    .updateTable('parks')
    .set({ id: park.id, ...changes })
    .where('id', '=', park.id)
    .returning(['name', 'address', 'city'])
    .executeTakeFirstOrThrow()
  const normalized = normalizeText([name, address, city].filter((part) => part !== null).join(' '))
  await world.db.updateTable('parks').set({ folded: normalized }).where('id', '=', park.id).execute()
}

/** Adds a tariff and, optionally, spaces for another vehicle type. */
export async function buildOffer(
  world: World,
  park: TestPark,
  offer: {
    vehicle_type_id: number
    vehicle_class: 'car' | 'motorcycle' | 'large'
    increment_minor: bigint
    spaces?: number
  },
): Promise<void> {
  const { currency } = await world.db
    .selectFrom('tariffs')
    .select('currency')
    .where('park_id', '=', park.id)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('tariffs')
    .values({
      id: newId(),
      park_id: park.id,
      vehicle_type_id: offer.vehicle_type_id,
      version: 1,
      currency,
      increment_minutes: 60,
      increment_minor: offer.increment_minor,
      is_example: false,
      source: 'test',
      created_at: new Date(world.clock.now),
    })
    .execute()
  if (offer.spaces !== undefined)
    await world.db
      .insertInto('pools')
      .values({ park_id: park.id, vehicle_class: offer.vehicle_class, capacity: offer.spaces, is_example: false })
      .execute()
}
