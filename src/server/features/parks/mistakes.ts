import type { MistakeReport } from '#contract/parks/mistakes.ts'
import type { Language } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import { newId } from '#server/database/ids.ts'
import type { ParkMistakesTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt } from '#server/features/accounts/login/attempts.ts'
import { toNetwork } from '#server/http/network.ts'
import { getParkId } from './queries.ts'

interface Reporter {
  ip: string
  user_id: string | undefined
  language: Language
}

/**
 * Saves a visitor's report of a mistake in a park's record; ignores it when the hidden field `website` is filled in.
 * Throws `park_not_found`, and `rate_limited` per network.
 */
export async function reportMistake(
  deps: Deps,
  handle: string,
  report: MistakeReport,
  { ip, user_id, language }: Reporter,
): Promise<void> {
  const { kind, text, email, website, ...rest } = report
  rest satisfies NothingLeft
  const { db, config, clock } = deps
  const park_id = await getParkId(db, handle)
  const limit = { kind: 'mistake', subject: toNetwork(ip), most: config.RATE_MISTAKES_HOUR, minutes: 60 }
  await countAttempt(deps, [limit], 'rate_limited')
  if (website !== undefined && website !== '') return
  const now = clock()
  const columns: RequestedColumns<ParkMistakesTable, 'id' | 'created_at' | 'settled_at' | 'outcome'> = {
    park_id,
    kind,
    body: text ?? null,
    email: email ?? null,
    user_id: user_id ?? null,
    language,
  }
  await db
    .insertInto('park_mistakes')
    .values({ ...columns, id: newId(now.getTime()), created_at: now })
    .execute()
}
