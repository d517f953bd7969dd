import { formatWholeLength, type LengthUnit, lengthUnits_m } from '#contract/lengths.ts'
import { parkPictures, type ParkPicture, surroundings_m } from '#contract/pictures/pictures.ts'
import type { Point } from '#server/geo.ts'
import { writeColours } from './colours.ts'
import {
  clipLine,
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

export interface SurroundingsDrawing {
  park: Point & { area_m2: number | null }
  picture: ParkPicture
  /** Where drivers enter, as far as it is known. */
  entrances: readonly Point[]
  /** Other car parks. */
  neighbours: readonly Point[]
  /** What is known nearby, the most important first; shown where there are no streets. */
  landmarks: readonly (Point & { name: string })[]
  /** Where the driver wants to go. */
  to: Point | undefined
  /** Whether distances are in feet. */
  isImperial: boolean
}

/** Units of the drawing for a CSS pixel. */
const fineness = 4
const zoom = { streets: 14, basemap: 8 }
/** With fewer metres of streets around a car park, it is shown without streets. */
const leastStreets_m = 150

interface Paper {
  frame: Frame
  scale_m: number
  toUnits: (at: Vector) => Vector
  picture: ParkPicture
}

/**
 * Draws what surrounds a car park, to scale: its streets, water and parks within 230 m, or, where we have no streets, coast,
 * neighbours and landmarks within 1 km with a scale bar.
 */
export async function drawSurroundings(drawing: SurroundingsDrawing): Promise<string> {
  const { park, picture } = drawing
  const { width, height } = parkPictures[picture]
  const paperOf = (reach_m: number): Paper => {
    const scale_m = (2 * reach_m) / height
    const frame = frameAround((width / 2) * scale_m, reach_m)
    const toUnits = ([x, y]: Vector): Vector => [
      ((x - frame.left) / scale_m) * fineness,
      ((y - frame.top) / scale_m) * fineness,
    ]
    return { frame, scale_m, toUnits, picture }
  }
  const near = paperOf(surroundings_m.streets)
  // Roads are wider than their line: what lies just outside still shows.
  const streets = await readShapes('streets', zoom.streets, park, widen(near.frame, 14))
  const around = frameAround(surroundings_m.streets, surroundings_m.streets)
  const roads = streets.filter(({ layer, class: kind }) => layer === 'roads' && kind !== 'path')
  const known_m = roads
    .flatMap(({ lines }) => lines.flatMap((line) => clipLine(line, around)))
    .reduce((sum, line) => sum + lengthOf(line), 0)
  const hasStreets = known_m >= leastStreets_m
  const paper = hasStreets ? near : paperOf(surroundings_m.wide)
  const content = hasStreets ? drawStreets(streets, paper) : await drawLandscape(drawing, paper)
  return writeSvg({
    width,
    height,
    units: { width: width * fineness, height: height * fineness },
    style: styleOf(paper),
    content: [
      ...content,
      drawNeighbours(drawing, paper),
      drawGoal(drawing, paper),
      drawPark(drawing, paper),
      ...(hasStreets && picture === 'small' ? [] : [drawScale(drawing, paper)]),
    ],
  })
}

const widen = ({ left, top, right, bottom }: Frame, by: number): Frame => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

/** Classes of roads from the lowest to the highest, with their width in metres and their colour. */
const roadTiers = [
  { id: 'v', classes: ['service'], width_m: 5, fill: 'map-road', edge: 'map-road-edge' },
  { id: 'r', classes: ['residential'], width_m: 10, fill: 'map-road', edge: 'map-road-edge' },
  { id: 't', classes: ['tertiary'], width_m: 13, fill: 'map-road', edge: 'map-road-edge' },
  { id: 's', classes: ['primary', 'secondary'], width_m: 17, fill: 'map-main-road', edge: 'map-main-road-edge' },
  { id: 'm', classes: ['motorway', 'trunk'], width_m: 20, fill: 'map-motorway', edge: 'map-motorway-edge' },
] as const

const linesOf = (shapes: readonly Shape[], filter: (shape: Shape) => boolean): Line[] =>
  shapes.filter(filter).flatMap(({ lines }) => lines)

function drawStreets(shapes: readonly Shape[], paper: Paper): string[] {
  const { scale_m, toUnits } = paper
  const toPath = (lines: readonly Line[], isClosed = false) =>
    writePath(
      lines.map((line) => simplifyLine(line, 0.3 * scale_m)),
      toUnits,
      isClosed,
    )
  const areas = (layer: string) =>
    toPath(
      linesOf(shapes, (shape) => shape.layer === layer),
      true,
    )
  const tiers = roadTiers.map(({ id, classes }) => {
    const isOfTier = (shape: Shape) => shape.layer === 'roads' && (classes as readonly string[]).includes(shape.class)
    const toTier = (isLink: boolean) => toPath(joinLines(linesOf(shapes, (s) => isOfTier(s) && s.isLink === isLink)))
    return { id, path: toTier(false), ramps: toTier(true) }
  })
  const shown = tiers.flatMap(({ id, path, ramps }) => [
    ...(ramps === '' ? [] : [{ id: `${id}k`, path: ramps }]),
    ...(path === '' ? [] : [{ id, path }]),
  ])
  const paths = toPath(joinLines(linesOf(shapes, (shape) => shape.class === 'path')))
  return [
    area('g', areas('parks')),
    area('w', areas('water')),
    area('f', paths),
    `<defs>${shown.map(({ id, path }) => `<path id="${id}" d="${path}"/>`).join('')}</defs>`,
    ...shown.map(({ id }) => `<use href="#${id}" class="e ${id}"/>`),
    ...shown.map(({ id }) => `<use href="#${id}" class="${id}"/>`),
    ...(paper.picture === 'small' ? [] : [drawNames(shapes, paper)]),
  ]
}

const area = (style: string, data: string): string => (data === '' ? '' : `<path class="${style}" d="${data}"/>`)

const mostNames = 14
/** Width of a letter, as a share of its size. */
const letter = 0.56
const nameSize_px = 11

/** Names of streets along them, where a straight part has room, each once. */
function drawNames(shapes: readonly Shape[], { scale_m, toUnits, frame, picture }: Paper): string {
  const named = Map.groupBy(
    shapes.filter(({ layer, name, isLink }) => layer === 'roads' && name !== '' && !isLink),
    ({ name }) => name,
  )
  const inner = widen(frame, -6 * scale_m)
  const found = [...named].flatMap(([name, roads]) => {
    const straight = joinLines(roads.flatMap(({ lines }) => lines))
      .flatMap((line) => clipLine(simplifyLine(line, 1.5 * scale_m), inner))
      .flatMap((line) => line.slice(1).map((to, n): [Vector, Vector] => [line[n]!, to]))
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
    const width_m = name.length * letter * nameSize_px * scale_m
    return straight === undefined || lengthOf(straight) < width_m * 1.1 ? [] : [{ name, straight, width_m }]
  })
  // The car park's sign and the scale bar.
  const taken: { at: Vector; width_m: number }[] = [
    { at: [0, 0], width_m: 50 * scale_m },
    {
      at: [(picture === 'wide' ? wideBar_px - 55 : frame.right / scale_m - 70) * scale_m, frame.bottom - 14 * scale_m],
      width_m: 110 * scale_m,
    },
  ]
  const placed: string[] = []
  for (const { name, straight, width_m } of found.toSorted((a, b) => lengthOf(b.straight) - lengthOf(a.straight))) {
    const [from, to] = straight[0][0] <= straight[1][0] ? straight : straight.toReversed()
    const length = lengthOf(straight)
    // Beside a name that is already there, or the car park itself, it moves along the street.
    const share = [0.5, 0.3, 0.7].find((candidate) => {
      const room = Math.min(candidate, 1 - candidate) * length
      const at = along(from!, to!, candidate)
      return room >= width_m / 2 && taken.every((other) => distance(at, other.at) > (width_m + other.width_m) / 2)
    })
    if (share === undefined || placed.length >= mostNames) continue
    const at = along(from!, to!, share)
    taken.push({ at, width_m })
    const angle = (Math.atan2(to![1] - from![1], to![0] - from![0]) * 180) / Math.PI
    const [x, y] = toUnits(at).map(Math.round)
    placed.push(
      `<text text-anchor="middle" transform="translate(${x} ${y})rotate(${Math.round(angle)})" dy=".36em">${escapeText(name)}</text>`,
    )
  }
  return placed.join('')
}

const along = ([ax, ay]: Vector, [bx, by]: Vector, share: number): Vector => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
]
const distance = ([ax, ay]: Vector, [bx, by]: Vector) => Math.hypot(ax - bx, ay - by)

/** Where there are no streets: coast, and landmarks with their names. */
async function drawLandscape({ park, landmarks }: SurroundingsDrawing, paper: Paper): Promise<string[]> {
  const { frame, scale_m, toUnits, picture } = paper
  const ground = await readShapes('basemap', zoom.basemap, park, frame)
  const land = linesOf(ground, ({ layer }) => layer === 'land').map((line) => simplifyLine(line, 0.5 * scale_m))
  const isInside = ([x, y]: Vector) =>
    x > frame.left + 8 * scale_m && x < frame.right - 8 * scale_m && Math.abs(y) < frame.bottom - 12 * scale_m
  const size = nameSize_px * scale_m
  const taken: { at: Vector; width_m: number }[] = [{ at: [0, 0], width_m: 44 * scale_m }]
  const marks = landmarks
    .map((landmark) => ({ ...landmark, at: locate(park, landmark) }))
    .filter(({ at }) => isInside(at))
    .slice(0, picture === 'small' ? 8 : 40)
    .map(({ name, at }) => {
      const [x, y] = toUnits(at).map(Math.round) as [number, number]
      const mark = `<path class="l" d="M${x} ${y}h0"/>`
      const width_m = (name.length * letter * nameSize_px + 12) * scale_m
      const middle: Vector = [at[0] + width_m / 2, at[1]]
      const isFree = taken.every(
        (other) =>
          Math.abs(middle[1] - other.at[1]) > size * 1.6 ||
          Math.abs(middle[0] - other.at[0]) > (width_m + other.width_m) / 2,
      )
      if (picture === 'small' || !isFree || at[0] + width_m > frame.right) return mark
      taken.push({ at: middle, width_m })
      return `${mark}<text x="${x + 8 * fineness}" y="${y}" dy=".36em">${escapeText(name)}</text>`
    })
  return [
    `<path class="w" d="M0 0h${parkPictures[picture].width * fineness}v${parkPictures[picture].height * fineness}H0z"/>`,
    area('d', writePath(land, toUnits, true)),
    ...marks,
  ]
}

const mostNeighbours = 60

function drawNeighbours({ park, neighbours }: SurroundingsDrawing, { frame, scale_m, toUnits }: Paper): string {
  const data = neighbours
    .map((neighbour) => locate(park, neighbour))
    // One that would lie under this car park's own mark.
    .filter((at) => distance(at, [0, 0]) > 9 * scale_m)
    .filter(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom)
    .slice(0, mostNeighbours)
    .map((at) => `M${toUnits(at).map(Math.round).join(' ')}h0`)
    .join('')
  return area('n', data)
}

/** A dotted line from the entrance to where the driver wants to go, or to the edge in its direction. */
function drawGoal({ park, entrances, to }: SurroundingsDrawing, { frame, scale_m, toUnits }: Paper): string {
  if (to === undefined) return ''
  const start: Vector = entrances[0] === undefined ? [0, 0] : locate(park, entrances[0])
  const goal = locate(park, to)
  if (distance(start, goal) < 14 * scale_m) return ''
  const inner = widen(frame, -7 * scale_m)
  const [line] = clipLine([start, goal], inner)
  if (line === undefined) return ''
  const end = line.at(-1)!
  const [x, y] = toUnits(end).map(Math.round) as [number, number]
  const isInside = distance(end, goal) < scale_m
  const angle = Math.round((Math.atan2(goal[1] - start[1], goal[0] - start[0]) * 180) / Math.PI)
  const mark = isInside
    ? `<circle class="z" cx="${x}" cy="${y}" r="${4.5 * fineness}"/>`
    : `<path class="h" transform="translate(${x} ${y})rotate(${angle})" d="M-22-20 10 0-22 20"/>`
  return `<path class="k" d="${writePath([line], toUnits)}"/>${mark}`
}

/** The car park: its area to scale where it is known, its entrances, and its sign. */
function drawPark({ park, entrances }: SurroundingsDrawing, { scale_m, toUnits, picture }: Paper): string {
  const [x, y] = toUnits([0, 0]).map(Math.round) as [number, number]
  const factor = picture === 'small' ? 1 : 1.25
  const sign = `<g transform="translate(${x} ${y})scale(${factor})"><path class="S" d="M-36-28a8 8 0 0 1 8-8h56a8 8 0 0 1 8 8v56a8 8 0 0 1-8 8h-56a8 8 0 0 1-8-8z"/><path class="P" d="M-9 22v-44h14a13 13 0 0 1 0 26h-14"/></g>`
  const area_px = park.area_m2 === null ? 0 : Math.sqrt(park.area_m2 / Math.PI) / scale_m
  const radius = Math.max(area_px, 15 * factor) * fineness
  const doors = entrances
    .map((entrance) => locate(park, entrance))
    // On the sign itself it would only hide the letter.
    .filter((at) => distance(at, [0, 0]) > 9 * factor * scale_m)
    .map((at) => {
      const [doorX, doorY] = toUnits(at).map(Math.round) as [number, number]
      return `<circle class="i" cx="${doorX}" cy="${doorY}" r="${3.5 * fineness}"/>`
    })
  return `<circle class="${area_px > 15 * factor ? 'a' : 'c'}" cx="${x}" cy="${y}" r="${Math.round(radius)}"/>${sign}${doors.join('')}`
}

const labelsIn = (unit: LengthUnit, lengths: readonly number[]) =>
  lengths.map((length) => ({ length_m: length * lengthUnits_m[unit], label: formatWholeLength(length, unit) }))
const bars = {
  metric: labelsIn('m', [50, 100, 200, 500]),
  imperial: labelsIn('ft', [200, 500, 1_000, 2_000]),
}

/** A bar as long as a round distance. */
function drawScale({ isImperial }: SurroundingsDrawing, { scale_m, picture }: Paper): string {
  const most_px = picture === 'small' ? 40 : 110
  const known = bars[isImperial ? 'imperial' : 'metric']
  const { length_m, label } = known.findLast((bar) => bar.length_m / scale_m <= most_px) ?? known[0]!
  const length = Math.round((length_m / scale_m) * fineness)
  const { width, height } = parkPictures[picture]
  // The sides of a small picture are cut off on phones.
  const [side, foot] = picture === 'small' ? [12, 6] : [12, 12]
  const [right, y] = [(width - side) * fineness, (height - foot) * fineness]
  // The sides of a wide picture are cut off on narrower screens.
  const end = picture === 'wide' ? (width / 2 + wideBar_px) * fineness : right
  return (
    `<path class="b" d="M${end - length} ${y - 16}v16h${length}v-16"/>` +
    `<text class="b" text-anchor="middle" x="${end - length / 2}" y="${y - 8}">${label}</text>`
  )
}

/** From the middle of a wide picture to the end of its scale bar. */
const wideBar_px = 290

const px = (value: number) => `${Math.round(value * fineness * 10) / 10}px`

function styleOf({ scale_m, picture }: Paper): string {
  const road = ({ id, width_m, fill, edge }: (typeof roadTiers)[number], factor: number, suffix: string) => {
    const width = Math.max(1.2, (width_m * factor) / scale_m)
    return (
      `.${id}${suffix}{stroke:var(--${fill});stroke-width:${px(width)}}` +
      `.e.${id}${suffix}{stroke:var(--${edge});stroke-width:${px(width + (picture === 'small' ? 1.4 : 2))}}`
    )
  }
  const colours = [
    ...(['map-land', 'map-block', 'map-road', 'map-road-edge', 'map-main-road', 'map-main-road-edge'] as const),
    ...(['map-motorway', 'map-motorway-edge', 'map-water', 'map-park', 'ink', 'ink-2', 'act', 'on-act'] as const),
  ]
  return (
    `${writeColours(colours)}svg{background:var(--map-land)}` +
    `path,use{fill:none;stroke-linejoin:round;stroke-linecap:round}` +
    `.g{fill:var(--map-park)}.w{fill:var(--map-water)}.d{fill:var(--map-land)}` +
    `.f{stroke:var(--map-road-edge);stroke-width:${px(1)};stroke-dasharray:${px(2.5)} ${px(2.5)}}` +
    roadTiers.map((tier) => road(tier, 1, '') + road(tier, 0.5, 'k')).join('') +
    `.n{stroke:var(--act);stroke-width:${px(picture === 'small' ? 5 : 8)};opacity:.45}` +
    `.c{fill:var(--act);opacity:.16}.a{fill:var(--act);fill-opacity:.14;stroke:var(--act);stroke-width:${px(1)}}` +
    `.S{fill:var(--act);stroke:var(--map-land);stroke-width:${px(1.5)}}.P{stroke:var(--on-act);stroke-width:10px;stroke-linecap:butt}` +
    `.i{fill:var(--map-road);stroke:var(--act);stroke-width:${px(2.5)}}` +
    `.k{stroke:var(--ink);stroke-width:${px(picture === 'small' ? 2 : 3)};stroke-dasharray:0 ${px(picture === 'small' ? 4.5 : 7)}}` +
    `.z{fill:var(--ink);stroke:var(--map-land);stroke-width:${px(2)}}.h{stroke:var(--ink);stroke-width:${px(2)}}` +
    `.l{stroke:var(--ink-2);stroke-width:${px(picture === 'small' ? 3 : 5)};opacity:.7}` +
    `text{font:500 ${px(nameSize_px)} Inter,system-ui,sans-serif;fill:var(--ink-2);paint-order:stroke;stroke:var(--map-land);stroke-width:${px(2.5)};stroke-linejoin:round}` +
    `path.b{stroke:var(--ink-2);stroke-width:${px(1.5)};stroke-linecap:butt}text.b{font-size:${px(picture === 'small' ? 8 : 11)}}`
  )
}
