import type { Catalogue } from './translate.ts'

/* The files of sentences that pages load, by language: a folder beside this file is a language. */

type Files = Readonly<Record<string, () => Promise<Catalogue>>>

const firsts: Files = import.meta.glob<Catalogue>('./*/first.ts', { import: 'first' })
const fronts: Files = import.meta.glob<Catalogue>('./*/front.ts', { import: 'front' })
const wholes: Files = import.meta.glob<Catalogue>('./*/web.ts', { import: 'web' })

/** The sentences for the first render of the home page, those for its lower part, and all of them. */
export const webFiles = {
  first: (language: string) => firsts[`./${language}/first.ts`]!(),
  front: (language: string) => fronts[`./${language}/front.ts`]!(),
  whole: (language: string) => wholes[`./${language}/web.ts`]!(),
}
