interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Whether this browser can draw the map at all (WebGL 2). */
export function canDrawMap(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // The browser keeps few of them: this one is given back at once.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

/** Whether the reader saves data, or the network is slow: then the list comes without the map until it is asked for. */
export function isFrugal(connection = readConnection()): boolean {
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}

const readConnection = () => (navigator as Navigator & { connection?: NetworkInformation }).connection
