import { setTimeout } from 'node:timers/promises'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Device } from '#contract/figures/devices.ts'
import type { Currency } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { addFunds } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { releaseKey, runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'
import { withLease } from '../lease.ts'
import { findBalance } from '../ledger/ledger.ts'
import {
  checkBalanceLimit,
  getCountryGateway,
  getCountryOfCurrency,
  getNextCheckTime,
  isSameAmount,
  needsStaff,
  parseTopUpAmount,
} from '../rules.ts'
import type { PaymentOutcome } from '../texts.ts'
import { confirmTopUp } from './confirm-top-up.ts'
import { getProvider, isSwitchedOn, listTopUpProviders } from './gateways.ts'
import { findOrCreateCustomer, forgetCustomer, startCustomerSession } from './payment-customers.ts'
import { findTopUp, sumPendingTopUps, type TopUp } from './top-up-queries.ts'

type PaymentInfo = AnswerOf<typeof addFunds>['data']['payment_info']
interface StartedTopUp<Info> {
  topUp: TopUp
  payment_info: Info
}
interface TopUpRequest {
  amount_minor: bigint
  currency: Currency
  /** The hold that is paid with it. */
  booking_id: string | null
  /** The held order of the shop that is paid with it. */
  order_id: string | null
  device: Device | null
}
/** Starts a top-up's payment at the provider. The result is stored as `payment_info` and returned to retries. */
type StartPayment = (topUp: TopUp) => Promise<{ provider_reference: string | null }>

/**
 * Starts a top-up of `amount` major units at the gateway of its currency, by default that of the user's country, else at
 * its fallback. The row is
 * committed before the request to the provider, so that a retry with the same key finds the same payment. Throws
 * `amount_out_of_range`, `balance_limit`, `provider_refused` (top-up failed), `provider_unavailable` (still pending), and
 * for a `booking_id` or an `order_id` what `requirePayableHold` and `requirePayableOrder` throw.
 */
export async function startTopUp(
  deps: Deps,
  user: SignedIn,
  retry: Retry | undefined,
  request: ParsedBody<typeof addFunds>,
): Promise<StartedTopUp<PaymentInfo>> {
  const { amount, currency = getCountryGateway(user.country_code).currency, ...purpose } = request
  const amount_minor = parseTopUpAmount(amount, currency)
  const providers = listTopUpProviders(deps, getCountryOfCurrency(currency))
  const topUpRequest = { amount_minor, currency, ...toPurpose(purpose), device: user.device ?? null }
  return startOrResumeTopUp(deps, { user, retry }, topUpRequest, providers, startHostedPayment(deps, user))
}

const isProviderFailure = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'provider_unavailable' || error.code === 'provider_refused')

/**
 * Starts a card top-up for an inline card form. Throws as `startTopUp`, and `provider_unavailable` where the currency's
 * gateway has no inline card form.
 */
export async function startCardTopUp(
  deps: Deps,
  user: SignedIn,
  retry: Retry | undefined,
  request: { amount: number; currency: Currency; booking_id?: string | undefined; order_id?: string | undefined },
): Promise<StartedTopUp<{ client_secret: string; customer_session_client_secret?: string }>> {
  const { currency } = request
  const { provider } = getCountryGateway(getCountryOfCurrency(currency))
  const amount_minor = parseTopUpAmount(request.amount, currency)
  const createIntent = deps.payments[provider]?.createPaymentIntent
  if (createIntent === undefined || !isSwitchedOn({ currency })) throw new AppError('provider_unavailable')
  const customer_id = await findOrCreateCustomer(deps, provider, user.user_id)
  const startPayment = async ({ id, reference }: TopUp) => {
    const intent = { reference, amount_minor, currency, metadata: { top_up: id } }
    try {
      return await createIntent({ ...intent, customer_id })
    } catch (error) {
      if (customer_id === null || !(error instanceof ProviderError) || error.code !== 'resource_missing') throw error
      await forgetCustomer(deps, provider, customer_id)
      return createIntent({ ...intent, customer_id: null })
    }
  }
  const topUpRequest = { amount_minor, currency, ...toPurpose(request), device: user.device ?? null }
  const started = await startOrResumeTopUp<{ client_secret: string }>(
    deps,
    { user, retry },
    topUpRequest,
    [provider],
    startPayment,
  )
  const secret = customer_id === null ? undefined : await startCustomerSession(deps, provider, customer_id)
  const { client_secret } = started.payment_info
  const saved = secret === undefined ? {} : { customer_session_client_secret: secret }
  return { topUp: started.topUp, payment_info: { client_secret, ...saved } }
}

/** A top-up pays for one thing. Throws 422 for a booking and an order. */
function toPurpose({ booking_id, order_id }: { booking_id?: string | undefined; order_id?: string | undefined }) {
  if (booking_id !== undefined && order_id !== undefined) throw fieldError('order_id', 'invalid')
  return { booking_id: booking_id ?? null, order_id: order_id ?? null }
}

/** How often one provider is tried when its references cannot be used again. */
const triesPerProvider = 2
/** Concurrent requests with one key may replace each other's top-ups: so many are followed for each provider. */
const mostTopUpsPerProvider = 4

/**
 * Starts a payment at the first of `providers` that can, or finds the one that a request with the same key has started.
 * Each top-up has its own provider, whoever of several requests inserted it: only a top-up of the last one ends the
 * search with its error.
 */
async function startOrResumeTopUp<Info>(
  deps: Deps,
  { user, retry }: { user: SignedIn; retry: Retry | undefined },
  request: TopUpRequest,
  providers: readonly ProviderName[],
  startPayment: StartPayment,
): Promise<StartedTopUp<Info>> {
  const last = providers.length - 1
  let next = 0
  let tries = 0
  for (let n = 0; n < mostTopUpsPerProvider * providers.length; n += 1) {
    const { reference, provider } = await insertOnce(deps, user.user_id, retry, request, providers.slice(next))
    const current = providers.indexOf(provider)
    if (current > next) [next, tries] = [current, 0]
    try {
      const started = await awaitPaymentInfo<Info>(deps, reference, current === last, startPayment)
      if (started !== undefined) return started
      tries += 1
    } catch (error) {
      if (current === last || !isProviderFailure(error)) throw error
      if (current === next) tries = triesPerProvider
    }
    if (tries < triesPerProvider) continue
    if (next === last) break
    ;[next, tries] = [next + 1, 0]
  }
  throw new AppError('provider_unavailable')
}

/**
 * Returns the top-up that this retry key already created if it can still be paid, or a new one at the first of
 * `providers` that has not just failed.
 */
async function insertOnce(
  { db, clock, hooks, config }: Deps,
  user_id: string,
  retry: Retry | undefined,
  request: TopUpRequest,
  providers: readonly ProviderName[],
): Promise<{ reference: string; provider: ProviderName }> {
  const start = async (tx: Tx) => {
    const now = clock()
    const insert = (provider: ProviderName | undefined) => async () => {
      if (provider === undefined) throw new AppError('provider_unavailable')
      const { booking_id, order_id, currency } = request
      if (booking_id !== null) await hooks.requirePayableHold(tx, { user_id, booking_id, currency }, now)
      if (order_id !== null) await hooks.requirePayableOrder(tx, { user_id, order_id, currency }, now)
      return insertTopUp(tx, user_id, { ...request, provider, is_example: config.simulators }, now)
    }
    const first = await runIdempotently(tx, user_id, retry, now, insert(providers[0]))
    const topUp = await findTopUp(tx, first.reference)
    if (topUp === undefined) throw new Error(`top-up ${first.reference} is not stored`)
    if (retry === undefined || canBePaid(topUp)) return { reference: first.reference, provider: providerOf(topUp) }
    await releaseKey(tx, user_id, retry, first)
    const provider = getNextProvider(providers, topUp)
    const second = await runIdempotently(tx, user_id, retry, now, insert(provider))
    return { reference: second.reference, provider: provider ?? providerOf(topUp) }
  }
  return transact(db, start, { is_keyed: retry !== undefined })
}

const providerOf = ({ provider }: TopUp) => provider as ProviderName

/** False for a top-up that failed before it had a payment page. */
const canBePaid = ({ payment_info, status }: TopUp): boolean => payment_info !== null || status === 'pending'

/** The provider after that of a failed top-up; the same where only its reference cannot be used again. */
function getNextProvider(providers: readonly ProviderName[], failed: TopUp): ProviderName | undefined {
  const n = providers.indexOf(providerOf(failed))
  const isSpent = n !== -1 && !usedReferenceCodes.has(failed.failure_reason ?? '')
  return (isSpent ? providers[n + 1] : undefined) ?? providers[0]
}

async function insertTopUp(
  tx: Tx,
  user_id: string,
  request: TopUpRequest & { provider: ProviderName; is_example: boolean },
  now: Date,
): Promise<{ reference: string }> {
  // Serialised per user, so that concurrent top-ups cannot exceed the balance limit together.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  const pending_minor = (await sumPendingTopUps(tx, user_id)).get(request.currency) ?? 0n
  const balance_minor = await findBalance(tx, user_id, request.currency)
  checkBalanceLimit(balance_minor + pending_minor, request.amount_minor, request.currency)
  const reference = `PW-${newCode(12)}`
  await tx
    .insertInto('top_ups')
    .values({
      id: newId(now.getTime()),
      reference,
      user_id,
      ...request,
      status: 'pending',
      created_at: now,
      next_check_at: getNextCheckTime(now, now),
    })
    .execute()
  return { reference }
}

const startTimeout_ms = 30_000

/** The top-up with its payment info, started now if no one has; undefined when its reference cannot be used again. */
async function awaitPaymentInfo<Info>(
  deps: Deps,
  reference: string,
  isLast: boolean,
  startPayment: StartPayment,
): Promise<StartedTopUp<Info> | undefined> {
  const deadline = performance.now() + startTimeout_ms
  while (performance.now() < deadline) {
    const topUp = await findTopUp(deps.db, reference)
    if (topUp === undefined) return undefined
    if (topUp.payment_info !== null) return { topUp, payment_info: topUp.payment_info as Info }
    if (topUp.status !== 'pending') return undefined
    const leased = await withLease(deps, 'top_ups', topUp.id, () =>
      startPaymentAtProvider(deps, reference, isLast, startPayment),
    )
    // The same call runs elsewhere (a double tap, another process): wait for its result.
    if (leased === undefined) await setTimeout(150)
  }
  throw new AppError('provider_unavailable')
}

/** Starts a payment on the provider's own page. */
const startHostedPayment =
  (deps: Deps, user: SignedIn): StartPayment =>
  ({ id, reference, provider, amount_minor, currency }) => {
    const callback_url = `${deps.publicUrl()}${pagePath('payment')}?reference=${reference}&provider=${provider}`
    return getProvider(deps, provider).startPayment({
      reference,
      amount_minor,
      currency,
      email: user.email,
      callback_url,
      cancel_url: `${callback_url}&outcome=cancelled`,
      metadata: { top_up: id },
      language: user.language,
    })
  }

async function startPaymentAtProvider(
  deps: Deps,
  reference: string,
  isLast: boolean,
  startPayment: StartPayment,
): Promise<void> {
  const topUp = await findTopUp(deps.db, reference)
  if (topUp?.status !== 'pending' || topUp.payment_info !== null) return
  const { id, provider } = topUp
  try {
    const { provider_reference, ...info } = await startPayment(topUp)
    await deps.db
      .updateTable('top_ups')
      .set({ provider_reference, payment_info: JSON.stringify({ reference, provider, ...info }) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`top-up ${reference} did not start: ${error.message}`)
    const isUsed = error.code !== null && usedReferenceCodes.has(error.code)
    // The fallback provider starts a top-up of its own; nobody has this one's payment page.
    if (isUsed || !isLast || error.kind === 'refused') await failTopUp(deps, id, error.code ?? error.kind)
    if (isUsed) return
    throw new AppError(error.kind === 'refused' ? 'provider_refused' : 'provider_unavailable')
  }
}

/** An earlier attempt reached the provider but its response was lost: the payment page is unknown, so nobody can pay. */
const usedReferenceCodes = new Set(['answer_lost', 'duplicate_reference', 'closed'])

async function failTopUp({ db, clock }: Deps, id: string, failure_reason: string): Promise<void> {
  await db
    .updateTable('top_ups')
    .set({ status: 'failed', failure_reason, settled_at: clock() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Verifies a user's own payment with the provider and credits what was paid. Throws `payment_not_found` for an unknown
 * reference or another user's, `amount_mismatch` when the given amount differs. When the provider does not answer, the
 * payment stays pending and the job checks it later.
 */
export async function verifyTopUp(
  deps: Deps,
  user_id: string,
  payment: { reference: string; amount?: number | undefined; provider?: ProviderName | undefined },
): Promise<{ outcome: PaymentOutcome; topUp: TopUp }> {
  const topUp = await findTopUp(deps.db, payment.reference)
  if (topUp?.user_id !== user_id || (payment.provider !== undefined && payment.provider !== topUp.provider)) {
    throw new AppError('payment_not_found')
  }
  if (!isSameAmount(payment.amount, topUp.amount_minor, topUp.currency)) throw new AppError('amount_mismatch')
  if (topUp.status === 'success') return { outcome: getOutcome(topUp), topUp }
  const checked = await withLease(deps, 'top_ups', topUp.id, () => checkPayment(deps, topUp))
  return checked?.result ?? { outcome: 'in_progress', topUp }
}

async function checkPayment(deps: Deps, topUp: TopUp): Promise<{ outcome: PaymentOutcome; topUp: TopUp }> {
  try {
    const confirmed = await confirmTopUp(deps, topUp.reference)
    if (confirmed === undefined) throw new AppError('payment_not_found')
    return { outcome: getOutcome(confirmed), topUp: confirmed }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    deps.log.warn(`top-up ${topUp.reference} could not be verified: ${error.message}`)
    return { outcome: 'provider_silent', topUp }
  }
}

function getOutcome({ status, detail, failure_reason }: TopUp): PaymentOutcome {
  if (status === 'success') return detail === 'partial' ? 'credited_partly' : 'credited'
  if (status === 'pending') return detail === 'processing' ? 'processing' : 'pending'
  return needsStaff(failure_reason) ? 'for_staff' : 'failed'
}
