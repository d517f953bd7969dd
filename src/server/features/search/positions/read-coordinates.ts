import type { Point } from '#server/geo.ts'

/** Marks and words that mean the same, in both languages; `O` is « ouest ». Words come before the letters in them. */
const spellings: [RegExp, string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018\u2019\u02b9\u02bc\u00b4`\u2032]/g, "'"],
  [/[\u201c\u201d\u02ba\u2033]|''/g, '"'],
  [/[\u00ba\u02da]/g, '°'],
  [/[()[\]{}]/g, ' '],
  [/\b(?:latitude|lat)\b\.?\s*[:=]?/gi, '@'],
  [/\b(?:longitude|long|lng|lon)\b\.?\s*[:=]?/gi, '#'],
  [/\b(?:north|nord)\b/gi, 'N'],
  [/\b(?:south|sud)\b/gi, 'S'],
  [/\b(?:east|est)\b/gi, 'E'],
  [/\b(?:west|ouest)\b/gi, 'W'],
  [/\b(?:degrees?|degrés?|deg)(?![a-zé])/gi, '°'],
  [/(?<=\d)\s*(?:minutes?|min)\b/gi, "'"],
  [/(?<=\d)\s*(?:seconde?s?|sec)\b/gi, '"'],
  [/\s+/g, ' '],
]

/** `@` marks a latitude, `#` a longitude. */
const label = '(?<label_>[@#])? ?'
const hemisphere = '(?<hemisphere_>[NSEWO])?'
const sign = '(?<sign_>[+-])? ?'
const decimal = String.raw`(?<degrees_>\d{1,3}(?:\.\d+)?)(?<mark_> ?°)?`
const minutes = String.raw`(?<degrees_>\d{1,3})(?<mark_> ?[°d:]| (?=\d)) ?(?<minutes_>\d{1,2}(?:\.\d+)?)`
const seconds = String.raw`(?: ?['m:] ?| (?=\d))(?<seconds_>\d{1,2}(?:\.\d+)?) ?["s]?`

const between = String.raw`(?<between> ?[,;/] ?| (?=[-+@#NSEWO\d])|(?=[-+@#NSEWO])|(?<=[°'"NSEWO]))`

/** Both numbers in one form, with the hemispheres before or after them. */
const pairs = (number: string): RegExp[] =>
  [`${label}${hemisphere} ?${sign}${number}`, `${label}${sign}${number} ?${hemisphere}`].map((side) => {
    const [first, second] = [1, 2].map((n) => side.replaceAll('_>', `_${n}>`))
    return new RegExp(`^ ?${first}${between}${second} ?[.,;]?$`, 'i')
  })

/** Degrees, then degrees with minutes, then with seconds. */
const forms = [decimal, `${minutes} ?['m]?`, `${minutes}${seconds}`].flatMap((number) => pairs(number))

/**
 * Returns the position that a text consists of: decimal degrees, or degrees with minutes and seconds, with signs or
 * hemispheres, decimal points or commas, the latitude first unless the text says otherwise. Undefined for all other
 * texts, and for numbers that are on no map.
 */
export function readCoordinates(text: string): Point | undefined {
  const plain = spellings.reduce((read, [pattern, mark]) => read.replaceAll(pattern, mark), text.trim())
  const hasCommas = /\d,\d/.test(plain) && !/\d\.\d/.test(plain)
  return (hasCommas ? readPair(plain.replaceAll(/(\d+),(\d+)/g, '$1.$2')) : undefined) ?? readPair(plain)
}

type Axis = 'lat' | 'lng'
interface Side {
  value: number
  axis: Axis | undefined
  isMarked: boolean
  hasFraction: boolean
}

function readPair(text: string): Point | undefined {
  for (const form of forms) {
    const groups = form.exec(text)?.groups
    if (groups === undefined) continue
    const [first, second] = [readSide(groups, 1), readSide(groups, 2)]
    if (first === undefined || second === undefined || !areDegrees([first, second], groups['between'])) continue
    const point = toPoint(first, second)
    if (point !== undefined) return point
  }
  return undefined
}

/** Returns one of the two numbers in degrees; undefined when its sign contradicts its hemisphere, or it has 60 minutes. */
function readSide(groups: Record<string, string | undefined>, n: 1 | 2): Side | undefined {
  const part = (name: string) => groups[`${name}_${n}`]
  const hemisphere = part('hemisphere')?.toUpperCase()
  const [minutes, seconds] = [Number(part('minutes') ?? 0), Number(part('seconds') ?? 0)]
  if (minutes >= 60 || seconds >= 60) return undefined
  const isNegative = part('sign') === '-'
  if (isNegative && (hemisphere === 'N' || hemisphere === 'E')) return undefined
  const degrees = Number(part('degrees')) + minutes / 60 + seconds / 3_600
  const ofHemisphere = hemisphere === undefined ? undefined : hemisphere === 'N' || hemisphere === 'S' ? 'lat' : 'lng'
  const ofLabel = part('label') === undefined ? undefined : part('label') === '@' ? 'lat' : 'lng'
  if (ofLabel !== undefined && ofHemisphere !== undefined && ofLabel !== ofHemisphere) return undefined
  return {
    value: isNegative || hemisphere === 'S' || hemisphere === 'W' || hemisphere === 'O' ? -degrees : degrees,
    axis: ofHemisphere ?? ofLabel,
    isMarked: hemisphere !== undefined || ofLabel !== undefined || part('mark')?.includes('°') === true,
    hasFraction: part('degrees')!.includes('.'),
  }
}

/** Whether two numbers are meant as degrees: house numbers and dates are not, unless something marks them. */
function areDegrees(sides: readonly [Side, Side], between: string | undefined): boolean {
  if (sides.every(({ isMarked }) => isMarked)) return true
  const isListed = /[,;/]/.test(between ?? '')
  return isListed ? sides.some(({ hasFraction }) => hasFraction) : sides.every(({ hasFraction }) => hasFraction)
}

function toPoint(first: Side, second: Side): Point | undefined {
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const isNamed = first.axis !== undefined || second.axis !== undefined
  const isSwapped = first.axis === 'lng' || second.axis === 'lat'
  const straight = { lat: first.value, lng: second.value }
  const swapped = { lat: second.value, lng: first.value }
  // GeoJSON and some maps put the longitude first, which shows where it is no latitude with roads.
  const isReversed = !isNamed && (Math.abs(straight.lat) > 90 || straight.lat < southernmostRoad)
  const tried = isNamed ? [isSwapped ? swapped : straight] : isReversed ? [swapped, straight] : [straight]
  const found = tried.find((point) => Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180)
  return found && { lat: round(found.lat), lng: round(found.lng) }
}

/** All that is south of it is Antarctica. */
const southernmostRoad = -60

/** To seven decimals, about a centimetre; never -0. */
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7 + 0
