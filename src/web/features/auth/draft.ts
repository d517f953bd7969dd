import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** What was typed on the sign-in pages, kept for the tab: over a reload and from one page to the next. Never a password. */
export interface AuthDraft {
  email: string
  first_name: string
  last_name: string
  phone: string
  /** The address that a code for a new password was asked for: the second step of that page. */
  reset_email: string
  /** When the last code was sent, in ms since 1970. */
  code_sent_at: number
}

const key = 'auth_draft'
const empty: AuthDraft = { email: '', first_name: '', last_name: '', phone: '', reset_email: '', code_sent_at: 0 }

// Where storage is denied the draft lives as long as the page.
let memory: AuthDraft = empty

export function readDraft(): AuthDraft {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? memory : { ...empty, ...(JSON.parse(text) as Partial<AuthDraft>) }
  } catch {
    return memory
  }
}

export function keepDraft(change: Partial<AuthDraft>): void {
  memory = { ...readDraft(), ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(memory))
  } catch {
    // Kept in memory.
  }
}

/** Once somebody is in, nothing of it is needed. */
export function forgetDraft(): void {
  memory = empty
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Fields of a form with their names in the draft. Declare it outside of the component: it is not to change. */
type Kept<Typed> = Partial<Record<keyof Typed & string, keyof AuthDraft>>

/** Keeps fields of a form as they are typed. */
export function useKeptFields<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
  kept: Kept<Typed>,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = Object.entries(kept).map(([field, name]) => [name, values[field] ?? ''])
          keepDraft(Object.fromEntries(typed) as Partial<AuthDraft>)
        },
      }),
    [form, kept],
  )
}
