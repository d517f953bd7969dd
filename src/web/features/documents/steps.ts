import type { DocumentDraft, DraftField } from '#contract/documents/document-form.ts'
import {
  documentPapers,
  documentKinds,
  documentTerms,
  ownerFields,
  vehicleFields,
  type DocumentKind,
  type HeldDocument,
} from '#contract/documents/document-rules.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** The five steps of the form with their fields. */
export const steps = ['vehicle', 'held', 'documents', 'owner', 'check'] as const
export type Step = (typeof steps)[number]

export const fieldsOf: Record<Step, readonly DraftField[]> = {
  vehicle: vehicleFields,
  held: ['held'],
  documents: ['documents'],
  owner: ownerFields,
  check: [],
}

/** The step with a field. */
export const stepOf = (field: string): Step =>
  steps.find((step) => (fieldsOf[step] as readonly string[]).includes(field)) ?? 'check'

/** The step that an address names, by its number from 1. */
export const readStep = (text: string | null): Step => steps[Number(text) - 1] ?? 'vehicle'

/** What the link of a reminder names: a saved vehicle, and the documents that expire. */
export function readReminder(params: URLSearchParams): { vehicle_id: string; kinds: DocumentKind[] } | undefined {
  const vehicle_id = params.get('vehicle')
  if (vehicle_id === null) return undefined
  const named = (params.get('documents') ?? '').split(',')
  return { vehicle_id, kinds: documentKinds.filter((kind) => named.includes(kind)) }
}

/** Documents for the form, each with its longest term. */
export const toRequested = (kinds: readonly DocumentKind[]): DocumentDraft['documents'] =>
  kinds.map((kind) => ({ kind, term_months: documentTerms[kind].at(-1) ?? null }))

/** What a saved vehicle says, for the form. */
export const fieldsOfVehicle = ({ plate, make, model, colour, papers }: Vehicle): Partial<DocumentDraft> => ({
  plate,
  ...(make !== null && { make }),
  ...(model !== null && { model }),
  ...(colour !== null && { colour }),
  held: documentKinds.flatMap((kind): HeldDocument[] => {
    const paper = papers.find((paper) => paper.kind === documentPapers[kind])
    return paper === undefined ? [] : [{ kind, expires_on: paper.expires_on }]
  }),
})

/**
 * The query of the page's address with one more parameter: as it is now, since a step may be chosen while the draft is being
 * created, or the other way round.
 */
export function withParam(name: string, value: string): URLSearchParams {
  const params = new URLSearchParams(window.location.search)
  params.set(name, value)
  return params
}
