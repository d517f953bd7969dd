import type { Catalogue } from './translate.ts'

/* The files of sentences that those who work here load, by language. */

type Files = Readonly<Record<string, () => Promise<Catalogue>>>

const lists: Files = import.meta.glob<Catalogue>('./*/desk_lists.ts', { import: 'deskLists' })
const rests: Files = import.meta.glob<Catalogue>('./*/desk_rest.ts', { import: 'deskRest' })
const operators: Files = import.meta.glob<Catalogue>('./*/desk_operator.ts', { import: 'deskOperator' })
const guards: Files = import.meta.glob<Catalogue>('./*/guard.ts', { import: 'guard' })
const couriers: Files = import.meta.glob<Catalogue>('./*/shop/courier.ts', { import: 'courier' })

/** The sentences of the desk's lists, the others of the desk, those that operators have in their place, and those of guards and couriers. */
export const deskFiles = {
  lists: (language: string) => lists[`./${language}/desk_lists.ts`]!(),
  rest: (language: string) => rests[`./${language}/desk_rest.ts`]!(),
  operator: (language: string) => operators[`./${language}/desk_operator.ts`]!(),
  guard: (language: string) => guards[`./${language}/guard.ts`]!(),
  courier: (language: string) => couriers[`./${language}/shop/courier.ts`]!(),
}
