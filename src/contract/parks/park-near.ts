import * as z from 'zod/mini'

export const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Direction = (typeof directions)[number]

/**
 * What an unnamed park is called after: a street, a crossing or a landmark, on which side of it the park is, how many
 * minutes on foot if that side has several, and a number if all of that is not enough to tell it apart.
 */
export const ParkNear = z.object({
  name: z.string(),
  direction: z.optional(z.enum(directions)),
  minutes: z.optional(z.number()),
  number: z.optional(z.number()),
})
export type ParkNear = z.infer<typeof ParkNear>
