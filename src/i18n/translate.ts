/** Sentences by key, in nested areas. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue
}

export type Values = Readonly<Record<string, unknown>>

export type TranslateAny = (key: string, values?: Values) => string

/** Returns the sentence at a dotted path such as `park.closed`. */
function findSentence(catalogue: Catalogue, path: string): string | undefined {
  let at: string | Catalogue | undefined = catalogue
  for (const part of path.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Replaces `{{name}}`; null and undefined are written as nothing, and a name without a value stays as it is. */
const interpolate = (sentence: string, values: Values): string =>
  sentence.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : hole,
  )

/**
 * Returns a function that translates keys of `catalogue`. With a `count`, the key `x` stands for the plural forms `x_one`
 * and `x_other`. `onMissing` gives the text for a key without a sentence: by default the key itself.
 * `reword` changes the words of each sentence, not of its values. `own` has sentences that stand before those of the
 * catalogue, by language and path.
 */
export function createTranslate(
  language: string,
  catalogue: Catalogue,
  onMissing: (key: string) => string = (key) => key,
  reword: (sentence: string) => string = (sentence) => sentence,
  own: Readonly<Record<string, string>> = {},
): TranslateAny {
  const plurals = new Intl.PluralRules(language)
  const found = new Map<string, string>()
  // A page asks for some hundred sentences each time it is rendered.
  const findOnce = (path: string): string | undefined => {
    const known = found.get(path)
    if (known !== undefined) return known
    const original = own[`${language}.${path}`] ?? findSentence(catalogue, path)
    if (original === undefined) return undefined
    const sentence = reword(original)
    found.set(path, sentence)
    return sentence
  }
  return (key, values) => {
    const count = values?.['count']
    const sentence =
      typeof count === 'number'
        ? (findOnce(`${key}_${plurals.select(count)}`) ?? findOnce(`${key}_other`) ?? findOnce(key))
        : findOnce(key)
    if (sentence === undefined) return onMissing(key)
    return values === undefined ? sentence : interpolate(sentence, values)
  }
}
