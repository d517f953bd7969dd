import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Input of the sign-in pages, saved in the tab across reloads and pages. Never contains a password. */
export interface AuthDraft {
  email: string
  first_name: string
  last_name: string
  phone: string
  /** The address that a password reset code was sent to; set in the second step of that page. */
  reset_email: string
  /** When the last code was sent, in ms since 1970. */
  code_sent_at: number
}

const key = 'auth_draft'
const empty: AuthDraft = { email: '', first_name: '', last_name: '', phone: '', reset_email: '', code_sent_at: 0 }

// Without storage, the draft lasts as long as the page.
let memory: AuthDraft = empty

export function readDraft(): AuthDraft {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? memory : { ...empty, ...(JSON.parse(text) as Partial<AuthDraft>) }
  } catch {
    return memory
  }
}

export function storeDraft(change: Partial<AuthDraft>): void {
  memory = { ...readDraft(), ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(memory))
  } catch {
    // Kept in memory only.
  }
}

/** Clears the draft after a login. */
export function forgetDraft(): void {
  memory = empty
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** Maps a form's fields to their names in the draft. Declare it outside the component, because it must be stable. */
type DraftFields<Typed> = Partial<Record<keyof Typed & string, keyof AuthDraft>>

/** Saves fields of a form as they change. */
export function useDraftFields<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
  draftFields: DraftFields<Typed>,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = Object.entries(draftFields).map(([field, name]) => [name, values[field] ?? ''])
          storeDraft(Object.fromEntries(typed) as Partial<AuthDraft>)
        },
      }),
    [form, draftFields],
  )
}
