/** The breakpoint in `styles.css` from which list and map fit side by side. */
const wide = '(width >= 64rem)'

interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Whether the browser supports WebGL 2. Creating a context would block the page, so a failure shows only when the map
 * starts.
 */
export const canDrawMap = (): boolean => 'WebGL2RenderingContext' in globalThis

/** Whether the reader saves data or the network is slow; the map then loads on request. */
export function isFrugal(connection = readConnection()): boolean {
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

const readConnection = () => (navigator as Navigator & { connection?: NetworkInformation }).connection

/** Phones with this much memory or this many processors are too slow for the map. */
const weak = { memory_GB: 2, processors: 2 }

/** Whether this is a phone too slow for the map. */
export function isSlow(device: { deviceMemory?: number; hardwareConcurrency?: number } = navigator): boolean {
  const { deviceMemory = Infinity, hardwareConcurrency = Infinity } = device
  return (deviceMemory <= weak.memory_GB || hardwareConcurrency <= weak.processors) && !matchMedia(wide).matches
}
