/** How long before the end of a booking its driver is reminded on their devices. */
export const remindBefore_min = 15
