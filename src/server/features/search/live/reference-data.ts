import type { CountryCode } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { fieldError } from '#server/errors.ts'
import { foldText } from '#server/features/places/fold.ts'
import { PlaceBook } from '#server/features/places/memory.ts'
import type { CountryRow } from '#server/features/places/queries.ts'
import { findAlikePlace, findAllStates, findPlaceByText, type StateRow } from '#server/features/places/search.ts'
import { findFees, type Fee } from '#server/features/pricing/fees.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import type { Knowledge } from '#server/features/search/search-query.ts'
import { isAnyIndexed, type Indexed } from '#server/features/search/search-index.ts'

/** The small tables, whole. */
export type Reference = {
  countries: CountryRow[]
  states: StateRow[]
  vehicles: VehicleType[]
  fees: Fee[]
  sources: { code: string; title: string }[]
}

export async function loadReference(db: Db): Promise<Reference> {
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

/** What the memory knows, as `knowledgeIn` asks the database. */
export class Memory implements Knowledge {
  readonly #countries = new Map<string, CountryRow>()
  readonly #vehicles: ReadonlyMap<number, VehicleType>
  readonly #sources: Reference['sources']
  readonly #indexed: Indexed
  readonly places: PlaceBook

  constructor({ countries, vehicles, sources }: Reference, places: PlaceBook, indexed: Indexed) {
    for (const country of countries)
      for (const name of [country.code, country.name, country.name_fr]) this.#countries.set(foldText(name), country)
    this.#vehicles = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
    this.#sources = sources
    this.#indexed = indexed
    this.places = places
  }

  async findCountry(text: string): Promise<CountryRow | undefined> {
    return this.#countries.get(foldText(text))
  }

  async getCountry(text: string): Promise<CountryRow> {
    const country = this.#countries.get(foldText(text))
    if (country === undefined) throw fieldError('country', 'country')
    return country
  }

  async getVehicleType(id: number): Promise<VehicleType> {
    const found = this.#vehicles.get(id)
    if (found === undefined) throw fieldError('vehicle_type_id', 'vehicle_type')
    return found
  }

  findPlace = (text: string, country_id: number | undefined) => findPlaceByText(this.places, text, country_id)
  findAlikePlace = (text: string, country_id: number | undefined) => findAlikePlace(this.places, text, country_id)
  findSources = async () => this.#sources
  isAny: Knowledge['isAny'] = async (words) => isAnyIndexed(this.#indexed, words)
}
