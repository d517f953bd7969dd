import { normalizeText, unfinishedWords } from './normalize-text.ts'

/**
 * A normalized typed text. `unfinished` are alternatives of the last word while typing: prefixes, or whole words when
 * they end with a space.
 */
export interface TypedText {
  folded: string
  words: string[]
  unfinished?: readonly string[]
}

/** A searchable item. `folded` is the searchable text, `name` the display name; `weight` is 0 to 1. */
export interface Findable {
  name: string
  folded: string
  codes: readonly (string | null)[]
  weight: number
  /** The normalized names, the main one first, if already known. */
  names?: readonly string[]
}

const nameSeparator = ' | '
const wordsSeparator = ' + '

/** Joins normalized names, the main one first, and other search words, so that `readNames` can tell them apart. */
export function joinNames(names: readonly string[], words: string): string {
  const distinct = [...new Set(names)].filter((name) => name !== '').join(nameSeparator)
  return words === '' ? distinct : `${distinct}${wordsSeparator}${words}`
}

/** Returns the normalized names of a search text made by `joinNames`. */
export function readNames(normalized: string): string[] {
  const end = normalized.indexOf(wordsSeparator)
  return (end === -1 ? normalized : normalized.slice(0, end)).split(nameSeparator)
}

const namesOf = ({ names, name }: Findable): readonly string[] => names ?? [normalizeText(name)]

/** `sure` matches come before `alike` ones (with typing errors), then by descending score. */
export interface Match {
  tier: 'sure' | 'alike'
  score: number
  /** The text is a whole name or a code. */
  isWhole?: true
  /** A name begins with the text, or is it. */
  isStart?: true
}

const maxWords = 8

export function parseTypedText(text: string): TypedText {
  const words = [...new Set(normalizeText(text).split(' '))].filter((word) => word !== '').slice(0, maxWords)
  return { folded: words.join(' '), words }
}

/** Parses a text that may still be being typed. */
export function parsePartialText(text: string): TypedText {
  const typed = parseTypedText(text)
  const isLast = normalizeText(text).endsWith(typed.words.at(-1) ?? ' ')
  const unfinished = isLast && typed.words.length < maxWords ? unfinishedWords(text) : []
  return unfinished.length === 0 ? typed : { ...typed, unfinished }
}

/** Words between those of a name, which other names of a place do not have: "airport of Toronto", "aéroport de Dakar". */
const joins = new Set('de du des d la le les l au aux of the at in and et'.split(' '))

/** Returns a text without the words that join its first and last; undefined if there are none. */
export function dropJoins(typed: TypedText): TypedText | undefined {
  const words = typed.words.filter((word, n) => n === 0 || n === typed.words.length - 1 || !joins.has(word))
  return words.length === typed.words.length ? undefined : { ...typed, words, folded: words.join(' ') }
}

/** Words for parking, and those that go with one: "jfk parking", "parking garage near pearson", "stationnement à yul". */
const parkingWords = new Set('parking parkings carpark carparks stationnement stationnements'.split(' '))
const besideParking = new Set('car park parks garage lot lots space spaces spot spots near around pres'.split(' '))

/** The beginnings of "parking" that are still being typed. */
const parkingStart = /^parki?n?$/

/**
 * Returns a text without its words for parking, and those that join them to a place; undefined if it has none, or nothing
 * else. With `isTyping`, "jfk park" has one, too.
 */
export function dropParking({ words, unfinished }: TypedText, isTyping = false): TypedText | undefined {
  const isCarPark = words.some((word, n) => word === 'car' && ['park', 'parks'].includes(words[n + 1] ?? ''))
  const isStart = isTyping && parkingStart.test(words.at(-1) ?? '')
  if (!isCarPark && !isStart && !words.some((word) => parkingWords.has(word))) return undefined
  const named = words.filter(
    (word, n) => !parkingWords.has(word) && !besideParking.has(word) && !(isStart && n === words.length - 1),
  )
  while (joins.has(named[0] ?? '') || named[0] === 'a') named.shift()
  while (joins.has(named.at(-1) ?? '') || named.at(-1) === 'a') named.pop()
  if (named.length === 0) return undefined
  const isUnfinished = unfinished !== undefined && named.at(-1) === words.at(-1)
  return { folded: named.join(' '), words: named, ...(isUnfinished && { unfinished }) }
}

/** Returns each word with its alternatives. */
export const wordAlternatives = ({ words, unfinished }: TypedText): (string | readonly string[])[] =>
  unfinished === undefined ? words : [...words.slice(0, -1), [words.at(-1)!, ...unfinished]]

/** Whether `own` starts with `word`; a trailing space in `word` matches the end. */
const hasPrefix = (own: string, word: string) =>
  own.startsWith(word) || (word.length === own.length + 1 && word.endsWith(' ') && word.startsWith(own))

/** Whether to search with typing errors: short texts match everything, long ones are rarely mistyped. */
export const mayHaveErrors = ({ folded }: TypedText): boolean => folded.length >= 4 && folded.length <= 40

/**
 * Scores a candidate, or returns undefined without a match: by code, whole name, prefix of the name, prefixes of its
 * words in any order, or words with typing errors (unless `tier` is `sure`). Other names count a little less than the
 * main one. Weight decides ties, so short input finds big places.
 */
export function matchTyped(typed: TypedText, candidate: Findable, tier: Match['tier'] = 'alike'): Match | undefined {
  if (typed.words.length === 0) return undefined
  const weight = candidate.weight / 2
  if (candidate.codes.some((code) => code !== null && code.toLowerCase() === typed.folded))
    return { tier: 'sure', score: 1 + weight, isWhole: true }
  const names = namesOf(candidate)
  const name = names[0] ?? ''
  if (name === typed.folded) return { tier: 'sure', score: 0.6 + weight, isWhole: true, isStart: true }
  if (names.includes(typed.folded, 1))
    return { tier: 'sure', score: 0.6 - otherName + weight, isWhole: true, isStart: true }
  const { beginnings, alternatives } = prepare(typed)
  const isBeginning = (own: string) => beginnings.some((text) => hasPrefix(own, text))
  if (isBeginning(name)) return { tier: 'sure', score: 0.4 + weight, isStart: true }
  if (names.some((own, at) => at > 0 && isBeginning(own)))
    return { tier: 'sure', score: 0.4 - otherName + weight, isStart: true }
  const text = ` ${candidate.folded} `
  if (alternatives.every((starts) => starts.some((start) => text.includes(start))))
    return { tier: 'sure', score: 0.2 + weight }
  if (tier === 'sure') return undefined
  const words = candidate.folded.split(' ')
  const errors = typed.words.map((word) => leastErrors(word, words))
  if (errors.some((count) => count === undefined)) return undefined
  return { tier: 'alike', score: weight - errors.reduce<number>((sum, count) => sum + (count ?? 0), 0) / 4 }
}

/** By how much a match of another name than the main one counts less. */
const otherName = 0.05

/** What is compared with a candidate: how its name may begin, and for each word how one of its words may. */
interface PreparedText {
  beginnings: readonly string[]
  /** With the space before a word. */
  alternatives: readonly (readonly string[])[]
}

const preparedTexts = new WeakMap<TypedText, PreparedText>()

/** Prepares a text once for all candidates. */
function prepare(typed: TypedText): PreparedText {
  const known = preparedTexts.get(typed)
  if (known !== undefined) return known
  const { folded, words, unfinished = [] } = typed
  const prepared = {
    beginnings: [folded, ...unfinished.map((word) => [...words.slice(0, -1), word].join(' '))],
    alternatives: wordAlternatives(typed).map((word) => [word].flat().map((start) => ` ${start}`)),
  }
  preparedTexts.set(typed, prepared)
  return prepared
}

/** Returns the number of typing errors allowed in a word. */
export const allowedErrors = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/**
 * Returns the fewest errors between a word and any of `others` or their prefixes; undefined when there are too many.
 */
function leastErrors(word: string, others: string[]): number | undefined {
  let least: number | undefined
  for (const other of others) {
    const errors = errorsBetween(word, other)
    if (errors !== undefined && (least === undefined || errors < least)) least = errors
  }
  return least
}

/** Returns the errors between a word and another word or its prefix; undefined when there are too many. */
export function errorsBetween(word: string, other: string): number | undefined {
  const allowed = allowedErrors(word)
  if (other.length < word.length - allowed || lettersMissing(word, other, allowed)) return undefined
  let least: number | undefined
  for (const prefix of new Set([other, other.slice(0, word.length), other.slice(0, word.length + 1)])) {
    if (Math.abs(prefix.length - word.length) > allowed) continue
    const errors = typingErrors(word, prefix)
    if (errors <= allowed && (least === undefined || errors < least)) least = errors
  }
  return least
}

/** Whether more than `allowed` letters of a word are missing in another: a fast test that avoids counting errors. */
function lettersMissing(word: string, other: string, allowed: number): boolean {
  let missing = 0
  for (let at = 0; at < word.length && missing <= allowed; at += 1) if (!other.includes(word.charAt(at))) missing += 1
  return missing > allowed
}

/**
 * Returns the number of letters to add, drop, change or swap with a neighbour to turn `b` into `a` (optimal string
 * alignment).
 */
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

/** Words ignored in search texts and in the names compared with them. */
const fillers = new Set(
  'parking parkings park parks car lot garage stationnement near around in at to the a de du des la le les pres of and et city ville dc'.split(
    ' ',
  ),
)
const kindWords: Record<string, string> = { airport: 'airport', stadium: 'stadium', station: 'station' }

/** Interprets a search text as a place: its naming words, and the kind if given. */
export function readPlaceText(text: string): { named: string[]; kind: string | undefined } {
  const words = parseTypedText(text).words
  const kind = words.map((word) => kindWords[word]).find((found) => found !== undefined)
  const named = words.filter((word) => !fillers.has(word) && !(word in kindWords) && word !== 'intl')
  return { named, kind }
}

/**
 * Returns how a place matches `named`: exactly by code or name, by words of its name and city when the kind is given,
 * or undefined.
 */
export function matchPlaceName(
  named: readonly string[],
  kind: string | undefined,
  place: Findable & { kind: string },
): 'exactly' | 'by words' | undefined {
  if (named.length === 0 || (kind !== undefined && place.kind !== kind)) return undefined
  const text = named.join(' ')
  if (place.codes.some((code) => code?.toLowerCase() === text)) return 'exactly'
  const names = namesOf(place).map((name) => name.split(' ').filter((word) => !(word in kindWords) && word !== 'intl'))
  const isText = (own: string[]) =>
    own.join(' ') === text || own.filter((word) => !fillers.has(word)).join(' ') === text
  if (names.some(isText)) return 'exactly'
  const words = new Set(place.folded.split(' '))
  if (!named.every((word) => words.has(word))) return undefined
  const namesIt =
    kind !== undefined || (named.length > 1 && named.some((word) => names.some((own) => own.includes(word))))
  return namesIt ? 'by words' : undefined
}
