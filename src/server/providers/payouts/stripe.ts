import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { ProviderError } from '../payments/provider.ts'
import { inOurWords, providerError } from '../payments/stripe-objects.ts'
import { createStripeClient, type StripeConnection } from '../payments/stripe-sdk.ts'
import { toStripeUnits, wholeAmount } from '../payments/units.ts'
import { parseJson, payerAddress, shortly, understood } from '../payments/wire.ts'
import {
  requireReference,
  requireSameMoney,
  resultOfRefusal,
  type AccountState,
  type ListedPayout,
  type PayoutEvent,
  type PayoutFailure,
  type PayoutHandle,
  type PayoutProvider,
  type PayoutResult,
  type ProviderBalance,
} from './provider.ts'

/** The parts of Stripe's objects that decide something; the SDK only declares their types. */
const Transfer = z.object({
  id: z.string(),
  amount: z.number(),
  amount_reversed: z.number(),
  reversed: z.boolean(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  balance_transaction: z.optional(z.unknown()),
})
type Transfer = z.infer<typeof Transfer>
const Transfers = z.object({ object: z.literal('list'), data: z.array(Transfer) })
const Booked = z.object({ fee: z.int(), currency: z.string() })
/** A movement of our balance by which a part of a transfer came back. */
const Reversed = z.object({ source: z.object({ transfer: z.string() }) })

const texts = z.nullish(z.array(z.string()))
const Account = z.object({
  id: z.string(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  capabilities: z.nullish(z.object({ transfers: z.optional(z.string()) })),
  requirements: z.nullish(z.object({ currently_due: texts, past_due: texts, disabled_reason: z.nullish(z.string()) })),
  business_profile: z.nullish(z.object({ name: z.nullish(z.string()) })),
  company: z.nullish(z.object({ name: z.nullish(z.string()) })),
  individual: z.nullish(z.object({ first_name: z.nullish(z.string()), last_name: z.nullish(z.string()) })),
  external_accounts: z.nullish(
    z.object({
      data: z.array(
        z.object({
          last4: z.nullish(z.string()),
          bank_name: z.nullish(z.string()),
          account_holder_name: z.nullish(z.string()),
        }),
      ),
    }),
  ),
})
type Account = z.infer<typeof Account>
const Link = z.object({ url: z.string() })
const amounts = z.array(z.object({ amount: z.int(), currency: z.string() }))
const Balance = z.object({ available: amounts, pending: amounts })

const name = z.string().check(z.maxLength(200))
const WebhookBody = z.object({
  account: z.nullish(name),
  data: z.object({
    object: z.object({ id: z.optional(name), object: z.optional(z.string()), metadata: z.optional(z.unknown()) }),
  }),
})
const Referring = z.object({ reference: name })

const expand = ['balance_transaction']

/**
 * Pays the connected accounts of owners in Canada and the United States by separate charges and transfers
 * (docs.stripe.com/connect/separate-charges-and-transfers): a transfer is done once it is created, and Stripe pays the
 * account's bank by itself. Platforms there may transfer to accounts in either (docs.stripe.com/connect/cross-border-payouts).
 */
export function createStripePayouts(config: StripeConnection): PayoutProvider {
  const stripe = createStripeClient(config)

  /** Stripe forgets idempotency keys after a day, so transfers are found by their group, which is our reference. */
  const find = async (payout: PayoutHandle): Promise<PayoutResult> => {
    const answer = await inOurWords(
      stripe().transfers.list({ transfer_group: payout.reference, limit: 10, expand: ['data.balance_transaction'] }),
    )
    const { data } = understood('stripe', Transfers, answer)
    const ours = data.filter(({ metadata }) => metadata['reference'] === payout.reference)
    const transfer = ours.find(({ reversed }) => !reversed) ?? ours[0]
    return transfer === undefined ? { state: 'unknown' } : requireSameMoney('stripe', payout, resultOf(transfer))
  }

  return {
    name: 'stripe',

    async registerAccount(account) {
      if (account.kind !== 'onboarding') throw new TypeError('Stripe pays connected accounts')
      const { owner_id, country, email, return_url, refresh_url } = account
      try {
        const recipient =
          account.recipient ??
          understood(
            'stripe',
            Account,
            await stripe().accounts.create(
              {
                country,
                email,
                controller: {
                  fees: { payer: 'application' },
                  losses: { payments: 'application' },
                  stripe_dashboard: { type: 'express' },
                },
                capabilities: { transfers: { requested: true } },
                metadata: { owner: owner_id },
              },
              { idempotencyKey: `payout-account-${owner_id}` },
            ),
          ).id
        const link = await stripe().accountLinks.create({
          account: recipient,
          type: 'account_onboarding',
          return_url,
          refresh_url,
        })
        const { url } = understood('stripe', Link, link)
        return { kind: 'onboarding', recipient, url: payerAddress('stripe', url, config.base_url) }
      } catch (error) {
        const problem = providerError(error)
        if (problem.kind !== 'refused' || isSetup(problem)) throw problem
        return { kind: 'refused', reason: 'not_allowed', message: problem.message }
      }
    },

    async findAccount(recipient) {
      try {
        return accountState(understood('stripe', Account, await stripe().accounts.retrieve(recipient)))
      } catch (error) {
        const problem = providerError(error)
        if (['resource_missing', 'account_invalid'].includes(problem.code ?? '')) return { state: 'unknown' }
        throw problem
      }
    },

    async send(payout) {
      const { reference, recipient, reason, currency } = payout
      requireReference('stripe', reference)
      const amount = toStripeUnits(payout.amount_minor, currency)
      const before = await find(payout)
      if (before.state !== 'unknown') return before
      try {
        const made = await stripe().transfers.create(
          {
            amount,
            currency: currency.toLowerCase(),
            destination: recipient,
            transfer_group: reference,
            description: shortly(reason),
            metadata: { reference },
            expand,
          },
          { idempotencyKey: `payout-${reference}` },
        )
        return requireSameMoney('stripe', payout, resultOf(understood('stripe', Transfer, made)))
      } catch (error) {
        const problem = providerError(error)
        if (problem.kind !== 'refused') throw problem
        const { failure, certainty } = readRefusal(problem)
        return resultOfRefusal(failure, certainty, { provider: 'stripe', find: () => find(payout) })
      }
    },

    find,

    async findBalances() {
      const { available, pending } = understood('stripe', Balance, await inOurWords(stripe().balance.retrieve()))
      const balances = new Map<string, ProviderBalance>()
      const of = (code: string): ProviderBalance => {
        const currency = code.toUpperCase()
        const balance = balances.get(currency) ?? { currency, available_minor: 0n, pending_minor: 0n }
        balances.set(currency, balance)
        return balance
      }
      for (const { amount, currency } of available) of(currency).available_minor += BigInt(amount)
      for (const { amount, currency } of pending) of(currency).pending_minor += BigInt(amount)
      return [...balances.values()]
    },

    listPayouts: (from, to) => inOurWords(list(stripe(), from, to)),

    readWebhook: readEvent,
  }
}

/**
 * Transfers are listed by when they were created, and may be reversed at any time: reversals are movements of our balance of
 * the day on which they are made (docs.stripe.com/reports/balance-transaction-types), each of which names its transfer.
 */
async function list(stripe: Stripe, from: Date, to: Date): Promise<ListedPayout[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.floor(to.getTime() / 1000) }
  const listed = new Map<string, ListedPayout>()
  for await (const item of stripe.transfers.list({ created, limit: 100, expand: ['data.balance_transaction'] })) {
    const transfer = understood('stripe', Transfer, item)
    listed.set(transfer.id, listedOf(transfer))
  }
  const reversals = { type: 'transfer_refund', created, limit: 100, expand: ['data.source'] }
  for await (const item of stripe.balanceTransactions.list(reversals)) {
    const id = understood('stripe', Reversed, item).source.transfer
    if (!listed.has(id))
      listed.set(id, listedOf(understood('stripe', Transfer, await stripe.transfers.retrieve(id, { expand }))))
  }
  return [...listed.values()]
}

const listedOf = (transfer: Transfer): ListedPayout => ({
  reference: transfer.metadata['reference'] ?? null,
  provider_id: transfer.id,
  state: isReturned(transfer) ? 'returned' : 'paid',
  amount_minor: wholeAmount('stripe', transfer.amount),
  currency: transfer.currency.toUpperCase(),
  returned_minor: wholeAmount('stripe', transfer.amount_reversed),
  fee_minor: feeOf(transfer),
  fee_returned_minor: null,
})

const isReturned = ({ reversed, amount, amount_reversed }: Transfer): boolean => reversed || amount_reversed >= amount

function resultOf(transfer: Transfer): PayoutResult {
  const made = {
    provider_id: transfer.id,
    amount_minor: wholeAmount('stripe', transfer.amount),
    currency: transfer.currency.toUpperCase(),
    fee_minor: feeOf(transfer),
  }
  if (!isReturned(transfer))
    return { ...made, state: 'paid', returned_minor: wholeAmount('stripe', transfer.amount_reversed) }
  const failure = { cause: 'provider', code: 'reversed', message: 'The transfer was reversed' } as const
  return { ...made, state: 'returned', failure }
}

/** Null unless the balance transaction came along, in the currency of the transfer. */
function feeOf({ balance_transaction, currency }: Transfer): bigint | null {
  const { success, data } = Booked.safeParse(balance_transaction)
  return success && data.currency === currency ? BigInt(data.fee) : null
}

function accountState(account: Account): AccountState {
  const { requirements, business_profile, company, individual, external_accounts } = account
  const disabled = requirements?.disabled_reason ?? ''
  const isReady = account.payouts_enabled && account.capabilities?.transfers === 'active'
  const person = [individual?.first_name, individual?.last_name].filter(Boolean).join(' ')
  const bank = external_accounts?.data[0]
  const due = [...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])]
  return {
    state: isReady ? 'ready' : disabled.startsWith('rejected') ? 'refused' : 'incomplete',
    holder_name: bank?.account_holder_name || company?.name || person || business_profile?.name || null,
    bank_name: bank?.bank_name ?? null,
    last_four: bank?.last4 ?? null,
    requirements: [...new Set(due)].slice(0, 50).map(shortly),
  }
}

const isSetup = ({ code }: ProviderError): boolean =>
  ['StripeAuthenticationError', 'StripePermissionError', 'api_key_expired', 'platform_account_required'].includes(
    code ?? '',
  )

/** Stripe’s error codes of transfers (docs.stripe.com/error-codes). */
const causes: Record<string, PayoutFailure['cause']> = {
  balance_insufficient: 'balance',
  insufficient_funds: 'balance',
  account_closed: 'recipient',
  account_invalid: 'recipient',
  capability_not_active: 'recipient',
  insufficient_capabilities_for_transfer: 'recipient',
  no_account: 'recipient',
  resource_missing: 'recipient',
  transfers_not_allowed: 'setup',
}

function readRefusal(problem: ProviderError): {
  failure: PayoutFailure
  certainty: 'certain' | 'check' | 'contradiction'
} {
  const code = problem.code ?? 'refused'
  const cause = isSetup(problem) ? 'setup' : causes[code]
  const failure = { cause: cause ?? 'provider', code, message: problem.message } as const
  if (code === 'duplicate_reference') return { failure, certainty: 'contradiction' }
  return { failure, certainty: cause === undefined ? 'check' : 'certain' }
}

/**
 * Transfers are ours; what happens to an account, and Stripe’s payouts to its bank, come from the webhook for connected
 * accounts, which names the account.
 */
function readEvent(event_type: string, raw: Buffer): PayoutEvent | null {
  const isTransfer = event_type.startsWith('transfer.')
  if (!isTransfer && !/^(account|capability|payout)\./.test(event_type)) return null
  const read = WebhookBody.safeParse(parseJson(raw.toString('utf8')))
  if (!read.success) return null
  const { account, data } = read.data
  if (isTransfer) {
    const { reference } = Referring.safeParse(data.object.metadata).data ?? {}
    return reference === undefined ? null : { provider: 'stripe', event_type, kind: 'payout', reference }
  }
  const recipient = account ?? (data.object.object === 'account' ? data.object.id : undefined)
  return recipient === undefined ? null : { provider: 'stripe', event_type, kind: 'account', recipient }
}
