/** The map of car parks with chargers. */
export const chargers = {
  found_one: '{{number}} car park with a charger on this map ({{country}}), from open sources.',
  found_other: '{{number}} car parks with chargers on this map ({{country}}), from open sources.',
  none: 'No car park with a charger in our data of {{country}} yet',
  none_text: 'A search shows the car parks all the same; the sign at the gate may know more than we do.',
  search: 'Search car parks',
  country: 'Country',
  map: 'Map of car parks with chargers',
  map_failed: 'The map cannot be drawn here. The list beside it has the same car parks.',
  here: 'Car parks in this part of the map',
  more: '{{shown}} of {{total}} are listed: move the map nearer for the others.',
  here_none: 'No car park with a charger lies in this part of the map.',
  facts_note:
    'Our sources say that there is a charger, not which connector and how much power. Look at the operator’s page before you rely on it.',
  book: 'See prices and book',
  view_park: 'See the car park',
  directions_to: 'Directions to {{name}}',
  directions: 'Directions',
  example_price: 'Price made up for the demonstration',
  source: 'Source: {{source}}',
  search_all: 'Search among all of them',
  failed: 'The car parks did not arrive.',
} as const
