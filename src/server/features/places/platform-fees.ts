import { countryIds } from '#contract/geography.ts'

const { NG, CA, SN, US } = countryIds

interface FeeSeed {
  id: number
  country_id: number
  /** ISO 3166-2; null when it applies in the whole country. */
  state_code: string | null
  city: string | null
  code: string
  name: string
  name_fr: string
  kind: 'percentage' | 'fixed'
  /** Percent for a percentage, minor units for a fixed fee. */
  rate: number
  base: 'parking' | 'parking_and_fees'
  position: number
  is_tax: boolean
}

/**
 * Returns the stored value; percentages are in thousandths of a percent, as 9.975 % (Québec) and 6.375 % (New York
 * City) need.
 */
export const storedValue = ({ kind, rate }: Pick<FeeSeed, 'kind' | 'rate'>): number =>
  kind === 'fixed' ? rate : Math.round(rate * 1_000)

const serviceFee = (id: number, country_id: number, kind: FeeSeed['kind'], rate: number): FeeSeed => ({
  id,
  country_id,
  state_code: null,
  city: null,
  code: 'service_fee',
  name: 'Service fee',
  name_fr: 'Frais de service',
  kind,
  rate,
  base: 'parking',
  position: 10,
  is_tax: false,
})

type Tax = Pick<FeeSeed, 'code' | 'name' | 'name_fr' | 'rate'>
const tax = (
  { id, country_id, position }: { id: number; country_id: number; position: number },
  where: { state?: string; city?: string },
  base: FeeSeed['base'],
  what: Tax,
): FeeSeed => ({
  id,
  country_id,
  state_code: where.state ?? null,
  city: where.city ?? null,
  kind: 'percentage',
  base,
  position,
  is_tax: true,
  ...what,
})

const vat: Tax = { code: 'vat', name: 'VAT', name_fr: 'TVA', rate: 7.5 }
const tva: Tax = { code: 'tva', name: 'VAT', name_fr: 'TVA', rate: 18 }
const gst: Tax = { code: 'gst', name: 'GST', name_fr: 'TPS', rate: 5 }
const qst: Tax = { code: 'qst', name: 'QST', name_fr: 'TVQ', rate: 9.975 }
const hst = (rate: number): Tax => ({ code: 'hst', name: 'HST', name_fr: 'TVH', rate })

// GST: Excise Tax Act s. 165. HST rates: its regulations, Nova Scotia 14 % since 1 April 2025. QST: Act respecting
// the Québec sales tax s. 16, of the price without GST. The sales taxes of BC, SK and MB do not name parking; Metro
// Vancouver's parking tax is left out: GST is due on it too, which one line's base cannot say.
const canada: FeeSeed[] = [
  serviceFee(200, CA, 'fixed', 35),
  ...['AB', 'BC', 'MB', 'NT', 'NU', 'QC', 'SK', 'YT'].map((state, index) =>
    tax({ id: 210 + index, country_id: CA, position: 20 }, { state: `CA-${state}` }, 'parking_and_fees', gst),
  ),
  tax({ id: 220, country_id: CA, position: 30 }, { state: 'CA-QC' }, 'parking_and_fees', qst),
  ...(
    [
      ['ON', 13],
      ['NB', 15],
      ['NL', 15],
      ['NS', 14],
      ['PE', 15],
    ] as const
  ).map(([state, rate], index) =>
    tax({ id: 230 + index, country_id: CA, position: 20 }, { state: `CA-${state}` }, 'parking_and_fees', hst(rate)),
  ),
]

const salesTax = (state: string, name: string, name_fr: string, rate: number): Tax => ({
  code: `${state.toLowerCase()}_sales_tax`,
  name: `${name} sales tax`,
  name_fr: `Taxe de vente ${name_fr}`,
  rate,
})

// State sales taxes that name parking. NY: TB-ST-677. NJ: N.J.S.A. 54:32B-3(i). TX: Tax Code 151.0101(a)(1). MN: Stat.
// 297A.61 subd. 3(g). WI: Stat. 77.52(2)(a)9. WA: RCW 82.04.050(3)(d). FL: Stat. 212.03(6). IL: 35 ILCS 525/10-10.
// Not taxed, or not surely passed on, and so not listed: MA, DE, CA (state), OH (state), MI, HI and others.
const unitedStatesByState: [state: string, what: Tax][] = [
  ['NY', salesTax('NY', 'New York State', 'de l’État de New York', 4)],
  ['NJ', salesTax('NJ', 'New Jersey', 'du New Jersey', 6.625)],
  ['TX', salesTax('TX', 'Texas', 'du Texas', 6.25)],
  ['MN', salesTax('MN', 'Minnesota', 'du Minnesota', 6.875)],
  ['WI', salesTax('WI', 'Wisconsin', 'du Wisconsin', 5)],
  ['WA', salesTax('WA', 'Washington State', 'de l’État de Washington', 6.5)],
  ['FL', salesTax('FL', 'Florida', 'de Floride', 6)],
  [
    'IL',
    {
      code: 'il_parking_tax',
      name: 'Illinois parking excise tax',
      name_fr: 'Accise sur le stationnement de l’Illinois',
      rate: 6,
    },
  ],
]

const cityTax = (code: string, name: string, name_fr: string, rate: number): Tax => ({ code, name, name_fr, rate })
const newYorkCity = cityTax('nyc_sales_tax', 'New York City sales tax', 'Taxe de vente de la ville de New York', 6.375)
const texasLocal = cityTax('tx_local_sales_tax', 'Local sales tax', 'Taxe de vente locale', 2)
/** City names used in addresses of New York City's five boroughs. */
const newYorkCityNames = [
  'New York',
  'Brooklyn',
  'Queens',
  'Bronx',
  'Staten Island',
  'Long Island City',
  'Astoria',
  'Flushing',
  'Forest Hills',
  'Jackson Heights',
  'Kew Gardens',
  'Rego Park',
  'Woodside',
]

// NYC: TB-ST-679, 6 % and 0.375 % MCTD; the 8 % more in Manhattan is not due of certified residents and is left out.
// Erie, Monroe and Albany counties, White Plains: NY Pub. 718. Chicago: Code 4-236 (23.25 % since 1 January 2025), Cook
// County: Code 74-512. Seattle: SMC 5.35 and the local sales tax of 2026. Baltimore: Code 28 § 22-3. Cleveland:
// ch. 196. San Francisco: art. 9. Los Angeles: LAMC 21.15.1. Pittsburgh: Code ch. 253.
const unitedStatesByCity: [state: string, city: string, what: Tax][] = [
  ...newYorkCityNames.map((city): [string, string, Tax] => ['NY', city, newYorkCity]),
  ['NY', 'Buffalo', cityTax('ny_erie_sales_tax', 'Erie County sales tax', 'Taxe de vente du comté d’Érié', 4.75)],
  ['NY', 'Rochester', cityTax('ny_monroe_sales_tax', 'Monroe County sales tax', 'Taxe de vente du comté de Monroe', 4)],
  ['NY', 'Albany', cityTax('ny_albany_sales_tax', 'Albany County sales tax', 'Taxe de vente du comté d’Albany', 4)],
  [
    'NY',
    'White Plains',
    cityTax('ny_white_plains_sales_tax', 'White Plains sales tax', 'Taxe de vente de White Plains', 4.375),
  ],
  ['IL', 'Chicago', cityTax('chicago_parking_tax', 'Chicago parking tax', 'Taxe de stationnement de Chicago', 23.25)],
  [
    'IL',
    'Chicago',
    cityTax('cook_parking_tax', 'Cook County parking tax', 'Taxe de stationnement du comté de Cook', 6),
  ],
  ['WA', 'Seattle', cityTax('seattle_sales_tax', 'Seattle sales tax', 'Taxe de vente de Seattle', 4.05)],
  ['WA', 'Seattle', cityTax('seattle_parking_tax', 'Seattle parking tax', 'Taxe de stationnement de Seattle', 14.5)],
  [
    'MD',
    'Baltimore',
    cityTax('baltimore_parking_tax', 'Baltimore parking tax', 'Taxe de stationnement de Baltimore', 20),
  ],
  [
    'OH',
    'Cleveland',
    cityTax('cleveland_parking_tax', 'Cleveland parking tax', 'Taxe de stationnement de Cleveland', 8),
  ],
  [
    'CA',
    'San Francisco',
    cityTax('sf_parking_tax', 'San Francisco parking tax', 'Taxe de stationnement de San Francisco', 25),
  ],
  [
    'CA',
    'Los Angeles',
    cityTax('la_parking_tax', 'Los Angeles parking tax', 'Taxe de stationnement de Los Angeles', 10),
  ],
  [
    'PA',
    'Pittsburgh',
    cityTax('pittsburgh_parking_tax', 'Pittsburgh parking tax', 'Taxe de stationnement de Pittsburgh', 37.5),
  ],
  ...['Houston', 'Dallas', 'Austin', 'San Antonio'].map((city): [string, string, Tax] => ['TX', city, texasLocal]),
]

/**
 * Service fee and taxes in calculation order. Service fees are ours. NG: 7.5 %, Nigeria Tax Act 2025. SN: 18 %, Code
 * général des impôts art. 369. US taxes are listed only where they certainly apply.
 */
export const fees: FeeSeed[] = [
  serviceFee(100, NG, 'percentage', 5),
  tax({ id: 101, country_id: NG, position: 20 }, {}, 'parking_and_fees', vat),
  ...canada,
  serviceFee(300, SN, 'percentage', 5),
  tax({ id: 301, country_id: SN, position: 20 }, {}, 'parking_and_fees', tva),
  serviceFee(400, US, 'fixed', 35),
  ...unitedStatesByState.map(([state, what], index) =>
    tax({ id: 410 + index, country_id: US, position: 20 }, { state: `US-${state}` }, 'parking', what),
  ),
  ...unitedStatesByCity.map(([state, city, what], index) =>
    tax({ id: 430 + index, country_id: US, position: 30 }, { state: `US-${state}`, city }, 'parking', what),
  ),
]
