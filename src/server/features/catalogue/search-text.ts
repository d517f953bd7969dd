import { normalizeText } from '#server/features/places/normalize-text.ts'

/** Shorter words allow no typing error. */
const leastForTypo = 4

/** What a search is compared with: the names in both languages, without accents and capitals. */
export const toFolded = (texts: readonly (string | null)[]): string =>
  normalizeText(texts.filter((text) => text !== null).join(' '))

/**
 * Whether every word of a search begins a word of a folded text, or does so but for one typing error: a letter too many or
 * too few, another letter, or two in the wrong order.
 */
export function matchesSearch(normalized: string, search: string): boolean {
  const words = normalized.split(' ')
  const typed = normalizeText(search)
    .split(' ')
    .filter((word) => word !== '')
  return typed.length > 0 && typed.every((candidate) => words.some((word) => beginsWith(word, candidate)))
}

function beginsWith(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < leastForTypo) return false
  // The beginning of the word that was meant is as long as what was typed, or one letter off.
  return [-1, 0, 1].some((more) => isOneTypoOff(word.slice(0, typed.length + more), typed))
}

function isOneTypoOff(a: string, b: string): boolean {
  const start = commonLength(a, b)
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA.length >= 2 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
