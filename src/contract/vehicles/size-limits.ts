import { formatLength } from '#contract/lengths.ts'

/** The least and the most that the sizes of a vehicle may be, in centimetres. */
export const sizeLimits = { height_cm: [50, 600], length_cm: [100, 3_000], width_cm: [50, 400] } as const

/** The limits of a size in the reader's unit, for `vehicles.length_between`. */
export const lengthsBetween = ([least, most]: readonly [number, number], locale: string) => ({
  least: formatLength(least, locale),
  most: formatLength(most, locale),
})
