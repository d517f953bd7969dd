import { useSyncExternalStore } from 'react'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

/** Input of the login with an emailed code, saved in the tab. */
export interface EmailLoginDraft {
  email: string
  accept_terms: boolean
  /** When the last code was sent, in ms since 1970; 0 before the first. */
  sent_at: number
}

const key = 'email_login'
/** Id of the element with the login's current step. */
export const emailLoginId = 'email_login'

export function readEmailLoginDraft(): EmailLoginDraft {
  const saved = readTabValue(key) as Partial<EmailLoginDraft> | undefined
  return {
    email: typeof saved?.email === 'string' ? saved.email : '',
    accept_terms: saved?.accept_terms === true,
    sent_at: typeof saved?.sent_at === 'number' ? saved.sent_at : 0,
  }
}

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export function writeEmailLoginDraft(change: Partial<EmailLoginDraft>): void {
  writeTabValue(key, { ...readEmailLoginDraft(), ...change })
  notify()
}

export function forgetEmailLoginDraft(): void {
  removeTabValue(key)
  notify()
}

/** Whether a code has been sent, so that the next step is to enter it. The server renders the first step. */
export const useCodeSent = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => readEmailLoginDraft().sent_at > 0,
    () => false,
  )

/** Submits the login's current step, or focuses its field while that is empty. */
export function continueEmailLogin(): void {
  const part = document.getElementById(emailLoginId)
  const field = part?.querySelector('input')
  if (field?.value.trim()) return part?.querySelector('form')?.requestSubmit()
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field?.focus({ preventScroll: true })
}
