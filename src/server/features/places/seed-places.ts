import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Suggestion } from '#contract/places/places.ts'
import { normalizeText } from './normalize-text.ts'
import { oneOfEach, repeatsAirport, toFrenchName } from './seed-airports.ts'
import { isWithinCountry } from './seed-bounds.ts'
import { indexCities, type KnownCity } from './seed-nearest.ts'
import { joinNames } from './text-matching.ts'

/** Parsed files of data/places/. */
export interface PlaceFiles {
  cities: CityLine[]
  airports: AirportLine[]
  stations: SiteLine[]
  stadiums: SiteLine[]
  pois: SiteLine[]
  /** Landmarks, venues and neighbourhoods. */
  destinations: DestinationLine[]
  /** Names of today by IATA code. */
  airportNames: { names: Record<string, { name: string; name_fr: string }> }
  airportImportance: { importance: Record<string, number>; aliases: Record<string, string[]> }
  /** The points that people mean by the names of the largest cities. */
  downtowns: { city_id: string; lat: number; lng: number }[]
}

interface Line {
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
  iata: string | null
  icao: string | null
  city: string | null
  state_code: string
  keywords: string | null
}
type SiteLine = Line & {
  kind: string
  code?: string | null
  city?: string
  state_code?: string
  aliases?: string[]
  /** 0 to 1. */
  importance: number
  position?: Accuracy
}
type DestinationLine = Line & {
  kind: string
  name_fr?: string
  aliases?: string[]
  city: string
  state_code: string
  /** 0 to 1. */
  importance: number
  position?: Accuracy
  /** Teams that play there. */
  teams?: string[]
}
/** `approximate`: nothing was found to check the position with; expect some hundred metres. */
type Accuracy = 'sourced' | 'checked' | 'approximate'

export interface PlaceRow {
  id: string
  kind: Exclude<Suggestion['kind'], 'state' | 'postcode' | 'park'>
  name: string
  name_fr: string | null
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
  approximate: boolean
  source: string
  licence: string
}

const areaFeatures = new Set(['PPLX', 'osm:suburb', 'osm:neighbourhood', 'osm:quarter'])

/** Corrections by IATA code: the record of Dakar's airport has the village that it is in, others a misspelt city. */
const airportCorrections: Record<string, Partial<AirportLine>> = {
  DSS: { city: 'Dakar' },
  ENU: { city: 'Enugu' },
  YQB: { city: 'Québec' },
}

/** Cities whose names differ in French, by id. */
const frenchCities: Record<string, string> = {
  'gn:5128581': 'New York',
  'gn:4560349': 'Philadelphie',
  'gn:4335045': 'La Nouvelle-Orléans',
  'gn:4990729': 'Détroit',
  'gn:4407066': 'Saint-Louis',
}

/** Returns a station's name in French: "Gare centrale de Montréal" says more than "Gare Centrale". */
const frenchStation = ({ name, aliases = [] }: SiteLine): string | null =>
  name.startsWith('Gare ')
    ? null
    : (aliases.filter((alias) => alias.startsWith('Gare ')).toSorted((a, b) => b.length - a.length)[0] ?? null)

/** Generic names, which don't identify a place. */
const generic =
  /^(the )?(mini )?(shops?|shopping (mall|complex|center)|stores?|market|marche|mall|plaza|supermarket|provision shop|hosp|clinic|mosque|mosquee|church|eglise|school|college|bank|banque|hotel|restaurant|garage|terminus|parking|car park|pharmacy|pharmacie|univ|stadium|cinema|embassy|town hall|center|superette|boutique|poste de sante|centre de sante|center de sante|health center|primary health center)$/

/** Whether a name identifies a place. */
export const isTelling = (name: string): boolean => {
  const normalized = normalizeText(name)
  return normalized.length >= 3 && !generic.test(normalized)
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

/** Kinds of suggestions by the kinds of the files; all others are landmarks. */
const destinationKinds: Record<string, PlaceRow['kind']> = {
  neighbourhood: 'neighbourhood',
  arena: 'arena',
  stadium: 'arena',
  sports_centre: 'arena',
  theatre: 'theatre',
  concert_hall: 'theatre',
  convention_centre: 'convention_centre',
  museum: 'museum',
  mall: 'mall',
  market: 'market',
  university: 'university',
  hospital: 'hospital',
}

/** Weights of cities reach 1 with ten million people; the most important destination weighs like one of a million. */
const importanceWeight = (importance: number) => importance * 0.86

/** Population from which an airport is also called after a town nearby. */
const leastOfTown = 10_000

/** Weight of an airport that is not in the list of importances. */
const unratedAirport = 0.08

/** Normalized names, the main one first. */
const namesOf = (name: string, others: readonly string[] = []) =>
  [name, ...others.filter((other) => other !== 'null')].map(normalizeText)

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
  const large = indexCities(known.filter(({ population }) => population >= leastOfTown))
  const common = (line: Line) => ({
    id: line.id,
    name: line.name,
    country_id: countryIds[line.country_code],
    lat: line.lat,
    lng: line.lng,
    source: line.source,
    licence: line.licence,
    name_fr: null,
    population: null,
    iata: null,
    icao: null,
    approximate: false,
  })
  const downtowns = new Map(files.downtowns.map(({ city_id, lat, lng }) => [city_id, { lat, lng }]))

  const cities = files.cities.map((line): PlaceRow => {
    const isArea = line.feature !== null && areaFeatures.has(line.feature)
    return {
      ...common(line),
      ...downtowns.get(line.id),
      kind: isArea ? 'area' : 'city',
      name_fr: frenchCities[line.id] ?? null,
      folded: joinNames(namesOf(line.name, [line.name_ascii, frenchCities[line.id] ?? '']), ''),
      state_code: line.state_code,
      city: isArea ? (around(line)?.name ?? null) : null,
      population: line.population,
      weight: populationWeight(line.population, line.feature === 'PPLC') * (isArea ? 0.8 : 1),
    }
  })

  const importance = files.airportImportance
  const airportLines = oneOfEach(files.airports)
  const isAirport = repeatsAirport(airportLines.filter(({ iata }) => iata !== null))
  const airports = airportLines.map((given): PlaceRow => {
    const line = { ...given, ...(given.iata === null ? {} : airportCorrections[given.iata]) }
    const name = line.name.replaceAll(' / ', '–')
    const today = (line.iata === null ? undefined : files.airportNames.names[line.iata]) ?? {
      name,
      name_fr: toFrenchName(name, line.city),
    }
    const near = line.country_code === 'SN' ? nearest(line) : undefined
    const towns = new Set([line.city, given.city, nearest(line)?.name, large.nearest(line)?.name])
    return {
      ...common(line),
      ...today,
      kind: 'airport',
      // Adds the city and the nearest towns ("lagos airport", "ikeja airport") and the French word ("aerop"), which
      // normalization removes from names.
      folded: joinNames(
        namesOf(today.name, [today.name_fr ?? '', line.name, ...(importance.aliases[line.id] ?? [])]),
        words(normalizeText(words(...towns, 'airport', line.keywords, line.iata, line.icao)), 'aeroport international'),
      ),
      state_code: near?.state_code ?? line.state_code,
      city: line.city,
      iata: line.iata,
      icao: line.icao,
      weight: importance.importance[line.id] ?? unratedAirport,
    }
  })

  const stations = files.stations.map((line): PlaceRow => ({
    ...common(line),
    kind: 'station',
    name_fr: frenchStation(line),
    folded: joinNames(
      namesOf(line.name, line.aliases),
      words(normalizeText(words(line.city, 'station', line.code)), 'gare'),
    ),
    approximate: line.position === 'approximate',
    state_code: line.state_code ?? null,
    city: line.city ?? null,
    iata: line.code ?? null,
    weight: importanceWeight(line.importance),
  }))

  const stadiums = files.stadiums.map((line): PlaceRow => {
    const near = around(line)
    return {
      ...common(line),
      kind: 'stadium',
      folded: joinNames(namesOf(line.name, line.aliases), words(normalizeText(words(near?.name, 'stadium')), 'stade')),
      state_code: line.state_code ?? null,
      // The file has the district; drivers search by city.
      city: near?.name ?? line.city ?? null,
      weight: importanceWeight(line.importance),
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
        folded: joinNames([normalizeText(line.name)], normalizeText(city?.name ?? '')),
        state_code: state?.country_code === line.country_code ? state.state_code : null,
        city: city?.country_code === line.country_code ? city.name : null,
        weight: poiWeights[line.kind] ?? 0.15,
      }
    })

  const destinations = files.destinations
    .filter((line) => !isAirport(line))
    .map((line): PlaceRow => ({
      ...common(line),
      kind: destinationKinds[line.kind] ?? 'landmark',
      name_fr: line.name_fr === undefined || line.name_fr === line.name ? null : line.name_fr,
      folded: joinNames(
        namesOf(line.name, [line.name_fr ?? '', ...(line.aliases ?? [])]),
        normalizeText(words(line.city, ...(line.teams ?? []))),
      ),
      state_code: line.state_code,
      city: line.city,
      weight: importanceWeight(line.importance),
      approximate: line.position === 'approximate' || line.kind === 'neighbourhood',
    }))

  const seen = new Set<string>()
  return [...cities, ...airports, ...stations, ...stadiums, ...pois, ...destinations]
    .filter(({ id, folded, country_id, lat, lng }) => {
      if (seen.has(id) || folded === '' || !isWithinCountry(country_id, lat, lng)) return false
      seen.add(id)
      return true
    })
    .map((row) => (row.city !== null && !latin.test(row.city) ? { ...row, city: null } : row))
}
