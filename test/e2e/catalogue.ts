import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'

/** The web catalogue of each language. */
export const wordsOf = { en, fr } as const

/** A sentence as a regular expression in which each `{{placeholder}}` matches any text. */
export function pattern(sentence: string): RegExp {
  const escaped = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll(/\\\{\\\{[^}]*\\\}\\\}/g, '.+?'))
}
