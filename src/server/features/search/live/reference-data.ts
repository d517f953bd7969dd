import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { findAllStates, type CountryRow, type StateRow } from '#server/features/places/queries.ts'
import { findFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { fieldError } from '#server/http/errors.ts'

/** All rows of the small reference tables. */
export interface ReferenceRows {
  countries: CountryRow[]
  states: StateRow[]
  vehicles: VehicleType[]
  fees: Fee[]
  sources: { code: string; title: string }[]
}

export async function loadReferenceRows(db: Db): Promise<ReferenceRows> {
  const countries = await db.selectFrom('countries').select(['id', 'code', 'name', 'name_fr']).execute()
  return {
    countries: countries.map((row) => ({ ...row, code: row.code as CountryCode })),
    states: await findAllStates(db),
    vehicles: await db
      .selectFrom('vehicle_types')
      .select(['id', 'vehicle_class', 'length_cm', 'height_cm', 'width_cm'])
      .execute(),
    fees: await findFees(db),
    sources: await db.selectFrom('sources').select(['code', 'title']).orderBy('code').execute(),
  }
}

interface Named {
  name: string
  name_fr: string
}

/** Countries, states, vehicle types, fees and sources in memory. */
export class ReferenceData {
  readonly rows: ReferenceRows
  readonly #countriesByText = new Map<string, CountryRow>()
  readonly #countries: ReadonlyMap<number, CountryRow>
  readonly #states: ReadonlyMap<number, StateRow>
  readonly #statesByCode: ReadonlyMap<string, StateRow>
  readonly #vehicles: ReadonlyMap<number, VehicleType>

  constructor(rows: ReferenceRows) {
    this.rows = rows
    for (const country of rows.countries)
      for (const text of [country.code, country.name, country.name_fr])
        this.#countriesByText.set(normalizeText(text), country)
    this.#countries = new Map(rows.countries.map((country) => [country.id, country]))
    this.#states = new Map(rows.states.map((state) => [state.id, state]))
    this.#statesByCode = new Map(rows.states.map((state) => [state.code, state]))
    this.#vehicles = new Map(rows.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  }

  get states(): readonly StateRow[] {
    return this.rows.states
  }

  get sources(): ReferenceRows['sources'] {
    return this.rows.sources
  }

  /** Returns a country by code or name in either language, ignoring case and accents. */
  findCountry(text: string): CountryRow | undefined {
    return this.#countriesByText.get(normalizeText(text))
  }

  /** Returns a country like `findCountry`; throws a 422 for `country` when there is none. */
  getCountry(text: string): CountryRow {
    const country = this.findCountry(text)
    if (country === undefined) throw fieldError('country', 'country')
    return country
  }

  /** Returns a country that a park or place names. */
  getCountryById(id: number): CountryRow {
    const country = this.#countries.get(id)
    if (country === undefined) throw new Error(`There is no country ${id}`)
    return country
  }

  /** Returns a state by its ISO 3166-2 code. */
  findState(code: string): StateRow | undefined {
    return this.#statesByCode.get(code)
  }

  /** Returns a state that a park or place names. */
  getState(id: number): StateRow {
    const state = this.#states.get(id)
    if (state === undefined) throw new Error(`There is no state ${id}`)
    return state
  }

  /** Throws a 422 for `vehicle_type_id` when there is none. */
  getVehicleType(id: number): VehicleType {
    const vehicle = this.#vehicles.get(id)
    if (vehicle === undefined) throw fieldError('vehicle_type_id', 'vehicle_type')
    return vehicle
  }

  countryName = (id: number, language: Language) => nameIn(this.#countries.get(id), language)
  stateName = (id: number, language: Language) => nameIn(this.#states.get(id), language)
}

const nameIn = (row: Named | undefined, language: Language) => (language === 'fr' ? row?.name_fr : row?.name)
