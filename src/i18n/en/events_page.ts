/** What the server says on the pages of events, before any script runs. */
export const events_page = {
  head: 'Coming events',
  head_in: 'Coming events {{where}}',
  none: 'Nothing is announced here at the moment.',
  description:
    '{{name}}, {{when}}, {{venue}}, {{city}}. Book a car park around it for all of that time, at a price known beforehand.',
  parks: 'Car parks around it',
} as const
