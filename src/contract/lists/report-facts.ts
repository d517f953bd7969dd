import type { Permission } from '#contract/permissions.ts'

/** By what sums can be listed: `filter` is the one that shows the rows of a sum, `words` has the words of its values. */
export interface ReportGroup {
  readonly filter: string
  readonly kind: 'day' | 'text' | 'choice' | 'country'
  readonly words?: string
}

/** The list that shows what a row is made of: its filters by the columns that they take, and the filter of the same days. */
export interface ReportRows {
  readonly list: string
  readonly permission: Permission
  readonly filters: Readonly<Record<string, string>>
  readonly period?: string
}

/** What makes a list a report. */
export interface ReportDescription {
  /** The filter with its days, which are those of each row's own place. */
  readonly period?: string
  /** The columns that are summed, amounts and numbers, in each currency by itself. */
  readonly sums: readonly string[]
  readonly groups: Readonly<Record<string, ReportGroup>>
  /** Where rows lead that are sums themselves: by the value of the first column, or all of them. */
  readonly rows?: { readonly by?: string; readonly to: Readonly<Record<string, ReportRows>> }
}
