import { setTimeout } from 'node:timers/promises'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { addFunds } from '#contract/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type { Retry, SignedIn } from '#server/http.ts'
import { forget, once } from '#server/idempotency.ts'
import { newCode, newId } from '#server/ids.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'
import { providersOf } from './gateway.ts'
import { holding } from './holding.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import { findTopUp, sumPending, type TopUp } from '#server/features/wallet/queries.ts'
import {
  amountToTopUp,
  demandRoom,
  gatewayOf,
  isForStaff,
  isSameAmount,
  nextCheckAt,
} from '#server/features/wallet/rules.ts'
import { providerOf, settleTopUp } from './settle.ts'
import type { Outcome } from '#server/features/wallet/wording.ts'

type PaymentInfo = AnswerOf<typeof addFunds>['data']['payment_info']
type Started<Info> = { topUp: TopUp; payment_info: Info }
type Want = { provider: ProviderName; amount_minor: bigint; currency: Currency }
/** Asks a provider for the payment of a top-up; what it answers is kept, for whoever sends the same call again. */
type Start = (topUp: TopUp) => Promise<{ provider_reference: string | null } & Record<string, unknown>>

/**
 * Begins a top-up with the gateway of the person's country; `amount` is in major units. Where that cannot begin it, its
 * fallback does, over the same sum in the same currency. The row is committed before the provider hears of it and no
 * transaction is open meanwhile: a retry with the same key finds the row, and with its reference the payment at the
 * provider. Throws `amount_out_of_range`, `balance_limit`, `provider_refused` (the top-up has failed) or
 * `provider_unavailable` (it stays pending, and the job looks it up).
 */
export async function topUpWallet(
  deps: Deps,
  user: SignedIn,
  retry: Retry | undefined,
  amount: number,
): Promise<Started<PaymentInfo>> {
  const { currency } = gatewayOf(user.country_code)
  const amount_minor = amountToTopUp(amount, currency)
  const providers = providersOf(deps, user.country_code)
  for (const [n, provider] of providers.entries()) {
    const isLast = n === providers.length - 1
    try {
      return await startOrFind(deps, user, retry, { provider, amount_minor, currency }, isLast, pageOf(deps, user))
    } catch (error) {
      if (isLast || !isOfProvider(error)) throw error
    }
  }
  throw new AppError('provider_unavailable')
}

const isOfProvider = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'provider_unavailable' || error.code === 'provider_refused')

/**
 * Begins a card top-up for an inline form, with the same rules and the same end. Throws 422 for a currency that is not
 * the account's own, and `provider_unavailable` where its gateway takes no cards in a form.
 */
export async function beginCardTopUp(
  deps: Deps,
  user: SignedIn,
  retry: Retry | undefined,
  want: { amount: number; currency: Currency },
): Promise<Started<{ client_secret: string }>> {
  const { provider, currency } = gatewayOf(user.country_code)
  if (want.currency !== currency) throw fieldError('currency', 'own_currency')
  const amount_minor = amountToTopUp(want.amount, currency)
  const intent = deps.payments[provider]?.createPaymentIntent
  if (intent === undefined) throw new AppError('provider_unavailable')
  return startOrFind(deps, user, retry, { provider, amount_minor, currency }, true, ({ id, reference }) =>
    intent({ reference, amount_minor, currency, metadata: { top_up: id } }),
  )
}

async function startOrFind<Info>(
  deps: Deps,
  user: SignedIn,
  retry: Retry | undefined,
  want: Want,
  isLast: boolean,
  ask: Start,
): Promise<Started<Info>> {
  for (let tries = 0; tries < 2; tries += 1) {
    const reference = await begin(deps, user.user_id, retry, want)
    const started = await startedOf<Info>(deps, reference, isLast, ask)
    if (started !== undefined) return started
  }
  throw new AppError('provider_unavailable')
}

/** The reference of the top-up that this call is about: a new one, or the one that the key stands for. */
async function begin({ db, clock }: Deps, user_id: string, retry: Retry | undefined, want: Want): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const insert = () => insertTopUp(tx, user_id, want, now)
    const first = await once(tx, user_id, retry, now, insert)
    if (retry === undefined || (await canBePaid(tx, first.reference))) return first.reference
    await forget(tx, user_id, retry, first)
    const second = await once(tx, user_id, retry, now, insert)
    return second.reference
  })
}

/** False for a top-up that ended before the driver was told where to pay. */
async function canBePaid(tx: Tx, reference: string): Promise<boolean> {
  const topUp = await findTopUp(tx, reference)
  return topUp !== undefined && (topUp.payment_info !== null || topUp.status === 'pending')
}

async function insertTopUp(tx: Tx, user_id: string, want: Want, now: Date): Promise<{ reference: string }> {
  // One after the other for each person, so that many at once cannot pass the limit together.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  const pending_minor = (await sumPending(tx, user_id)).get(want.currency) ?? 0n
  const balance_minor = await findBalance(tx, user_id, want.currency)
  demandRoom(balance_minor + pending_minor, want.amount_minor, want.currency)
  const reference = `PW-${newCode(12)}`
  await tx
    .insertInto('top_ups')
    .values({
      id: newId(now.getTime()),
      reference,
      user_id,
      ...want,
      status: 'pending',
      created_at: now,
      next_check_at: nextCheckAt(now, now),
    })
    .execute()
  return { reference }
}

const waitAtMost_ms = 30_000

/** The top-up with what it is paid by, started now if nobody has; undefined when its reference is used up. */
async function startedOf<Info>(
  deps: Deps,
  reference: string,
  isLast: boolean,
  ask: Start,
): Promise<Started<Info> | undefined> {
  const deadline = performance.now() + waitAtMost_ms
  while (performance.now() < deadline) {
    const topUp = await findTopUp(deps.db, reference)
    if (topUp === undefined) return undefined
    if (topUp.payment_info !== null) return { topUp, payment_info: topUp.payment_info as Info }
    if (topUp.status !== 'pending') return undefined
    const mine = await holding(deps, topUp.id, () => start(deps, reference, isLast, ask))
    // The same call is at work elsewhere (a double tap, another process): its answer will be ours.
    if (mine === undefined) await setTimeout(150)
  }
  throw new AppError('provider_unavailable')
}

/** On the provider's own page. */
const pageOf =
  (deps: Deps, user: SignedIn): Start =>
  ({ id, reference, provider, amount_minor, currency }) => {
    const back = `${deps.publicUrl()}/payment/success?reference=${reference}&provider=${provider}`
    return providerOf(deps, provider).startPayment({
      reference,
      amount_minor,
      currency,
      email: user.email,
      callback_url: back,
      cancel_url: `${back}&outcome=cancelled`,
      metadata: { top_up: id },
      language: user.language,
    })
  }

async function start(deps: Deps, reference: string, isLast: boolean, ask: Start): Promise<void> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp?.status !== 'pending' || topUp.payment_info !== null) return
  const { id, provider } = topUp
  try {
    const { provider_reference, ...info } = await ask(topUp)
    await deps.db
      .updateTable('top_ups')
      .set({ provider_reference, payment_info: JSON.stringify({ reference, provider, ...info }) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`top-up ${reference} did not start: ${error.message}`)
    const usedUp = error.code !== null && usedUpCodes.has(error.code)
    // Another provider takes its place: nobody has been told where to pay this one.
    if (usedUp || !isLast || error.kind === 'refused') await fail(deps, id, error.code ?? error.kind)
    if (usedUp) return
    throw new AppError(error.kind === 'refused' ? 'provider_refused' : 'provider_unavailable')
  }
}

/** An earlier start reached the provider, its answer did not reach us: nobody has the address, so nobody can pay there. */
const usedUpCodes = new Set(['answer_lost', 'duplicate_reference', 'closed'])

async function fail({ db, clock }: Deps, id: string, failure_reason: string): Promise<void> {
  await db
    .updateTable('top_ups')
    .set({ status: 'failed', failure_reason, settled_at: clock() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Looks at a person's own payment and credits what the provider says was paid, once. Throws `payment_not_found` for
 * what is unknown or another's, `amount_mismatch` when the named amount is not the payment's. A provider that does not
 * answer is no error: the payment is pending, and the job goes on asking.
 */
export async function verifyTopUp(
  deps: Deps,
  user_id: string,
  want: { reference: string; amount?: number | undefined; provider?: ProviderName | undefined },
): Promise<{ outcome: Outcome; topUp: TopUp }> {
  const topUp = await findTopUp(deps.db, want.reference)
  if (topUp?.user_id !== user_id || (want.provider !== undefined && want.provider !== topUp.provider)) {
    throw new AppError('payment_not_found')
  }
  if (!isSameAmount(want.amount, topUp.amount_minor, topUp.currency)) throw new AppError('amount_mismatch')
  if (topUp.status === 'success') return { outcome: 'credited', topUp }
  const looked = await holding(deps, topUp.id, () => look(deps, topUp))
  return looked?.result ?? { outcome: 'in_progress', topUp }
}

async function look(deps: Deps, topUp: TopUp): Promise<{ outcome: Outcome; topUp: TopUp }> {
  try {
    const settled = await settleTopUp(deps, topUp.reference)
    if (settled === undefined) throw new AppError('payment_not_found')
    return { outcome: outcomeOf(settled), topUp: settled }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`top-up ${topUp.reference} could not be verified: ${error.message}`)
    return { outcome: 'provider_silent', topUp }
  }
}

function outcomeOf({ status, failure_reason }: TopUp): Outcome {
  if (status === 'success') return 'credited'
  if (status === 'pending') return 'pending'
  return isForStaff(failure_reason) ? 'for_staff' : 'failed'
}
