/**
 * Words that nobody types, beside those that a thing is found by: what its name begins with (^), what it is (=), all it is
 * found by ($), its codes (#), and whose it is (~). Folded text has none of these signs, and three are more than two typing
 * errors.
 */
export const marks = {
  beginning: (word: string) => `^^^${word}`,
  /** Of a word that may become one of several. */
  beginnings: (words: string | readonly string[]) => [words].flat().map((word) => marks.beginning(word)),
  whole: (folded_name: string) => `===${folded_name.replaceAll(' ', '_')}_`,
  text: (folded: string) => `$$$${folded.replaceAll(' ', '_')}_`,
  code: (code: string) => `###${code.toLowerCase()}_`,
  /** The mark itself and none that begins with it: of a name's words the last is followed by a sign as the others are. */
  only: (mark: string) => `${mark} `,
  source: (code: string) => `~~~${code}~`,
}

/** The marks of a name and its codes. */
export function marksOf(folded_name: string, codes: readonly (string | null)[]): string {
  const ofName = folded_name === '' ? [] : [marks.beginning(folded_name.split(' ')[0]!), marks.whole(folded_name)]
  return [...ofName, ...codes.flatMap((code) => (code === null ? [] : [marks.code(code)]))].join(' ')
}
