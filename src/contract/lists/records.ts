import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListWithNotes } from '#contract/notes/desk.ts'
import type { Permission } from '#contract/permissions.ts'
import { inCallName, type DeskColumn, type DeskListDescription } from './lists.ts'

/**
 * A field of a form. `key` names the field of the call's body and, in the catalogue, its label. Whether it may be left empty
 * is read from the body's schema. Fields with a `language` stand side by side, and a missing one is marked.
 */
export type DeskField = {
  readonly language?: 'en' | 'fr'
  /** There is a sentence below its label. */ readonly hint?: true
  /** What it holds in the form that makes a record. */ readonly initial?: string | true
  /** Another field, and its values with which this one is shown; it is sent empty otherwise. */
  readonly when?: readonly [field: string, ...values: string[]]
  /** Marked as required although the call takes an empty one, for what else its body may say. */ readonly demanded?: true
  /** The record's field with the names of the fields that are shown for it, this one among them. */
  readonly among?: string
} & (
  | { readonly kind: 'text' | 'long' | 'email' | 'flag' | 'day' }
  /** A photo, which is stored as JPEG, or a `logo`, which stays sharp and may let its ground through. */
  | { readonly kind: 'picture'; readonly upload?: 'logo' }
  /** Opening hours of a week, as text in the syntax of OpenStreetMap. */
  | { readonly kind: 'hours' }
  /** `unit` names the fact with the unit. */
  | { readonly kind: 'number'; readonly unit?: string }
  /**
   * `currency` names the field, or the fact, with the currency, or is its code; `per` the fact with the unit that it is for.
   * Amounts are in major units.
   */
  | { readonly kind: 'money'; readonly currency: string | { readonly code: string }; readonly per?: string }
  /**
   * A wall time; `zone` names the field, or the fact, with its time zone, without which it is the device's. `country` names the
   * field with the country for which it is, whose zone it has; without a choice there, it has the team's.
   */
  | { readonly kind: 'instant'; readonly zone?: string; readonly country?: string }
  /** `own` names the record's field with further choices, codes or `{ value, label }` each, that stand before the others. */
  | {
      readonly kind: 'choice' | 'choices'
      readonly values: readonly string[]
      readonly words?: string
      readonly own?: string
    }
  /**
   * One or several records of another list, by their ids. `titles` names the record's field with their names. What is
   * `ordered` can be moved.
   */
  | {
      readonly kind: 'record' | 'records'
      readonly list: DeskListDescription
      readonly titles: string
      readonly ordered?: true
      /** Conditions for what is offered: filters of its list, or its state, by the record's field with the value, or the value. */
      readonly only?: Readonly<Record<string, { readonly field: string } | string>>
    }
)

export type DeskFields = Readonly<Record<string, DeskField>>

/** A call with the form that makes its body. The record's version is sent along where the body has one. */
export interface DeskForm {
  readonly endpoint: Endpoint
  readonly fields: DeskFields
  /** The number fields with a latitude and a longitude: a map below them, and below the facts, shows the point. */
  readonly position?: readonly [lat: string, lng: string]
}

/**
 * What can be done with a record besides changing its fields. Without fields it is done at once, unless it is `serious`: then
 * it is confirmed first. `undo` names the action that takes it back. What is `own` has a dialog of its own.
 */
export interface DeskAction {
  readonly endpoint: Endpoint
  readonly fields?: DeskFields
  readonly serious?: true
  readonly own?: true
  readonly undo?: string
}

/** What every record's answer has. `actions` are those that its state allows, `update` and `remove` included. */
export const recordFields = {
  id: z.string(),
  /** What people call it. */
  title: z.string(),
  actions: z.array(z.string()),
}

export type DeskRecord = { id: string; title: string; actions: string[]; version?: number } & Record<string, unknown>

/**
 * A record of the desk: one component shows its facts, actions, tabs and history, and its forms. Its sentences are in the
 * area `desk.records.{name of the list}`; facts and fields that are columns of the list have their headings.
 */
export interface DeskRecordDescription {
  readonly list: DeskListDescription
  readonly get: Endpoint
  readonly facts: Readonly<Record<string, DeskColumn>>
  /** The words of values that only the history has, by field. */
  readonly past?: Readonly<Record<string, string>>
  /** What it belongs to, where its list is only a tab there: the list of the other record, the field with its id, and the tab. */
  readonly parent?: { readonly list: DeskListDescription; readonly id: string; readonly tab: string }
  /** Facts that lead to another record: its screen, and the field with its id. */
  readonly links?: Readonly<Record<string, { readonly screen: string; readonly id: string }>>
  /** The fields with a latitude and a longitude, of which a map below the facts shows the point; by default its form's. */
  readonly position?: readonly [lat: string, lng: string]
  /** The field with the state, whose words are those of the list's states. */
  readonly state?: string
  /** What stands beside its name where there is something to say. */
  readonly tags?: Readonly<Record<string, DeskColumn>>
  readonly create?: DeskForm
  readonly update?: DeskForm
  readonly remove?: { readonly endpoint: Endpoint }
  readonly actions?: Readonly<Record<string, DeskAction>>
  /** The actions that can be done with many records of the list at once; their calls take no version. */
  readonly bulk?: readonly string[]
  /** The permissions of which one allows a change of many of its records that has a dialog of its own. */
  readonly changesMany?: readonly Permission[]
  /**
   * Lists of what belongs to the record, by the filter that gets its id; `own` is a panel of its own, with the permission that
   * opens it where it is not the record's.
   */
  readonly tabs?: Readonly<
    Record<
      string,
      { readonly list: DeskListDescription; readonly filter: string } | 'own' | { readonly own: Permission }
    >
  >
  /**
   * The tabs that stand on the first view, one below the other, and `facts` among them; without `facts` here, these stand in
   * the column beside. By default the facts alone.
   */
  readonly first?: readonly string[]
  /** The tab that a record opens on once it is made, where the first view is not what comes next. */
  readonly begins?: string
  /** Colleagues write notes about it, under this name. */
  readonly notes?: ListWithNotes
  /** The facts that stand beside the state as badges; of several together, the first that says something. */
  readonly badges?: readonly (string | readonly string[])[]
  /** The actions that lead on, of which the first that the state allows is the primary one. */
  readonly primary?: readonly string[]
  /** The actions that hurt the customer or cannot be taken back: they stand apart and look it. */
  readonly dangerous?: readonly string[]
}

/** So many records one call may change. */
export const maxBulk = 1000

/** What became of each record: `message` says, in the reader's language, why nothing was changed. */
export type BulkAnswer = z.infer<typeof BulkAnswer>

interface BulkBody<A extends string> {
  action: A
  ids: string[]
  input?: Record<string, unknown>
}
type BulkActionOf<R> = R extends { bulk: readonly (infer Action extends string)[] } ? Action : string
type BulkEndpoint<R extends DeskRecordDescription> = Endpoint<
  undefined,
  undefined,
  z.ZodMiniType<BulkBody<BulkActionOf<R>>>,
  z.ZodMiniType<BulkAnswer>,
  'POST',
  `/api/v1/admin/${R['list']['name']}/bulk`
>

const BulkAnswer = z.object({
  results: z.array(
    z.object({ id: z.string(), ok: z.boolean(), code: z.optional(z.string()), message: z.optional(z.string()) }),
  ),
})

/** A description with the call that does one of its actions with many records. */
export function deskRecord<const R extends DeskRecordDescription>(record: R): R & { bulkEndpoint: BulkEndpoint<R> } {
  const { list, bulk = [] } = record
  const call: Endpoint = {
    name: `changeMany${inCallName(list.name)}`,
    method: 'POST',
    path: `/api/v1/admin/${list.name}/bulk`,
    summary: `Does one action with up to ${maxBulk} ${list.name.replaceAll('-', ' ')}, each on its own, and returns a result for each`,
    tag: 'desk',
    auth: list.permission,
    status: 200,
    body: z.strictObject({
      action: z.enum([...bulk], 'required'),
      ids: z
        .array(z.string().check(z.maxLength(80, 'too_long')))
        .check(z.minLength(1, 'required'), z.maxLength(maxBulk, 'rows_too_many')),
      input: z.optional(z.record(z.string(), z.unknown())),
    }),
    answer: BulkAnswer,
  }
  return { ...record, bulkEndpoint: call as unknown as BulkEndpoint<R> }
}

/** A record with the call that changes many. */
export type ServedRecord = DeskRecordDescription & { readonly bulkEndpoint: BulkEndpoint<DeskRecordDescription> }

export const isDeskRecord = (value: unknown): value is ServedRecord =>
  typeof value === 'object' && value !== null && 'facts' in value && 'bulkEndpoint' in value

type ObjectSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>

/** The schema of one field of a call's body; undefined for a field that it does not have. */
export const fieldSchema = ({ body }: Endpoint, name: string): z.ZodMiniType | undefined =>
  (body as ObjectSchema | undefined)?.shape[name]
