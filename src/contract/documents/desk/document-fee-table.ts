import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { wholeNumber } from '#contract/fields.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import {
  documentKinds,
  maxEngine_cc,
  nigerianStates,
  termMonths,
  vehicleCategories,
  vehicleUses,
} from '../document-rules.ts'
import { enteredParts, FeeEntry } from './document-fees.ts'

/** The fees of every state side by side. */
export const feeTableScreen = deskScreen({
  name: 'document-fee-table',
  permission: 'document_fees.view',
  menu: { group: 'documents', rank: 30, under: 'document-fees' },
})

/** What the fee table says for every state: the documents and delivery. */
export const tableKinds = [...documentKinds, 'delivery'] as const
/**
 * `known`: every line has a fee. `expired`: a missing one had a fee once. `missing`: none was ever entered. `not_offered`:
 * the document does not exist for this use.
 */
export const gapStates = ['known', 'expired', 'missing', 'not_offered'] as const
export type GapState = (typeof gapStates)[number]

/** For which vehicle the table is read. */
export const FeeTableQuery = z.strictObject({
  category: z._default(z.enum(vehicleCategories, 'required'), 'saloon'),
  use: z._default(z.enum(vehicleUses, 'required'), 'private'),
  engine_cc: z._default(wholeNumber(1, maxEngine_cc), 1_800),
  term: z._default(z.enum(termMonths.map(String), 'required'), '12'),
})

export const getFeeTable = endpoint({
  name: 'getFeeTable',
  method: 'GET',
  path: '/api/v1/admin/document-fee-table',
  summary: 'Returns which fees of each state are known today for a vehicle, and which are missing',
  tag: 'desk',
  auth: 'document_fees.view',
  status: 200,
  query: FeeTableQuery,
  answer: z.object({
    /** The date in Nigeria. */
    day: z.string(),
    known: z.number(),
    missing: z.number(),
    states: z.array(
      z.object({
        state: z.enum(nigerianStates),
        cells: z.array(
          z.object({
            kind: z.enum(tableKinds),
            status: z.enum(gapStates),
            /** The lines without a fee. */
            missing: z.array(z.enum(enteredParts)),
          }),
        ),
      }),
    ),
  }),
})

/** The columns of a file of fees, in the order in which they are exported. Texts are the codes of the calls. */
export const feeColumns = Object.keys(FeeEntry.shape) as (keyof FeeEntry)[]

/** So many lines one file may have, and so many bytes. */
export const maxFeeLines = 2_000
export const maxFeeFile_bytes = 1024 * 1024

export const importOutcomes = ['accepted', 'unchanged', 'refused'] as const

/** What became, or would become, of each line of a file. */
export const FeeImportReport = z.object({
  stored: z.boolean(),
  accepted: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  lines: z.array(
    z.object({
      /** Counted from the heading, which is line 1. */
      line: z.number(),
      outcome: z.enum(importOutcomes),
      /** What the line says, for people who look for it in their file. */
      text: z.string(),
      /** Why it was refused, in the reader's language. */
      reason: z.nullable(z.string()),
    }),
  ),
})
export type FeeImportReport = z.infer<typeof FeeImportReport>

/**
 * A multipart form: `file` (CSV with the headings of `feeColumns`, at most 1 MiB) and `stores`. Stores what it accepts in one
 * transaction, or nothing at all unless `stores` is `true`.
 */
export const importFees = endpoint({
  name: 'importFees',
  method: 'POST',
  path: '/api/v1/admin/document-fee-table/lines',
  summary:
    'Reads a file of fees (a multipart form of `file` and `stores`), stores the lines that are right and reports on each',
  tag: 'desk',
  auth: 'document_fees.create',
  status: 200,
  answer: FeeImportReport,
})

export const exportFees = endpoint({
  name: 'exportFees',
  method: 'GET',
  path: '/api/v1/admin/document-fee-table/file',
  summary: 'Returns all fees as a file with the columns that the import reads',
  tag: 'desk',
  auth: 'document_fees.view',
  status: 200,
})
