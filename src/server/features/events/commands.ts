import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { openPrivateEvent as endpoint } from '#contract/events/events.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { grantHours, hashPrivateCode, writeGrant } from '#server/features/access/grants.ts'
import { countAttempt, withdrawAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import { AppError } from '#server/http/errors.ts'
import { withMinimumDuration } from '#server/http/minimum-duration.ts'
import { toNetwork } from '#server/http/network.ts'
import { findRow, toEvent } from './queries.ts'

/**
 * Opens a private event by its secret code; returns it with a grant. Throws `event_not_found` for a wrong code, after
 * the same time as for a right one, and `rate_limited` for a network with too many wrong codes.
 */
export async function openPrivateEvent(
  deps: Deps,
  code: string,
  ip: string,
  language: Language,
): Promise<AnswerOf<typeof endpoint>> {
  const { db, config, clock } = deps
  const limit: Limit = { kind: 'event_code', subject: toNetwork(ip), most: config.RATE_EVENT_CODES, minutes: 15 }
  await countAttempt(deps, [limit], 'rate_limited')
  const opened = await withMinimumDuration(openNow())
  if (opened === undefined) throw new AppError('event_not_found')
  await withdrawAttempt(db, limit)
  return opened

  async function openNow() {
    const now = clock()
    const hash = await hashPrivateCode(db, code)
    const row = await findRow(db, sql<boolean>`p.private_code_hash = ${hash} and p.ends_at > ${now}`, language)
    if (row === undefined) return undefined
    const until = new Date(now.getTime() + grantHours * hour_ms)
    const grant = await writeGrant(db, row.event_code, until)
    return { event: toEvent(row, now), grant, expires_at: until.toISOString() }
  }
}
