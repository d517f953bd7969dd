import { readTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import { readRows } from './shownRows.ts'

/** The row of a list from which a record was opened, and how far the page and the list were scrolled then. */
export interface ReturnPoint {
  id: string
  page_px: number
  list_px: number
  /** Whether a link leads back to it, as the browser's own button does. */
  isExpected?: true
}

const key = 'desk_return_points'
const mostPoints = 20

const readPoints = () => (readTabValue(key) ?? {}) as Record<string, ReturnPoint>

function writePoint(address: string, point: ReturnPoint | undefined): void {
  const { [address]: _before, ...others } = readPoints()
  const latest = Object.entries(others).slice(1 - mostPoints)
  writeTabValue(key, Object.fromEntries(point === undefined ? latest : [...latest, [address, point]]))
}

/** Remembers the row that is being opened of the list at the current address. */
export function rememberOpenedRow(id: string, list_px: number): void {
  const { pathname, search } = window.location
  writePoint(pathname + search, { id, page_px: window.scrollY, list_px })
}

/** The next or previous record of a list is shown: the way back leads to its row. */
export function rememberStep(list: string, id: string): void {
  const rows = readRows(list)
  const point = rows && readPoints()[rows.address]
  if (point !== undefined && point.id !== id && rows?.ids.includes(id) === true)
    writePoint(rows.address, { ...point, id })
}

/** A link is followed back to the list at an address. */
export function expectReturn(address: string): void {
  const point = readPoints()[address]
  if (point !== undefined) writePoint(address, { ...point, isExpected: true })
}

/** The return point of the list at an address; undefined where the list is opened anew. */
export function findReturn(address: string, isBack: boolean): ReturnPoint | undefined {
  const point = readPoints()[address]
  return isBack || point?.isExpected === true ? point : undefined
}

export const forgetReturn = (address: string): void => {
  if (readPoints()[address] !== undefined) writePoint(address, undefined)
}
