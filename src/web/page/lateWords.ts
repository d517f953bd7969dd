import { useQuery } from '@tanstack/react-query'
import type { Locale } from '#contract/formats.ts'
import { settings } from '#contract/settings/settings.ts'
import { type Catalogue, createTranslate, type Values } from '#i18n/translate.ts'
import { rewordFor } from '#i18n/words.ts'
import { useTranslation } from './translation.ts'

/** The sentences of an app that is loaded with its page alone. */
export interface AppWords<Key extends string> {
  t: (key: Key, values?: Values) => string
  locale: Locale
}

export interface LoadedWords<Key extends string> {
  /** Undefined until they are loaded. */
  words: AppWords<Key> | undefined
  isMissing: boolean
  retry: () => void
}

/** Loads the sentences of an app in the reader's language, as the part `name` of a catalogue. */
export function useAppWords<Key extends string>(
  name: string,
  load: (language: string) => Promise<Catalogue>,
): LoadedWords<Key> {
  const { language, locale } = useTranslation()
  const {
    data: t,
    isError: isMissing,
    refetch,
  } = useQuery({
    queryKey: ['app_words', name, language, locale],
    queryFn: async () =>
      createTranslate(
        language,
        { [name]: await load(language) },
        undefined,
        rewordFor(locale),
        settings().sentences,
      ) as AppWords<Key>['t'],
    staleTime: Infinity,
    // From the kept files, without a network too.
    networkMode: 'always',
    // A function cannot be compared with another one.
    structuralSharing: false,
  })
  return { words: t && { t, locale }, isMissing, retry: () => void refetch() }
}
