import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '#i18n/en/index.ts'
import { web as enWeb } from '#i18n/en/web.ts'
import { fr } from '#i18n/fr/index.ts'
import { web as frWeb } from '#i18n/fr/web.ts'

/*
 * Words that must not come back; the glossary in CONTRIBUTING.md has better ones. Sentences of the specification that
 * use one of them are exempt.
 */

const english =
  /\b(in all|anew|told|begun|whoever|whom|comes back|came back|gives? up|put right|in hand|purse|henceforth|stands? (?:here|there|on|in|at)|lies in|we do not know (?:this|that|of)|as the crow flies|all of it|until told)\b/i
const french =
  /(?<![\p{L}-])(en tout(?! cas)|tout compris|tout revient|séjours?|quiconque|à neuf|vous est rendue?|sont rendus)(?![\p{L}-])/iu
/** Private words for things that have a name in the field; matched against the parts of a name. */
const identifierWords = new Set([
  'allot',
  'allotted',
  'anew',
  'asked',
  'atonce',
  'begun',
  'cuts',
  'deal',
  'deals',
  'kept',
  'noted',
  'ordinal',
  'ordinals',
  'purse',
  'purses',
  'said',
  'say',
  'sifted',
  'tell',
  'tells',
  'told',
  'twin',
  'unnoted',
  'wanted',
  'ways',
  'whoever',
  'whom',
  'wishes',
])

/**
 * Private words that have a meaning within longer names (`walkMinutes`, `most_uses`): what a variable, a parameter or a
 * function must not be called alone. `folded` is a column, so that it may come out of a row.
 */
const wholeNames = ['folded', 'keep', 'one', 'uses', 'walk']

const sentencesOf = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, part]): [string, string][] =>
    typeof part === 'string' ? [[prefix + key, part]] : sentencesOf(part as object, `${prefix}${key}.`),
  )

test.each([
  ['English', [en, enWeb], 'en', english],
  ['French', [fr, frWeb], 'fr', french],
])('%s catalogues and content use none of the words to avoid', (_name, catalogues, language, words) => {
  const catalogue = catalogues
    .flatMap((catalogue) => sentencesOf(catalogue))
    .filter(([, sentence]) => words.test(sentence))
  const content = globSync(`content/${language}/**/*.md`).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (words.test(line) ? [[`${file}:${at + 1}`, line]] : [])),
  )
  expect([...catalogue, ...content]).toEqual([])
})

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^a-zA-Z\d]+/)
    .map((part) => part.toLowerCase())
    .flatMap((part) => part.split(' '))

test('files and declared names use none of the words to avoid', () => {
  const files = globSync('{src,test,scripts,bench,build}/**/*.{ts,tsx}', { exclude: ['**/node_modules/**'] }).filter(
    (file) => !file.endsWith('tables.ts'),
  )
  const wrong = files.flatMap((file) => {
    const declared = readFileSync(file, 'utf8').matchAll(
      /\b(?:const|let|function|type|interface|class)\s+(?:\{([^}=]*)\}|\[([^\]=]*)\]|(\w+))/g,
    )
    const names = [...declared].flatMap(([, object, list, name]) => name ?? (object ?? list ?? '').split(','))
    return [basename(file), ...names.map((name) => name.split(':').at(-1)!.trim())]
      .filter((name) => partsOf(name).some((part) => identifierWords.has(part)))
      .map((name) => `${file}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('no variable, parameter or function is called by a private word alone', () => {
  const word = `(${wholeNames.join('|')})`
  const declared = [
    new RegExp(String.raw`\b(?:const|let|function) ${word}\b`, 'g'),
    // The only or the first parameter, and each after it.
    new RegExp(String.raw`\(${word}(?:\??: [^()]*)?(?:, [^()]*)?\)(?:: [^=]*)? =>`, 'g'),
    new RegExp(String.raw`\((?:\w+(?:: [^(),]*)?, )+${word}(?:\??: [^()]*)?\)(?:: [^=]*)? =>`, 'g'),
    new RegExp(String.raw`\b(?:const|let) \[(?:\w+, )*${word}[,\]]`, 'g'),
  ]
  const wrong = globSync('{src,test,scripts,bench,build}/**/*.{ts,tsx}', { exclude: ['**/node_modules/**'] }).flatMap(
    (file) => {
      const text = readFileSync(file, 'utf8')
      return declared.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`))
    },
  )
  expect(wrong).toEqual([])
})
