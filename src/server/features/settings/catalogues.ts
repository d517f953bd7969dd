import type { Language } from '#contract/places/places.ts'
import type { Catalogue } from '#i18n/translate.ts'

/** All sentences of a language by their paths: those of the server, of pages, of the desk and of guards. */
const known = new Map<Language, Promise<ReadonlyMap<string, string>>>()

async function load(language: Language): Promise<Catalogue> {
  const { web } = (await import(`../../../i18n/${language}/web.ts`)) as { web: Catalogue }
  const { [language]: own } = (await import(`../../../i18n/${language}/index.ts`)) as Record<string, Catalogue>
  return { ...web, ...own }
}

/** Returns the sentences of a language, which are read when somebody first asks for them. */
export function readSentences(language: Language): Promise<ReadonlyMap<string, string>> {
  const found = known.get(language) ?? load(language).then((catalogue) => new Map(flatten(catalogue, '')))
  known.set(language, found)
  return found
}

const flatten = (catalogue: Catalogue, prefix: string): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )
