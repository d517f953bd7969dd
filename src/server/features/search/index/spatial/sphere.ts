import type { Point } from '#server/features/search/index/types.ts'

/** The mean radius of the Earth in metres (IUGG). */
const radius_m = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Half way round: nothing is farther. */
export const farthest_m = 2 * radius_m * Math.asin(1)

/** Metres of a haversine: of the square of the half chord, on a sphere of radius 1. */
export const metresOf = (haversine: number): number => 2 * radius_m * Math.asin(Math.min(1, Math.sqrt(haversine)))

export function toSphere(lat: number, lng: number): [number, number, number] {
  const cos = Math.cos(radians(lat))
  return [cos * Math.cos(radians(lng)), cos * Math.sin(radians(lng)), Math.sin(radians(lat))]
}

/** What rounding may move a half chord by, and far more. */
const slack = 1e-13
/** A square of a chord that is surely greater, or surely less, than that of all that is as far as `distance_m`. */
export const chord2Above = (distance_m: number): number => 4 * (halfChord(distance_m) + slack) ** 2
export const chord2Below = (distance_m: number): number => 4 * Math.max(0, halfChord(distance_m) - slack) ** 2
const halfChord = (distance_m: number) =>
  distance_m >= farthest_m ? 1 : Math.sin(Math.max(0, distance_m) / (2 * radius_m))

/** How far a chord reaches on a meridian, and a hair more. */
export const degreesOf = (chord2: number): number =>
  (2 * Math.asin(Math.min(1, Math.sqrt(chord2) / 2)) * 180) / Math.PI + 1e-9

/**
 * A point that distances are measured from. Nodes of the tree are judged by straight lines through the sphere: these
 * order as great circles do, and know neither poles nor ±180°. Parks are measured by the haversine formula itself.
 */
export class Origin {
  readonly #lat: number
  readonly #lng: number
  readonly #cos: number
  readonly #x: number
  readonly #y: number
  readonly #z: number

  constructor({ lat, lng }: Point) {
    this.#lat = lat
    this.#lng = lng
    this.#cos = Math.cos(radians(lat))
    ;[this.#x, this.#y, this.#z] = toSphere(lat, lng)
  }

  haversine(lat: number, lng: number): number {
    const sinLat = Math.sin(radians(lat - this.#lat) / 2)
    const sinLng = Math.sin(radians(lng - this.#lng) / 2)
    return sinLat * sinLat + this.#cos * Math.cos(radians(lat)) * (sinLng * sinLng)
  }

  /** The square of the chord to the nearest point of a box in x, y, z (least and most of each), six numbers from `at`. */
  nearestChord2(boxes: Float64Array, at: number): number {
    const x = outside(this.#x, boxes[at]!, boxes[at + 1]!)
    const y = outside(this.#y, boxes[at + 2]!, boxes[at + 3]!)
    const z = outside(this.#z, boxes[at + 4]!, boxes[at + 5]!)
    return x * x + y * y + z * z
  }

  /** The same to the farthest point. */
  farthestChord2(boxes: Float64Array, at: number): number {
    const x = Math.max(this.#x - boxes[at]!, boxes[at + 1]! - this.#x)
    const y = Math.max(this.#y - boxes[at + 2]!, boxes[at + 3]! - this.#y)
    const z = Math.max(this.#z - boxes[at + 4]!, boxes[at + 5]! - this.#z)
    return x * x + y * y + z * z
  }
}

const outside = (value: number, least: number, most: number) =>
  value < least ? least - value : value > most ? value - most : 0
