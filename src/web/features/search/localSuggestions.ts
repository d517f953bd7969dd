import { removeAccents } from '#contract/accents.ts'
import { countMistakes } from '#contract/edit-distance.ts'
import type { KnownPlace, Suggestion } from '#contract/places/places.ts'

/** Local data to suggest from before the server responds. */
export interface LocalSources {
  /** The server's suggestions for a prefix of the text, best first. */
  earlier: readonly Suggestion[]
  /** Major places of the chosen country, largest first. */
  known: readonly KnownPlace[]
  /** Recent searches. */
  recent: readonly Suggestion[]
}

/** Fewer than the server returns, so that its response extends the list at the end. */
const maxSuggestions = 5

/**
 * Suggestions from local data: those in which every typed word is a prefix of a visible word; otherwise similar ones;
 * otherwise the last response. The server's response, which also knows other names and all parks, replaces them.
 */
export function suggestLocally(text: string, { earlier, known, recent }: LocalSources): Suggestion[] {
  const typed = splitWords(text)
  if (typed.length === 0) return []
  const country = known[0] && countryOf(known[0])
  const lightest = known.at(-1)?.weight ?? 0
  const found = new Map<string, Ranked>()
  const take = (suggestion: Suggestion, weight: number) => {
    const score = scoreOf(typed, suggestion)
    if (score === undefined || found.has(suggestionKey(suggestion))) return
    const isForeign = country !== undefined && suggestion.kind !== 'park' && countryOf(suggestion) !== country
    found.set(suggestionKey(suggestion), { one: suggestion, isForeign, score: score + weight / 2 })
  }
  for (const place of known) take(place, place.weight)
  // Other suggestions rank below major places, and parks last.
  for (const entry of [...earlier, ...recent]) take(entry, entry.kind === 'park' ? parkWeight : lightest)
  const isMeantAbroad =
    typed.length > 1 &&
    [...found.values()].some(({ one, isForeign }) => isForeign && (scoreOf(typed, one) ?? 0) > byWords)
  // "New York" is not Newtonbrook in North York.
  const isLater = ({ one, isForeign }: Ranked) => isForeign || (isMeantAbroad && scoreOf(typed, one) === byWords)
  const sure = [...found.values()].toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)) || b.score - a.score)
  if (sure.length > 0) return sure.slice(0, maxSuggestions).map(({ one }) => withoutWeight(one))
  const like = findSimilar(typed, [...earlier, ...known, ...recent])
  // If nothing is similar, keep the last response rather than show an empty list.
  return (like.length > 0 ? like : earlier.slice(0, maxSuggestions)).map(withoutWeight)
}

/** Suggestions similar to a text with a typing error: earlier responses first, then major places by size. */
function findSimilar(typed: readonly string[], all: readonly Suggestion[]): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const entry of all) {
    if (found.size === maxSuggestions) break
    if (!found.has(suggestionKey(entry)) && isSimilar(typed, readWordsOnce(entry).words))
      found.set(suggestionKey(entry), entry)
  }
  return [...found.values()]
}

/** A place without its weight, as a stable reference. */
function withoutWeight(value: Suggestion | KnownPlace): Suggestion {
  if (!('weight' in value)) return value
  const { weight: _weight, ...place } = value
  const shown = shownPlaces.get(value) ?? place
  shownPlaces.set(value, shown)
  return shown
}
const shownPlaces = new WeakMap<Suggestion, Suggestion>()

interface Ranked {
  one: Suggestion
  isForeign: boolean
  score: number
}

/** Score of a park by its exact name: above any place of that name, as on the server. */
const exactPark = 1.1
/** Score of what has the words somewhere. */
const byWords = 0.2
/** Rank of a park among the weights of places. */
const parkWeight = 0.2
/** Texts up to this length have enough exact matches. */
const shortText = 2

/** Key of a suggestion, independent of its source. */
export const suggestionKey = ({ kind, id, name, lat, lng }: Suggestion): string => `${kind} ${id ?? name} ${lat} ${lng}`

/** Ranks as the server does: code, whole name, prefix, words; undefined if it does not match. */
function scoreOf(typed: readonly string[], suggestion: Suggestion): number | undefined {
  const text = typed.join(' ')
  const { name, whole, words } = readWordsOnce(suggestion)
  const code = suggestion.kind === 'airport' ? name.at(-1) : undefined
  if (code === text) return 1
  if (whole === text) return suggestion.kind === 'park' ? exactPark : 0.6
  if (whole.startsWith(text)) return 0.4
  if (text.length > 1 && code?.startsWith(text) === true) return byWords
  return text.length > shortText && typed.every((word) => words.some((own) => own.startsWith(word)))
    ? byWords
    : undefined
}

interface IndexedWords {
  name: string[]
  whole: string
  words: string[]
}
const read = new WeakMap<Suggestion, IndexedWords>()

/** Caches the words of a suggestion between keystrokes. */
function readWordsOnce(suggestion: Suggestion): IndexedWords {
  const known = read.get(suggestion)
  if (known !== undefined) return known
  const name = splitWords(suggestion.name)
  const fresh = { name, whole: name.join(' '), words: wordsOf(suggestion) }
  read.set(suggestion, fresh)
  return fresh
}

/** The words of its name and context, without state and country. */
function wordsOf({ kind, name, context }: Suggestion): string[] {
  const parts = context.split(', ')
  return splitWords([name, ...(kind === 'park' ? parts : parts.slice(0, -2))].join(' '))
}

const countryOf = ({ context }: Suggestion): string => context.slice(context.lastIndexOf(', ') + 1).trim()

const isSimilar = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((word) => {
    const allowed = word.length < 4 ? 0 : word.length < 7 ? 1 : 2
    return words.some((own) => Math.min(...countMistakes(word, own)) <= allowed)
  })

/** Lower case, without accents, split at everything that is no letter or digit. */
const splitWords = (text: string): string[] =>
  removeAccents(text.toLowerCase())
    .replaceAll(/['’ʼ](?=(?:s|l)(?![\p{L}\p{N}]))/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
