/** The units in which distances of delivery are set and charged: those of the branch's country. */
export const distanceUnits = ['km', 'mi'] as const
export type DistanceUnit = (typeof distanceUnits)[number]

/** The length of each unit in metres. */
export const metresIn: Readonly<Record<DistanceUnit, number>> = { km: 1_000, mi: 1_609.344 }

/** A distance in metres: exact, so that it reads again as it was set. */
export const toMetres = (distance: number, unit: DistanceUnit): number => distance * metresIn[unit]

/** Whether a distance has no more than one decimal place. */
export const isInTenths = (distance: number): boolean => Math.round(distance * 10) / 10 === distance
