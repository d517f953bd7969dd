/** A text without the accents and other marks of its letters; ligatures and letters of their own ("œ", "ø") stay. */
export const removeAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** The words of a text in small letters without accents, as they are searched: "Déjà vu" has "deja" and "vu". */
export const findWords = (text: string): string[] =>
  removeAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
