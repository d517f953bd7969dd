/** The map of car parks with chargers. */
export const chargers = {
  found_one: '{{number}} car park with an EV charger on this map ({{country}}), from open data.',
  found_other: '{{number}} car parks with EV chargers on this map ({{country}}), from open data.',
  none: 'No car parks with chargers listed {{where}} yet',
  none_text: 'You can still search for car parks. Check the sign at the entrance for chargers we don’t list.',
  search: 'Search car parks',
  country: 'Country',
  map: 'Map of car parks with chargers',
  map_failed: 'We couldn’t show the map. The list has the same car parks.',
  here: 'Car parks in this map area',
  more: 'Showing {{shown}} of {{total}}. Zoom in to see the others.',
  here_none: 'No car parks with chargers in this map area.',
  facts_note:
    'Our data shows that there is a charger, but not its connector or power. Check with the operator before you rely on it.',
  book: 'See prices and book',
  view_park: 'View car park',
  directions_to: 'Directions to {{name}}',
  directions: 'Directions',
  example_price: 'Price made up for this demo',
  source: 'Source: {{source}}',
  search_all: 'Search all car parks with chargers',
} as const
