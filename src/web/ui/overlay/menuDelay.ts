/** From the specification, section 9: navigation follows the closing of a menu by this much. */
export const NAVIGATION_DELAY_MS = 100
