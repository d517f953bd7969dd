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
