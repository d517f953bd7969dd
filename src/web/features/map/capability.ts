/** From the widths of `styles.css`: from here on there is room for list and map beside each other. */
const wide = '(width >= 64rem)'

interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/**
 * Whether this browser knows what the map is drawn with (WebGL 2). Whether it has it to give shows when the map begins: to
 * try here would hold up the page that is being drawn.
 */
export const canDrawMap = (): boolean => 'WebGL2RenderingContext' in globalThis

/** Whether the reader saves data, or the network is slow: then the list comes without the map until it is asked for. */
export function isFrugal(connection = readConnection()): boolean {
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

const readConnection = () => (navigator as Navigator & { connection?: NetworkInformation }).connection

/** What a phone is too weak for: with so many gigabytes or processors a map holds up everything else. */
const weak = { memory_GB: 2, processors: 2 }

/** Whether this is a phone that a map would hold up. */
export function isSlow(device: { deviceMemory?: number; hardwareConcurrency?: number } = navigator): boolean {
  const { deviceMemory = Infinity, hardwareConcurrency = Infinity } = device
  return (deviceMemory <= weak.memory_GB || hardwareConcurrency <= weak.processors) && !matchMedia(wide).matches
}
