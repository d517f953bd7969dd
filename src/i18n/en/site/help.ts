/** The help page. Apart from `content`, of which every page needs the links. */
export const help = {
  search: 'Search help',
  articles: 'Guides',
  all: 'Help and contact',
  more: 'More guides',
  unknown: 'We couldn’t find this guide',
  unknown_text: 'It may have been withdrawn. You’ll find answers and a contact form on the help page.',
  search_example: 'refund, plate, top-up…',
  found_one: '{{count}} answer',
  found_other: '{{count}} answers',
  none: 'No answers match your search.',
  none_text: 'Try fewer or different words, or write to us below.',
  clear: 'Show all questions',
  booking: 'About your booking at {{park}}',
  booking_text: 'Booking code {{code}}. These answers cover the most common questions at this stage.',
  for_booking: 'Help for this booking',
  booking_open: 'Open booking',
  booking_failed:
    'We couldn’t open booking {{code}}. Log in with the account you booked with. You can still read the answers below.',
  write: 'Still need help?',
  write_text: 'Tell us what happened. If it’s about a booking, include the booking code on your pass.',
} as const
