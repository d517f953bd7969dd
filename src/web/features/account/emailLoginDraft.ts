import { useSyncExternalStore } from 'react'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import { type CodeChannels, useCodeChannels } from './codeChannels.ts'

/** Input of the login with a code, saved in the tab. */
export interface EmailLoginDraft {
  /** Whether the visitor has chosen a text message. */
  by_number: boolean
  /** The mobile number as it was typed. */
  phone: string
  /** The number that the last code was sent to, in E.164. */
  number: string
  /** When that was, in ms since 1970; 0 before the first. */
  texted_at: number
  /** Of a number without an account, which its code has proved; empty without one. */
  proof: string
  email: string
  accept_terms: boolean
  /** When the last code was emailed, in ms since 1970; 0 before the first. */
  sent_at: number
}

const key = 'email_login'
/** Id of the element with the login's current step. */
export const emailLoginId = 'email_login'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const timeOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

export function readEmailLoginDraft(): EmailLoginDraft {
  const saved = readTabValue(key) as Partial<EmailLoginDraft> | undefined
  return {
    by_number: saved?.by_number === true,
    phone: textOf(saved?.phone),
    number: textOf(saved?.number),
    texted_at: timeOf(saved?.texted_at),
    proof: textOf(saved?.proof),
    email: textOf(saved?.email),
    accept_terms: saved?.accept_terms === true,
    sent_at: timeOf(saved?.sent_at),
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

type LoginStep = 'number' | 'number_code' | 'email' | 'email_code'

/** The step that a draft has come to. */
export function findStep(draft: EmailLoginDraft, { email, sms, isKnown }: CodeChannels): LoginStep {
  // What the driver had chosen before a reload is shown before it is known again.
  const isByNumber = (sms || !isKnown) && (draft.by_number || !email)
  if (isByNumber && draft.proof === '') return draft.texted_at > 0 ? 'number_code' : 'number'
  return draft.sent_at > 0 ? 'email_code' : 'email'
}

/** The sentence of a button that leads to the next step. The server renders the first step. */
export function useNextStep(): 'auth.login.verify' | 'auth.number_login.lead' | 'auth.email_login.lead' {
  const channels = useCodeChannels()
  const step = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => findStep(readEmailLoginDraft(), channels),
    () => 'email',
  )
  if (step === 'email_code' || step === 'number_code') return 'auth.login.verify'
  return step === 'number' ? 'auth.number_login.lead' : 'auth.email_login.lead'
}

/** Submits the login's current step, or focuses its field while that is empty. */
export function continueEmailLogin(): void {
  const part = document.getElementById(emailLoginId)
  const field = part?.querySelector('input')
  if (field?.value.trim()) return part?.querySelector('form')?.requestSubmit()
  part?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  field?.focus({ preventScroll: true })
}
