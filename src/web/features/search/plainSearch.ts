import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import type { Suggestion } from '#contract/places/places.ts'
import { readSearch, toWhere, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { fitWindow, readInstant } from '#web/features/booking-window/window.ts'
import { suggestionsOf } from '#web/features/parks/api.ts'
import type { PreloadContext } from '#web/page/lazyWithPreload.tsx'
import { paths } from '#web/paths.ts'
import { instantOf } from '#web/time/quarterHours.ts'

/** Fields of the search form that only a browser without scripts sends: the text as it was, and the zone of the times. */
export const plainFields = { known: 'known', zone: 'zone' } as const

/** Whether an address was sent by the form itself, without scripts. */
export const isPlainSearch = (params: URLSearchParams): boolean => params.has(plainFields.known)

/**
 * The address of the search that the form asks for. As the box does, it takes the first place that matches a new text,
 * otherwise it searches names and addresses.
 */
export async function resolvePlainSearch({ queries, search: params, language, country, now }: PreloadContext) {
  const quarter = runningQuarter(now)
  const search = readSearch(params, quarter)
  const zone = params.get(plainFields.zone) ?? 'UTC'
  const [start, end] = ['start', 'end'].map((name) => readLocalTime(params.get(name), zone))
  const { text } = search
  const named = { country: search.country ?? country, page: 1, chosen: undefined, ...fitWindow(start, end, quarter) }
  const write = (where: Pick<typeof search, 'place' | 'box' | 'text'>) =>
    paths.search(writeSearch({ ...search, ...named, ...where }))
  if (text === undefined) return write({ place: undefined, box: undefined, text })
  if (text === params.get(plainFields.known)) {
    const isPlace = search.place !== undefined || search.box !== undefined
    return write({ place: search.place, box: search.box, text: isPlace ? undefined : text })
  }
  const [first] = await queries.fetchQuery(suggestionsOf(language, text, named.country)).catch((): Suggestion[] => [])
  if (first === undefined || first.kind === 'park') return write({ place: undefined, box: undefined, text })
  return write({ ...toWhere(first), box: undefined })
}

/** A local time of a form field (`2026-11-21T14:30`) or an instant; undefined if it is neither. */
function readLocalTime(text: string | null, zone: string): Date | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return readInstant(text)
  try {
    return instantOf(text, zone)
  } catch {
    return undefined
  }
}
