import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import type { Window } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'

/** A time at which a whole park is closed, in seconds since 1970. */
export interface ClosedTime {
  start_s: number
  end_s: number
}

/** With what customers are told about it. */
export type ParkClosure = ClosedTime & { notice_en: string | null; notice_fr: string | null }

/** SQL: the closures of the whole park `p`, as JSON, by their start. */
export const parkClosures = sql<ParkClosure[]>`(select coalesce(json_agg(json_build_object(
    'start_s', extract(epoch from l.starts_at)::bigint, 'end_s', extract(epoch from l.ends_at)::bigint,
    'notice_en', l.notice_en, 'notice_fr', l.notice_fr) order by l.starts_at), '[]')
  from pool_closures l where l.park_id = p.id and l.vehicle_class is null)`

/**
 * Returns the first closure during the window, or now without one, with its end moved to that of those that follow at once.
 * Closures are in order of their start.
 */
export function findClosure<C extends ClosedTime>(
  closures: readonly C[],
  window: Window | undefined,
  now: Date,
): C | undefined {
  if (closures.length === 0) return undefined
  const from_s = (window?.start ?? now).getTime() / 1_000
  const until_s = window === undefined ? from_s + 1 : window.end.getTime() / 1_000
  const first = closures.find(({ start_s, end_s }) => start_s < until_s && end_s > from_s)
  if (first === undefined) return undefined
  let { end_s } = first
  for (const next of closures) if (next.start_s <= end_s && next.end_s > end_s) end_s = next.end_s
  return { ...first, end_s }
}

const toInstant = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** The times of a closure as answers have them. */
export const toClosedTimes = ({ start_s, end_s }: ClosedTime) => ({
  starts_at: toInstant(start_s),
  ends_at: toInstant(end_s),
})

export const noticeOf = ({ notice_en, notice_fr }: ParkClosure, language: Language): string | null =>
  language === 'fr' ? notice_fr : notice_en

/** Refuses a window during a closure, with its times in the park's zone. */
export function closureError(closure: ClosedTime, timezone: string): AppError {
  const { starts_at, ends_at } = toClosedTimes(closure)
  const toMoment = (at: string) => ({ at, timezone })
  return new AppError('park_out_of_use', { from: toMoment(starts_at), until: toMoment(ends_at) })
}
