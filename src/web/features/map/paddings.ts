import type { Point } from './geo.ts'
import { labelHeight_px } from './pinLayout.ts'

export interface Padding {
  top: number
  right: number
  bottom: number
  left: number
}

/** A point to fit; `width` of its label in pixels, 0 for a dot. */
export interface Marked extends Point {
  width: number
}

interface Frame {
  width: number
  height: number
}

/** Radius of a dot, and of the count at a label's corner. */
const edge_px = 10
const step_px = 8
/** Width of the world at zoom 0, in pixels. */
const world_px = 512

/**
 * The padding with the highest zoom at which no marked point is cut by the frame or covered by the buttons in the top
 * right corner (`corner` is their size including the margin). `usual` if it suffices or nothing does.
 */
export function paddingFor(
  marked: readonly Marked[],
  frame: Frame,
  corner: Frame,
  usual: Padding,
  maxZoom: number,
): Padding {
  const widest = Math.max(0, ...marked.map(({ width }) => width))
  const side = Math.ceil(widest / 2) + edge_px
  const base = { ...usual, left: Math.max(usual.left, side), right: Math.max(usual.right, side) }
  let best: { padding: Padding; zoom: number } | undefined
  // From the smallest padding up, so that it wins among equal zooms.
  for (let top = base.top; top <= corner.height + labelHeight_px + edge_px + step_px; top += step_px)
    for (let right = base.right; right <= corner.width + side + step_px; right += step_px) {
      const padding = { ...base, top, right }
      const fitted = project(marked, frame, padding, maxZoom)
      if (fitted === undefined || (best !== undefined && fitted.zoom <= best.zoom)) continue
      const isClear = fitted.spots.every((spot, n) => !isUnder(spot, marked[n]!.width, frame, corner))
      if (isClear) best = { padding, zoom: fitted.zoom }
    }
  return best?.padding ?? usual
}

/** Pixel positions of points on a map fitted to them; undefined if the padding leaves no space. */
export function project(points: readonly Point[], frame: Frame, padding: Padding, maxZoom: number) {
  const width = frame.width - padding.left - padding.right
  const height = frame.height - padding.top - padding.bottom
  if (width <= 0 || height <= 0 || points.length === 0) return undefined
  const xs = points.map(({ lng }) => (lng + 180) / 360)
  const ys = points.map(({ lat }) => mercator(lat))
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const closest = Math.min(width / (east - west || Number.MIN_VALUE), height / (south - north || Number.MIN_VALUE))
  const zoom = Math.min(maxZoom, Math.log2(closest / world_px))
  const scale = world_px * 2 ** zoom
  const spots = points.map((_, n) => ({
    x: padding.left + width / 2 + (xs[n]! - (west + east) / 2) * scale,
    y: padding.top + height / 2 + (ys[n]! - (north + south) / 2) * scale,
  }))
  return { zoom, spots }
}

function isUnder({ x, y }: { x: number; y: number }, width: number, frame: Frame, corner: Frame): boolean {
  const right = x + width / 2 + edge_px
  const top = y - (width === 0 ? 0 : labelHeight_px) - edge_px
  return right > frame.width - corner.width && top < corner.height
}

/** Web Mercator: 0 at the northern edge of the world, 1 at the southern. */
const mercator = (lat: number): number => {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
