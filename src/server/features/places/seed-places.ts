import { countryIds } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places.ts'
import { normalizeText } from './normalize-text.ts'
import { isWithinCountry } from './seed-bounds.ts'
import { indexCities, type KnownCity } from './seed-nearest.ts'

/** Parsed files of data/places/. */
export type PlaceFiles = {
  cities: CityLine[]
  airports: AirportLine[]
  stations: SiteLine[]
  stadiums: SiteLine[]
  pois: SiteLine[]
}

type Line = {
  id: string
  name: string
  country_code: CountryCode
  lat: number
  lng: number
  source: string
  licence: string
}
type CityLine = Line & {
  name_ascii: string
  state_code: string
  population: number | null
  feature: string | null
}
type AirportLine = Line & {
  size: 'large' | 'medium' | 'small' | null
  iata: string | null
  icao: string | null
  city: string | null
  state_code: string
  scheduled: boolean | null
  keywords: string | null
}
type SiteLine = Line & {
  kind: string
  code?: string | null
  city?: string
  state_code?: string
  league?: string | null
}

export type PlaceRow = {
  id: string
  kind: 'city' | 'area' | 'airport' | 'station' | 'stadium' | 'poi'
  name: string
  folded: string
  country_id: number
  state_code: string | null
  city: string | null
  lat: number
  lng: number
  population: number | null
  iata: string | null
  icao: string | null
  weight: number
  source: string
  licence: string
}

const areaFeatures = new Set(['PPLX', 'osm:suburb', 'osm:neighbourhood', 'osm:quarter'])

/** Corrections for Dakar's airport of 2017, whose record has the village and no size, and for the one it replaced. */
const airportCorrections: Record<string, Partial<AirportLine>> = {
  DSS: { city: 'Dakar', size: 'large', scheduled: true },
  DKR: { size: 'medium', scheduled: false },
}

/** Generic names, which don't identify a place. */
const generic =
  /^(the )?(mini )?(shops?|shopping (mall|complex|center)|stores?|market|marche|mall|plaza|supermarket|provision shop|hosp|clinic|mosque|mosquee|church|eglise|school|college|bank|banque|hotel|restaurant|garage|terminus|parking|car park|pharmacy|pharmacie|univ|stadium|cinema|embassy|town hall|center|superette|boutique|poste de sante|centre de sante|center de sante|health center|primary health center)$/

/** Whether a name identifies a place. */
export const isTelling = (name: string): boolean => {
  const folded = normalizeText(name)
  return folded.length >= 3 && !generic.test(folded)
}

const latin = /\p{Script=Latin}/u

/** Kinds left out: not searched by name, or better covered by another file. */
const leftOutPois = new Set(['aerodrome', 'charging_station', 'car_rental'])

const poiWeights: Record<string, number> = {
  mall: 0.4,
  university: 0.4,
  marketplace: 0.35,
  hospital: 0.3,
  department_store: 0.3,
  college: 0.3,
  theatre: 0.3,
  cinema: 0.3,
  arts_centre: 0.3,
  supermarket: 0.28,
  townhall: 0.25,
  courthouse: 0.25,
  place_of_worship: 0.22,
  bank: 0.2,
}

const populationWeight = (population: number | null, capital: boolean) =>
  Math.min(1, Math.max(0.08, Math.log10(Math.max(population ?? 0, 300)) / 7 + (capital ? 0.02 : 0)))

function airportWeight({ size, scheduled }: AirportLine): number {
  const bySize = size === 'large' ? 0.75 : size === 'medium' ? 0.5 : size === 'small' ? 0.3 : 0.25
  return bySize + (scheduled === true ? 0.15 : 0)
}

const words = (...parts: (string | null | undefined)[]) =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')

/**
 * Builds the rows of `places` from the shipped files, without positions outside the country, duplicate ids and generic
 * names. Missing regions and cities come from the nearest city.
 */
export function placeRows(files: PlaceFiles): PlaceRow[] {
  const known: KnownCity[] = files.cities
    .filter(({ feature }) => feature === null || !areaFeatures.has(feature))
    .map(({ name, state_code, country_code, lat, lng, population }) => ({
      name,
      state_code,
      country_code,
      lat,
      lng,
      population: population ?? 0,
    }))
  const { nearest, around } = indexCities(known)
  const common = (line: Line) => ({
    id: line.id,
    name: line.name,
    country_id: countryIds[line.country_code],
    lat: line.lat,
    lng: line.lng,
    source: line.source,
    licence: line.licence,
    population: null,
    iata: null,
    icao: null,
  })

  const cities = files.cities.map((line): PlaceRow => {
    const isArea = line.feature !== null && areaFeatures.has(line.feature)
    const folded = normalizeText(line.name)
    const ascii = normalizeText(line.name_ascii)
    return {
      ...common(line),
      kind: isArea ? 'area' : 'city',
      folded: ascii === folded || ascii === '' ? folded : `${folded} ${ascii}`,
      state_code: line.state_code,
      city: isArea ? (around(line)?.name ?? null) : null,
      population: line.population,
      weight: populationWeight(line.population, line.feature === 'PPLC') * (isArea ? 0.8 : 1),
    }
  })

  const airports = files.airports.map((given): PlaceRow => {
    const line = { ...given, ...(given.iata === null ? {} : airportCorrections[given.iata]) }
    const near = line.country_code === 'SN' ? nearest(line) : undefined
    return {
      ...common(line),
      kind: 'airport',
      // Adds the city ("lagos airport") and the French word ("aerop"), which normalization removes from names.
      folded: words(
        normalizeText(words(line.name, line.city, 'airport', line.keywords, line.iata, line.icao)),
        'aeroport international',
      ),
      state_code: near?.state_code ?? line.state_code,
      city: line.city,
      iata: line.iata,
      icao: line.icao,
      weight: airportWeight(line),
    }
  })

  const stations = files.stations.map((line): PlaceRow => ({
    ...common(line),
    kind: 'station',
    folded: words(normalizeText(words(line.name, line.city, 'station', line.code)), 'gare'),
    state_code: line.state_code ?? null,
    city: line.city ?? null,
    iata: line.code ?? null,
    weight: (line.kind === 'train_station' ? 0.35 : 0.25) + (line.code ? 0.1 : 0),
  }))

  const stadiums = files.stadiums.map((line): PlaceRow => {
    const near = around(line)
    return {
      ...common(line),
      kind: 'stadium',
      folded: words(normalizeText(words(line.name, near?.name, 'stadium')), 'stade'),
      state_code: line.state_code ?? null,
      // The file has the district; drivers search by city.
      city: near?.name ?? line.city ?? null,
      weight: line.league === 'MLB' ? 0.6 : 0.4,
    }
  })

  const pois = files.pois
    .filter(({ kind, name }) => !leftOutPois.has(kind) && isTelling(name))
    .map((line): PlaceRow => {
      const city = around(line)
      const state = nearest(line)
      return {
        ...common(line),
        kind: 'poi',
        folded: normalizeText(words(line.name, city?.name)),
        state_code: state?.country_code === line.country_code ? state.state_code : null,
        city: city?.country_code === line.country_code ? city.name : null,
        weight: poiWeights[line.kind] ?? 0.15,
      }
    })

  const seen = new Set<string>()
  return [...cities, ...airports, ...stations, ...stadiums, ...pois]
    .filter(({ id, folded, country_id, lat, lng }) => {
      if (seen.has(id) || folded === '' || !isWithinCountry(country_id, lat, lng)) return false
      seen.add(id)
      return true
    })
    .map((row) => (row.city !== null && !latin.test(row.city) ? { ...row, city: null } : row))
}
