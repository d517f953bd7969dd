import type Stripe from 'stripe'

export interface ConnectedAccount {
  id: string
  created: number
  country: 'US' | 'CA'
  email: string | null
  metadata: Record<string, string>
  /** Null until its owner has been on Stripe's page. */
  holder_name: string | null
}

export interface TransferReversal {
  id: string
  amount: number
  created: number
  balance_transaction: Stripe.BalanceTransaction
}

export interface SentTransfer {
  id: string
  amount: number
  amount_reversed: number
  balance_transaction: Stripe.BalanceTransaction
  created: number
  currency: string
  description: string | null
  destination: string
  metadata: Record<string, string>
  transfer_group: string | null
  reversals: TransferReversal[]
}

const missingFacts = ['business_profile.url', 'external_account', 'tos_acceptance.date']

/** A connected account as Stripe sends it: with a bank account once its owner has entered everything. */
export function accountResponse({ holder_name, country, ...account }: ConnectedAccount): Stripe.Account {
  const isReady = holder_name !== null
  const currency = country === 'US' ? 'usd' : 'cad'
  const due = isReady ? [] : missingFacts
  return {
    ...account,
    object: 'account',
    country,
    default_currency: currency,
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: holder_name,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    capabilities: { transfers: isReady ? 'active' : 'inactive' },
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    details_submitted: isReady,
    external_accounts: {
      object: 'list',
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
      data: isReady ? [bankAccount(account.id, holder_name, country, currency)] : [],
    },
    payouts_enabled: isReady,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: isReady ? null : 'requirements.past_due',
      errors: [],
      eventually_due: due,
      past_due: due,
      pending_verification: [],
    },
    type: 'express',
  }
}

const bankAccount = (account: string, holder: string, country: string, currency: string): Stripe.BankAccount => ({
  id: `ba_${account.slice(5)}`,
  object: 'bank_account',
  account,
  account_holder_name: holder,
  account_holder_type: 'company',
  account_type: null,
  bank_name: 'STRIPE TEST BANK',
  country,
  currency,
  fingerprint: null,
  last4: '6789',
  routing_number: country === 'US' ? '110000000' : '11000-000',
  status: 'new',
})

/** A transfer as Stripe sends it, with its balance transaction where that was asked for. */
export function transferResponse(transfer: SentTransfer, expanded = false): Stripe.Transfer {
  const { id, amount, amount_reversed, balance_transaction, reversals } = transfer
  return {
    ...transfer,
    object: 'transfer',
    balance_transaction: expanded ? balance_transaction : balance_transaction.id,
    destination_payment: `py_${id.slice(3)}`,
    livemode: false,
    reversals: {
      object: 'list',
      has_more: false,
      url: `/v1/transfers/${id}/reversals`,
      data: reversals.map((reversal) => reversalResponse(reversal, transfer)),
    },
    reversed: amount_reversed === amount,
    source_transaction: null,
    source_type: 'card',
  }
}

/** A reversal of a transfer as Stripe sends it. */
export const reversalResponse = (
  { balance_transaction, ...reversal }: TransferReversal,
  { id, currency }: SentTransfer,
): Stripe.TransferReversal => ({
  ...reversal,
  object: 'transfer_reversal',
  balance_transaction: balance_transaction.id,
  currency,
  destination_payment_refund: null,
  metadata: {},
  source_refund: null,
  transfer: id,
})
