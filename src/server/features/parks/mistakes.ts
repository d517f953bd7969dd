import type { MistakeReport } from '#contract/mistakes.ts'
import type { Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt } from '#server/features/accounts/login/attempts.ts'
import { toNetwork } from '#server/features/accounts/rules.ts'
import { newId } from '#server/ids.ts'
import { getParkId } from './queries.ts'

type Reporter = { ip: string; user_id: string | undefined; language: Language }

/**
 * Keeps what a reader says is wrong about a park. Throws `park_not_found`, and `rate_limited` for more than a household
 * has to say.
 */
export async function reportMistake(
  deps: Deps,
  handle: string,
  { kind, text, email, website }: MistakeReport,
  { ip, user_id, language }: Reporter,
): Promise<void> {
  const { db, config, clock } = deps
  const park_id = await getParkId(db, handle)
  const limit = { kind: 'mistake', subject: toNetwork(ip), most: config.RATE_MISTAKES_HOUR, minutes: 60 }
  await countAttempt(deps, [limit], 'rate_limited')
  if (website !== undefined && website !== '') return
  const now = clock()
  const id = newId(now.getTime())
  await db
    .insertInto('park_mistakes')
    .values({ id, park_id, kind, body: text, email, user_id, language, created_at: now })
    .execute()
}
