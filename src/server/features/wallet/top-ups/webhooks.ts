import type { IncomingHttpHeaders } from 'node:http'
import type { Selectable } from 'kysely'
import type { WebhookEventsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { ProviderError, type ProviderName, type WebhookNotice } from '#server/providers/payments/provider.ts'
import { nextAttemptAt, undecidedFor_ms } from '#server/features/wallet/rules.ts'
import { noRecord, reportDiscrepancy } from '#server/features/wallet/reconciliation/discrepancies.ts'
import { takeInReversals } from '#server/features/wallet/refunds/reversals.ts'
import { providerOf, settleTopUp } from './settle.ts'

/**
 * Keeps a provider's notice, once, however often it is sent. Throws `not_found` for a provider that is not configured
 * and `invalid_signature` unless the signature over the raw body is right; nothing of the body is read before that.
 */
export async function receiveWebhook(
  { db, clock, payments }: Deps,
  provider: ProviderName,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const adapter = payments[provider]
  if (adapter === undefined) throw new AppError('not_found')
  const now = clock()
  const notice = readNotice(() => adapter.readWebhook(raw, headers, now))
  await db
    .insertInto('webhook_events')
    .values({
      id: newId(now.getTime()),
      provider,
      event_key: storable(notice.event_key),
      event_type: storable(notice.event_type),
      reference: notice.reference === null ? null : storable(notice.reference),
      provider_reference: notice.provider_reference === null ? null : storable(notice.provider_reference),
      body: raw,
      received_at: now,
      next_attempt_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_key']).doNothing())
    .execute()
}

function readNotice(read: () => WebhookNotice): WebhookNotice {
  try {
    return read()
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'bad_signature') throw new AppError('invalid_signature')
    throw error
  }
}

/** PostgreSQL keeps no NUL in text; the body itself is kept as it came. */
const storable = (text: string): string => text.replaceAll('\0', '')

type Event = Pick<
  Selectable<WebhookEventsTable>,
  'id' | 'provider' | 'event_type' | 'reference' | 'provider_reference' | 'attempts' | 'received_at'
>
const atOnce = 10

/** Works off what was received and is due; several processes share the work. Answers how many notices were looked at. */
export async function workOffWebhooks(deps: Deps): Promise<number> {
  let count = 0
  for (;;) {
    const events = await claim(deps)
    await Promise.all(events.map((event) => workOff(deps, event)))
    count += events.length
    if (events.length < atOnce) return count
  }
}

/** Each claim counts as a try and puts the next one off, so that a notice whose process dies comes up again. */
async function claim({ db, clock }: Deps): Promise<Event[]> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const events = await tx
      .selectFrom('webhook_events')
      .select(['id', 'provider', 'event_type', 'reference', 'provider_reference', 'attempts', 'received_at'])
      .where('processed_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, attempts } of events) {
      await tx
        .updateTable('webhook_events')
        .set({ attempts: attempts + 1, next_attempt_at: nextAttemptAt(attempts + 1, now) })
        .where('id', '=', id)
        .execute()
    }
    return events
  })
}

async function workOff(deps: Deps, event: Event): Promise<void> {
  try {
    const reference = await findReference(deps, event)
    if (reference !== undefined) await settle(deps, event, reference)
    await mark(deps, event, { done: true, last_error: reference === undefined ? 'unknown reference' : null })
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error)
    // A provider that is away is its own trouble; anything else is ours.
    if (error instanceof ProviderError) deps.log.warn(`notice ${event.id} waits: ${told}`)
    else deps.log.error(`notice ${event.id} could not be worked off`, error)
    const done = deps.clock().getTime() - event.received_at.getTime() >= undecidedFor_ms
    await mark(deps, event, { done, last_error: told.slice(0, 500) })
  }
}

/** First the payment itself, in whatever order the notices came; then what has gone back of it. */
async function settle(deps: Deps, { provider, event_type }: Event, reference: string): Promise<void> {
  await settleTopUp(deps, reference)
  if (!/refund|dispute/.test(event_type)) return
  const reversals = await takeInReversals(deps, reference)
  const isTold = reversals?.some(({ kind }) => kind === 'dispute') ?? false
  // A provider that tells of disputes by notices alone: nothing moves before it is refunded, but somebody must answer.
  if (event_type.includes('dispute') && !isTold)
    await reportDiscrepancy(deps, { kind: 'dispute', provider, reference, ours: noRecord, theirs: event_type })
}

/** Our reference of the payment that a notice is about; a notice that names another provider's payment names none. */
async function findReference(deps: Deps, event: Event): Promise<string | undefined> {
  const found = await findNamed(deps, event)
  const { provider, provider_reference } = event
  if (found !== undefined || provider_reference === null) return found
  // A refund made in the dashboard, or a dispute, may know the payment by a name that we never heard.
  const named = await providerOf(deps, provider).findReference?.(provider_reference)
  return named ? findNamed(deps, { provider, reference: named, provider_reference: null }) : undefined
}

async function findNamed(
  { db }: Deps,
  { provider, reference, provider_reference }: Pick<Event, 'provider' | 'reference' | 'provider_reference'>,
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

async function mark(
  { db, clock }: Deps,
  { id }: Event,
  how: { done: boolean; last_error: string | null },
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ last_error: how.last_error, ...(how.done ? { processed_at: clock() } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Runs a work at once without being waited for, never twice at a time; asked meanwhile, it runs once more. */
export function createKick(work: () => Promise<unknown>): { kick(): void; idle(): Promise<void> } {
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
    kick() {
      again = true
      running ??= run()
    },
    idle: async () => running,
  }
}
