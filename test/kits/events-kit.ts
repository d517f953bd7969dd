import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { hashPrivateCode } from '#server/features/access/grants.ts'
import { toSearchText } from '#server/features/events/queries.ts'
import type { World } from './world.ts'

export interface EventOptions {
  name?: string
  name_fr?: string
  kind?: string
  venue?: string
  city?: string
  country_code?: CountryCode
  lat?: number
  lng?: number
  timezone?: string
  doors_at?: string
  starts_at?: string
  ends_at?: string
  cancellation?: 'flexible' | 'strict'
  state?: 'draft' | 'published' | 'cancelled'
  tickets_url?: string
  private_code?: string
  example?: string
}

/**
 * Creates an event; by default a concert in Toronto on the evening of 5 December 2026, doors at 18:30, 19:30 to 22:10.
 */
export async function buildEvent(
  world: World,
  options: EventOptions = {},
): Promise<{ id: string; event_code: string; slug: string }> {
  const { private_code, country_code = 'CA', ...fields } = options
  const event = {
    name: 'Spring concert',
    name_fr: 'Concert de printemps',
    description: 'An evening of music.',
    description_fr: 'Une soirée de musique.',
    kind: 'concert',
    venue: 'Test Hall',
    city: 'Toronto',
    lat: 43.65,
    lng: -79.38,
    timezone: 'America/Toronto',
    doors_at: '2026-12-05T23:30:00Z',
    starts_at: '2026-12-06T00:30:00Z',
    ends_at: '2026-12-06T03:10:00Z',
    ...fields,
  }
  const id = newId()
  const event_code = `E${newCode()}`
  const slug = `event-${event_code.toLowerCase()}`
  await world.db
    .insertInto('events')
    .values({
      ...event,
      id,
      event_code,
      slug,
      country_id: countryIds[country_code],
      private_code_hash: private_code === undefined ? null : await hashPrivateCode(world.db, private_code),
      folded: toSearchText(event),
      created_at: new Date(world.clock.now),
    })
    .execute()
  return { id, event_code, slug }
}
