/** Titles and descriptions of pages, made of facts. */
export const seo = {
  announcement: {
    label: 'Announcement',
    close: 'Close this announcement',
    cookies: 'We only store what this site needs to work. No trackers.',
  },
  park: {
    where: '{{name}}, {{address}}.',
    hour: '{{price}} for one hour, including fees and tax.',
    hour_posted: '{{price}} for one hour, according to the posted tariff.',
    hour_free: 'The first hour is free.',
    spaces_one: '{{number}} space.',
    spaces_other: '{{number}} spaces.',
    always: 'Open 24 hours.',
    hours: 'Opening hours: {{hours}}.',
    end: 'Tariff, opening hours and directions.',
    example: 'An example, made up for this demo.',
    example_facts: 'Some of this information is made up for this demo.',
  },
  list: {
    head: 'Car parks in {{where}}',
    description_one:
      '{{number}} car park in {{where}}, with its address, opening hours and price including fees and tax.',
    description_other:
      '{{number}} car parks in {{where}}, with addresses, opening hours and prices including fees and tax.',
  },
  titled: '{{head}} | {{brand}}',
  titled_page: '{{head}}, page {{page}} | {{brand}}',
  page_of: 'Page {{page}} of {{pages}}.',
  type: {
    airport_one: '{{head}}: {{number}} airport, with nearby car parks, walking times and the total price of an hour.',
    airport_other:
      '{{head}}: {{number}} airports, with nearby car parks, walking times and the total price of an hour.',
    city_one: '{{head}}: {{number}} city or town, with its car parks and the total price of an hour.',
    city_other: '{{head}}: {{number}} cities and towns, with their car parks and the total price of an hour.',
    stadium_one: '{{head}}: {{number}} stadium, with car parks within walking distance and the total price of an hour.',
    stadium_other:
      '{{head}}: {{number}} stadiums, with car parks within walking distance and the total price of an hour.',
    station_one: '{{head}}: {{number}} station, with car parks within walking distance and the total price of an hour.',
    station_other:
      '{{head}}: {{number}} stations, with car parks within walking distance and the total price of an hour.',
  },
  place: {
    some_one: '{{number}} car park within {{distance}} of {{name}}.',
    some_other: '{{number}} car parks within {{distance}} of {{name}}.',
    none: 'No car parks within {{distance}} of {{name}} yet. See the nearest ones on the map.',
    from: 'From {{price}} an hour, including fees and tax.',
    from_day: 'From {{price}} a day, including fees and tax.',
    from_free: 'Some are free for an hour.',
    end: 'Compare walking times and book before you leave.',
  },
  events: {
    head: 'Upcoming events',
    head_in: 'Upcoming events {{where}}',
    description:
      '{{name}}, {{when}}, {{venue}}, {{city}}. Book nearby parking for the whole event and know the price in advance.',
  },
  shop: {
    marketplace: 'Car wash, tyres, accessories and food at your parking bay. Order online, delivered or collected.',
    marketplace_in:
      'Car wash, tyres, accessories and food at your parking bay {{where}}. Prices with all taxes, delivered or collected.',
    category:
      '{{category}} {{where}}: {{number}} to choose from, with prices including all taxes and the next free time.',
    item: '{{item}} in {{city}} for {{price}}, all taxes included. {{description}}',
    item_from: '{{item}} in {{city}} from {{price}}, all taxes included. {{description}}',
    branch: '{{name}}, {{address}}, {{city}}. Opening hours, delivery terms and everything you can order.',
    example: 'An example, made up for this demo.',
  },
  blog: 'Blog',
  image: '{{brand}}: your parking space, reserved before you leave',
} as const
