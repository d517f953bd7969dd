/** What visitors do, from a search to a booking and from an item to an order. */
export const analytics = {
  country: 'Country',
  all_countries: 'All countries',
  data: 'Data',
  real: 'Real',
  examples: 'Examples',
  examples_text:
    'Examples are car parks, branches and items with made-up details, and payments made with a test provider.',
  step: 'Step',
  count: 'Count',
  percent: 'Of the step before',
  funnels: {
    parking: {
      title: 'From a search to a booking',
      by_day: 'Searches, pages, prices and bookings by day',
      how: 'A search is one place, text or country: filters, sorting and moving the map belong to it. Trying other times at a car park asks for a new price each time, so there can be more prices than pages. Bookings count on the day they were made.',
    },
    shop: {
      title: 'From an item to an order',
      by_day: 'Item pages, carts, checkouts and orders by day',
      how: 'A cart is started when its first item is added, and its checkout when that is opened for the first time: coming back later doesn’t count again. Orders placed on the site or in the app count on the day they were placed; orders taken by phone or at the counter don’t count here.',
    },
    top_ups: {
      title: 'From starting a top-up to its payment',
      by_day: 'Top-ups by day',
      how: 'Top-ups count on the day they were started.',
    },
  },
  rows: 'By day, country and device',
  how: 'How we count',
  how_text:
    'Days run from midnight to midnight UTC. We count on our servers, without cookies or IP addresses, and leave out crawlers.',
} as const

const steps = {
  search: 'Searches',
  park_page: 'Car park pages',
  quote: 'Prices requested',
  booking: 'Bookings',
  item_page: 'Item pages',
  cart: 'Carts started',
  checkout: 'Checkouts started',
  order: 'Orders',
  top_up_started: 'Top-ups started',
  top_up_completed: 'Top-ups completed',
} as const

export const analyticsLists = {
  analytics: {
    title: 'Analytics',
    description:
      'What visitors do on the site, from a search to a booking, from an item to an order, and from starting a top-up to its payment.',
  },
  analytics_days: {
    title: 'Analytics by day',
    description: 'The counts of each day, by country and device.',
    search: 'Day, such as 2026-11-21',
    empty: 'Counts appear here within seconds of the first visit.',
    columns: { day: 'Day', country: 'Country', device: 'Device', example: 'Example', ...steps },
    filters: { country: 'Country', device: 'Device', example: 'Example', day: 'Day' },
  },
} as const

export const analyticsWords = {
  analytics_steps: steps,
  devices: { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer', unknown: 'Unknown' },
} as const
