import { languages } from '#contract/geography.ts'
import type { DeskForm } from '#contract/lists/records.ts'
import { updateProfile } from '../auth.ts'

/** The form for one's own details in the desk. */
export const profileForm = {
  endpoint: updateProfile,
  fields: {
    first_name: { kind: 'text' },
    last_name: { kind: 'text' },
    phone: { kind: 'text' },
    language: { kind: 'choice', values: languages, words: 'languages' },
  },
} as const satisfies DeskForm
