import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'

export async function hasNewsConsent(db: Db | Tx, user_id: string): Promise<boolean> {
  const row = await db.selectFrom('news_consents').select('user_id').where('user_id', '=', user_id).executeTakeFirst()
  return row !== undefined
}

/** Agrees to offers and news on one's devices, or ends them. */
export async function updateNewsConsent(tx: Tx, user_id: string, is_on: boolean, now: Date): Promise<void> {
  if (is_on)
    await tx
      .insertInto('news_consents')
      .values({ user_id, agreed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('news_consents').where('user_id', '=', user_id).execute()
}

/** Ends them by the key of a message, without a login. Throws `not_found`. */
export async function stopNewsByKey(tx: Tx, key: string, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('push_campaign_recipients')
    .select('user_id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  await updateNewsConsent(tx, row.user_id, false, now)
}

/** A press on a message: counted once, and led to its page. */
export function newsLinks(app: FastifyInstance, { db, clock, log }: Deps): void {
  app.get<{ Params: { key: string } }>('/n/:key', { schema: { hide: true } }, async ({ params: { key } }, reply) => {
    const found = await db
      .selectFrom('push_campaign_recipients as r')
      .innerJoin('push_campaigns as p', 'p.id', 'r.campaign_id')
      .select(['p.link', 'r.clicked_at'])
      .where('r.key', '=', key)
      .executeTakeFirst()
    if (found?.clicked_at === null)
      await db
        .updateTable('push_campaign_recipients')
        .set({ clicked_at: clock() })
        .where('key', '=', key)
        .execute()
        // In read-only mode a press leads on as well.
        .catch((error: unknown) => log.warn(`a press on a message was not counted: ${String(error)}`))
    return reply.redirect(found?.link ?? '/')
  })
}
