import { countryIds } from '#contract/geography.ts'

interface Box {
  south: number
  north: number
  west: number
  east: number
}

/** Bounding boxes of each country with a margin of some kilometres; several for the United States. */
const boxes: Record<number, Box[]> = {
  [countryIds.NG]: [{ south: 4.0, north: 14.0, west: 2.6, east: 14.8 }],
  [countryIds.CA]: [{ south: 41.6, north: 83.3, west: -141.1, east: -52.5 }],
  [countryIds.SN]: [{ south: 12.2, north: 16.8, west: -17.7, east: -11.2 }],
  [countryIds.US]: [
    { south: 24.3, north: 49.5, west: -125.1, east: -66.8 },
    { south: 51.0, north: 71.6, west: -180, east: -129.9 },
    { south: 51.0, north: 53.5, west: 172.0, east: 180 },
    { south: 18.7, north: 28.6, west: -178.5, east: -154.6 },
    { south: 17.5, north: 18.7, west: -68.0, east: -64.4 },
    { south: 13.0, north: 20.7, west: 144.4, east: 146.2 },
    { south: -14.7, north: -10.9, west: -171.3, east: -168.0 },
    { south: 19.2, north: 19.4, west: 166.5, east: 166.8 },
  ],
}

/** Whether a position is inside a country's boxes; false for countries not served. */
export const isWithinCountry = (country_id: number, lat: number, lng: number): boolean =>
  (boxes[country_id] ?? []).some(
    ({ south, north, west, east }) => lat >= south && lat <= north && lng >= west && lng <= east,
  )
