import { normalizeText, unfinishedWords } from './normalize-text.ts'

/**
 * A text that somebody typed, ready to be compared. While it is being typed the last word may as well be one of
 * `unfinished`: each begins a word, or is all of one where it ends with a space.
 */
export type TypedText = { folded: string; words: string[]; unfinished?: readonly string[] }

/** What can be found by typing. `folded` is all it is found by, `name` what it is called; `weight` 0 to 1. */
export type Findable = {
  name: string
  folded: string
  codes: readonly (string | null)[]
  weight: number
  /** The name folded, where that is known already. */
  folded_name?: string
}

/** `sure` before `alike`; the higher score first. */
export type Match = { tier: 'sure' | 'alike'; score: number }

const mostWords = 8

export function parseTypedText(text: string): TypedText {
  const words = [...new Set(normalizeText(text).split(' '))].filter((word) => word !== '').slice(0, mostWords)
  return { folded: words.join(' '), words }
}

/** The same of a text that may not be at its end yet. */
export function parsePartialText(text: string): TypedText {
  const typed = parseTypedText(text)
  const isLast = normalizeText(text).endsWith(typed.words.at(-1) ?? ' ')
  const unfinished = isLast && typed.words.length < mostWords ? unfinishedWords(text) : []
  return unfinished.length === 0 ? typed : { ...typed, unfinished }
}

/** Each word with all that it may become. */
export const wordAlternatives = ({ words, unfinished }: TypedText): (string | readonly string[])[] =>
  unfinished === undefined ? words : [...words.slice(0, -1), [words.at(-1)!, ...unfinished]]

/** Whether a word begins as typed; a space stands for its end. */
const isBegun = (own: string, word: string) => `${own} `.startsWith(word)

/** Whether it is worth looking for what is like it: too short is like everything, and nobody types forty letters wrongly. */
export const mayHaveErrors = ({ folded }: TypedText): boolean => folded.length >= 4 && folded.length <= 40

/**
 * How well something answers what was typed, or undefined when it does not: its code, its whole name, the beginning
 * of its name, its words begun in any order, or words with a typing error. Weight decides among equals, so that
 * short input finds big places. Typing errors are only looked for where `tier` is not `sure`.
 */
export function matchTyped(typed: TypedText, candidate: Findable, tier: Match['tier'] = 'alike'): Match | undefined {
  if (typed.words.length === 0) return undefined
  const weight = candidate.weight / 2
  if (candidate.codes.some((code) => code !== null && code.toLowerCase() === typed.folded))
    return { tier: 'sure', score: 1 + weight }
  const name = candidate.folded_name ?? normalizeText(candidate.name)
  if (name === typed.folded) return { tier: 'sure', score: 0.6 + weight }
  if (beginningsOf(typed).some((text) => isBegun(name, text))) return { tier: 'sure', score: 0.4 + weight }
  const words = candidate.folded.split(' ')
  const isThere = (word: string) => words.some((own) => isBegun(own, word))
  if (wordAlternatives(typed).every((word) => (typeof word === 'string' ? isThere(word) : word.some(isThere))))
    return { tier: 'sure', score: 0.2 + weight }
  if (tier === 'sure') return undefined
  const errors = typed.words.map((word) => leastErrors(word, words))
  if (errors.some((count) => count === undefined)) return undefined
  return { tier: 'alike', score: weight - errors.reduce<number>((sum, count) => sum + (count ?? 0), 0) / 4 }
}

const beginningsOf = ({ folded, words, unfinished = [] }: TypedText): string[] => [
  folded,
  ...unfinished.map((word) => [...words.slice(0, -1), word].join(' ')),
]

/** How many typing errors a word may have. */
export const allowedErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/** The typing errors between a word and the nearest of `others` (or its beginning), if there are few enough. */
function leastErrors(word: string, others: string[]): number | undefined {
  let least: number | undefined
  for (const other of others) {
    const errors = errorsBetween(word, other)
    if (errors !== undefined && (least === undefined || errors < least)) least = errors
  }
  return least
}

/** The typing errors between a word and another or its beginning, if there are few enough. */
export function errorsBetween(word: string, other: string): number | undefined {
  const allowed = allowedErrors(word)
  if (other.length < word.length - allowed || lettersMissing(word, other, allowed)) return undefined
  let least: number | undefined
  for (const begun of new Set([other, other.slice(0, word.length), other.slice(0, word.length + 1)])) {
    if (Math.abs(begun.length - word.length) > allowed) continue
    const errors = typingErrors(word, begun)
    if (errors <= allowed && (least === undefined || errors < least)) least = errors
  }
  return least
}

/** Whether more than `allowed` letters of a word are nowhere in another: each would be an error, and it is soon told. */
function lettersMissing(word: string, other: string, allowed: number): boolean {
  let missing = 0
  for (let at = 0; at < word.length && missing <= allowed; at += 1) if (!other.includes(word.charAt(at))) missing += 1
  return missing > allowed
}

/** Letters to add, drop, change or swap with their neighbour to make `a` of `b` (optimal string alignment). */
export function typingErrors(a: string, b: string): number {
  let twoBack: number[] = []
  let back = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = back[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(back[j]! + 1, row[j - 1]! + 1, change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, twoBack[j - 2]! + 1)
      row.push(least)
    }
    twoBack = back
    back = row
  }
  return back[b.length]!
}

/** Said of any place: left out of a search text, and of a name that is compared with it. */
const fillers = new Set(
  'parking parkings park parks car lot garage stationnement near around in at to the a de du des la le les pres of and et city ville dc'.split(
    ' ',
  ),
)
const kindWords: Record<string, string> = { airport: 'airport', stadium: 'stadium', station: 'station' }

/** A search text read as a place: the words that name it, and its kind when the text says one. */
export function readPlaceText(text: string): { named: string[]; kind: string | undefined } {
  const words = parseTypedText(text).words
  const kind = words.map((word) => kindWords[word]).find((found) => found !== undefined)
  const named = words.filter((word) => !fillers.has(word) && !(word in kindWords) && word !== 'intl')
  return { named, kind }
}

/** Whether a place is surely the one meant by `named`: its code, its name, or with the kind said, words of its name and city. */
export function matchPlaceName(
  named: readonly string[],
  kind: string | undefined,
  place: Findable & { kind: string },
): 'exactly' | 'by words' | undefined {
  if (named.length === 0 || (kind !== undefined && place.kind !== kind)) return undefined
  const text = named.join(' ')
  if (place.codes.some((code) => code?.toLowerCase() === text)) return 'exactly'
  const own = (place.folded_name ?? normalizeText(place.name))
    .split(' ')
    .filter((word) => !(word in kindWords) && word !== 'intl')
  if (own.join(' ') === text || own.filter((word) => !fillers.has(word)).join(' ') === text) return 'exactly'
  const words = new Set(place.folded.split(' '))
  if (!named.every((word) => words.has(word))) return undefined
  const namesIt = kind !== undefined || (named.length > 1 && named.some((word) => own.includes(word)))
  return namesIt ? 'by words' : undefined
}
