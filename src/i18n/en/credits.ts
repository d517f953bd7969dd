/** Where data, drawings and fonts come from; loaded with the dialog that says so. */
export const credits = {
  title: 'Data sources',
  lead: 'Our car parks, places and maps come from open data. Each car park’s page gives its source and date.',
  parks: 'Car parks',
  places: 'Places',
  map: 'Map',
  drawings: 'Fonts and icons',
  public_work: 'public domain, a work of the United States government',
} as const
