/** The list of the search and its filters; apart from `search`, of which the home page needs the box. */
export const search_list = {
  must_have: 'Must have',
  any_kind: 'Any type',
  max_price_hint: 'For your whole booking, including fees and tax',
  up_to: 'Up to {{price}}',
  size_between: 'Enter a whole number from {{least}} to {{most}} {{unit}}.',
  reset_sizes: 'Reset to the standard size',
  hide_too_small: 'Hide car parks my vehicle won’t fit',
  hide_too_small_hint: 'Otherwise, we mark them in the list.',
  hide_too_small_short: 'Fits my vehicle',
  apply_filters_one: 'Apply {{count}} filter',
  apply_filters_other: 'Apply {{count}} filters',
  remove: 'Remove filter: {{what}}',
  total_prices: 'Prices are the total for {{duration}}, including fees and tax.',
  total_prices_from:
    'Prices are the total for {{duration}} from {{time}}, including fees and tax. Parking until then is free.',
  nothing_filtered: 'No car park here matches all your filters.',
  clear_filters: 'Clear filters',
  show_nearest: 'Show the nearest car parks',
  total_around_one: '{{total}} car park within {{distance}}',
  total_around_other: '{{total}} car parks within {{distance}}',
} as const
