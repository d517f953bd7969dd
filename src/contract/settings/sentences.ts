import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, plainText, searchLine } from '#contract/fields.ts'
import { languages } from '#contract/geography.ts'

/** What of the interface's own sentences the desk may change: so many, each so long, and all together. */
export const sentenceLimits = { sentences: 300, characters: 1_000, all_characters: 50_000 } as const

/** How many sentences a search returns at most. */
export const mostFoundSentences = 50

/** The name of a changed sentence in the settings: its language and its path in the catalogue. */
export const sentenceField = (language: (typeof languages)[number], key: string): string => `${language}.${key}`

/** A language as the desk shows it. */
export const LanguageFacts = z.object({
  language: z.enum(languages),
  is_offered: z.boolean(),
  is_default: z.boolean(),
  /** Which share of the sentences it has, from 0 to 1. */
  translated: z.number(),
  /** How many of its sentences the desk has changed. */
  own: z.number(),
})
export type LanguageFacts = z.infer<typeof LanguageFacts>

const SentenceText = z.object({
  language: z.enum(languages),
  /** As delivered; null where this language lacks it. */
  original: z.nullable(z.string()),
  /** What the desk has set instead. */
  own: z.nullable(z.string()),
})
const Sentence = z.object({ key: z.string(), texts: z.array(SentenceText) })
export type Sentence = z.infer<typeof Sentence>

const call = {
  tag: 'desk',
  path: '/api/v1/admin/settings/sentences',
  status: 200,
} as const

export const listSentences = endpoint({
  ...call,
  name: 'listSentences',
  method: 'GET',
  summary: 'Returns sentences of the interface in all languages, by a text or a key, with what the desk has changed',
  auth: 'settings.view',
  query: z.strictObject({ search: z.optional(searchLine(1, 100)), only: z.optional(z.enum(['changed'], 'invalid')) }),
  answer: z.object({
    version: z.number(),
    /** How many there are; `items` has the first of them. */
    total: z.number(),
    items: z.array(Sentence),
  }),
})

export const updateSentence = endpoint({
  ...call,
  name: 'updateSentence',
  method: 'PATCH',
  summary: 'Changes a sentence of the interface, or sets it to what was delivered; values and marks in it must stay',
  auth: 'settings.update',
  body: z.strictObject({
    key: line(1, 120),
    language: z.enum(languages, 'required'),
    text: z.nullable(
      z
        .string()
        .check(z.trim(), z.minLength(1, 'required'), z.maxLength(sentenceLimits.characters, 'too_long'), plainText),
    ),
    version: z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small')),
  }),
  answer: z.object({ version: z.number() }),
})
