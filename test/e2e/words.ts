import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'

/** The catalogue of the language that a journey is walked in. */
export const wordsOf = { en, fr } as const

/** A sentence as a pattern: its `{{holes}}` match anything. */
export function pattern(sentence: string): RegExp {
  const escaped = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll(/\\\{\\\{[^}]*\\\}\\\}/g, '.+?'))
}
