import { removeAccents } from '#contract/accents.ts'

/** Maps spellings of one word, in both languages, to one form. Applied to stored text and to queries. */
const spellings: Record<string, string> = {
  saint: 'st',
  street: 'st',
  sainte: 'ste',
  avenue: 'av',
  ave: 'av',
  boulevard: 'bd',
  boul: 'bd',
  blvd: 'bd',
  road: 'rd',
  drive: 'dr',
  place: 'pl',
  square: 'sq',
  route: 'rte',
  highway: 'hwy',
  parkway: 'pkwy',
  fort: 'ft',
  mount: 'mt',
  mont: 'mt',
  centre: 'center',
  ctr: 'center',
  international: 'intl',
  internationale: 'intl',
  university: 'univ',
  universite: 'univ',
  hospital: 'hosp',
  hopital: 'hosp',
  airport: 'airport',
  aeroport: 'airport',
  stade: 'stadium',
  gare: 'station',
}

/** Letters that NFD does not decompose: ligatures, Nordic, Hausa and Wolof letters. */
const letters: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
}

/**
 * Normalizes text for search: lower case, no accents, single spaces, one form per abbreviation. "Aéroport int'l St.
 * John's" becomes "airport intl st johns". Letters of other scripts are kept.
 */
export const normalizeText = (text: string): string =>
  foldLetters(text)
    .split(' ')
    .map((word) => (Object.hasOwn(spellings, word) ? spellings[word]! : word))
    .join(' ')

function foldLetters(text: string): string {
  return (
    removeAccents(text.toLowerCase())
      .replaceAll(/[œæßøłđðþıŋɓɗƙƴ]/g, (letter) => letters[letter]!)
      // "Hawaiʻi", "John's", "int'l" are one word; "d'Ivoire" and "l'Île" are two.
      .replaceAll(/ʻ|['’ʼ](?=(?:s|l)(?![\p{L}\p{N}]))/gu, '')
      // "U.S." and "A.T.M." are one word.
      .replaceAll(/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** Shorter words have too many completions. */
const minLetters = 2

/**
 * Returns alternatives for the last, unfinished word: a prefix of "Saint" also means "st" (trailing space: whole word
 * only), and "Boul" may start "Boulder" besides "boulevard".
 */
export function unfinishedWords(text: string): string[] {
  const word = foldLetters(text).split(' ').at(-1)!
  if (word.length < minLetters) return []
  const spelling = Object.hasOwn(spellings, word) ? spellings[word]! : word
  const longer = Object.keys(spellings).filter((long) => long.startsWith(word) && long !== word)
  const whole = longer.map((long) => spellings[long]!).filter((short) => !short.startsWith(word))
  return [...new Set([...(word.startsWith(spelling) ? [] : [word]), ...whole.map((short) => `${short} `)])]
}
