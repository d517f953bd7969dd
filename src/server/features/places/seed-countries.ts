import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'

export const countries = [
  { id: countryIds.NG, code: 'NG', name: 'Nigeria', name_fr: 'Nigeria', currency: 'NGN', languages: ['en', 'fr'] },
  { id: countryIds.CA, code: 'CA', name: 'Canada', name_fr: 'Canada', currency: 'CAD', languages: ['en', 'fr'] },
  { id: countryIds.SN, code: 'SN', name: 'Senegal', name_fr: 'Sénégal', currency: 'XOF', languages: ['fr', 'en'] },
  {
    id: countryIds.US,
    code: 'US',
    name: 'United States',
    name_fr: 'États-Unis',
    currency: 'USD',
    languages: ['en', 'fr'],
  },
]

/** First state id of each country (specification). */
const firstStateId: Record<CountryCode, number> = { NG: 1, CA: 101, SN: 201, US: 301 }

export interface ListedState {
  code: string
  country_code: CountryCode
  name: string
  name_fr: string
}
export interface StateRow {
  id: number
  country_id: number
  code: string
  name: string
  name_fr: string
}

/** Assigns state ids in alphabetical order of the English names within each country. */
export function numberStates(listed: readonly ListedState[]): StateRow[] {
  const byName = new Intl.Collator('en').compare
  return countries.flatMap(({ id: country_id, code }) =>
    listed
      .filter(({ country_code }) => country_code === code)
      .toSorted((a, b) => byName(a.name, b.name))
      .map((state, index) => ({
        id: firstStateId[state.country_code] + index,
        country_id,
        code: state.code,
        name: state.name,
        name_fr: state.name_fr,
      })),
  )
}

/** Sizes of a large example of each type, so that "fits" is never wrong for smaller vehicles. */
export const vehicleTypes = [
  { id: 1, name: 'Car', name_fr: 'Voiture', vehicle_class: 'car', length_cm: 480, height_cm: 155, width_cm: 185 },
  { id: 2, name: 'SUV', name_fr: 'SUV ou 4×4', vehicle_class: 'car', length_cm: 500, height_cm: 185, width_cm: 200 },
  {
    id: 3,
    name: 'Motorcycle',
    name_fr: 'Moto',
    vehicle_class: 'motorcycle',
    length_cm: 220,
    height_cm: 130,
    width_cm: 85,
  },
  { id: 4, name: 'Pickup', name_fr: 'Pick-up', vehicle_class: 'car', length_cm: 560, height_cm: 195, width_cm: 205 },
  { id: 5, name: 'Van', name_fr: 'Fourgon', vehicle_class: 'large', length_cm: 600, height_cm: 260, width_cm: 205 },
  { id: 6, name: 'Minibus', name_fr: 'Minibus', vehicle_class: 'large', length_cm: 740, height_cm: 285, width_cm: 215 },
  { id: 7, name: 'Truck', name_fr: 'Camion', vehicle_class: 'large', length_cm: 850, height_cm: 340, width_cm: 250 },
]
