import { sql } from 'kysely'
import { placeKinds } from '#contract/geography.ts'
import type { Tx } from '#server/database/connect.ts'
import { destinations } from '#server/features/places/destinations.ts'
import { pageKind } from '#server/features/places/listing.ts'
import { distanceKm, type Position } from '#server/features/places/seed-nearest.ts'
import type { Anchor } from './anchors.ts'
import { exampleEvents } from './venues.ts'

/** Around each hub, at least this many car parks can be booked. */
export const hubRule = { parks: 8, radius_km: 5 }
/** Places of each kind with pages that are hubs in each country: those that its page lists first. */
const hubsOfKind = 12

/**
 * Returns the places around which the demo always has car parks to book: those that the home page offers, the most
 * important ones with pages, and the venues of the example events.
 */
export async function findHubs(tx: Tx): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    with ranked as (
      select p.*, row_number() over (partition by p.country_id, ${pageKind} order by p.weight desc, p.id) as n
      from places p where p.slug is not null and p.kind in (${sql.join([...placeKinds, 'arena'])})
    )
    select p.id, p.kind, p.name, p.name_fr, c.code as country_code, s.code as state_code, p.city, p.lat, p.lng, p.population, p.weight
    from ranked p join countries c on c.id = p.country_id left join states s on s.id = p.state_id
    where p.n <= ${hubsOfKind} or p.id = any(${Object.values(destinations).flat()}::text[])
    order by p.weight desc, p.id`.execute(tx)
  const venues = exampleEvents.map(({ example, venue, country_code, city, lat, lng }): Anchor => {
    const id = `event/${example}`
    return {
      id,
      kind: 'arena',
      name: venue,
      name_fr: null,
      country_code,
      state_code: null,
      city,
      lat,
      lng,
      population: null,
      weight: 0,
    }
  })
  return [...rows, ...venues]
}

/** Returns the named places within reach of the hubs, by hub id. */
export async function findAround(tx: Tx, hubs: readonly Anchor[]): Promise<Map<string, Anchor[]>> {
  const boxes = hubs.map(({ id, lat, lng }) => ({ id, lat, lng }))
  const { rows } = await sql<Anchor & { hub_id: string }>`
    select h.id as hub_id, p.id, p.kind, p.name, p.name_fr, c.code as country_code, s.code as state_code, p.city, p.lat, p.lng,
      p.population, p.weight
    from json_to_recordset(${JSON.stringify(boxes)}::json) as h (id text, lat float8, lng float8)
    join places p on abs(p.lat - h.lat) < 0.045 and abs(p.lng - h.lng) < 0.07 and p.kind <> 'poi'
    join countries c on c.id = p.country_id left join states s on s.id = p.state_id
    order by p.id`.execute(tx)
  return Map.groupBy(rows, ({ hub_id }) => hub_id)
}

/** Whether a park counts for a hub. */
export const isAtHub = (hub: Anchor, park: Position & { country_code: string }): boolean =>
  park.country_code === hub.country_code &&
  Math.abs(park.lat - hub.lat) < 0.05 &&
  distanceKm(hub, park) <= hubRule.radius_km
