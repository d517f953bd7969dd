export const eventKinds = ['concert', 'match', 'theatre', 'festival', 'conference', 'exhibition'] as const

/** Parking starts this long before doors open and ends this long after the event. */
export const aroundEvent_min = 60
/** Radius of the `near` filter. */
export const nearEvent_m = 50_000
