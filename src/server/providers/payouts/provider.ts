import { ProviderError, type ProviderName } from '../payments/provider.ts'

/** An institution that an account may be at, by the provider's code. */
export interface Bank {
  code: string
  name: string
}

/** `bank`: Paystack. `mobile`: Wave. `onboarding`: Stripe, on whose page the owner enters everything. */
export type AccountToRegister =
  | { kind: 'bank'; bank_code: string; account_number: string }
  | { kind: 'mobile'; mobile: string; holder_name: string }
  | {
      kind: 'onboarding'
      /** Who is paid; the same owner gets the same account for a day, so that a lost answer creates no second one. */
      owner_id: string
      country: 'CA' | 'US'
      email: string
      /** The account to go on with; null creates one. */
      recipient: string | null
      return_url: string
      /** Where Stripe sends the owner when the address has expired: request another one there. */
      refresh_url: string
    }

/**
 * `verified`: the provider names the holder. `unverified`: money can be sent, but the provider does not confirm the name.
 * `onboarding`: the owner goes to `url`, which works once and for minutes: never store it. `recipient` is what `send` takes.
 */
export type RegisteredAccount =
  | { kind: 'verified'; recipient: string; holder_name: string }
  | { kind: 'unverified'; recipient: string }
  | { kind: 'onboarding'; recipient: string; url: string }
  | { kind: 'refused'; reason: 'no_such_account' | 'other_holder' | 'not_allowed'; message: string }

/**
 * `ready`: can be paid. `incomplete`: the provider still needs `requirements` (its own words) or is checking. `refused`: it
 * will not pay this account. `unknown`: it has no such account.
 */
export type AccountState =
  | {
      state: 'ready' | 'incomplete' | 'refused'
      holder_name: string | null
      bank_name: string | null
      /** Of the account number or the mobile number. */
      last_four: string | null
      requirements: string[]
    }
  | { state: 'unknown' }

export interface PayoutHandle {
  /** Our reference, unique per attempt to pay: see `payoutReference`. */
  reference: string
  amount_minor: bigint
  currency: string
}

export interface PayoutToSend extends PayoutHandle {
  recipient: string
  /** Shown to the recipient; cut to what the provider takes (Wave: 40 characters). */
  reason: string
}

/**
 * Why nothing was paid. `balance`: ours at the provider is too small. `recipient`: the account cannot take it, so its owner
 * must act. `setup`: our key or account may not do this, so staff must act. `provider`: anything else, such as a bank that
 * is down.
 */
export interface PayoutFailure {
  cause: 'balance' | 'recipient' | 'setup' | 'provider'
  code: string
  message: string
}

interface MadePayout {
  provider_id: string
  amount_minor: bigint
  currency: string
  /** What the provider takes on top of the amount; null where it does not report it. */
  fee_minor: bigint | null
}

/**
 * What became of a payout. `failed` is final and certain: nothing was paid, and another attempt takes a new reference, since
 * the providers answer a used one as before. `returned`: the money came back to our balance, after `paid` too. `unknown`:
 * the provider has no such payout; sending it again with the same reference is safe. `waits_for`: Paystack waits for
 * somebody of ours, so staff must be alerted: transfers must need no code (OTP) and no approval.
 */
export type PayoutResult =
  | (MadePayout & { state: 'pending'; waits_for: 'otp' | 'approval' | null })
  /** `returned_minor`: the part that came back (Stripe); all of it is `returned`. */
  | (MadePayout & { state: 'paid'; returned_minor: bigint })
  | (MadePayout & { state: 'returned'; failure: PayoutFailure })
  | { state: 'failed'; provider_id: string | null; failure: PayoutFailure }
  | { state: 'unknown' }

/** Our balance at the provider in one currency; `pending_minor` cannot be paid out yet. */
export interface ProviderBalance {
  currency: string
  available_minor: bigint
  pending_minor: bigint
}

/** A payout in the provider's list; `reference` is null for those that we did not send. */
export interface ListedPayout {
  reference: string | null
  provider_id: string
  state: 'pending' | 'paid' | 'failed' | 'returned'
  amount_minor: bigint
  currency: string
  /** The part that came back; all of it is `returned`. */
  returned_minor: bigint
  fee_minor: bigint | null
  /** What the provider gave back of its fee when the payout came back; null where its record does not show it. */
  fee_returned_minor: bigint | null
}

/**
 * What a verified webhook is about. It only says that something happened, since events repeat and come in any order: call
 * `find` or `findAccount` for what is true now.
 */
export type PayoutEvent =
  | { provider: ProviderName; event_type: string; kind: 'payout'; reference: string }
  | { provider: ProviderName; event_type: string; kind: 'account'; recipient: string }

/** All functions throw ProviderError: `unavailable` where it is not certain what happened, `refused` where our key is. */
export interface PayoutProvider {
  name: ProviderName
  /** Lists the banks that an owner chooses from, by name; missing where there is no choice. */
  listBanks?(): Promise<Bank[]>
  registerAccount(account: AccountToRegister): Promise<RegisteredAccount>
  findAccount(recipient: string): Promise<AccountState>
  /**
   * Pays once per reference, however often it is called. Where it throws, money may have moved: call `find` later, and
   * `send` again with the same reference only if that says `unknown`.
   */
  send(payout: PayoutToSend): Promise<PayoutResult>
  /** Returns what became of a reference. Throws where the provider has it with another amount or currency. */
  find(payout: PayoutHandle): Promise<PayoutResult>
  findBalances(): Promise<ProviderBalance[]>
  /**
   * Returns the payouts that were created in the UTC days from `from` up to, not including, `to`, as they are now, and where
   * the provider lists reversals by their own day (Stripe, Wave), those that came back in these days, whole or in part.
   */
  listPayouts(from: Date, to: Date): Promise<ListedPayout[]>
  /** Reads a stored webhook whose signature was verified (`PaymentProvider.verifyWebhook`); null for any other event. */
  readWebhook(event_type: string, raw: Buffer): PayoutEvent | null
}

/**
 * The references that every provider takes: Paystack allows lowercase letters, digits, `-` and `_` alone
 * (paystack.com/docs/api/errors/transfer), and answers uppercase ones in lowercase.
 */
export const payoutReference = /^[a-z0-9_-]{16,50}$/

export function requireReference(provider: ProviderName, reference: string): void {
  if (payoutReference.test(reference)) return
  throw new ProviderError('refused', provider, 'a payout reference of another form', { code: 'invalid_reference' })
}

/** Throws unless what the provider has is what was sent: an answer about other money decides nothing. */
export function requireSameMoney<Result extends PayoutResult>(
  provider: ProviderName,
  { amount_minor, currency }: PayoutHandle,
  result: Result,
): Result {
  if (!('amount_minor' in result)) return result
  if (result.amount_minor === amount_minor && result.currency === currency) return result
  throw new ProviderError('unavailable', provider, 'a payout of another amount with this reference', {
    code: 'other_amount',
  })
}

/**
 * Returns the result of a request that the provider refused. What is not certain to have moved nothing is looked for first:
 * `contradiction` is an answer that says that the reference is used, and throws where there is no such payout.
 */
export async function resultOfRefusal(
  failure: PayoutFailure,
  certainty: 'certain' | 'check' | 'contradiction',
  { provider, find }: { provider: ProviderName; find: () => Promise<PayoutResult> },
): Promise<PayoutResult> {
  const failed = { state: 'failed', provider_id: null, failure } as const
  if (certainty === 'certain') return failed
  const found = await find()
  if (found.state !== 'unknown') return found
  if (certainty === 'check') return failed
  throw new ProviderError('unavailable', provider, 'a used reference without a payout', { code: failure.code })
}
