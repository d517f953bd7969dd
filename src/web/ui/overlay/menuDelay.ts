/** Delay between closing a menu and the navigation (specification, section 9). */
export const NAVIGATION_DELAY_MS = 100
