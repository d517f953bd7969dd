/** The first screen of the home page. */
export const home = {
  title_before: 'Your parking space, ',
  title_yours: 'reserved',
  title_after: ' before you leave.',
  lead: 'The price you see is the price you pay. Most car parks let you cancel for free until your booking starts.',
  lead_short: 'The price you see is the price you pay.',
  places: 'Where are you going?',
  all_places: 'All car parks',
  places_failed: 'We couldn’t load the places. You can still search above.',
  bookable_one: '{{number}} car park to book',
  bookable_other: '{{number}} car parks to book',
  window_label: 'When are you parking?',
  window_kinds: { now: 'Now', later: 'Later', month: 'Monthly', event: 'Event' },
} as const
