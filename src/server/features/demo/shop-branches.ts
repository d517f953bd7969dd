import type { Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'

/** A service point made up for the demo, at the centre of a real quarter. */
export interface ExampleBranch {
  slug: string
  name: string
  country_code: CountryCode
  state: string
  city: string
  address: string
  lat: number
  lng: number
  timezone: string
  opening_hours: string
  setup: Setup
}

/** Amounts in minor units of the branch's currency, distances in the unit of its country. */
interface Setup {
  delivery_minimum_minor: bigint
  cash_limit_minor: bigint
  courier_cash_limit_minor: bigint
  basic_delivery_charge_minor: bigint
  charge_per_unit_minor: bigint
  free_above_minor: bigint
  radius: number
  free_distance: number
}

const setupOf = (minimum: bigint, cash: bigint, basic: bigint, per_unit: bigint, free_above: bigint): Setup => ({
  delivery_minimum_minor: minimum,
  cash_limit_minor: cash,
  courier_cash_limit_minor: 3n * cash,
  basic_delivery_charge_minor: basic,
  charge_per_unit_minor: per_unit,
  free_above_minor: free_above,
  radius: 8,
  free_distance: 1,
})

const lagos = {
  country_code: 'NG',
  state: 'NG-LA',
  city: 'Lagos',
  timezone: 'Africa/Lagos',
  opening_hours: 'Mo-Su 07:00-21:00',
  setup: setupOf(200_000n, 2_000_000n, 50_000n, 20_000n, 3_000_000n),
} as const
const dakar = {
  country_code: 'SN',
  state: 'SN-DK',
  city: 'Dakar',
  timezone: 'Africa/Dakar',
  opening_hours: 'Mo-Su 07:00-21:00',
  setup: setupOf(1_500n, 15_000n, 500n, 150n, 20_000n),
} as const
const toronto = {
  country_code: 'CA',
  state: 'CA-ON',
  city: 'Toronto',
  timezone: 'America/Toronto',
  opening_hours: 'Mo-Su 07:00-21:00',
  setup: setupOf(1_000n, 10_000n, 400n, 100n, 7_500n),
} as const
const newYork = {
  country_code: 'US',
  state: 'US-NY',
  city: 'New York',
  timezone: 'America/New_York',
  opening_hours: 'Mo-Su 07:00-21:00',
  setup: { ...setupOf(1_000n, 10_000n, 400n, 150n, 7_500n), radius: 5 },
} as const

const example = 'Example address'

export const exampleBranches: readonly ExampleBranch[] = [
  {
    slug: 'victoria-island',
    name: 'Victoria Island',
    address: `${example}, Victoria Island`,
    lat: 6.4281,
    lng: 3.4219,
    ...lagos,
  },
  { slug: 'ikeja', name: 'Ikeja', address: `${example}, Ikeja`, lat: 6.6018, lng: 3.3515, ...lagos },
  { slug: 'plateau', name: 'Plateau', address: `${example}, Plateau`, lat: 14.6689, lng: -17.4356, ...dakar },
  { slug: 'almadies', name: 'Almadies', address: `${example}, Almadies`, lat: 14.7395, lng: -17.5073, ...dakar },
  {
    slug: 'front-street',
    name: 'Front Street',
    address: `${example}, Front Street`,
    lat: 43.6452,
    lng: -79.3806,
    ...toronto,
  },
  { slug: 'yorkville', name: 'Yorkville', address: `${example}, Yorkville`, lat: 43.6709, lng: -79.3933, ...toronto },
  { slug: 'midtown', name: 'Midtown', address: `${example}, Midtown`, lat: 40.7549, lng: -73.984, ...newYork },
  {
    slug: 'downtown-brooklyn',
    name: 'Downtown Brooklyn',
    address: `${example}, Downtown Brooklyn`,
    lat: 40.6928,
    lng: -73.9857,
    ...newYork,
  },
]

/** When each kind of work is done, and how much of it at a time. */
export const workHours = [
  { work_group: 'counter', opens_min: 7 * 60, closes_min: 21 * 60, interval_min: 15, capacity: 10 },
  { work_group: 'wash', opens_min: 8 * 60, closes_min: 20 * 60, interval_min: 30, capacity: 4 },
  { work_group: 'workshop', opens_min: 8 * 60, closes_min: 19 * 60, interval_min: 30, capacity: 3 },
  { work_group: 'kitchen', opens_min: 7 * 60, closes_min: 20 * 60, interval_min: 15, capacity: 8 },
  { work_group: 'delivery', opens_min: 8 * 60, closes_min: 21 * 60, interval_min: 30, capacity: 6 },
] as const

interface ExampleRate {
  code: string
  name: string
  name_fr: string
  country_code: CountryCode
  state?: string
  city?: string
  percent: number
  source: string
  position?: number
}

/** The rates that parking has there; that they hold for all goods and services is an example. */
export const exampleRates: readonly ExampleRate[] = [
  {
    code: 'vat',
    name: 'VAT',
    name_fr: 'TVA',
    country_code: 'NG',
    percent: 7.5,
    source: 'Nigeria Tax Act 2025, general rate',
  },
  {
    code: 'tva',
    name: 'VAT',
    name_fr: 'TVA',
    country_code: 'SN',
    percent: 18,
    source: 'Code général des impôts, general rate',
  },
  {
    code: 'hst',
    name: 'HST',
    name_fr: 'TVH',
    country_code: 'CA',
    state: 'CA-ON',
    percent: 13,
    source: 'Canada Revenue Agency, rate for Ontario',
  },
  {
    code: 'state',
    name: 'New York State sales tax',
    name_fr: 'Taxe de vente de l’État de New York',
    country_code: 'US',
    state: 'US-NY',
    percent: 4,
    position: 1,
    source: 'New York State Department of Taxation and Finance',
  },
  {
    code: 'city',
    name: 'New York City sales tax',
    name_fr: 'Taxe de vente de la ville de New York',
    country_code: 'US',
    state: 'US-NY',
    city: 'New York',
    percent: 4.875,
    position: 2,
    source: 'New York State Department of Taxation and Finance',
  },
]

interface ExampleOffer {
  slug: string
  name: readonly [en: string, fr: string]
  discount_type: 'percentage' | 'fixed'
  /** Thousandths of a percent, or minor units of the currency. */
  value: bigint
  currency?: Currency
  item_slugs: readonly string[]
}

export const exampleOffers: readonly ExampleOffer[] = [
  {
    slug: 'clean-start',
    name: ['Clean start', 'Départ tout propre'],
    discount_type: 'percentage',
    value: 15_000n,
    item_slugs: ['outside-wash', 'full-wash', 'hand-wax'],
  },
  {
    slug: 'breakfast',
    name: ['Breakfast at your bay', 'Petit-déjeuner à votre place'],
    discount_type: 'percentage',
    value: 10_000n,
    item_slugs: ['coffee', 'tea', 'butter-croissant'],
  },
  {
    slug: 'five-off-blades',
    name: ['Clear view', 'Bonne visibilité'],
    discount_type: 'fixed',
    value: 500n,
    currency: 'CAD',
    item_slugs: ['wiper-blades', 'screen-wash'],
  },
  {
    slug: 'naira-off-tyres',
    name: ['On the road again', 'De nouveau en route'],
    discount_type: 'fixed',
    value: 50_000n,
    currency: 'NGN',
    item_slugs: ['puncture-repair', 'wheel-rotation'],
  },
]
