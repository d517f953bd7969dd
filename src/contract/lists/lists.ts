import * as z from 'zod/mini'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { Money, searchLine, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'
import type { Permission } from '#contract/permissions.ts'
import { deskPageSizes, type DeskPageSize, filterNumber, findNameColumn, stateColumn } from './list-facts.ts'
import type { ReportDescription } from './report-facts.ts'
import type { DeskPlace } from './screens.ts'

/** How a column is shown, exported and compared. `choice` has a sentence for each value. */
export type ColumnKind =
  | 'text'
  /** Opening hours in the syntax of OpenStreetMap, shown in words. */
  | 'hours'
  | 'code'
  /** With its country, as `+2348031234567`; shown in groups, as a link that calls it. */
  | 'phone'
  | 'number'
  /** In metres. */
  | 'distance'
  | 'rating'
  | 'money'
  | 'instant'
  | 'day'
  | 'picture'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'country'

/**
 * A column. `key` names the row's field and, in the catalogue, its heading. Columns are shown unless they are `extra`;
 * `zone` names the field with the time zone of an instant, `unit` that with the unit of a number, `per` that with the unit for
 * each of which an amount is. A text is marked as an example where the flag `example` is set, or where the choices of the
 * first of two names hold the second.
 */
export interface DeskColumn {
  readonly kind: ColumnKind
  /** Says which state the record is in, and stands as a badge on a card. */
  readonly badge?: true
  /** Shows the state as well, so that the list has no column for that alone. */
  readonly showsState?: true
  /** The list whose states its values are, with their words. */
  readonly statesOf?: string
  readonly extra?: true
  /** For people who work with several operators: people of a single one do not see it. */
  readonly internal?: true
  readonly sortable?: true
  /** The words of its values: an area of the desk's catalogue. */
  readonly words?: string
  readonly zone?: string
  readonly unit?: string
  readonly per?: string
  readonly example?: string | readonly [choices: string, choice: string]
  /** It names another record: the columns with the kind and the id of that, and the screen of each kind. */
  readonly opens?: { readonly kind: string; readonly id: string; readonly screens: Screens }
  /** What a record was after a change, or before, as JSON; shown and exported in words, as what differs from the other side. */
  readonly changes?: { readonly kind: string; readonly screens: Screens } & (
    | { readonly before: string }
    | { readonly after: string }
  )
  /** The sentence that an amount stands in: an area of `desk.phrases`. */
  readonly phrase?: 'each_hour'
  /** The column with the country in whose form an amount is: what a place asks, beside where it is. */
  readonly country?: string
}

/** The screen of a record by its kind; null for kinds without one. */
type Screens = Readonly<Record<string, string | null>>

/** `days` takes two dates, in its `_from` and `_to`. `internal` is as with columns. */
export type DeskFilter = { readonly internal?: true } & (
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly words?: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'text' }
  /** Gets the digits as a text, with a point. */
  | { readonly kind: 'number' }
  | { readonly kind: 'days' }
)

/**
 * A list of the desk: one component shows it, one function answers it. Its sentences are in the area `desk.lists.{name}`.
 */
export interface DeskListDescription {
  readonly name: string
  /** Where its screen stands in the menu; a list without is a tab of a record, or part of another screen. */
  readonly menu?: DeskPlace
  readonly permission: Permission
  readonly columns: Readonly<Record<string, DeskColumn>>
  readonly filters: Readonly<Record<string, DeskFilter>>
  /** The states of a record, each a tab with its count. */
  readonly states?: readonly string[]
  /** The permissions of which one allows a change of many rows: those of its record's bulk actions. */
  readonly bulk?: readonly Permission[]
  /** The column of the default order; `-` before it means descending. */
  readonly sort: string
  /** The columns, all texts, that name a record in the search over everything; a list without them is not searched there. */
  readonly namedBy?: readonly string[]
  /** The screen that shows one record, with the permission that opens it; `id` names the column with its id, if not the row's. */
  readonly opens?: { readonly screen: string; readonly permission: Permission; readonly id?: string }
  /** The screen that makes one, with the permission that opens it. Its label is `create`. */
  readonly creates?: { readonly path: string; readonly permission: Permission }
  /** Exports of personal data ask for the password again. */
  readonly personal?: true
  /** Makes it a report, with sums of its rows. */
  readonly report?: ReportDescription
}

type CellOf<Kind extends ColumnKind> = {
  text: string
  code: string
  phone: string
  number: number
  distance: number
  hours: string
  rating: number
  money: Money
  instant: string
  day: string
  picture: string
  flag: boolean
  choice: string
  choices: string[]
  country: string
}[Kind]

/** A row: the record's id and a value for each column, null where there is none. */
export type DeskRow<L extends DeskListDescription = DeskListDescription> = {
  id: string
} & { [Key in keyof L['columns']]: CellOf<L['columns'][Key]['kind']> | null }

const cells: Record<ColumnKind, z.ZodMiniType> = {
  text: z.string(),
  code: z.string(),
  phone: z.string(),
  number: z.number(),
  distance: z.number(),
  hours: z.string(),
  rating: z.number(),
  money: Money,
  instant: z.string(),
  day: z.string(),
  picture: z.string(),
  flag: z.boolean(),
  choice: z.string(),
  choices: z.array(z.string()),
  country: z.string(),
}

const Day = z.iso.date(missingOr('day'))

/** In which exported times are written, and days begin; UTC without one. */
export const TimeZone = z.optional(
  z.string().check(z.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'required')),
)

/** The fields of a query for the filters of a list. */
export function filterFields(filters: DeskListDescription['filters']): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, filter]): [string, z.ZodMiniType][] => {
      if (filter.kind === 'days')
        return [
          [`${key}_from`, z.optional(Day)],
          [`${key}_to`, z.optional(Day)],
        ]
      if (filter.kind === 'choice') return [[key, z.optional(z.enum([...filter.values], 'required'))]]
      if (filter.kind === 'number')
        return [[key, z.optional(z.string().check(z.trim(), z.regex(filterNumber, 'number')))]]
      if (filter.kind === 'flag') return [[key, z.optional(z.enum(['true', 'false'], 'required'))]]
      return [[key, z.optional(searchLine(1, 120))]]
    }),
  )
}

/** The columns by which a list can be sorted, both ways. */
export const listSorts = ({ columns }: Pick<DeskListDescription, 'columns'>): string[] =>
  Object.entries(columns).flatMap(([key, { sortable }]) => (sortable ? [key, `-${key}`] : []))

/** What a list is asked for. Filters stand beside these fields, as texts. */
export type DeskQuery = {
  page: number
  /** Undefined for the size that the person last chose for the list. */
  size?: DeskPageSize | undefined
  sort: string
  search?: string | undefined
  state?: string | undefined
  columns?: string[] | undefined
  format: 'json' | 'csv' | 'xlsx' | 'print'
  /** `capped` stops at 10,000. */
  count?: 'capped' | 'exact' | undefined
  /** The only branch whose rows are shown, in lists whose rows belong to branches. */
  at_branch?: string | undefined
  timezone?: string | undefined
} & Record<string, unknown>

const PageSize = z.pipe(
  z.enum(deskPageSizes.map(String), 'page_size'),
  z.transform((size: string) => Number(size) as DeskPageSize),
)

function listQuery(list: DeskListDescription): z.ZodMiniType<DeskQuery> {
  const keys = Object.keys(list.columns)
  return z.strictObject({
    page: z._default(wholeNumber(1, 1_000_000), 1),
    size: z.optional(PageSize),
    sort: z._default(z.enum(listSorts(list), 'required'), list.sort),
    search: z.optional(searchLine(1, 120)),
    state: z.optional(z.enum([...(list.states ?? [])], 'required')),
    columns: z.optional(
      z.pipe(
        z.string().check(z.refine((text) => text.split(',').every((key) => keys.includes(key)), 'required')),
        z.transform((text: string) => text.split(',')),
      ),
    ),
    format: z._default(z.enum(['json', 'csv', 'xlsx', 'print'], 'required'), 'json'),
    count: z._default(z.enum(['capped', 'exact'], 'required'), 'capped'),
    at_branch: z.optional(Uuid),
    timezone: TimeZone,
    ...filterFields(list.filters),
  }) as unknown as z.ZodMiniType<DeskQuery>
}

/**
 * A page of a list. `counts` are those of the states, over everything that the person may see. Unless the exact ones were
 * asked for, a number stops at 10,000: `is_total_capped` and `capped_states` name those of which there are more.
 */
export interface DeskPage<L extends DeskListDescription = DeskListDescription> {
  items: DeskRow<L>[]
  total: number
  page: number
  size: number
  pages: number
  counts: Record<string, number>
  is_total_capped: boolean
  capped_states: string[]
  /** Whether `at_branch` chooses among its rows. */
  is_by_branch: boolean
}

export type DeskListEndpoint<L extends DeskListDescription = DeskListDescription> = Endpoint<
  undefined,
  z.ZodMiniType<DeskQuery>,
  undefined,
  z.ZodMiniType<DeskPage<L>>,
  'GET',
  `/api/v1/admin/${L['name']}`
>

/** A list's name within the names of its calls. */
export const inCallName = (name: string): string =>
  name.replaceAll(/(?:^|[-/])(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Adds a column for the state, behind the one that names the row, unless another column shows it. */
function withStateColumn<L extends DeskListDescription>(list: L): L {
  const hasState = Object.values(list.columns).some(({ badge, showsState }) => badge === true || showsState === true)
  if (list.states === undefined || hasState) return list
  const columns = Object.entries<DeskColumn>(list.columns)
  const state: DeskColumn = { kind: 'choice', badge: true, statesOf: list.name }
  const place = columns.findIndex(([name]) => name === findNameColumn(list.columns)) + 1
  return { ...list, columns: Object.fromEntries(columns.toSpliced(place, 0, [stateColumn, state])) }
}

/** A description with the endpoint that answers it. */
export function deskList<const L extends DeskListDescription>(given: L): L & { endpoint: DeskListEndpoint<L> } {
  const list = withStateColumn(given)
  const row = z.object({
    id: z.string(),
    ...Object.fromEntries(Object.entries(list.columns).map(([key, { kind }]) => [key, z.nullable(cells[kind])])),
  })
  const answer = z.object({
    items: z.array(row),
    total: z.number(),
    page: z.number(),
    size: z.number(),
    pages: z.number(),
    counts: z.record(z.string(), z.number()),
    is_total_capped: z.boolean(),
    capped_states: z.array(z.string()),
    is_by_branch: z.boolean(),
  })
  return {
    ...list,
    endpoint: endpoint({
      name: `listDesk${inCallName(list.name)}`,
      method: 'GET',
      path: `/api/v1/admin/${list.name}`,
      summary: `Lists ${list.name.replaceAll(/[-/]/g, ' ')} for the desk, as a page, CSV, XLSX, or all rows to print`,
      tag: 'desk',
      auth: list.permission,
      status: 200,
      query: listQuery(list),
      answer: answer as unknown as z.ZodMiniType<DeskPage<L>>,
    }) as DeskListEndpoint<L>,
  }
}

export const isDeskList = (value: unknown): value is DeskListDescription & { endpoint: DeskListEndpoint } =>
  typeof value === 'object' && value !== null && 'columns' in value && 'filters' in value && 'endpoint' in value
