import type { Catalogue } from './translate.ts'

/** The areas that no list needs: what records, boards and dashboards say. */
const restAreas: ReadonlySet<string> = new Set([
  'access',
  'analytics',
  'dashboard',
  'documents',
  'fields',
  'orders',
  'parks',
  'records',
  'report',
  'shop',
])

/** The sentences that the desk needs to show a list. */
export const pickForLists = (desk: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(desk).filter(([area]) => !restAreas.has(area)))

/** All other sentences of the desk. */
export const pickRest = (desk: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(desk).filter(([area]) => restAreas.has(area)))

/** Sentences with some replaced by others of the same key. */
export const joinWords = (words: Catalogue, own: Catalogue = {}): Catalogue => ({
  ...words,
  ...Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const under = words[key]
      return [key, typeof value === 'object' && typeof under === 'object' ? joinWords(under, value) : value]
    }),
  ),
})

/** Some of the sentences of a catalogue. */
export type SomeOf<T> = { readonly [Key in keyof T]?: T[Key] extends string ? string : SomeOf<T[Key]> }

type States = Readonly<Record<string, string>>
type Areas = Readonly<Record<string, object>>

const statesIn = (areas: Areas, area: string): States | undefined =>
  (areas[area] as { states?: States } | undefined)?.states

/**
 * The states of one row of each list, in the number and gender of its noun: those of its record, or `own`, where the tabs,
 * which name many rows, have other words.
 */
export function pickRowStates(lists: Areas, records: Areas, own: Areas): Readonly<Record<string, States>> {
  const stated = Object.keys(lists).flatMap((area) => {
    const states = statesIn(lists, area)
    return states === undefined ? [] : [[area, { ...states, ...statesIn(records, area), ...own[area] }] as const]
  })
  return Object.fromEntries(stated)
}
