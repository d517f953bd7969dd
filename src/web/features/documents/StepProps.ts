import type { DocumentDraft } from '#contract/documents/document-form.ts'

export interface StepProps {
  form: DocumentDraft
  onChange: (fields: Partial<DocumentDraft>) => void
  /** What is wrong with a field, in words. */
  errorOf: (field: keyof DocumentDraft) => string | undefined
}
