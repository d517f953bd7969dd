import { normalizePlate } from '#contract/vehicles/plates.ts'

/** One read of a number plate, whatever camera made it. */
export interface PlateRead {
  /** The camera's own name for the read. */
  read_id: string
  /** Which camera, where one system sends for several. */
  camera: string | null
  /** The camera's own name for the car on this drive, which it reads more than once. */
  car_id: string | null
  direction: 'in' | 'out' | 'unknown'
  /** By the camera's clock. */
  at: Date | null
  /** In capitals, without spaces and signs; empty where nothing could be read. */
  plate_key: string
  /** 0 to 1. */
  confidence: number | null
  region: string | null
  /** Other readings, likeliest first, as `plate_key`. */
  candidates: string[]
}

const mostCandidates = 10
const longestPlate = 12

/** A read plate as it is compared: cameras write points, hyphens and spaces as they like. Empty for none. */
export function toReadPlate(text: unknown): string {
  if (typeof text !== 'string' || text.length > 100) return ''
  const plate = normalizePlate(text)
  return plate.length <= longestPlate ? plate : ''
}

export function toCandidates(texts: readonly unknown[], plate_key: string): string[] {
  const plates = new Set(texts.slice(0, 50).map((text) => toReadPlate(text)))
  return [...plates].filter((plate) => plate !== '' && plate !== plate_key).slice(0, mostCandidates)
}
