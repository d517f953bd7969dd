import type { Catalogue } from './translate.ts'

/* The files of sentences that pages load: a folder beside this file is a language. */

const files = import.meta.glob<Catalogue>('./*/{first,front,web}.ts')

export const webFiles = {
  /** The sentences for the first render of the home page, those for its lower part, and all of them. */
  load: async (language: string, name: 'first' | 'front' | 'web'): Promise<Catalogue> =>
    (await files[`./${language}/${name}.ts`]!())[name] as Catalogue,
}
