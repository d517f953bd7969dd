import type { Point } from '../types.ts'

/** The mean radius of the Earth in metres (IUGG). */
const radius_m = 6_371_008.8

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Half the circumference: the greatest possible distance. */
export const farthest_m = 2 * radius_m * Math.asin(1)

/** Converts a haversine (the squared half chord on the unit sphere) to metres. */
export const metresOf = (haversine: number): number => 2 * radius_m * Math.asin(Math.min(1, Math.sqrt(haversine)))

export function toSphere(lat: number, lng: number): [number, number, number] {
  const cos = Math.cos(radians(lat))
  return [cos * Math.cos(radians(lng)), cos * Math.sin(radians(lng)), Math.sin(radians(lat))]
}

/** Tolerance of a half chord, well above rounding errors. */
const slack = 1e-13
/** Squared chords that are certainly greater, or less, than those of points `distance_m` away. */
export const chord2Above = (distance_m: number): number => 4 * (halfChord(distance_m) + slack) ** 2
export const chord2Below = (distance_m: number): number => 4 * Math.max(0, halfChord(distance_m) - slack) ** 2
const halfChord = (distance_m: number) =>
  distance_m >= farthest_m ? 1 : Math.sin(Math.max(0, distance_m) / (2 * radius_m))

/** Returns the degrees of latitude that a chord spans, rounded up slightly. */
export const degreesOf = (chord2: number): number =>
  (2 * Math.asin(Math.min(1, Math.sqrt(chord2) / 2)) * 180) / Math.PI + 1e-9

/**
 * A point to measure from. Tree nodes are compared by chords, which order like great circles and need no special case
 * at the poles or ±180°; parks by the haversine formula.
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

  /**
   * Returns the squared chord to the nearest point of a box in x, y, z: six numbers (minimum and maximum of each) from
   * `at`.
   */
  nearestChord2(boxes: Float64Array, at: number): number {
    const x = outside(this.#x, boxes[at]!, boxes[at + 1]!)
    const y = outside(this.#y, boxes[at + 2]!, boxes[at + 3]!)
    const z = outside(this.#z, boxes[at + 4]!, boxes[at + 5]!)
    return x * x + y * y + z * z
  }

  /** Returns the squared chord to the farthest point of a box. */
  farthestChord2(boxes: Float64Array, at: number): number {
    const x = Math.max(this.#x - boxes[at]!, boxes[at + 1]! - this.#x)
    const y = Math.max(this.#y - boxes[at + 2]!, boxes[at + 3]! - this.#y)
    const z = Math.max(this.#z - boxes[at + 4]!, boxes[at + 5]! - this.#z)
    return x * x + y * y + z * z
  }
}

const outside = (value: number, least: number, most: number) =>
  value < least ? least - value : value > most ? value - most : 0
