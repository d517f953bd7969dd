import type { CountryCode } from '#contract/places/places.ts'

/** Ids of the places that the home page offers, in its order: each country's large cities, then its busiest airports. */
export const destinations: Record<CountryCode, readonly string[]> = {
  // Lagos, Abuja, Port Harcourt, Kano, Ibadan, Benin City; LOS, ABV
  NG: ['gn:2332459', 'gn:2352778', 'gn:2324774', 'gn:2335204', 'gn:2339354', 'gn:2347283', 'oa:2118', 'oa:2104'],
  // Toronto, Montréal, Vancouver, Québec, Calgary, Ottawa; YYZ, YUL
  CA: ['gn:6167865', 'gn:6077243', 'gn:6173331', 'gn:6325494', 'gn:5913490', 'gn:6094817', 'oa:1990', 'oa:1928'],
  // Dakar, Thiès, Saint-Louis, Mbour, Touba, Ziguinchor, Kaolack; DSS
  SN: [
    'gn:2253354',
    'gn:2244802',
    'gn:2246452',
    'cj:SN:14.4220,-16.9638',
    'gn:2244322',
    'gn:2243940',
    'gn:2250805',
    'of:13268',
  ],
  // New York, Los Angeles, Chicago, San Francisco, Seattle, Boston; JFK, LAX
  US: ['gn:5128581', 'gn:5368361', 'gn:4887398', 'gn:5391959', 'gn:5809844', 'gn:4930956', 'oa:3622', 'oa:3632'],
}

/** A destination is offered where at least this many car parks can be booked within this distance. */
export const offeredFrom = { bookable: 5, within_m: 5_000 }
