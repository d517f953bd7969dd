import type { Catalogue } from '#i18n/translate.ts'

/*
 * A language that nobody speaks, generated from English: no letter of it is one of the Latin alphabet without an accent, so
 * that a screen in it shows each text that does not come from a catalogue. Its sentences are 40 % longer and begin and end
 * with a right-to-left mark, as those of languages that are written from right to left.
 */

/** The code of the generated language; none of ISO 639-1. */
export const pseudoCode = 'xx'

const lower = 'áƀćďéƒģĥíĵķĺḿńóṕɋŕśťúṽŵẋýž'
const upper = 'ÁƁĆĎÉƑĢĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŽ'
const mark = '\u200f'

const accentOf = (letter: string): string => {
  const code = letter.charCodeAt(0)
  return code >= 97 ? lower[code - 97]! : upper[code - 65]!
}

/** What a sentence has that is no word: values, and the marks of links. */
const untouched = /(\{\{\s*\w+\s*\}\}|<\/?\w+>)/

/** A sentence of the generated language. Values and marks stay as they are. */
export function buildPseudoSentence(sentence: string): string {
  let owed = 0
  const words = sentence.split(untouched).map((part) =>
    untouched.test(part)
      ? part
      : part.replaceAll(/[A-Za-zÀ-ÿ’]+/g, (word) => {
          owed += word.length * 0.4
          const more = Math.floor(owed)
          owed -= more
          return word.replaceAll(/[A-Za-z]/g, accentOf) + 'é'.repeat(more)
        }),
  )
  return mark + words.join('') + mark
}

/** A catalogue of the generated language, with the keys of another one. */
export const buildPseudoCatalogue = <T extends Catalogue>(catalogue: T): T =>
  Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? buildPseudoSentence(value) : buildPseudoCatalogue(value),
    ]),
  ) as T
