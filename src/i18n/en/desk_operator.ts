import type { SomeOf } from '#i18n/desk-parts.ts'
import type { desk } from './desk.ts'

/** What the desk says to people of a single operator, in place of what it says to staff. The web loads it for them alone. */
export const deskOperator = {
  groups: { people: 'Company', system: 'History' },
  dashboard: {
    today: { nothing: 'No bookings today, and none in the same hours of yesterday and a week ago.' },
  },
  analytics: {
    funnels: {
      parking: {
        title: 'From a page view to a booking',
        by_day: 'Car park pages, prices and bookings by day',
        how: 'Trying other times at a car park asks for a new price each time, so there can be more prices than pages. Bookings count on the day they were made.',
      },
    },
  },
  notices: { empty_text: 'What needs your attention appears here.' },
  lists: {
    parks: {
      title: 'My car parks',
      description: 'Opening hours, prices, spaces and photos of your car parks.',
      search: 'Name, address or code',
      empty: 'Your car parks appear here once your claim or listing is approved.',
      states: { listed: 'Not bookable' },
    },
    bookings: {
      title: 'My bookings',
      description: 'Bookings that drivers have made at your car parks.',
      search: 'Booking code, car park or amount',
    },
    gate_scans: { title: 'At the gate' },
    partners: {
      title: 'My company',
      description: 'Your company’s contact details, its car parks and its people.',
      empty: 'Your company appears here.',
    },
    payouts: {
      title: 'My payouts',
      description: 'What we have paid you, and what is on its way.',
      search: 'Number or amount',
    },
    payees: {
      title: 'My balance',
      description: 'What we owe you, your terms, and the account we pay.',
    },
    statements: {
      title: 'My statements',
      description: 'What was sold for you, period by period, with our commission and your payouts.',
    },
    owed: {
      title: 'My earnings',
      description:
        'What the bookings of each car park have earned since your last statement, after refunds and without fees and taxes.',
      search: 'Car park or code',
      columns: { owed: 'Earned' },
    },
    reports_settlements: {
      description: 'Your statements with their sums: what was sold for you, what was taken, and what was paid out.',
    },
    analytics: { description: 'How drivers find and book your car parks: page views, prices requested and bookings.' },
    audit: {
      title: 'Change history',
      description: 'Who changed what at your car parks, and when. Entries are kept for 24 months.',
      empty: 'Changes made by you, your colleagues or our team appear here.',
    },
  },
} as const satisfies SomeOf<typeof desk>
