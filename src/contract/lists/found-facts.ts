import type { DeskColumn, DeskListDescription } from './lists.ts'

const placeColumns = ['park', 'branch', 'city', 'venue']

/**
 * The columns that tell what a record is that a search has found, beside what names it: its kind, state, amount, time and
 * place, as far as its list has them.
 */
export function listFoundFacts({ columns, namedBy = [] }: Pick<DeskListDescription, 'columns' | 'namedBy'>): string[] {
  const find = (fits: (column: DeskColumn) => boolean) =>
    Object.keys(columns).find((key) => columns[key]!.extra !== true && fits(columns[key]!))
  const facts = [
    columns['kind']?.kind === 'choice' ? 'kind' : undefined,
    find(({ badge }) => badge === true),
    find(({ kind }) => kind === 'money'),
    find(({ kind }) => kind === 'instant' || kind === 'day'),
    placeColumns.find((key) => key in columns),
  ]
  return [...new Set(facts.filter((key) => key !== undefined))].filter((key) => !namedBy.includes(key))
}
