import * as z from 'zod/mini'
import { ContentIcon } from '#contract/content/content.ts'
import { isSafeLink } from './markdown.ts'
import type { Report } from './mistakes.ts'

const sentence = (least: number, most: number) => z.string().check(z.trim(), z.minLength(least), z.maxLength(most))
const day = z.iso.date()
const picture = z.string().check(z.regex(/^[a-z][a-z-]*$/))

/** A button below the headline. */
const action = z.strictObject({ label: z.string(), to: z.string().check(z.refine(isSafeLink)) })

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
  actions: z._default(z.array(action).check(z.maxLength(2)), []),
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

const schemaOf = (name: string) => (name.startsWith('posts/') ? PostHead : PageHead)

/** Returns the head of a text. Throws for an invalid one. */
export const parseHead = (name: string, head: unknown): PageHead | PostHead => schemaOf(name).parse(head)

/** Returns the head of a text; reports each field that is wrong in its line and returns undefined for an invalid one. */
export function checkHead(name: string, head: unknown, text: string, report: Report): PageHead | PostHead | undefined {
  const result = schemaOf(name).safeParse(head)
  if (result.success) return result.data
  const fields = typeof head === 'object' && head !== null ? (head as Record<string, unknown>) : {}
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? 'head')
    const line = findFieldLine(text, field)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        report('field_unknown', issue.path.length === 0 ? findFieldLine(text, key) : line, { field: key })
    else if (issue.path.length > 0 && fields[field] === undefined) report('field_missing', 1, { field })
    else if (issue.code === 'too_small' && isEmpty(fields[field])) report('field_missing', line, { field })
    else if (issue.code === 'too_small' && issue.origin === 'string' && issue.path.length === 1)
      report('field_short', line, { field, least: Number(issue.minimum), length: String(fields[field]).trim().length })
    else if (issue.code === 'too_big' && issue.origin === 'string' && issue.path.length === 1)
      report('field_long', line, { field, most: Number(issue.maximum), length: String(fields[field]).trim().length })
    else report('field_invalid', line, { field })
  }
  return undefined
}

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value : String(value).trim()).length === 0

/** The line of a field of the head; the first line of the text where there is none. */
export function findFieldLine(text: string, field: string): number {
  const [head = ''] = text.split(/\r?\n---\r?\n/, 1)
  const index = head.split('\n').findIndex((line) => line.startsWith(`${field}:`))
  return index < 0 ? 1 : index + 1
}
