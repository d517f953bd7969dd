import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, searchLine } from '#contract/fields.ts'

/** So many records of each list, and so many altogether, one search over everything returns. */
export const mostFound = { ofEach: 5, all: 20 } as const

/** Shorter texts match too much. */
export const shortestSearch = 2

const FoundRecord = z.object({
  /** The list that the record belongs to. */
  list: z.string(),
  id: z.string(),
  /** The record's screen, below `/desk`. */
  path: z.string(),
  /** What names it, as its list's description says. */
  names: z.array(z.string()),
  /** Whether the text is its code, reference or address. */
  exact: z.boolean(),
  /** The cells that say what it is, by their columns: kind, state, amount, time with its zone, place. */
  facts: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), Money]))),
})
export type FoundRecord = z.infer<typeof FoundRecord>

export const searchDesk = endpoint({
  name: 'searchDesk',
  method: 'GET',
  path: '/api/v1/admin/search',
  summary: 'Finds records in every list that the caller may see, as the search of each list does, exact codes first',
  tag: 'desk',
  auth: 'desk',
  status: 200,
  query: z.strictObject({ q: searchLine(shortestSearch, 120) }),
  answer: z.object({ items: z.array(FoundRecord) }),
})
