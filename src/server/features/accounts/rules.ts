import { settings } from '#contract/settings/settings.ts'
import { hour_ms } from '#contract/time.ts'
import { commonPasswords } from './login/common-passwords.ts'

export const session_days = 30
/** Days after which mails are deleted. */
export const mail_days = 30
/** Days after which a network or device without a login is forgotten. */
export const source_days = 365
/** Months after which invitations are deleted, whatever became of them. */
export const invitation_months = 12

/** The account owner's details, which guessers try first. */
export interface Owner {
  email: string
  first_name?: string
  last_name?: string | undefined
}

/**
 * Whether a password is easily guessed: a common one, a repeated character or group, a run of the alphabet, digits or
 * keyboard, or the owner's or product's name with at most a number after it.
 */
export function isGuessable(password: string, owner: Owner): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  return commonPasswords.has(text) || isRepetition(text) || isRun(text) || isName(text, owner)
}

const isRepetition = (text: string) => /^(.{1,4}?)\1+$/su.test(text)

const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
]
const reversed = (text: string) => [...text].reverse().join('')

/** Whether the text is at most two runs of such rows, forward or backward: `12345678`, `qwertyasdf`, `abcd4321`. */
function isRun(text: string): boolean {
  const rows = [...runs, ...runs.map(reversed)]
  const within = (part: string) => part.length >= 3 && rows.some((row) => row.includes(part))
  if (within(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut += 1)
    if (within(text.slice(0, cut)) && within(text.slice(cut))) return true
  return false
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

function isName(text: string, { email, first_name = '', last_name = '' }: Owner): boolean {
  if (text === email) return true
  const local = email.slice(0, email.lastIndexOf('@'))
  if (text === local) return true
  const names = [local, settings().company.name, first_name, last_name, first_name + last_name].map(lettersOf)
  const rest = text.replace(/[\d\p{P}\p{S}\s]{0,6}$/u, '').replaceAll(/[\s._-]/g, '')
  return names.some((name) => name.length >= 3 && rest === name)
}

/** Returns the delay after the `attempts`th failure: 30 s, doubled each time, at most an hour. */
export const mailRetryDelay_ms = (attempts: number) => Math.min(30_000 * 2 ** Math.max(0, attempts - 1), hour_ms)

/** Returns a first name from a provider's full name: its first word, else the part of the address before the @. */
export function guessFirstName(name: string | null | undefined, email: string): string {
  const cleaned = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()
  const first = cleaned.split(/\s+/)[0] ?? ''
  return (first === '' ? email.slice(0, email.lastIndexOf('@')) : first).slice(0, 80)
}
