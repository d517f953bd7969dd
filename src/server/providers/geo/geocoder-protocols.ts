import * as z from 'zod'
import type { Language } from '#contract/places/places.ts'

interface Found {
  name: string
  city: string | null
  state: string | null
  country_code: string
  lat: number
  lng: number
}
interface Query {
  text: string
  language: Language
  country: string | undefined
  most: number
}
export interface Protocol {
  query(request: Query): Record<string, string>
  /** Throws if the answer does not have the protocol's form; entries without a name or a country are left out. */
  read(answer: unknown): Found[]
}

const text = z.string().max(300).optional()

const PhotonAnswer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: text,
        housenumber: text,
        street: text,
        city: text,
        state: text,
        countrycode: text,
      }),
    }),
  ),
})

const NominatimAnswer = z.array(
  z.object({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    name: text,
    address: z.object({
      house_number: text,
      road: text,
      city: text,
      town: text,
      village: text,
      state: text,
      country_code: text,
    }),
  }),
)

/** "290 Bremner Boulevard", or the name of what is there. */
const nameOf = (number: string | undefined, street: string | undefined, name: string | undefined) =>
  number !== undefined && street !== undefined ? `${number} ${street}` : name || street

/** West, south, east and north of the countries served; the mainland, Hawaii and Alaska of the United States. */
const boxes: Record<string, string> = {
  NG: '2.6,4.2,14.7,13.9',
  SN: '-17.6,12.2,-11.3,16.7',
  CA: '-141.1,41.6,-52.5,83.2',
  US: '-179.2,18.9,-66.9,71.5',
}

export const geocoderProtocols: Record<'photon' | 'nominatim', Protocol> = {
  // https://github.com/komoot/photon#search-api: it refuses parameters that it does not know.
  photon: {
    query: ({ text: q, language, country, most }) => ({
      q,
      lang: language,
      limit: String(most),
      ...(country === undefined ? {} : { bbox: boxes[country] ?? '' }),
    }),
    read: (answer) =>
      PhotonAnswer.parse(answer).features.flatMap(({ geometry, properties }) => {
        const { housenumber, street, name, city = null, state = null, countrycode } = properties
        const shown = nameOf(housenumber, street, name)
        if (shown === undefined || countrycode === undefined) return []
        const [lng, lat] = geometry.coordinates
        return [{ name: shown, city, state, country_code: countrycode, lat, lng }]
      }),
  },
  // https://nominatim.org/release-docs/latest/api/Search/
  nominatim: {
    query: ({ text: q, country, most }) => ({
      q,
      format: 'jsonv2',
      addressdetails: '1',
      limit: String(most),
      countrycodes: country?.toLowerCase() ?? 'ng,ca,sn,us',
    }),
    read: (answer) =>
      NominatimAnswer.parse(answer).flatMap(({ lat, lon, name, address }) => {
        const { house_number, road, city, town, village, state = null, country_code } = address
        const shown = nameOf(house_number, road, name)
        if (shown === undefined || country_code === undefined) return []
        return [{ name: shown, city: city ?? town ?? village ?? null, state, country_code, lat, lng: lon }]
      }),
  },
}
