import type { KnownPlace, Suggestion } from '#contract/places.ts'

/** What there is to show of a text before it is answered. */
export interface LocalSources {
  /** What the server answered to a beginning of the text, the best first. */
  earlier: readonly Suggestion[]
  /** Places of the chosen country, the greatest first. */
  known: readonly KnownPlace[]
  /** Searched lately. */
  recent: readonly Suggestion[]
}

/** Fewer than an answer has: what comes is added below rather than put in between. */
const maxSuggestions = 5

/**
 * What answers a text, from what the page has already: every word of the text begins a word that stands there to be read,
 * or, where nothing is so, is like one; where nothing is that either, what was answered last. The server knows more (other names, typing errors, all parks), and its answer takes the place of this one.
 */
export function suggestLocally(text: string, { earlier, known, recent }: LocalSources): Suggestion[] {
  const typed = splitWords(text)
  if (typed.length === 0) return []
  const country = known[0] && countryOf(known[0])
  const lightest = known.at(-1)?.weight ?? 0
  const found = new Map<string, Ranked>()
  const take = (one: Suggestion, weight: number) => {
    const score = scoreOf(typed, one)
    if (score === undefined || found.has(suggestionKey(one))) return
    const isForeign = country !== undefined && one.kind !== 'park' && countryOf(one) !== country
    found.set(suggestionKey(one), { one, isForeign, score: score + weight / 2 })
  }
  for (const place of known) take(place, place.weight)
  // What was answered and is none of the great places weighs less than those; parks least.
  for (const one of [...earlier, ...recent]) take(one, one.kind === 'park' ? parkWeight : lightest)
  const sure = [...found.values()].toSorted((a, b) => Number(a.isForeign) - Number(b.isForeign) || b.score - a.score)
  if (sure.length > 0) return sure.slice(0, maxSuggestions).map(({ one }) => withoutWeight(one))
  const like = findSimilar(typed, [...earlier, ...known, ...recent])
  // Of what nothing here is like, the last answer stays until the next one comes: an empty box in between helps nobody.
  return (like.length > 0 ? like : earlier.slice(0, maxSuggestions)).map(withoutWeight)
}

/** What is like a text with a typing error: what was answered to its beginning first, then the great places, the greatest first. */
function findSimilar(typed: readonly string[], all: readonly Suggestion[]): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const one of all) {
    if (found.size === maxSuggestions) break
    if (!found.has(suggestionKey(one)) && isSimilar(typed, readWordsOnce(one).words)) found.set(suggestionKey(one), one)
  }
  return [...found.values()]
}

/** A known place without its weight: the same each time, so that nothing that stands is drawn anew. */
function withoutWeight(one: Suggestion | KnownPlace): Suggestion {
  if (!('weight' in one)) return one
  const { weight: _weight, ...place } = one
  const shown = shownPlaces.get(one) ?? place
  shownPlaces.set(one, shown)
  return shown
}
const shownPlaces = new WeakMap<Suggestion, Suggestion>()

type Ranked = { one: Suggestion; isForeign: boolean; score: number }

/** Of a park, among the weights of places. */
const parkWeight = 0.2
/** So short a text has enough names that begin with it. */
const shortText = 2

/** One suggestion among others, whoever gave it. */
export const suggestionKey = ({ kind, id, name, lat, lng }: Suggestion): string => `${kind} ${id ?? name} ${lat} ${lng}`

/** As the server ranks: the code, the whole name, its beginning, words; undefined for what does not answer. */
function scoreOf(typed: readonly string[], one: Suggestion): number | undefined {
  const text = typed.join(' ')
  const { name, whole, words } = readWordsOnce(one)
  const code = one.kind === 'airport' ? name.at(-1) : undefined
  if (code === text) return 1
  if (whole === text) return 0.6
  if (whole.startsWith(text)) return 0.4
  if (text.length > 1 && code?.startsWith(text) === true) return 0.2
  return text.length > shortText && typed.every((word) => words.some((own) => own.startsWith(word))) ? 0.2 : undefined
}

type IndexedWords = { name: string[]; whole: string; words: string[] }
const read = new WeakMap<Suggestion, IndexedWords>()

/** Its words, read once for all letters that are typed. */
function readWordsOnce(one: Suggestion): IndexedWords {
  const known = read.get(one)
  if (known !== undefined) return known
  const name = splitWords(one.name)
  const fresh = { name, whole: name.join(' '), words: wordsOf(one) }
  read.set(one, fresh)
  return fresh
}

/** What it is found by: its name, and where it is but for the state and the country, which all have. */
function wordsOf({ kind, name, context }: Suggestion): string[] {
  const parts = context.split(', ')
  return splitWords([name, ...(kind === 'park' ? parts : parts.slice(0, -2))].join(' '))
}

const countryOf = ({ context }: Suggestion): string => context.slice(context.lastIndexOf(', ') + 1).trim()

const isSimilar = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((word) => {
    const allowed = word.length < 4 ? 0 : word.length < 7 ? 1 : 2
    return words.some((own) => prefixEditDistance(word, own) <= allowed)
  })

/** Letters to add, drop, change or swap to make a word of another or of its beginning. */
function prefixEditDistance(word: string, other: string): number {
  let back: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, n) => n)
  let least = word.length
  for (let j = 1; j <= other.length; j += 1) {
    const next = [j]
    for (let i = 1; i <= word.length; i += 1) {
      const isSame = word[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      next.push(
        Math.min(
          row[i]! + 1,
          next[i - 1]! + 1,
          row[i - 1]! + (isSame ? 0 : 1),
          isSwapped ? back[i - 2]! + 1 : Infinity,
        ),
      )
    }
    back = row
    row = next
    least = Math.min(least, row[word.length]!)
  }
  return least
}

/** In lower case, without accents; what parts words is whatever is no letter and no figure. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|['’ʼ](?=(?:s|l)(?![\p{L}\p{N}]))/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
