import * as z from 'zod/mini'

/** Where the car is parked, as noted by the driver. */
export const Spot = z.object({
  level: z.nullable(z.string()),
  bay: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Where the phone was, if the driver wanted it saved; missing in what was saved before there was one. */
  position: z.optional(z.nullable(z.object({ lat: z.number(), lng: z.number(), accuracy_m: z.number() }))),
})
export type Spot = z.infer<typeof Spot>
