/* What holds for every list of the desk. Apart from their schemas, which a screen that shows a list does not load. */

/** The sizes of a page of a desk list, of the specification's appendix. */
export const deskPageSizes = [10, 25, 50, 100, 500, 1000] as const
export type DeskPageSize = (typeof deskPageSizes)[number]
/** The size of a page for people who have not chosen one for the list. */
export const usualPageSize: DeskPageSize = 25

/** The catalogue's name of a list: its words are in `desk.lists.{area}`. */
export const areaOf = (name: string): string => name.replaceAll(/[-/]/g, '_')

/** So many rows fit into a spreadsheet file; more are exported as CSV. */
export const maxSheetRows = 50_000

/** So many rows are printed, on some hundred sheets; more are exported as CSV. */
export const maxPrintedRows = 10_000

/** So many rows are counted at once; where there are more, their number is shown as “10,000+”. */
export const mostCounted = 10_000

/** A number as a filter takes it. */
export const filterNumber = /^\d{1,9}(\.\d{1,2})?$/

/** A filter takes so many days from its first to its last. */
export const maxFilterDays = 400

/** The column with the state of a row, as a badge: every list with states has it, unless another column shows the state. */
export const stateColumn = 'in_state'

/** The column that names a row: the first one that is shown at once and no picture. */
export const findNameColumn = (columns: Readonly<Record<string, { kind: string; extra?: true }>>): string =>
  Object.entries(columns).find(([, { kind, extra }]) => kind !== 'picture' && extra !== true)![0]

/** Where the heading of a column stands in the catalogue. */
export const headingKey = (list: string, column: string): string =>
  column === stateColumn ? 'desk.state' : `desk.lists.${areaOf(list)}.columns.${column}`

/** Where the words of a column's values stand in the catalogue; undefined for a column without. */
export const wordsKey = ({ words, statesOf }: { words?: string; statesOf?: string }): string | undefined =>
  statesOf !== undefined
    ? `desk.row_states.${areaOf(statesOf)}`
    : words === undefined
      ? undefined
      : `desk.words.${words}`

interface Described {
  readonly columns: Readonly<Record<string, { readonly internal?: true }>>
  readonly filters: Readonly<Record<string, { readonly internal?: true }>>
}

const publicOf = <T extends { readonly internal?: true }>(parts: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).filter(([, { internal }]) => internal !== true))

/** A list as people of a single operator see it. */
export const forOperator = <L extends Described>(list: L): L => ({
  ...list,
  columns: publicOf(list.columns),
  filters: publicOf(list.filters),
})
