import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { parkKinds } from '../park-lists.ts'

/** Car parks: those of a partner for the partner, all for staff. */
export const parkList = deskList({
  name: 'parks',
  menu: { group: 'parking', rank: 20, letter: 'a' },
  bulk: ['parks.update'],
  permission: 'parks.view',
  opens: { screen: 'parks', permission: 'parks.view' },
  namedBy: ['name', 'city', 'park_code'],
  columns: {
    name: { kind: 'text', sortable: true, example: ['examples', 'park'] },
    park_code: { kind: 'code', sortable: true },
    city: { kind: 'text', sortable: true },
    country: { kind: 'country' },
    tariff: { kind: 'money', phrase: 'each_hour', country: 'country' },
    kind: { kind: 'choice', words: 'park_kinds', extra: true },
    bookable: { kind: 'flag', showsState: true },
    capacity: { kind: 'number', sortable: true },
    check_in: { kind: 'choice', words: 'check_ins', extra: true },
    cancellation: { kind: 'choice', words: 'cancellations', extra: true },
    rating: { kind: 'rating' },
    partner: { kind: 'text', example: ['examples', 'partner'], internal: true },
    bookings: { kind: 'number', extra: true },
    source: { kind: 'text', extra: true, internal: true },
    examples: { kind: 'choices', words: 'example_facts', extra: true, internal: true },
    imported_at: { kind: 'instant', sortable: true, extra: true, internal: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    kind: { kind: 'choice', values: parkKinds, words: 'park_kinds' },
    city: { kind: 'text' },
    partner: { kind: 'text', internal: true },
    source: { kind: 'text', internal: true },
  },
  states: ['bookable', 'listed'],
  sort: 'name',
})

/** So many car parks stand on the map: those that can be booked first. */
export const mostMappedParks = 1_000

export const mapDeskParks = endpoint({
  name: 'mapDeskParks',
  method: 'GET',
  path: '/api/v1/admin/parks/map',
  summary: `Returns up to ${mostMappedParks} car parks that the list's search and filters select, and where they are`,
  tag: 'desk',
  auth: 'parks.view',
  status: 200,
  query: parkList.endpoint.query,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        city: z.nullable(z.string()),
        country: z.enum(countryCodes),
        lat: z.number(),
        lng: z.number(),
        bookable: z.boolean(),
        /** The price of an hour on arrival. */
        tariff: z.nullable(Money),
      }),
    ),
    /** Whether there are more than the map shows. */
    is_capped: z.boolean(),
  }),
})

/** So many cities are named: those with the most car parks. */
export const mostListedCities = 500

export const listParkCities = endpoint({
  name: 'listParkCities',
  method: 'GET',
  path: '/api/v1/admin/parks/cities',
  summary: `Returns up to ${mostListedCities} cities with the number of car parks that the list's search and other filters select there`,
  tag: 'desk',
  auth: 'parks.view',
  status: 200,
  query: parkList.endpoint.query,
  answer: z.object({
    /** By country, each with its cities: the most car parks first. */
    countries: z.array(
      z.object({
        code: z.enum(countryCodes),
        count: z.number(),
        cities: z.array(z.object({ name: z.string(), count: z.number() })),
        /** Car parks without a city. */
        elsewhere: z.number(),
      }),
    ),
    /** Whether there are more cities than those named. */
    is_capped: z.boolean(),
  }),
})
