/**
 * Index terms in addition to words: name prefix (^), exact name (=), codes (#), source (~), city (%).
 * Normalized text has none of these symbols, so typed words, even with two errors, never match them.
 */
export const specialTerms = {
  nameStart: (word: string) => `^^^${word}`,
  /** For a word with alternatives. */
  nameStarts: (words: string | readonly string[]) => [words].flat().map((word) => specialTerms.nameStart(word)),
  exactName: (folded_name: string) => `===${folded_name.replaceAll(' ', '_')}_`,
  code: (code: string) => `###${code.toLowerCase()}_`,
  source: (code: string) => `~~~${code}~`,
  city: (name: string) => `%%%${name.toLowerCase().replaceAll(' ', '_')}_`,
  /** Matches only the whole term. */
  whole: (term: string) => `${term} `,
}

/** Returns the terms of a name and its codes. */
export function nameTerms(folded_name: string, codes: readonly (string | null)[]): string {
  const ofName =
    folded_name === '' ? [] : [specialTerms.nameStart(folded_name.split(' ')[0]!), specialTerms.exactName(folded_name)]
  return [...ofName, ...codes.flatMap((code) => (code === null ? [] : [specialTerms.code(code)]))].join(' ')
}
