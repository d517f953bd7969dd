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
    kind: { kind: 'choice', words: 'park_kinds', extra: true },
    partner: { kind: 'text', example: ['examples', 'partner'] },
    bookable: { kind: 'flag', showsState: true },
    capacity: { kind: 'number', sortable: true },
    tariff: { kind: 'money', phrase: 'from_hour' },
    check_in: { kind: 'choice', words: 'check_ins', extra: true },
    cancellation: { kind: 'choice', words: 'cancellations', extra: true },
    rating: { kind: 'rating' },
    bookings: { kind: 'number', extra: true },
    source: { kind: 'text', extra: true },
    examples: { kind: 'choices', words: 'example_facts', extra: true },
    imported_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    kind: { kind: 'choice', values: parkKinds, words: 'park_kinds' },
    city: { kind: 'text' },
    partner: { kind: 'text' },
    source: { kind: 'text' },
  },
  states: ['bookable', 'listed'],
  sort: 'name',
})
