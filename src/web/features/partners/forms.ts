import { countryCodes } from '#contract/geography.ts'
import { connectors, spaceKinds } from '#contract/leads/leads.ts'
import { chargeUnits, ChargerRequest, ClaimRequest, SpaceRequest } from '#contract/partners/partners.ts'
import type { operator } from '#i18n/en/parks/operator.ts'

export type FieldName = keyof (typeof operator)['fields']

/** The control of a field; `choices` names the catalogue of its values. */
export interface OperatorField {
  readonly name: FieldName
  readonly as?: 'number' | 'area' | 'choice' | 'tel' | 'own_park'
  readonly choices?: 'countries' | 'connectors' | 'place_kinds' | 'units'
  readonly values?: readonly string[]
  readonly optional?: true
  readonly unit?: string
}

const sender: readonly OperatorField[] = [
  { name: 'company' },
  { name: 'phone', as: 'tel', optional: true },
  { name: 'message', as: 'area', optional: true },
]

/** Fields of a new place, which a charger at an own car park does not need. */
export const placeFields: readonly OperatorField[] = [
  { name: 'name' },
  { name: 'place_kind', as: 'choice', choices: 'place_kinds', values: spaceKinds },
  { name: 'address' },
  { name: 'city' },
  { name: 'country_code', as: 'choice', choices: 'countries', values: countryCodes },
  { name: 'lat', as: 'number' },
  { name: 'lng', as: 'number' },
]

export const operatorForms = {
  claim: { schema: ClaimRequest, fields: [{ name: 'park' }, ...sender] },
  space: {
    schema: SpaceRequest,
    fields: [
      ...placeFields,
      { name: 'capacity', as: 'number' },
      { name: 'price_hour', as: 'number' },
      { name: 'day_cap', as: 'number', optional: true },
      ...sender,
    ],
  },
  charger: {
    schema: ChargerRequest,
    fields: [
      { name: 'park', as: 'own_park', optional: true },
      ...placeFields,
      { name: 'connector', as: 'choice', choices: 'connectors', values: connectors },
      { name: 'power_kw', as: 'number', unit: 'kW' },
      { name: 'chargers', as: 'number' },
      { name: 'price', as: 'number' },
      { name: 'price_unit', as: 'choice', choices: 'units', values: chargeUnits },
      ...sender,
    ],
  },
} as const satisfies Record<string, { schema: unknown; fields: readonly OperatorField[] }>
export type OperatorFormKind = keyof typeof operatorForms
