/*
 * Whether a device starts with a map, which the page's code and the script in its HTML decide alike: in the HTML these
 * functions stand as texts, so they must not use anything but each other and their arguments.
 */

interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Whether the browser supports WebGL 2. Creating a context would block the page, so a failure shows only when the map
 * starts.
 */
export function canDrawMap(): boolean {
  return 'WebGL2RenderingContext' in globalThis
}

/** Whether the reader saves data or the network is slow; the map then loads on request. */
export function isFrugal(
  connection = (navigator as Navigator & { connection?: NetworkInformation }).connection,
): boolean {
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

/** Device storage: `list` while the reader hides the map of a search. */
export const searchViewKey = 'searchView'

/** A map would leave no room for the list. */
export const lowScreen = '(height < 30rem)'

/**
 * Why a search starts without its map: it cannot be drawn (`failed`), would cost data (`saved`), or is not wanted
 * (`hidden`). Undefined where it starts with one.
 */
export function findMapObstacle(viewKey: string, low: string): 'failed' | 'saved' | 'hidden' | undefined {
  if (!canDrawMap()) return 'failed'
  try {
    if (localStorage.getItem(viewKey) === 'list') return 'hidden'
  } catch {
    // A browser that stores nothing.
  }
  if (isFrugal()) return 'saved'
  return matchMedia(low).matches ? 'hidden' : undefined
}
