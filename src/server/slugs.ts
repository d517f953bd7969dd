import { removeAccents } from '#contract/accents.ts'

const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** Returns a text as a part of an address: lower case, without accents, words joined by hyphens. */
export const toSlug = (text: string): string =>
  removeAccents(text.toLowerCase())
    .replaceAll(/[œæß]/g, (letter) => ligatures[letter]!)
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
