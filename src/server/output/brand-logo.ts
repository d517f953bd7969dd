/** The logo that stands on night, as a PNG, in this process; undefined where there is none. */
let current: Uint8Array | undefined

export const brandLogo = (): Uint8Array | undefined => current

/** Makes this process draw a logo at the head of documents. */
export const setBrandLogo = (png: Uint8Array | undefined): void => {
  current = png
}
