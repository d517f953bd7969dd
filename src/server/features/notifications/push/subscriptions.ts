import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { addPushSubscription as contract, findPushSubscription as find } from '#contract/notifications/push.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Change } from '#server/features/access/change.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { isSwitchedOff } from '../preferences.ts'
import { isPushService, sendPush, type PushDevice, type PushMessage } from './send.ts'

/** More than anybody has; the oldest go. */
const mostSubscriptions = 10

/**
 * Has a browser show an account's notifications, in a language, until its session ends. Another account's on the same browser
 * end. Throws 422 for an address that is no push service's.
 */
export async function addPushSubscription(
  tx: Tx,
  deps: Deps,
  { user: { user_id, session_id }, language, now }: Pick<Change<typeof contract>, 'user' | 'language' | 'now'>,
  { endpoint, keys }: ParsedBody<typeof contract>,
): Promise<void> {
  if (!isPushService(deps, endpoint)) throw fieldError('endpoint', 'push_address')
  const subscription = { user_id, session_id, ...keys, language, created_at: now }
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(now.getTime()), endpoint, ...subscription })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(subscription))
    .execute()
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', user_id)
    .where('id', 'not in', (recent) =>
      recent
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mostSubscriptions),
    )
    .execute()
}

export async function findPushSubscription(
  { db }: Deps,
  { user_id }: SignedIn,
  endpoint: string,
): Promise<AnswerOf<typeof find>> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const is_on = found !== undefined
  return { is_on, reminds_of_ends: is_on && !(await isSwitchedOff(db, user_id, 'parking_ends', 'push')) }
}

export async function removePushSubscription(tx: Tx, { user_id }: SignedIn, endpoint: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '=', user_id).execute()
}

type Subscription = PushDevice & { id: string; user_id: string; language: Language }

/** The browsers on which these accounts see notifications and are still signed in. */
export function findSubscriptions({ db, clock }: Deps, user_ids: readonly string[]): Promise<Subscription[]> {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.id', 'p.user_id', 'p.endpoint', 'p.p256dh', 'p.auth', sql<Language>`p.language`.as('language')])
    .where('p.user_id', 'in', [...new Set(user_ids)])
    .where('s.expires_at', '>', clock())
    .execute()
}

/**
 * Sends a message that is of use for `seconds` to one browser. A browser that is gone is forgotten; one that cannot be
 * reached is only logged, as a repetition would come too late. Returns what became of it.
 */
export async function pushTo(
  deps: Deps,
  subscription: Subscription,
  message: PushMessage,
  seconds: number,
): Promise<'sent' | 'gone' | 'failed'> {
  try {
    const outcome = await sendPush(deps, subscription, message, seconds)
    if (outcome === 'gone') await deps.db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
    return outcome
  } catch (error) {
    deps.log.warn(`a notification could not be sent to ${new URL(subscription.endpoint).host}: ${String(error)}`)
    return 'failed'
  }
}
