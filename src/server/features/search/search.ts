import type { ParsedQuery } from '#contract/endpoint.ts'
import type { ParkMap, ParkSummary } from '#contract/parks.ts'
import type { Page } from '#contract/page.ts'
import type { KnownPlace, Language, listKnownPlaces, suggest, Suggestion } from '#contract/places.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { bytesFor } from './hot-answers.ts'
import { momentOf } from '#server/features/search/live/shared-values.ts'
import { findParks } from './list.ts'
import { findMap, type MapQuery } from './map.ts'
import { mapIndexed } from './map-index.ts'
import { writeList } from './search-response.ts'
import { findIndexed, findLeftOf } from './search-index.ts'
import { readSearch, type ListQuery } from './search-query.ts'
import { findKnown, findSuggestions, suggestionsIn, type SuggestionReader } from './suggest.ts'
import { suggestionsFrom } from './suggest-index.ts'

/*
 * Each question goes to the index of this process, and to the database until that is built: both answer the same.
 */

type Asking = Pick<Deps, 'db' | 'clock' | 'parks'>

/** The page, or its JSON as bytes. */
export async function searchParks(
  deps: Asking,
  query: ListQuery,
  language: Language,
): Promise<Page<ParkSummary> | Buffer> {
  const { db, clock } = deps
  const held = deps.parks?.held
  if (held === undefined) return findParks(db, query, language, clock())
  const search = await readSearch(held.memory, query, language, clock())
  const { page, size } = query
  const found = await findIndexed(db, held, search, { offset: (page - 1) * size, limit: size })
  const { rows, judge } = found
  const { window } = search.view
  if (window !== undefined && judge.left.size === 0) judge.left = await findLeftOf(db, held.spaces, judge, rows, window)
  return writeList(found, { page, size }, search.view)
}

/**
 * The page as it leaves. Without a window an answer holds for its minute, as long as no park changes: it is kept, for who
 * asks the same. With one it tells the spaces of this instant.
 */
export async function answerParks(
  deps: Asking,
  query: ListQuery,
  language: Language,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Page<ParkSummary> | Buffer> {
  const answers = deps.parks?.held?.answers
  if (answers === undefined || query.start_time !== undefined || query.end_time !== undefined)
    return searchParks(deps, query, language)
  const question = `${language} ${request.url}`
  const moment = momentOf(deps.clock())
  const known = answers.find(question, moment)
  if (known !== undefined) return bytesFor(known, request, reply)
  const { generation } = answers
  const answer = await searchParks(deps, query, language)
  if (Buffer.isBuffer(answer)) answers.keep(question, moment, generation, answer)
  return answer
}

/** The map, or its JSON: with thousands of features a schema takes its time. */
export async function searchMap(deps: Asking, query: MapQuery, language: Language): Promise<ParkMap | Buffer> {
  const { db, clock } = deps
  const held = deps.parks?.held
  if (held === undefined) return findMap(db, query, language, clock())
  return Buffer.from(JSON.stringify(await mapIndexed(db, held, query, language, clock())))
}

export const suggestFor = (
  deps: Asking,
  query: ParsedQuery<typeof suggest>,
  language: Language,
): Promise<Suggestion[]> => findSuggestions(readerOf(deps), query, language)

export const knownFor = (
  deps: Asking,
  query: ParsedQuery<typeof listKnownPlaces>,
  language: Language,
): Promise<KnownPlace[]> => findKnown(readerOf(deps), query, language)

function readerOf({ db, parks }: Asking): SuggestionReader {
  const held = parks?.held
  return held === undefined ? suggestionsIn(db) : suggestionsFrom(held)
}
