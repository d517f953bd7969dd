import type { MistakeReport } from '#contract/parks/mistakes.ts'
import type { Language } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { ParkMistakesTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt } from '#server/features/accounts/login/attempts.ts'
import { toNetwork } from '#server/http/network.ts'
import { getParkId } from './queries.ts'

interface Reporter {
  user_id: string | undefined
  language: Language
}

/** Counts a report before its transaction, so that a refused one counts too. Throws `park_not_found`, `rate_limited`. */
export async function countMistake(deps: Deps, handle: string, ip: string): Promise<void> {
  await getParkId(deps.db, handle)
  const limit = { kind: 'mistake', subject: toNetwork(ip), most: deps.config.RATE_MISTAKES_HOUR, minutes: 60 }
  await countAttempt(deps, [limit], 'rate_limited')
}

/**
 * Saves a visitor's report of a mistake in a park's record; ignores it when the hidden field `website` is filled in.
 * Throws `park_not_found`.
 */
export async function reportMistake(
  tx: Tx,
  handle: string,
  report: MistakeReport,
  { user_id, language }: Reporter,
  now: Date,
): Promise<void> {
  const { kind, text, email, website, ...rest } = report
  rest satisfies NothingLeft
  const park_id = await getParkId(tx, handle)
  if (website !== undefined && website !== '') return
  const columns: RequestedColumns<ParkMistakesTable, 'id' | 'created_at' | 'settled_at' | 'outcome'> = {
    park_id,
    kind,
    body: text ?? null,
    email: email ?? null,
    user_id: user_id ?? null,
    language,
  }
  await tx
    .insertInto('park_mistakes')
    .values({ ...columns, id: newId(now.getTime()), created_at: now })
    .execute()
}
