interface Credit {
  name: string
  licence: string
  href: string
}

/** Sources of data and pictures, by use. Each park's page also names its own source. */
export const credits: Record<'parks' | 'places' | 'map' | 'drawings', readonly Credit[]> = {
  parks: [
    { name: '© OpenStreetMap contributors', licence: 'ODbL 1.0', href: 'https://www.openstreetmap.org/copyright' },
    {
      name: 'Contains information licensed under the Open Government Licence – Toronto',
      licence: 'OGL Toronto',
      href: 'https://open.toronto.ca/open-data-license/',
    },
    { name: '© 2018 prkng', licence: 'MIT', href: 'https://github.com/prkng/process' },
    {
      name: '© 2023 Parking Reform Network',
      licence: 'MIT',
      href: 'https://github.com/ParkingReformNetwork/parking-lot-map',
    },
    {
      name: 'Alternative Fuels Data Center, U.S. Department of Energy / NREL',
      licence: 'public_work',
      href: 'https://afdc.energy.gov',
    },
    { name: 'Driving Futures', licence: 'MIT', href: 'https://github.com/irawinder/DrivingFutures' },
    { name: 'Downtown Grand Rapids Inc.', licence: 'ODbL 1.0', href: 'https://github.com/downtowngr/maps' },
    { name: 'Code for Cary', licence: 'Apache 2.0', href: 'https://github.com/CodeForCary/cary-connects-data' },
    { name: '© 2025 Jacob Graham', licence: 'MIT', href: 'https://github.com/jacobrg808/honolulu-parking' },
  ],
  places: [
    { name: 'GeoNames', licence: 'CC BY 4.0', href: 'https://www.geonames.org' },
    { name: 'Who’s On First', licence: 'CC BY 4.0', href: 'https://whosonfirst.org' },
    { name: 'Wikidata', licence: 'CC0 1.0', href: 'https://www.wikidata.org' },
    {
      name: 'Contains information licensed under the Open Government Licence – Canada',
      licence: 'OGL Canada 2.0',
      href: 'https://open.canada.ca/en/open-government-licence-canada',
    },
    {
      name: 'Contains information licensed under the Open Government Licence – Toronto',
      licence: 'OGL Toronto',
      href: 'https://open.toronto.ca/open-data-license/',
    },
    {
      name: 'Contains information licensed under the Open Government Licence – Vancouver',
      licence: 'OGL Vancouver',
      href: 'https://opendata.vancouver.ca',
    },
    {
      name: 'Contains information licensed under the Open Government Licence – Calgary',
      licence: 'OGL Calgary',
      href: 'https://data.calgary.ca',
    },
    {
      name: 'Contains information licensed under the Open Government Licence – Edmonton',
      licence: 'OGL Edmonton',
      href: 'https://data.edmonton.ca',
    },
    { name: 'Ville de Montréal', licence: 'CC BY 4.0', href: 'https://donnees.montreal.ca' },
    { name: 'District of Columbia', licence: 'CC BY 4.0', href: 'https://opendata.dc.gov' },
    { name: 'HIFLD', licence: 'public_work', href: 'https://www.dhs.gov/gmo/hifld' },
    { name: 'OpenFlights', licence: 'ODbL 1.0', href: 'https://openflights.org/data' },
    { name: '© OpenStreetMap contributors', licence: 'ODbL 1.0', href: 'https://www.openstreetmap.org/copyright' },
  ],
  map: [{ name: '© OpenStreetMap contributors', licence: 'ODbL 1.0', href: 'https://www.openstreetmap.org/copyright' }],
  drawings: [
    { name: 'Inter', licence: 'SIL OFL 1.1', href: 'https://rsms.me/inter' },
    { name: 'Noto Sans', licence: 'SIL OFL 1.1', href: 'https://fonts.google.com/noto' },
    { name: 'Lucide', licence: 'ISC', href: 'https://lucide.dev' },
    { name: 'Circle Flags', licence: 'MIT', href: 'https://github.com/HatScripts/circle-flags' },
  ],
}
