/*
 * Pictures that the server draws from its own streets, places and car parks, as SVG: a city, and the surroundings of a car
 * park. Their addresses hold everything that they depend on, so that they may be cached for good.
 */

interface Position {
  lat: number
  lng: number
}

/** Raised whenever the same address would give another picture. */
export const pictureVersion = 2

/** Sizes in CSS pixels at which a city is drawn: on a card, beside the headline of the home page, across a place's page. */
export const cityPictures = {
  card: { width: 320, height: 184 },
  hero: { width: 720, height: 560 },
  band: { width: 1_440, height: 360 },
} as const
export type CityPicture = keyof typeof cityPictures

/** Sizes in CSS pixels at which a car park's surroundings are drawn: in a list, and at the top of its page on each screen. */
export const parkPictures = {
  small: { width: 112, height: 96 },
  narrow: { width: 480, height: 192 },
  wide: { width: 1_440, height: 320 },
} as const
export type ParkPicture = keyof typeof parkPictures

/** How far the picture of a car park's surroundings reaches up and down, in metres, with streets and without. */
export const surroundings_m = { streets: 230, wide: 1_000 } as const

/** Metres that a CSS pixel of the picture beside the headline covers. */
export const heroScale_m = 6

/** To about 100 m, so that a city has few addresses. */
const roundCity = (degrees: number): string => degrees.toFixed(3)
/** To about a metre. */
const roundPark = (degrees: number): string => degrees.toFixed(5)

/** The address of the picture of a city around a position. */
export const cityPictureUrl = ({ lat, lng }: Position, picture: CityPicture): string =>
  `/pictures/cities/${roundCity(lat)},${roundCity(lng)}/${picture}.svg?v=${pictureVersion}`

/** The address of the picture of a car park's surroundings, with a dotted line to where the driver wants to go. */
export function parkPictureUrl(
  { id, lat, lng }: Position & { id: string },
  picture: ParkPicture,
  to: Position | undefined,
): string {
  const goal = to === undefined ? '' : `&to=${roundPark(to.lat)},${roundPark(to.lng)}`
  // A car park that is moved has another address.
  return `/pictures/parks/${id}/${picture}.svg?v=${pictureVersion}&at=${roundPark(lat)},${roundPark(lng)}${goal}`
}

const metres_per_degree = 111_195

/** Where a point is in the picture beside the headline, as shares of its width and height from the top left. */
export function placeOnHero(centre: Position, { lat, lng }: Position): { x: number; y: number } {
  const middle = { lat: Number(roundCity(centre.lat)), lng: Number(roundCity(centre.lng)) }
  const { width, height } = cityPictures.hero
  const east_m = (lng - middle.lng) * metres_per_degree * Math.cos((middle.lat * Math.PI) / 180)
  const north_m = (lat - middle.lat) * metres_per_degree
  return { x: 0.5 + east_m / heroScale_m / width, y: 0.5 - north_m / heroScale_m / height }
}
