/** Long and short spellings of one word, in both languages, brought to one. What is stored and what is asked pass here. */
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

/** Letters that stay whole under NFD: ligatures, Nordic, Hausa and Wolof ones. */
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
 * Text as it is searched: lower case, no accents, one space between words, one spelling for each abbreviated word.
 * "Aéroport int'l St. John's" becomes "airport intl st johns". Letters of other scripts are kept.
 */
export function foldText(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[œæßøłđðþıŋɓɗƙƴ]/g, (letter) => letters[letter]!)
      // "Hawaiʻi", "John's", "int'l" are one word; "d'Ivoire" and "l'Île" are two.
      .replaceAll(/ʻ|['’ʼ](?=(?:s|l)(?![\p{L}\p{N}]))/gu, '')
      // "U.S." and "A.T.M." are one word.
      .replaceAll(/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .split(' ')
      .map((word) => (Object.hasOwn(spellings, word) ? spellings[word]! : word))
      .join(' ')
  )
}
