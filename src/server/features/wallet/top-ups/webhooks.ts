import type { IncomingHttpHeaders } from 'node:http'
import { sql, type Selectable } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import { newId } from '#server/database/ids.ts'
import type { WebhookEventsTable } from '#server/database/tables.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { ProviderError, type ProviderName, type VerifiedWebhook } from '#server/providers/payments/provider.ts'
import { noRecord, reportDiscrepancy } from '../reconciliation/discrepancies.ts'
import { recordReversals } from '../refunds/reversals.ts'
import { getNextAttemptTime, pendingTimeout_ms } from '../rules.ts'
import { confirmTopUp } from './confirm-top-up.ts'
import { getProvider } from './gateways.ts'

/**
 * Verifies the signature over the raw body and stores the event once per provider event key. Throws `not_found` for a
 * provider that is not configured and `invalid_signature` for a missing, wrong or stale signature.
 */
export async function verifyAndStoreWebhook(
  { db, clock, payments }: Deps,
  provider: ProviderName,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const adapter = payments[provider]
  if (adapter === undefined) throw new AppError('not_found')
  const now = clock()
  const event = verifyWebhook(() => adapter.verifyWebhook(raw, headers, now))
  await db
    .insertInto('webhook_events')
    .values({
      id: newId(now.getTime()),
      provider,
      event_key: removeNul(event.event_key),
      event_type: removeNul(event.event_type),
      reference: event.reference === null ? null : removeNul(event.reference),
      provider_reference: event.provider_reference === null ? null : removeNul(event.provider_reference),
      body: raw,
      received_at: now,
      next_attempt_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .execute()
}

function verifyWebhook(verify: () => VerifiedWebhook): VerifiedWebhook {
  try {
    return verify()
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'bad_signature') throw new AppError('invalid_signature')
    throw error
  }
}

/** PostgreSQL text cannot hold NUL. The raw body is stored unchanged. */
const removeNul = (text: string): string => text.replaceAll('\0', '')

type WebhookEvent = Pick<
  Selectable<WebhookEventsTable>,
  'id' | 'provider' | 'event_type' | 'reference' | 'provider_reference' | 'body' | 'attempts' | 'received_at'
>

/**
 * Stored webhooks that are due. Claiming counts as a try and schedules the next one, so that a webhook survives a crash of
 * its process; after a day of tries it has failed, and staff can retry it.
 */
const dueWebhooks: Queue<WebhookEvent> = {
  name: 'webhooks',
  batch_size: 10,
  parallel: 10,
  find: ({ db }, { now, limit, isReady }) =>
    transact(db, async (tx) => {
      const events = await tx
        .selectFrom('webhook_events')
        .select(['id', 'provider', 'event_type', 'reference', 'provider_reference', 'body', 'attempts', 'received_at'])
        .where('processed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(isReady(sql.ref('webhook_events.id')))
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id, attempts } of events) {
        await tx
          .updateTable('webhook_events')
          .set({ attempts: attempts + 1, next_attempt_at: getNextAttemptTime(attempts + 1, now) })
          .where('id', '=', id)
          .execute()
      }
      return events
    }),
  keyOf: ({ id }) => id,
  subjectOf: ({ provider, event_type }) => `${provider} ${event_type}`,
  work: processWebhook,
}

export const webhooksDue: Due = () =>
  whenDue('webhooks', {
    from: sql`webhook_events w`,
    key: sql`w.id`,
    when: sql`w.next_attempt_at`,
    where: sql`w.processed_at is null`,
  })

/** Processes the stored webhooks that are due, in any number of processes. Returns how many this process processed. */
export const processWebhooks = (deps: Deps): Promise<number> => workThrough(deps, dueWebhooks)

async function processWebhook(deps: Deps, event: WebhookEvent): Promise<void> {
  try {
    const isKnown = (await passToPayouts(deps, event)) ?? (await confirmPayment(deps, event))
    await recordAttempt(deps, event, { done: true, last_error: isKnown ? null : 'unknown reference' })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // An unreachable provider is a warning; anything else is a defect of ours.
    if (error instanceof ProviderError) deps.log.warn(`webhook ${event.id} will be retried: ${message}`)
    else deps.log.error(`webhook ${event.id} could not be processed`, error)
    const done = deps.clock().getTime() - event.received_at.getTime() >= pendingTimeout_ms
    await recordAttempt(deps, event, { done, last_error: message.slice(0, 500) })
  }
}

/** Hands events about payouts to the feature that pays out. Returns whether it knows the payout; undefined for other events. */
async function passToPayouts(deps: Deps, { provider, event_type, body }: WebhookEvent): Promise<boolean | undefined> {
  const event = deps.payouts[provider as ProviderName]?.readWebhook(event_type, Buffer.from(body)) ?? null
  if (event === null) return undefined
  return (await deps.hooks.onPayoutEvent?.(deps, event)) === 'known'
}

/** Returns whether the event is about a payment of ours. */
async function confirmPayment(deps: Deps, event: WebhookEvent): Promise<boolean> {
  const reference = await resolveReference(deps, event)
  if (reference !== undefined) await confirmWebhookPayment(deps, event, reference)
  return reference !== undefined
}

/** Events may arrive in any order: confirms the payment first, then records what was refunded or disputed. */
async function confirmWebhookPayment(
  deps: Deps,
  { provider, event_type }: WebhookEvent,
  reference: string,
): Promise<void> {
  await confirmTopUp(deps, reference)
  if (!/refund|dispute/.test(event_type)) return
  const reversals = await recordReversals(deps, reference)
  const isListed = reversals?.some(({ kind }) => kind === 'dispute') ?? false
  // Some providers announce disputes by webhook only. No money moves until the refund, but staff must answer them.
  if (event_type.includes('dispute') && !isListed)
    await reportDiscrepancy(deps, { kind: 'dispute', provider, reference, ours: noRecord, theirs: event_type })
}

/** Our reference of the event's payment; undefined when it is not a top-up of this provider. */
async function resolveReference(deps: Deps, event: WebhookEvent): Promise<string | undefined> {
  const reference = await findTopUpReference(deps, event)
  const { provider, provider_reference } = event
  if (reference !== undefined || provider_reference === null) return reference
  // Refunds from the dashboard and disputes may name the payment by a provider id that we never stored.
  const named = await getProvider(deps, provider).findReference?.(provider_reference)
  return named ? findTopUpReference(deps, { provider, reference: named, provider_reference: null }) : undefined
}

async function findTopUpReference(
  { db }: Deps,
  { provider, reference, provider_reference }: Pick<WebhookEvent, 'provider' | 'reference' | 'provider_reference'>,
): Promise<string | undefined> {
  if (reference === null && provider_reference === null) return undefined
  const row = await db
    .selectFrom('top_ups')
    .select('reference')
    .where('provider', '=', provider)
    .$if(reference !== null, (query) => query.where('reference', '=', reference!))
    .$if(reference === null, (query) => query.where('provider_reference', '=', provider_reference!))
    .executeTakeFirst()
  return row?.reference
}

async function recordAttempt(
  { db, clock }: Deps,
  { id }: WebhookEvent,
  result: { done: boolean; last_error: string | null },
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ last_error: result.last_error, ...(result.done ? { processed_at: clock() } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Runs `work` in the background, one run at a time; a start during a run causes one more run after it. */
export function createSingleRunner(work: () => Promise<unknown>): { start(): void; idle(): Promise<void> } {
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    try {
      while (again) {
        again = false
        await work()
      }
    } finally {
      running = undefined
    }
  }
  return {
    start() {
      again = true
      running ??= run()
    },
    idle: async () => running,
  }
}
