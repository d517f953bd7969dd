/** Pictures with a text and a link on the home page and the marketplace. */
export const sliders = {
  kind: 'carousel',
  title: 'Highlights',
  count: '{{number}} of {{total}}',
  previous: 'Previous picture',
  next: 'Next picture',
} as const
