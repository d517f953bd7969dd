import type { DocumentKind } from '#contract/documents/document-rules.ts'
import { fieldError } from '#server/http/errors.ts'
import type { Returned } from './postings.ts'

/** A document with its result, and what was given back for it; null until that is entered. */
export interface DecidedDocument {
  kind: DocumentKind
  result: string | null
  returned_minor: bigint | null
}

/** The documents for which something may still be given back: not issued, and nothing was entered yet. */
export const listReturnable = (documents: readonly DecidedDocument[]): DocumentKind[] =>
  documents
    .filter(({ result, returned_minor }) => result !== null && result !== 'issued' && returned_minor === null)
    .map(({ kind }) => kind)

/**
 * Converts what was given back, in whole naira by document, to refunds of their lines. Throws 422 for a document that was
 * issued, has no result, or was refunded before.
 */
export function planReturns(
  documents: readonly DecidedDocument[],
  given: Readonly<Partial<Record<DocumentKind, number | null | undefined>>>,
): (Returned & { kind: DocumentKind })[] {
  const returnable = listReturnable(documents)
  return (Object.entries(given) as [DocumentKind, number | null | undefined][]).flatMap(([kind, naira]) => {
    if (naira === null || naira === undefined) return []
    if (!returnable.includes(kind)) throw fieldError(kind, 'document_not_returnable')
    const part = kind === 'third_party_insurance' ? 'insurer' : 'government'
    return [{ kind, part, amount_minor: BigInt(naira) * 100n }]
  })
}
