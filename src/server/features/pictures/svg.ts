import type { Point } from '#server/geo.ts'
import type { Vector } from './geometry.ts'

const metres_per_degree = 111_195

/** Metres from a centre to a position near it, east and south. */
export const locate = (centre: Point, { lat, lng }: Point): Vector => [
  (lng - centre.lng) * metres_per_degree * Math.cos((centre.lat * Math.PI) / 180),
  (centre.lat - lat) * metres_per_degree,
]

/** The degrees that metres in each direction are at a latitude. */
export const degreesOf = ({ lat }: Point, metres: number): { lat: number; lng: number } => ({
  lat: metres / metres_per_degree,
  lng: metres / metres_per_degree / Math.max(0.01, Math.cos((lat * Math.PI) / 180)),
})

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)

interface Svg {
  /** In CSS pixels. */
  width: number
  height: number
  units: { width: number; height: number }
  style: string
  content: readonly string[]
}

/** A picture that fills its box, cut where the box has another form. */
export const writeSvg = ({ width, height, units, style, content }: Svg): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${units.width} ${units.height}" ` +
  `preserveAspectRatio="xMidYMid slice"><style>${style}</style>${content.join('')}</svg>`
