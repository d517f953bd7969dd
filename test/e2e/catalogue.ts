import { rewordFor } from '#contract/formats.ts'
import { web as en } from '#i18n/en/web.ts'
import { web as fr } from '#i18n/fr/web.ts'

/** The web catalogue of each language, for readers in Canada. */
export const wordsOf = { en: reworded(en), fr }

function reworded<T>(catalogue: T): T {
  const reword = rewordFor('en-CA')!
  if (typeof catalogue === 'string') return reword(catalogue) as T
  return Object.fromEntries(
    Object.entries(catalogue as object).map(([key, one]) => [key, reworded(one as unknown)]),
  ) as T
}

/** A sentence as a regular expression in which each `{{placeholder}}` matches any text. */
export function pattern(sentence: string): RegExp {
  const escaped = sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll(/\\\{\\\{[^}]*\\\}\\\}/g, '.+?'))
}
