import * as z from 'zod/mini'
import { byId } from '#contract/lists/shared-fields.ts'

/* What changes many records as one, and can be undone as one: its preview, its result and its place among the last ones. */

/** So long a change can be undone. */
export const undo_hours = 24

const bulkSources = ['file', 'selection'] as const
const bulkUndoStates = ['possible', 'expired', 'undone'] as const

export const BulkChange = z.object({
  id: z.string(),
  at: z.string(),
  source: z.enum(bulkSources),
  /** The file's name, or the code of what was changed. */
  name: z.string(),
  /** Who did it; null after the account was erased. */
  actor: z.nullable(z.string()),
  added: z.number(),
  changed: z.number(),
  undo: z.enum(bulkUndoStates),
  undo_until: z.string(),
})
export type BulkChange = z.infer<typeof BulkChange>

const bulkOutcomes = ['added', 'changed', 'unchanged', 'refused'] as const

const Value = z.nullable(z.union([z.string(), z.number()]))
/** One field of a record before and after; `of` is a price's currency, or the branch of a stock. */
export const BulkEdit = z.object({ field: z.string(), of: z.nullable(z.string()), before: Value, after: Value })
export type BulkEdit = z.infer<typeof BulkEdit>

export const BulkReport = z.object({
  stored: z.boolean(),
  /** Something was changed after the preview: nothing is stored, and this is the new preview. */
  is_stale: z.boolean(),
  digest: z.string(),
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** How many prices and stocks change, and how many of the changed records are in so many carts of customers. */
  prices: z.number(),
  stocks: z.number(),
  in_carts: z.number(),
  carts: z.number(),
  /** Rows that change or were refused, with the file's line where there is one. */
  rows: z.array(
    z.object({
      line: z.nullable(z.number()),
      outcome: z.enum(bulkOutcomes),
      name: z.string(),
      edits: z.array(BulkEdit),
      reason: z.nullable(z.string()),
    }),
  ),
  /** What was stored. */
  change: z.nullable(BulkChange),
})
export type BulkReport = z.infer<typeof BulkReport>

export const undoCall = { tag: 'desk', status: 200, method: 'POST', params: byId, answer: BulkChange } as const
