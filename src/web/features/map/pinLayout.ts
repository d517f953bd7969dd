/** Where a pin stands on the screen, and how large it is drawn. */
export interface Spot {
  x: number
  y: number
  width: number
  /** Drawn around its point rather than above it. */
  round: boolean
}

/** With its label, as a dot, or not at all: then in the count of the pin with that place in the list. */
export type PinForm = 'label' | 'dot' | number

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

export const labelHeight_px = 38
/** Of a dot that can be pressed. */
export const dot_px = 28

/**
 * Gives room in order: a pin whose label would cover one before it becomes a dot, and one whose dot would too is
 * counted with the first pin in its way. So nothing that can be pressed lies over anything else.
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
    // A count is as small as it can be already.
    if (spot.round) return placed.find(({ area }) => overlap(area, wide))!.at
    placed.push({ area: small, at })
    return 'dot'
  })
}

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
