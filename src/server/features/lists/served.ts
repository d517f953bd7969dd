import type { DeskListDescription, DeskListEndpoint, DeskQuery } from '#contract/lists/lists.ts'
import type { Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import type { ListSource } from './source.ts'

export type ListWithEndpoint<L extends DeskListDescription> = L & { endpoint: DeskListEndpoint<L> }

/** Who reads a list, and when: `now` is the beginning of the minute, `read_at` the moment itself. */
export interface Reader {
  db: Db
  scope: Scope
  access: Access
  language: Language
  now: Date
  read_at: Date
}

/** The moment of a list, by the minute, so that a list of many is counted once for all who ask within it. */
export const minuteOf = (now: Date): Date => new Date(Math.floor(now.getTime() / minute_ms) * minute_ms)

export type FindSource<L extends DeskListDescription = DeskListDescription> = (
  reader: Reader & { query: DeskQuery },
) => ListSource<L> | Promise<ListSource<L>>

/** A list of the desk with the rows that answer it. */
export interface ServedList {
  list: ListWithEndpoint<DeskListDescription>
  source: FindSource
}

/** Joins a list to where its rows come from; a feature names all its lists so in its desk files. */
export const served = <L extends DeskListDescription>(list: ListWithEndpoint<L>, source: FindSource<L>): ServedList =>
  ({ list, source }) as unknown as ServedList
