/** What visitors do, from a search to a booking. */
export const analytics = {
  country: 'Country',
  all_countries: 'All countries',
  data: 'Data',
  real: 'Real',
  examples: 'Examples',
  examples_text: 'Examples are car parks with made-up details and payments made with a test provider.',
  steps: 'From step to step',
  step: 'Step',
  count: 'Count',
  percent: 'Of the step before',
  by_day: 'Searches, pages, prices and bookings by day',
  orders_by_day: 'Orders by day',
  top_ups_by_day: 'Top-ups by day',
  rows: 'By day, country and device',
  how: 'How we count',
  how_text:
    'Days run from midnight to midnight UTC. We count on our servers, without cookies or IP addresses, and leave out crawlers. A search is one place, text or country: filters, sorting and moving the map belong to it. Trying other times at a car park asks for a new price each time, so there can be more prices than pages. Bookings and orders count on the day they were made, and top-ups on the day they were started.',
} as const

const steps = {
  search: 'Searches',
  park_page: 'Car park pages',
  quote: 'Prices requested',
  booking: 'Bookings',
  order: 'Orders',
  top_up_started: 'Top-ups started',
  top_up_completed: 'Top-ups completed',
} as const

export const analyticsLists = {
  analytics: {
    title: 'Analytics',
    description:
      'What visitors do on the site, from a search to a booking, orders, and from starting a top-up to its payment.',
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
