import * as z from 'zod/mini'
import { CountryCode } from '#contract/places/places.ts'

/** Where a text is that means nothing in the chosen country; `name` is null when it names the country itself. */
export const Elsewhere = z.object({ name: z.nullable(z.string()), country_code: CountryCode })
export type Elsewhere = z.infer<typeof Elsewhere>

/** Nothing is within `radius_m` of the place, so that the list has what is within `within_m`, the nearest at `nearest_m`. */
export const Beyond = z.object({ radius_m: z.number(), within_m: z.number(), nearest_m: z.number() })
export type Beyond = z.infer<typeof Beyond>

/** The street that a text names, along which the car parks are, and the box around it. */
export const SearchedStreet = z.object({
  name: z.string(),
  box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
})
