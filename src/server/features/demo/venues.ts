import type { EventKind } from '#contract/events/events.ts'
import type { CountryCode } from '#contract/places/places.ts'

/** A made-up event at a real venue; its date is relative to the day on which it is written. */
export interface ExampleEvent {
  example: string
  kind: EventKind
  /** The kind of event, for "Example … at …". */
  what: readonly [en: string, fr: string]
  venue: string
  /** The venue with its French preposition. */
  at_fr: string
  city: string
  country_code: CountryCode
  lat: number
  lng: number
  timezone: string
  in_days: number
  /** Local time of the venue. */
  doors: string
  starts: string
  minutes: number
  cancellation?: 'strict'
  /** Needs the demo's private code. */
  is_private?: true
}

const concert = ['concert', 'de concert'] as const
const play = ['play', 'de pièce de théâtre'] as const
const football = ['football match', 'de match de football'] as const
const baseball = ['baseball game', 'de match de baseball'] as const

const toronto = { city: 'Toronto', country_code: 'CA', timezone: 'America/Toronto' } as const
const montreal = { city: 'Montréal', country_code: 'CA', timezone: 'America/Toronto' } as const
const newYork = { city: 'New York', country_code: 'US', timezone: 'America/New_York' } as const
const lagos = { city: 'Lagos', country_code: 'NG', timezone: 'Africa/Lagos' } as const
const dakar = { city: 'Dakar', country_code: 'SN', timezone: 'Africa/Dakar' } as const

const evening = { doors: '18:30', starts: '19:30', minutes: 150 } as const
const afternoon = { doors: '13:30', starts: '15:00', minutes: 120 } as const
const wholeDay = { doors: '08:30', starts: '09:00', minutes: 480 } as const

/** Example events in all four countries. None of them is a real event as far as we know. */
// prettier-ignore
export const exampleEvents: readonly ExampleEvent[] = [
  { example: 'rogers-centre', kind: 'concert', what: concert, venue: 'Rogers Centre', at_fr: 'au Rogers Centre', ...toronto, lat: 43.641389, lng: -79.389, in_days: 6, ...evening },
  { example: 'scotiabank-arena', kind: 'match', what: ['basketball game', 'de match de basket'], venue: 'Scotiabank Arena', at_fr: 'au Scotiabank Arena', ...toronto, lat: 43.643466, lng: -79.379098, in_days: 2, ...evening, cancellation: 'strict' },
  { example: 'bell-centre', kind: 'concert', what: concert, venue: 'Centre Bell', at_fr: 'au Centre Bell', ...montreal, lat: 45.496111, lng: -73.569444, in_days: 9, ...evening },
  { example: 'place-des-arts', kind: 'theatre', what: play, venue: 'Place des Arts', at_fr: 'à la Place des Arts', ...montreal, lat: 45.508056, lng: -73.566389, in_days: 20, ...evening },
  { example: 'videotron-centre', kind: 'concert', what: concert, venue: 'Centre Vidéotron', at_fr: 'au Centre Vidéotron', city: 'Québec', country_code: 'CA', timezone: 'America/Toronto', lat: 46.828611, lng: -71.248056, in_days: 27, ...evening },
  { example: 'massey-hall', kind: 'theatre', what: play, venue: 'Massey Hall', at_fr: 'au Massey Hall', ...toronto, lat: 43.654167, lng: -79.378889, in_days: 34, ...evening },
  { example: 'enercare-centre', kind: 'exhibition', what: ['trade fair', 'de salon'], venue: 'Enercare Centre', at_fr: 'au Centre Enercare', ...toronto, lat: 43.634722, lng: -79.413056, in_days: 48, ...wholeDay },
  { example: 'yankee-stadium', kind: 'match', what: baseball, venue: 'Yankee Stadium', at_fr: 'au Yankee Stadium', ...newYork, lat: 40.829167, lng: -73.926389, in_days: 4, ...afternoon },
  { example: 'madison-square-garden', kind: 'concert', what: concert, venue: 'Madison Square Garden', at_fr: 'au Madison Square Garden', ...newYork, lat: 40.750556, lng: -73.993611, in_days: 8, ...evening, cancellation: 'strict' },
  { example: 'lincoln-center', kind: 'theatre', what: play, venue: 'Lincoln Center', at_fr: 'au Lincoln Center', ...newYork, lat: 40.772222, lng: -73.983333, in_days: 16, ...evening },
  { example: 'fenway-park', kind: 'match', what: baseball, venue: 'Fenway Park', at_fr: 'à Fenway Park', city: 'Boston', country_code: 'US', timezone: 'America/New_York', lat: 42.346389, lng: -71.0975, in_days: 23, ...afternoon },
  { example: 'oracle-park', kind: 'concert', what: concert, venue: 'Oracle Park', at_fr: 'à Oracle Park', city: 'San Francisco', country_code: 'US', timezone: 'America/Los_Angeles', lat: 37.778611, lng: -122.389167, in_days: 37, ...evening },
  { example: 'hawaii-convention-center', kind: 'conference', what: ['conference', 'de conférence'], venue: 'Hawaiʻi Convention Center', at_fr: 'au Hawaiʻi Convention Center', city: 'Honolulu', country_code: 'US', timezone: 'Pacific/Honolulu', lat: 21.289722, lng: -157.836944, in_days: 41, ...wholeDay },
  { example: 'seattle-convention-center', kind: 'exhibition', what: ['trade fair', 'de salon'], venue: 'Seattle Convention Center', at_fr: 'au Seattle Convention Center', city: 'Seattle', country_code: 'US', timezone: 'America/Los_Angeles', lat: 47.611667, lng: -122.331667, in_days: 55, ...wholeDay },
  { example: 'eko-convention-centre', kind: 'concert', what: concert, venue: 'Eko Convention Centre', at_fr: 'à l’Eko Convention Centre', ...lagos, lat: 6.426389, lng: 3.430278, in_days: 5, ...evening },
  { example: 'teslim-balogun', kind: 'match', what: football, venue: 'Teslim Balogun Stadium', at_fr: 'au stade Teslim Balogun', ...lagos, lat: 6.496667, lng: 3.365, in_days: 11, ...afternoon },
  { example: 'national-theatre-lagos', kind: 'theatre', what: play, venue: 'National Theatre', at_fr: 'au Théâtre national', ...lagos, lat: 6.476389, lng: 3.369444, in_days: 25, ...evening },
  { example: 'abuja-national-stadium', kind: 'match', what: football, venue: 'Moshood Abiola National Stadium', at_fr: 'au stade national Moshood Abiola', city: 'Abuja', country_code: 'NG', timezone: 'Africa/Lagos', lat: 9.037778, lng: 7.453333, in_days: 32, ...afternoon },
  { example: 'sorano', kind: 'theatre', what: play, venue: 'Théâtre national Daniel-Sorano', at_fr: 'au Théâtre national Daniel-Sorano', ...dakar, lat: 14.666317, lng: -17.439471, in_days: 7, ...evening },
  { example: 'senghor', kind: 'match', what: football, venue: 'Stade Léopold-Sédar-Senghor', at_fr: 'au stade Léopold-Sédar-Senghor', ...dakar, lat: 14.746944, lng: -17.451944, in_days: 18, ...afternoon },
  { example: 'renaissance', kind: 'festival', what: ['festival', 'de festival'], venue: 'Monument de la Renaissance africaine', at_fr: 'au Monument de la Renaissance africaine', ...dakar, lat: 14.722222, lng: -17.495, in_days: 29, doors: '15:00', starts: '16:00', minutes: 420 },
  { example: 'casa-loma', kind: 'conference', what: ['private reception', 'de réception privée'], venue: 'Casa Loma', at_fr: 'à Casa Loma', ...toronto, lat: 43.678056, lng: -79.409444, in_days: 13, ...evening, is_private: true },
]
