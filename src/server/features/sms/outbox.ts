import { sql } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Due } from '#server/jobs.ts'
import { findPhoneCountry } from '#server/phones.ts'
import { SmsError, type SmsProviderName } from '#server/providers/sms/provider.ts'
import { endConsents } from './consents.ts'
import { countLimits, findGateway, readUsage, type SmsGateway } from './gateways.ts'
import { claim_ms, findExceededLimit, findSendTime, rangeOf, smsRetryDelay_ms, type SmsRefusal } from './rules.ts'
import { countParts, toPhoneAlphabet } from './text.ts'

export const smsKinds = ['code', 'test', 'booking', 'order'] as const
export type SmsKind = (typeof smsKinds)[number]

export interface QueuedSms {
  user_id: string | null
  kind: SmsKind
  /** E.164. */
  to: string
  text: string
  /** After it, the message is of no use. */
  expires_at: Date
  /** The time zone whose quiet hours it waits for; null for a message that somebody waits for. */
  zone: string | null
  /** The country whose gateway sends it, if not that of the number: a test. */
  through?: string
}

/**
 * Puts a message into the outbox, in the transaction of what it says. Returns false for a number of a country that gets
 * none (`SMS_COUNTRIES`), and for what would be of no use once it may be sent.
 */
export async function queueSms(tx: Tx, { config }: Pick<Deps, 'config'>, sms: QueuedSms, now: Date): Promise<boolean> {
  const country = findPhoneCountry(sms.to)
  if (country === undefined || !config.SMS_COUNTRIES.includes(country)) return false
  const text = toPhoneAlphabet(sms.text)
  const next_attempt_at = sms.zone === null ? now : findSendTime(now, sms.zone)
  if (next_attempt_at >= sms.expires_at) return false
  await tx
    .insertInto('sms_messages')
    .values({
      id: newId(now.getTime()),
      user_id: sms.user_id,
      kind: sms.kind,
      to_number: sms.to,
      number_range: rangeOf(sms.to),
      country: sms.through ?? country,
      text,
      parts: countParts(text),
      created_at: now,
      next_attempt_at,
      expires_at: sms.expires_at,
    })
    .execute()
  return true
}

interface DueSms {
  id: string
  to_number: string
  number_range: string
  country: string
  text: string
  parts: number
  attempts: number
  expires_at: Date
}
interface ClaimedSms extends DueSms {
  gateway: SmsGateway
}

const batchSize = 20

/**
 * Sends due messages, each claimed by one process; returns the number sent. A message whose answer was lost is not sent again,
 * since it may have arrived; what the provider did not take is tried again until it would be of no use.
 */
export async function sendQueuedSms(deps: Deps): Promise<number> {
  await giveUp(deps)
  for (let count = 0; ;) {
    const { found, claimed } = await claimMessages(deps)
    const sent = await Promise.all(claimed.map((sms) => sendOne(deps, sms)))
    count += sent.filter(Boolean).length
    if (found < batchSize) return count
  }
}

/** The first that is sent, ends or counts as lost. */
export const smsDue: Due = () => sql`least(
  (select min(least(next_attempt_at, expires_at)) from sms_messages where state = 'waiting'),
  (select min(claimed_at) from sms_messages where state = 'sending') + make_interval(secs => ${claim_ms / 1_000}))`

/** Ends messages that are of no use any more, and those whose process ended before it stored the answer. */
async function giveUp({ db, clock }: Deps): Promise<void> {
  const now = clock()
  await db
    .updateTable('sms_messages')
    .set({ state: 'expired', text: '', finished_at: now })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute()
  await db
    .updateTable('sms_messages')
    .set({ state: 'lost', reason: 'interrupted', text: '', finished_at: now })
    .where('state', '=', 'sending')
    .where('claimed_at', '<', new Date(now.getTime() - claim_ms))
    .execute()
}

/**
 * Claims due messages within the limits of the day. The row of a country's gateway is locked meanwhile, so that several
 * processes together send no more than allowed.
 */
const claimMessages = (deps: Deps): Promise<{ found: number; claimed: ClaimedSms[] }> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock()
    const due = await tx
      .selectFrom('sms_messages')
      .select(['id', 'to_number', 'number_range', 'country', 'text', 'parts', 'attempts', 'expires_at'])
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    const claimed: ClaimedSms[] = []
    for (const country of [...new Set(due.map((sms) => sms.country))].toSorted()) {
      const gateway = await findGateway(tx, country, true)
      for (const sms of due.filter((sms) => sms.country === country)) {
        const refusal = await findRefusal(tx, deps, { sms, gateway, now })
        if (refusal === undefined && gateway !== undefined) {
          await markClaimed(tx, sms, gateway, now)
          claimed.push({ ...sms, gateway })
        } else await refuse(tx, deps, { sms, refusal: refusal ?? 'no_provider', now })
      }
    }
    return { found: due.length, claimed }
  })

const priceOf = ({ parts }: Pick<DueSms, 'parts'>, { price_micro }: SmsGateway): bigint => price_micro * BigInt(parts)

async function findRefusal(
  tx: Tx,
  { sms: providers, config }: Deps,
  { sms, gateway, now }: { sms: DueSms; gateway: SmsGateway | undefined; now: Date },
): Promise<SmsRefusal | undefined> {
  if (gateway === undefined || providers[gateway.provider] === undefined) return 'no_provider'
  if (!gateway.is_active) return 'inactive'
  const used = await readUsage(tx, { ...sms, currency: gateway.currency }, now)
  return findExceededLimit(used, countLimits(gateway, config), priceOf(sms, gateway))
}

async function refuse(
  tx: Tx,
  { log }: Deps,
  { sms, refusal, now }: { sms: DueSms; refusal: SmsRefusal; now: Date },
): Promise<void> {
  await tx
    .updateTable('sms_messages')
    .set({ state: 'refused', reason: refusal, text: '', finished_at: now })
    .where('id', '=', sms.id)
    .execute()
  log[refusal === 'daily_maximum' ? 'error' : 'warn'](
    `text message ${sms.id} to ${sms.country} is not sent: ${refusal}`,
  )
}

async function markClaimed(tx: Tx, sms: DueSms, gateway: SmsGateway, now: Date): Promise<void> {
  await tx
    .updateTable('sms_messages')
    .set({
      state: 'sending',
      provider: gateway.provider,
      attempts: sms.attempts + 1,
      claimed_at: now,
      counted_micro: priceOf(sms, gateway),
      counted_currency: gateway.currency,
    })
    .where('id', '=', sms.id)
    .execute()
}

/** The prices that are not named at once are known some minutes later. */
const firstCostCheck_ms = 10 * minute_ms

/** Where the provider is to report what became of a message; the path of `twilioReport`. */
export const reportUrl = (publicUrl: string, provider: SmsProviderName): string =>
  `${publicUrl}/api/v1/webhooks/${provider}`

async function sendOne(deps: Deps, { gateway, ...sms }: ClaimedSms): Promise<boolean> {
  const provider = deps.sms[gateway.provider]!
  try {
    const { provider_id, cost } = await provider.send({
      to: sms.to_number,
      text: sms.text,
      sender: gateway.sender,
      status_url: reportUrl(deps.publicUrl(), gateway.provider),
    })
    const now = deps.clock()
    const isCounted = cost?.currency === gateway.currency
    await deps.db
      .updateTable('sms_messages')
      .set({
        state: 'sent',
        provider_id,
        reason: null,
        text: '',
        finished_at: now,
        cost_micro: cost?.micro ?? null,
        cost_currency: cost?.currency ?? null,
        ...(isCounted ? { counted_micro: cost.micro } : {}),
        next_cost_at:
          cost === null && provider.findCost !== undefined ? new Date(now.getTime() + firstCostCheck_ms) : null,
      })
      .where('id', '=', sms.id)
      .where('state', 'in', ['sending', 'lost'])
      .execute()
    await recordResponse(deps, gateway, 'ok')
    return true
  } catch (error) {
    const failure = error instanceof SmsError ? error : new SmsError('lost', gateway.provider, 'error', error)
    deps.log.warn(`text message ${sms.id} to ${sms.country} was not sent (try ${sms.attempts + 1}): ${failure.message}`)
    await recordFailure(deps, sms, failure)
    if (provider.stopped.has(failure.code))
      await transact(deps.db, (tx) => endConsents(tx, { number: sms.to_number }, 'reply', deps.clock()))
    await recordResponse(deps, gateway, failure.code)
    return false
  }
}

async function recordFailure(
  { db, clock }: Deps,
  { id, attempts, expires_at }: DueSms,
  { kind, code }: SmsError,
): Promise<void> {
  const now = clock()
  const next_attempt_at = new Date(now.getTime() + smsRetryDelay_ms(attempts + 1))
  const isTriedAgain = kind === 'unavailable' && next_attempt_at < expires_at
  await db
    .updateTable('sms_messages')
    .set(
      isTriedAgain
        ? { state: 'waiting', reason: code, next_attempt_at, claimed_at: null, counted_micro: 0n }
        : {
            state: kind === 'lost' ? 'lost' : 'failed',
            reason: code,
            text: '',
            finished_at: now,
            // What may have been sent may be charged.
            ...(kind === 'lost' ? {} : { counted_micro: 0n }),
          },
    )
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** Stores what a provider last answered for a country, for staff. */
const recordResponse = ({ db, clock }: Deps, { country }: SmsGateway, response: string): Promise<unknown> =>
  sql`update sms_gateways set last_response = ${response.slice(0, 100)}, last_response_at = ${clock()}
    where country = ${country}`.execute(db)
