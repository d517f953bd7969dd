/**
 * Index terms beside the words of a text: what a name begins with (^), the exact name (=), the exact text ($), codes (#),
 * the source (~) and the city (%). Nobody types them: normalized text has none of these signs, and three are more than
 * two typing errors.
 */
export const specialTerms = {
  nameStart: (word: string) => `^^^${word}`,
  /** Of a word that may become one of several. */
  nameStarts: (words: string | readonly string[]) => [words].flat().map((word) => specialTerms.nameStart(word)),
  exactName: (folded_name: string) => `===${folded_name.replaceAll(' ', '_')}_`,
  exactText: (folded: string) => `$$$${folded.replaceAll(' ', '_')}_`,
  code: (code: string) => `###${code.toLowerCase()}_`,
  source: (code: string) => `~~~${code}~`,
  city: (name: string) => `%%%${name.toLowerCase().replaceAll(' ', '_')}_`,
  /** Matches the term itself and none that begins with it. */
  whole: (term: string) => `${term} `,
}

/** The terms of a name and its codes. */
export function nameTerms(folded_name: string, codes: readonly (string | null)[]): string {
  const ofName =
    folded_name === '' ? [] : [specialTerms.nameStart(folded_name.split(' ')[0]!), specialTerms.exactName(folded_name)]
  return [...ofName, ...codes.flatMap((code) => (code === null ? [] : [specialTerms.code(code)]))].join(' ')
}
