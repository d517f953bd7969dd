const ligatures: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** Returns a text as a part of an address: lower case, without accents, words joined by hyphens. */
export const toSlug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[œæß]/g, (letter) => ligatures[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
