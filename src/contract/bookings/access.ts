import * as z from 'zod/mini'

/** How to get in, for whoever has booked; the steps are the operator's, in the reader's language where there are some. */
export const Access = z.object({
  entrances: z.array(z.object({ name: z.nullable(z.string()), lat: z.number(), lng: z.number() })),
  gate_code: z.nullable(z.string()),
  level: z.nullable(z.string()),
  steps: z.array(z.string()),
})
export type Access = z.infer<typeof Access>
