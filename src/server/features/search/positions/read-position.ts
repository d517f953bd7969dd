import type { Point } from '#server/geo.ts'
import { readPlusCode } from './plus-code.ts'
import { readCoordinates } from './read-coordinates.ts'
import { readMapLink, type LinkedPlace } from './read-map-link.ts'

/**
 * What a typed or pasted text says of a position: the point, a short plus code with its locality, or the name of a place
 * that a link has. Null for a map link without any; undefined for a text that is only words.
 */
export const readPosition = (text: string): LinkedPlace | null | undefined => {
  const linked = readMapLink(text)
  return linked === undefined ? (readCoordinates(text) ?? readPlusCode(text)) : linked
}

/** As shown to readers: "43.64261, -79.38706". */
export const formatPosition = ({ lat, lng }: Point): string => `${formatDegrees(lat)}, ${formatDegrees(lng)}`

const formatDegrees = (degrees: number) => String(Math.round(degrees * 1e5) / 1e5 + 0)
