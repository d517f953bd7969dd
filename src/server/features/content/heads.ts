import * as z from 'zod/mini'
import { ContentAction, ContentIcon } from '#contract/content.ts'

const sentence = (least: number, most: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(most))
const day = z.iso.date()
const picture = z.string().check(z.regex(/^[a-z][a-z-]*$/))

const told = {
  title: sentence(3, 80),
  /** What a search engine shows. */
  description: sentence(50, 170),
  /** Of `public/pictures`. */
  picture,
}

/** The head of a page's file. */
export const PageHead = z.strictObject({
  ...told,
  /** The headline, where it is not the title. */
  headline: z.optional(sentence(3, 90)),
  eyebrow: z.optional(sentence(2, 50)),
  lead: sentence(20, 320),
  look: z._default(z.enum(['night', 'split', 'text']), 'night'),
  icon: z.optional(ContentIcon),
  actions: z._default(z.array(z.strictObject(ContentAction.def.shape)).check(z.maxLength(2)), []),
  updated: z.optional(day),
})
export type PageHead = z.infer<typeof PageHead>

/** The head of a post's file. */
export const PostHead = z.strictObject({
  ...told,
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
