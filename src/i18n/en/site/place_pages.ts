/** What the pages of places and of their kinds say beside `places.ts`, which the home page loads. */
export const place_pages = {
  leads: {
    airport: 'Choose your airport to see the car parks at the terminals and nearby, and what a day costs.',
    city: 'Choose a city or town to see its car parks and what an hour costs.',
    stadium: 'Choose a stadium or an arena to see the car parks within walking distance and their total prices.',
    station: 'Choose a station to see nearby car parks and their total prices, then take the train.',
  },
  label: {
    airport: 'Airport, code or city',
    city: 'City or town',
    stadium: 'Stadium or city',
    station: 'Station or city',
  },
  airport: {
    title: 'At the airport',
    terminal: 'At terminal {{terminal}}',
    shuttle: 'With a shuttle',
  },
  nothing_text: 'We couldn’t find a place with that name {{where}}. Try the name of its city, or search the map.',
  none: 'Nothing here yet',
  none_text: 'We don’t list any places of this type {{where}} yet.',
  around_none: 'No car parks within {{distance}} yet',
  around_none_text: 'There are none nearby either. Choose a city to see its car parks.',
  not_found_text: 'Check the address and try again, or search for the place by name.',
  from: 'from {{price}} an hour, including fees and tax',
  from_day: 'from {{price}} a day, including fees and tax',
  from_free: 'some free for an hour',
  nearest: 'Nearest car parks',
  plural: { airport: 'Airports', city: 'Cities', stadium: 'Stadiums', station: 'Stations' },
  around_one: '{{number}} car park within {{distance}}',
  around_other: '{{number}} car parks within {{distance}}',
} as const
