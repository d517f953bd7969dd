import { cityPictures, type CityPicture, heroScale_m } from '#contract/pictures/pictures.ts'
import type { Point } from '#server/geo.ts'
import { kerb, onNight2, writeColours } from './colours.ts'
import {
  type Frame,
  frameAround,
  joinLines,
  lengthOf,
  type Line,
  simplifyLine,
  type Vector,
  writePath,
} from './geometry.ts'
import { escapeText, locate, writeSvg } from './svg.ts'
import { readShapes, type Shape } from './tiles.ts'

export interface CityDrawing {
  centre: Point
  picture: CityPicture
  /** Car parks, of which the largest are shown if there are very many. */
  dots: readonly (Point & { capacity: number })[]
  /** Where there are no streets, what else a city is known by; the most important first. */
  places: readonly (Point & { kind: string; name: string })[]
}

/** Metres that a CSS pixel covers, with streets and without. */
const scales_m: Record<CityPicture, { streets: number; wide: number }> = {
  card: { streets: 13, wide: 44 },
  hero: { streets: heroScale_m, wide: heroScale_m },
  band: { streets: 8, wide: 24 },
}
/** Of a file before compression. */
const largest_bytes: Record<CityPicture, number> = { card: 10_000, hero: 20_000, band: 20_000 }
const mostDots = 420
/** Units of the drawing for a CSS pixel. */
const fineness = 2
/** With fewer metres of streets in the picture, it is a picture without streets. */
const leastStreets_m = 8_000
const zoom = { streets: 13, basemap: 8 }

/** Draws a city in ink: streets, kerb-yellow dots for its car parks by capacity, dark water. */
export async function drawCity({ centre, picture, dots, places }: CityDrawing): Promise<string> {
  const { width, height } = cityPictures[picture]
  const frameOf = (scale_m: number) => frameAround((width / 2) * scale_m, (height / 2) * scale_m)
  const streetScale_m = scales_m[picture].streets
  const streets = await readShapes('streets', zoom.streets, centre, frameOf(streetScale_m))
  const roads = streets.filter(({ layer }) => layer === 'roads')
  const hasStreets = roads.flatMap(({ lines }) => lines).reduce((sum, line) => sum + lengthOf(line), 0) > leastStreets_m
  const scale_m = hasStreets ? fitStreets(roads, streetScale_m, picture) : scales_m[picture].wide
  const frame = frameOf(scale_m)
  const joined = tiers.map(({ classes }) => joinRoads(roads, classes))
  const ground = await readShapes('basemap', zoom.basemap, centre, frame)
  const toUnits = ([x, y]: Vector): Vector => [
    ((x - frame.left) / scale_m) * fineness,
    ((y - frame.top) / scale_m) * fineness,
  ]
  const areas = (shapes: readonly Shape[], layer: string, tolerance_px: number) =>
    writePath(
      shapes
        .filter((shape) => shape.layer === layer)
        .flatMap(({ lines }) => lines)
        .map((line) => simplifyLine(line, tolerance_px * scale_m)),
      toUnits,
      true,
    )
  const yellow = drawDots(dots, { centre, frame, scale_m, toUnits, picture })
  const drawWith = (detail: Detail) =>
    writeSvg({
      width,
      height,
      units: { width: width * fineness, height: height * fineness },
      style: styleOf(picture),
      content: [
        path('l', areas(ground, 'land', detail.tolerance_px)),
        // The shores of lakes are too rough to lie beside streets.
        ...(hasStreets
          ? []
          : [
              path('w', areas(ground, 'lakes', 1) + areas(ground, 'lakes_hi', 1)),
              path('l', areas(ground, 'lake_islands', 1)),
            ]),
        ...(hasStreets
          ? [
              path('g', areas(streets, 'parks', 1)),
              path('w', areas(streets, 'water', detail.tolerance_px)),
              ...tiers.map((tier, n) => path(tier.style, drawRoads(joined[n]!, tier, detail, { scale_m, toUnits }))),
            ]
          : []),
        yellow,
        ...(hasStreets ? [] : [drawPlaces(places, { centre, frame, toUnits, picture })]),
      ],
    })
  let drawn = ''
  for (const detail of details) {
    drawn = drawWith(detail)
    if (Buffer.byteLength(drawn) <= largest_bytes[picture]) break
  }
  return drawn
}

interface Detail {
  tolerance_px: number
  /** Side streets shorter than this are left out. */
  least_px: number
}
/** From the finest; the first that is small enough is taken. */
const details: readonly Detail[] = [0, 4, 8, 14, 22, 34, 50, 80, 130, 1_000].map((least_px, n) => ({
  tolerance_px: 0.4 + n * 0.1,
  least_px,
}))

interface Tier {
  style: string
  classes: readonly string[]
  /** Whether short ones may be left out. */
  isMinor: boolean
}
const tiers: readonly Tier[] = [
  { style: 'a', classes: ['residential'], isMinor: true },
  { style: 'b', classes: ['tertiary'], isMinor: false },
  { style: 'c', classes: ['primary', 'secondary'], isMinor: false },
  { style: 'd', classes: ['motorway', 'trunk'], isMinor: false },
]

interface Paper {
  scale_m: number
  toUnits: (at: Vector) => Vector
}

const joinRoads = (roads: readonly Shape[], classes: readonly string[]): Line[] =>
  joinLines(roads.filter((road) => classes.includes(road.class) && !road.isLink).flatMap(({ lines }) => lines))

function drawRoads(joined: readonly Line[], { isMinor }: Tier, detail: Detail, { scale_m, toUnits }: Paper): string {
  const shown = isMinor ? joined.filter((line) => lengthOf(line) >= detail.least_px * scale_m) : joined
  return writePath(
    shown.map((line) => simplifyLine(line, detail.tolerance_px * scale_m)),
    toUnits,
  )
}

/** Comes closer where the streets of a city are known for its middle only; the picture of the headline has a fixed scale. */
function fitStreets(roads: readonly Shape[], scale_m: number, picture: CityPicture): number {
  if (picture === 'hero') return scale_m
  const reach_m = Math.max(...roads.flatMap(({ lines }) => lines.flatMap((line) => line.map(([x]) => Math.abs(x)))))
  return Math.max(scale_m / 4, Math.min(scale_m, (reach_m * 2) / cityPictures[picture].width))
}

const path = (style: string, data: string): string => (data === '' ? '' : `<path class="${style}" d="${data}"/>`)

/** Upper limits of capacity, and the diameter of a dot in CSS pixels on a card. */
const dotSizes = [
  [60, 2.6],
  [200, 3.8],
  [600, 5.4],
  [Infinity, 7.4],
] as const

type DotPaper = Paper & { centre: Point; frame: Frame; picture: CityPicture }

/** Lines without length and with round ends: the shortest way to write many dots. */
function drawDots(dots: CityDrawing['dots'], { centre, frame, toUnits, picture }: DotPaper): string {
  const shown = dots
    .map(({ capacity, ...at }) => ({ capacity, at: locate(centre, at) }))
    .filter(({ at: [x, y] }) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom)
    .toSorted((a, b) => b.capacity - a.capacity || a.at[0] - b.at[0] || a.at[1] - b.at[1])
    .slice(0, mostDots)
  const factor = (picture === 'card' ? 1 : 1.5) * fineness
  return dotSizes
    .map(([upTo, diameter], n) => {
      const least = n === 0 ? -1 : dotSizes[n - 1]![0]
      const places = shown.filter(({ capacity }) => capacity > least && capacity <= upTo)
      const data = places.map(({ at }) => `M${toUnits(at).map(Math.round).join(' ')}h0`).join('')
      return data === '' ? '' : `<path class="y" stroke-width="${diameter * factor}" d="${data}"/>`
    })
    .toReversed()
    .join('')
}

const airport = 'm0-9 2 7 8 5v2l-8-2v4l3 3v1l-5-1-5 1v-1l3-3v-4l-8 2v-2l8-5z'
const mostPlaces = 24
const mostNames = 9
/** Width of a letter of a name. */
const letter_units = 6.6 * fineness

/** Airports, landmarks, and their names where no text lies over the picture. */
function drawPlaces(
  places: CityDrawing['places'],
  { centre, frame, toUnits, picture }: Omit<DotPaper, 'scale_m'>,
): string {
  const inside = places
    .map((place) => ({ ...place, at: locate(centre, place) }))
    .filter(({ at: [x, y] }) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom)
    .slice(0, mostPlaces)
  const taken: Vector[] = []
  return inside
    .map(({ kind, name, at }) => {
      const [x, y] = toUnits(at).map(Math.round) as [number, number]
      const mark =
        kind === 'airport' ? `<path class="p" d="M${x} ${y}${airport}"/>` : `<path class="o" d="M${x} ${y}h0"/>`
      const isFree = taken.every(([otherX, otherY]) => Math.abs(y - otherY) > 34 || Math.abs(x - otherX) > 260)
      const isCut = x + 14 + name.length * letter_units > cityPictures[picture].width * fineness
      if (picture !== 'hero' || !isFree || isCut || taken.length >= mostNames) return mark
      taken.push([x, y])
      return `${mark}<text x="${x + 14}" y="${y + 8}">${escapeText(name)}</text>`
    })
    .join('')
}

/** Ink: the same drawing in both themes, on the night of each. */
const styleOf = (picture: CityPicture): string => {
  const width = (card: number, large: number) => `stroke-width:${(picture === 'card' ? card : large) * fineness}px`
  return (
    `${writeColours(['night'])}svg{background:color-mix(in srgb,var(--night),#000 38%)}` +
    `path{fill:none;stroke-linejoin:round}.l{fill:var(--night)}.g{fill:#12291f}.w{fill:#0a1a33}` +
    `.a{stroke:#33415f;${width(0.5, 1)}}.b{stroke:#4a5a80;${width(0.7, 1.5)}}` +
    `.c{stroke:#7484ad;${width(1, 2.2)}}.d{stroke:#8d9cc2;${width(1.4, 3)}}` +
    `.y{stroke:${kerb};stroke-linecap:round}.p{fill:${onNight2}}` +
    `.o{stroke:${onNight2};stroke-linecap:round;stroke-width:${3 * fineness}px;opacity:.7}` +
    `text{font:500 ${11 * fineness}px Inter,system-ui,sans-serif;fill:${onNight2};opacity:.75}`
  )
}
