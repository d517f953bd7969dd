import { sql } from 'kysely'
import { isSent } from '#contract/notifications/events.ts'
import { pagePath } from '#contract/pages.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { findSendTime } from '#server/features/sms/rules.ts'
import { whileAny, type Due } from '#server/jobs.ts'
import { translate } from '#server/output/translate.ts'
import { findSubscriptions, pushTo } from '../push/subscriptions.ts'
import { isInAudience, zoneOfAccount, type Audience } from './audience.ts'

/** Recipients of a run, which every process makes every few seconds: a campaign is to be no burst. */
const batchSize = 20
/** A message that cannot be sent within that time of its own is of no use any more. */
const useful_ms = 3 * day_ms

/**
 * Begins the campaigns whose time has come, then sends the next messages. Each recipient is claimed by one process, in the
 * transaction that counts the message as sent: one that is killed afterwards loses it, and none is sent twice.
 */
export async function sendPushCampaigns(deps: Deps): Promise<number> {
  await startDue(deps)
  const claimed = await claimRecipients(deps)
  await Promise.all(claimed.map((recipient) => sendOne(deps, recipient)))
  await endFinished(deps)
  return claimed.length
}

/** The first that begins, the first recipient of the others, and at once one of which nobody waits any more. */
export const campaignsDue: Due = (_deps, now) => sql`least(
  (select min(send_at) from push_campaigns where status = 'scheduled'),
  (select min(due_at) from push_campaign_recipients where state = 'waiting'),
  ${whileAny(
    sql`select from push_campaigns p where p.status = 'sending' and not exists (
      select from push_campaign_recipients r where r.campaign_id = p.id and r.state = 'waiting')`,
    now,
  )})`

/** Chooses the recipients of a campaign at its time, once. */
const startDue = ({ db, clock }: Deps): Promise<void> =>
  transact(db, async (tx) => {
    const now = clock()
    const due = await tx
      .selectFrom('push_campaigns')
      .selectAll()
      .where('status', '=', 'scheduled')
      .where('send_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const campaign of due) {
      const recipients = await addRecipients(tx, campaign, now)
      await tx
        .updateTable('push_campaigns')
        .set((of) => ({ status: 'sending', recipients, started_at: now, version: of('version', '+', 1) }))
        .where('id', '=', campaign.id)
        .execute()
    }
  })

async function addRecipients(tx: Tx, { id, ...audience }: Audience & { id: string }, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into push_campaign_recipients (campaign_id, user_id, key, zone, due_at)
    select ${id}::uuid, u.id, replace(gen_random_uuid()::text, '-', ''), ${zoneOfAccount}, ${now}
    from users u where ${isInAudience(audience, now)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

interface Recipient {
  campaign_id: string
  user_id: string
  key: string
  zone: string
  title: string
  title_fr: string
  text: string
  text_fr: string
  send_at: Date
}

/** Claims the next recipients who may get a message now; the others wait for the morning or the next day. */
const claimRecipients = ({ db, clock }: Deps): Promise<Recipient[]> =>
  transact(db, async (tx) => {
    const now = clock()
    const { rows } = await sql<Recipient>`
      select r.campaign_id, r.user_id, r.key, r.zone, p.title, p.title_fr, p.text, p.text_fr, p.send_at
      from push_campaign_recipients r join push_campaigns p on p.id = r.campaign_id
      where r.state = 'waiting' and r.due_at <= ${now} order by r.due_at, r.user_id limit ${batchSize}
      for update of r skip locked`.execute(tx)
    const claimed: Recipient[] = []
    for (const recipient of rows.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
      // Two campaigns may reach the same person at one moment.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`news ${recipient.user_id}`}, 0))`.execute(tx)
      const sent_at = await findSendTimeOf(tx, recipient, now)
      const isLate = sent_at === undefined || sent_at.getTime() > recipient.send_at.getTime() + useful_ms
      const isNow = !isLate && sent_at <= now
      await tx
        .updateTable('push_campaign_recipients')
        .set(isNow ? { state: 'sent', sent_at: now } : isLate ? { state: 'skipped' } : { due_at: sent_at })
        .where('campaign_id', '=', recipient.campaign_id)
        .where('user_id', '=', recipient.user_id)
        .execute()
      if (isNow) claimed.push(recipient)
    }
    return claimed
  })

/**
 * When a recipient may get a message: not in the quiet hours of their time zone, and a day after the last one. Undefined for
 * those who have ended them since.
 */
async function findSendTimeOf(tx: Tx, { user_id, zone }: Recipient, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ agrees: boolean; last: Date | null }>`select
    exists (select from news_consents where user_id = ${user_id}::uuid) as agrees,
    (select max(sent_at) from push_campaign_recipients where user_id = ${user_id}::uuid) as last`.execute(tx)
  const { agrees, last } = rows[0]!
  if (!agrees || !isSent('news', 'push')) return undefined
  const earliest = last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + day_ms))
  return findSendTime(earliest, zone)
}

async function sendOne(deps: Deps, recipient: Recipient): Promise<void> {
  const { campaign_id, user_id, key, title, title_fr, text, text_fr } = recipient
  const browsers = await findSubscriptions(deps, [user_id])
  const outcomes = await Promise.all(
    browsers.map((browser) => {
      const isFrench = browser.language === 'fr'
      const message = {
        title: isFrench ? title_fr : title,
        body: isFrench ? text_fr : text,
        url: `/n/${key}`,
        tag: `news-${campaign_id}`,
        action: translate(browser.language, 'news_push.stop'),
        action_url: `${pagePath('unsubscribe', { key })}?news=1`,
      }
      return pushTo(deps, browser, message, day_ms / 1_000)
    }),
  )
  const count = (outcome: string) => outcomes.filter((found) => found === outcome).length
  await deps.db
    .updateTable('push_campaign_recipients')
    .set({ devices: count('sent'), gone: count('gone'), failed: count('failed') })
    .where('campaign_id', '=', campaign_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Ends the campaigns for which nobody waits any more. */
const endFinished = ({ db, clock }: Deps): Promise<unknown> =>
  sql`update push_campaigns p set status = 'sent', ended_at = ${clock()}, version = version + 1
    where p.status = 'sending' and not exists (
      select from push_campaign_recipients r where r.campaign_id = p.id and r.state = 'waiting')`.execute(db)
