import type { IndexRow } from './evaluator.ts'
import type { IndexFilter } from './filter.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import { specialTerms } from './special-terms.ts'

/** Whether readers see a park under the name of a term. */
export const isNamed = ({ terms }: IndexRow, name: string | undefined): boolean =>
  name !== undefined && terms.includes(name)

/** More parks of one name than this are not listed ahead of the others. */
const mostOfOneName = 50

/** Returns the parks of a filter that have the term of a name: bookable ones first, then by weight. */
export const listNamed = ({ parks }: Pick<LoadedIndex, 'parks'>, filter: IndexFilter, name: string): IndexRow[] =>
  parks
    .top({ ...filter, words: [...(filter.words ?? []), specialTerms.whole(name)] }, { offset: 0, limit: mostOfOneName })
    .map(({ row }) => row)
    .toSorted((a, b) => Number(b.bookable) - Number(a.bookable))
