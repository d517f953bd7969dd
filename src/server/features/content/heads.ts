import * as z from 'zod/mini'
import { ContentAction, ContentIcon } from '#contract/content.ts'

const sentence = (least: number, most: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(most))
const day = z.iso.date()
const picture = z.string().check(z.regex(/^[a-z][a-z-]*$/))

const commonFields = {
  title: sentence(3, 80),
  /** The meta description. */
  description: sentence(50, 170),
  /** A name in `public/pictures`. */
  picture,
}

/** The YAML head of a page. */
export const PageHead = z.strictObject({
  ...commonFields,
  /** The headline, if it differs from the title. */
  headline: z.optional(sentence(3, 90)),
  eyebrow: z.optional(sentence(2, 50)),
  lead: sentence(20, 320),
  look: z._default(z.enum(['night', 'split', 'text']), 'night'),
  icon: z.optional(ContentIcon),
  actions: z._default(z.array(z.strictObject(ContentAction.def.shape)).check(z.maxLength(2)), []),
  updated: z.optional(day),
})
export type PageHead = z.infer<typeof PageHead>

/** The YAML head of a blog post. */
export const PostHead = z.strictObject({
  ...commonFields,
  lead: sentence(40, 400),
  date: day,
  tags: z.array(sentence(2, 24)).check(z.minLength(1), z.maxLength(4)),
  around: z._default(
    z.array(
      z.strictObject({
        name: sentence(2, 60),
        lat: z.number().check(z.minimum(-90), z.maximum(90)),
        lng: z.number().check(z.minimum(-180), z.maximum(180)),
      }),
    ),
    [],
  ),
})
export type PostHead = z.infer<typeof PostHead>
