import type { Catalogue } from './translate.ts'

/** The areas that no list needs: what records, boards and dashboards say. */
const restAreas: ReadonlySet<string> = new Set([
  'access',
  'analytics',
  'documents',
  'orders',
  'parks',
  'records',
  'shop',
])

/** The sentences that the desk needs to show a list. */
export const pickForLists = (desk: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(desk).filter(([area]) => !restAreas.has(area)))

/** All other sentences of the desk. */
export const pickRest = (desk: Catalogue): Catalogue =>
  Object.fromEntries(Object.entries(desk).filter(([area]) => restAreas.has(area)))
