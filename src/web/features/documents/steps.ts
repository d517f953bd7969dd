import { documentPapers, documentKinds, type HeldDocument } from '#contract/document-rules.ts'
import type { DocumentDraft, DraftField } from '#contract/document-form.ts'
import type { Vehicle } from '#contract/vehicles.ts'

/** The five steps of the form with their fields. */
export const steps = ['vehicle', 'held', 'documents', 'owner', 'check'] as const
export type Step = (typeof steps)[number]

export const fieldsOf: Record<Step, readonly DraftField[]> = {
  vehicle: [
    'state',
    'plate',
    'category',
    'use',
    'make',
    'model',
    'year',
    'colour',
    'engine_cc',
    'chassis_number',
    'engine_number',
  ],
  held: ['held'],
  documents: ['documents'],
  owner: ['owner_name', 'owner_address', 'owner_phone', 'owner_email', 'handover', 'delivery_address'],
  check: [],
}

/** The step with a field. */
export const stepOf = (field: string): Step =>
  steps.find((step) => (fieldsOf[step] as readonly string[]).includes(field)) ?? 'check'

/** The step that an address names, by its number from 1. */
export const readStep = (text: string | null): Step => steps[Number(text) - 1] ?? 'vehicle'

/** What a saved vehicle says, for the form. */
export const fieldsOfVehicle = ({ plate, make, model, colour, papers }: Vehicle): Partial<DocumentDraft> => ({
  plate,
  ...(make !== null && { make }),
  ...(model !== null && { model }),
  ...(colour !== null && { colour }),
  held: documentKinds.flatMap((kind): HeldDocument[] => {
    const paper = papers.find((one) => one.kind === documentPapers[kind])
    return paper === undefined ? [] : [{ kind, expires_on: paper.expires_on }]
  }),
})
