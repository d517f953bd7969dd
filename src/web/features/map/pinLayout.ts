/** Position and size of a pin on the screen, in pixels. */
export interface Spot {
  x: number
  y: number
  width: number
  /** Centred on its point rather than above it. */
  round: boolean
}

/** Shown with its label, as a dot, or hidden: then the index of the pin that counts it. */
export type PinForm = 'label' | 'dot' | number

export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

export const labelHeight_px = 38
/** Size of a dot's touch target. */
export const dot_px = 28

/**
 * Lays out pins in order: a pin whose label would overlap an earlier pin becomes a dot; if the dot would overlap too,
 * the pin is counted with the first pin in its way. No two touch targets overlap.
 */
export function layOutPins(spots: readonly Spot[]): PinForm[] {
  const placed: { area: Area; at: number }[] = []
  return spots.map((spot, at) => {
    const wide = areaOf(spot)
    if (!placed.some(({ area }) => overlap(area, wide))) {
      placed.push({ area: wide, at })
      return 'label'
    }
    const small = around(spot, dot_px)
    const obstacle = placed.find(({ area }) => overlap(area, small))
    if (obstacle !== undefined) return obstacle.at
    // A cluster cannot become smaller.
    if (spot.round) return placed.find(({ area }) => overlap(area, wide))!.at
    placed.push({ area: small, at })
    return 'dot'
  })
}

/** What can be pressed of a target (WCAG 2.2, 2.5.8: 24 px), and what the rounding of the two positions may take of it. */
const least_px = 24 + 1

/**
 * Whether the edges of the frame and what lies over the map leave too little of a pin to press; not of one that is wholly
 * outside.
 */
export function isCovered(spot: Spot, form: 'label' | 'dot', frame: Area, over: readonly Area[]): boolean {
  const area = form === 'dot' ? around(spot, dot_px) : areaOf(spot)
  if (!overlap(area, frame)) return false
  const seen = {
    left: Math.max(area.left, frame.left),
    top: Math.max(area.top, frame.top),
    right: Math.min(area.right, frame.right),
    bottom: Math.min(area.bottom, frame.bottom),
  }
  const isEnough = ({ left, top, right, bottom }: Area) => right - left >= least_px && bottom - top >= least_px
  let parts = [seen].filter(isEnough)
  for (const entry of over)
    parts = parts.flatMap((part) => (overlap(part, entry) ? listRests(part, entry).filter(isEnough) : [part]))
  return parts.length === 0
}

/** What is left of an area above, below, left and right of another one. */
const listRests = (area: Area, value: Area): Area[] => [
  { ...area, bottom: value.top },
  { ...area, top: value.bottom },
  { ...area, right: value.left },
  { ...area, left: value.right },
]

const areaOf = (spot: Spot): Area =>
  spot.round
    ? around(spot, spot.width)
    : { left: spot.x - spot.width / 2, top: spot.y - labelHeight_px, right: spot.x + spot.width / 2, bottom: spot.y }

const around = ({ x, y }: Spot, size: number): Area => ({
  left: x - size / 2,
  top: y - size / 2,
  right: x + size / 2,
  bottom: y + size / 2,
})

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
