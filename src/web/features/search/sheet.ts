/** Where the list's sheet over the map rests, from the lowest. */
export const sheetPositions = ['peek', 'half', 'full'] as const
export type SheetPosition = (typeof sheetPositions)[number]

/** How far the sheet is scrolled up at each position, in pixels; on a low screen some are equal. */
export type SheetStops = Record<SheetPosition, number>

/** Where the handle's button moves the sheet. */
export const positionAfterPress: Record<SheetPosition, SheetPosition> = { peek: 'half', half: 'full', full: 'half' }

export const positionBelow: Record<SheetPosition, SheetPosition> = { peek: 'peek', half: 'peek', full: 'half' }

/** The position nearest to an offset; the higher one of two at the same distance. */
export function nearestPosition(offset_px: number, stops: SheetStops): SheetPosition {
  const distance = (position: SheetPosition) => Math.abs(stops[position] - offset_px)
  return sheetPositions.reduce((nearest, position) => (distance(position) <= distance(nearest) ? position : nearest))
}

/** Height of the map that the sheet covers, of `height_px`. A full sheet counts as half: the map behind it stays as it was. */
export function coveredHeight(position: SheetPosition, stops: SheetStops, height_px: number): number {
  return height_px - (stops.full - stops[position === 'full' ? 'half' : position])
}

/** Space kept between a card that is scrolled into view and the edge. */
const margin_px = 8

/**
 * The scroll offset of a list that shows a card within the first `visible_px` below the list's upper edge, moving as little
 * as possible. `top` and `height` of the card are in pixels from the start of the list's content.
 */
export function offsetToShow(card: { top: number; height: number }, visible_px: number, offset_px: number): number {
  const highest = card.top - margin_px
  const lowest = card.top + card.height + margin_px - visible_px
  if (lowest >= highest || offset_px > highest) return Math.max(0, highest)
  return Math.max(offset_px, lowest)
}
