import * as z from 'zod'

/**
 * What Paystack and Wave document of their responses and webhooks. A field that they may leave out is optional, one
 * that may be empty is nullable; a field that is not documented is refused.
 */

const Open = z.record(z.string(), z.unknown())
const Time = z.iso.datetime()
/** A whole number of any length, as `parseExactJson` reads it. */
const Identifier = z.union([z.int(), z.bigint()])

const Customer = z.strictObject({
  id: Identifier,
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.string(),
  customer_code: z.string(),
  phone: z.nullable(z.string()),
  metadata: z.nullable(Open),
  risk_action: z.string(),
  international_format_phone: z.nullable(z.string()),
})
const Authorization = z.strictObject({
  authorization_code: z.string(),
  bin: z.string(),
  last4: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  channel: z.string(),
  card_type: z.string(),
  bank: z.string(),
  country_code: z.string(),
  brand: z.string(),
  reusable: z.boolean(),
  signature: z.string(),
  account_name: z.nullable(z.string()),
})
const TransactionStatus = z.enum([
  'abandoned',
  'failed',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
  'success',
])
const Transaction = z.strictObject({
  id: Identifier,
  domain: z.enum(['test', 'live']),
  status: TransactionStatus,
  reference: z.string(),
  amount: z.int(),
  message: z.nullable(z.string()),
  gateway_response: z.nullable(z.string()),
  paid_at: z.nullable(Time),
  created_at: Time,
  channel: z.string(),
  currency: z.string(),
  ip_address: z.nullable(z.string()),
  metadata: z.union([z.literal(''), z.literal(0), Open, z.null()]),
  log: z.nullable(Open),
  fees: z.nullable(z.int()),
  fees_split: z.nullable(Open),
  authorization: z.union([Authorization, z.strictObject({})]),
  customer: Customer,
  plan: z.nullable(Open),
  split: Open,
  order_id: z.nullable(z.string()),
  paidAt: z.nullable(Time),
  createdAt: Time,
  requested_amount: z.nullable(z.int()),
  pos_transaction_data: z.nullable(Open),
  source: z.nullable(Open),
  fees_breakdown: z.nullable(Open),
})
const Verified = z.strictObject({ ...Transaction.shape, transaction_date: Time, plan_object: Open, subaccount: Open })

const refund = {
  id: Identifier,
  integration: z.int(),
  domain: z.enum(['test', 'live']),
  dispute: z.nullable(z.int()),
  settlement: z.nullable(z.int()),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'processing', 'needs-attention', 'failed', 'processed']),
  refunded_at: z.nullable(Time),
  expected_at: Time,
  channel: z.nullable(z.string()),
  refunded_by: z.string(),
  customer_note: z.string(),
  merchant_note: z.string(),
  deducted_amount: z.int(),
  fully_deducted: z.boolean(),
}
const RefundCreated = z.strictObject({ ...refund, transaction: Transaction, createdAt: Time, updatedAt: Time })
const RefundListed = z.strictObject({
  ...refund,
  transaction: Identifier,
  transaction_reference: z.optional(z.string()),
  created_at: Time,
  updated_at: Time,
})

const dispute = {
  id: Identifier,
  refund_amount: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  status: z.enum(['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved', 'archived']),
  resolution: z.nullable(z.enum(['merchant-accepted', 'declined'])),
  domain: z.enum(['test', 'live']),
  transaction: Transaction,
  transaction_reference: z.nullable(z.string()),
  category: z.nullable(z.string()),
  customer: Customer,
  bin: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  dueAt: z.nullable(Time),
  resolvedAt: z.nullable(Time),
  evidence: z.nullable(Open),
  attachments: z.nullable(z.string()),
  note: z.nullable(z.string()),
  history: z.array(z.strictObject({ status: z.string(), by: z.string(), createdAt: Time })),
  messages: z.array(z.strictObject({ sender: z.string(), body: z.string(), createdAt: Time })),
}
const DisputeListed = z.strictObject({ ...dispute, createdAt: Time, updatedAt: Time })
const DisputeSent = z.strictObject({ ...dispute, created_at: Time, updated_at: Time })

const Bank = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  code: z.string(),
  longcode: z.string(),
  gateway: z.nullable(z.string()),
  pay_with_bank: z.boolean(),
  supports_transfer: z.boolean(),
  active: z.boolean(),
  is_deleted: z.nullable(z.boolean()),
  country: z.string(),
  currency: z.string(),
  type: z.string(),
  createdAt: Time,
  updatedAt: Time,
})
const recipient = {
  active: z.boolean(),
  createdAt: Time,
  currency: z.string(),
  description: z.nullable(z.string()),
  domain: z.enum(['test', 'live']),
  email: z.nullable(z.string()),
  id: Identifier,
  integration: z.int(),
  metadata: z.nullable(Open),
  name: z.string(),
  recipient_code: z.string().startsWith('RCP_'),
  type: z.string(),
  updatedAt: Time,
}
const account = {
  account_number: z.nullable(z.string()),
  account_name: z.nullable(z.string()),
  bank_code: z.string(),
  bank_name: z.string(),
}
const details = z.strictObject({ authorization_code: z.nullable(z.string()), ...account })
const RecipientCreated = z.strictObject({ ...recipient, is_deleted: z.boolean(), isDeleted: z.boolean(), details })
const RecipientFetched = z.strictObject({
  ...recipient,
  isDeleted: z.boolean(),
  recipient_account: z.string(),
  institution_code: z.string(),
  details: z.strictObject(account),
})
const TransferRecipient = z.strictObject({ ...recipient, is_deleted: z.boolean(), details })
const transfer = {
  amount: z.int(),
  createdAt: Time,
  currency: z.string(),
  domain: z.enum(['test', 'live']),
  failures: z.nullable(Open),
  id: Identifier,
  reason: z.string(),
  reference: z.string(),
  source: z.literal('balance'),
  source_details: z.nullable(Open),
  status: z.enum(['pending', 'success', 'reversed', 'failed', 'otp', 'abandoned', 'blocked', 'rejected', 'received']),
  titan_code: z.nullable(z.string()),
  transfer_code: z.string().startsWith('TRF_'),
  transferred_at: z.nullable(Time),
  updatedAt: Time,
}
const session = z.strictObject({ provider: z.nullable(z.string()), id: z.nullable(z.string()) })
const TransferCreated = z.strictObject({
  ...transfer,
  transfersessionid: z.array(z.unknown()),
  transfertrials: z.array(z.unknown()),
  integration: z.int(),
  request: Identifier,
  recipient: Identifier,
})
const TransferVerified = z.strictObject({
  ...transfer,
  integration: z.int(),
  recipient: TransferRecipient,
  session,
  gateway_response: z.nullable(z.string()),
})
const TransferListed = z.strictObject({
  ...transfer,
  integration: z.int(),
  request: Identifier,
  recipient: z.strictObject({ ...TransferRecipient.shape, isDeleted: z.boolean() }),
  session,
  fee_charged: z.int(),
  fees_breakdown: z.nullable(z.int()),
})
const TransferSent = z.strictObject({
  ...transfer,
  integration: z.strictObject({
    id: z.int(),
    is_live: z.boolean(),
    business_name: z.string(),
    logo_path: z.optional(z.string()),
  }),
  recipient: TransferRecipient,
  session,
  fee_charged: z.int(),
  gateway_response: z.nullable(z.string()),
})

const meta = { total: z.int(), skipped: z.int(), perPage: z.int(), page: z.int(), pageCount: z.int() }
const answer = <T extends z.ZodType>(data: T) => z.strictObject({ status: z.literal(true), message: z.string(), data })
const list = <T extends z.ZodType>(item: T, more: z.ZodRawShape = {}) =>
  z.strictObject({ ...answer(z.array(item)).shape, meta: z.strictObject({ ...meta, ...more }) })
const event = <T extends z.ZodType>(name: z.ZodType, data: T) => z.strictObject({ event: name, data })

export const documentedPaystack = {
  initialize: answer(z.strictObject({ authorization_url: z.url(), access_code: z.string(), reference: z.string() })),
  verify: answer(Verified),
  transaction: answer(Transaction),
  transactions: list(Transaction, { total_volume: z.int() }),
  refund: answer(RefundCreated),
  refunds: list(RefundListed),
  disputes: list(DisputeListed),
  banks: z.strictObject({
    ...answer(z.array(Bank)).shape,
    meta: z.strictObject({ next: z.nullable(z.string()), previous: z.nullable(z.string()), perPage: z.int() }),
  }),
  resolve: answer(z.strictObject({ account_number: z.string(), account_name: z.string(), bank_id: z.int() })),
  'recipient.created': answer(RecipientCreated),
  'recipient.fetched': answer(RecipientFetched),
  'transfer.created': answer(TransferCreated),
  'transfer.verified': answer(TransferVerified),
  transfers: list(TransferListed),
  balance: answer(z.array(z.strictObject({ currency: z.string(), balance: z.int() }))),
  'transfer.*': event(z.enum(['transfer.success', 'transfer.failed', 'transfer.reversed']), TransferSent),
  'charge.success': event(z.literal('charge.success'), Transaction),
  'refund.*': event(
    z.enum(['refund.pending', 'refund.processing', 'refund.processed', 'refund.failed']),
    z.strictObject({
      status: refund.status,
      transaction_reference: z.string(),
      refund_reference: z.nullable(z.string()),
      amount: z.string(),
      currency: z.string(),
      processor: z.string(),
      customer: z.strictObject({ first_name: z.string(), last_name: z.string(), email: z.string() }),
      integration: z.int(),
      domain: refund.domain,
    }),
  ),
  'charge.dispute.*': event(
    z.enum(['charge.dispute.create', 'charge.dispute.remind', 'charge.dispute.resolve']),
    DisputeSent,
  ),
  error: z.strictObject({
    status: z.literal(false),
    message: z.string(),
    meta: z.strictObject({ nextStep: z.string() }),
    type: z.string(),
    code: z.string(),
  }),
}

/** Whole units as text, as everywhere at Wave. */
const Amount = z.string().regex(/^-?\d+$/)
const WaveSession = z.strictObject({
  id: z.string().startsWith('cos-'),
  amount: Amount,
  checkout_status: z.enum(['open', 'complete', 'expired']),
  client_reference: z.nullable(z.string()),
  currency: z.literal('XOF'),
  error_url: z.url(),
  last_payment_error: z.nullable(z.strictObject({ code: z.string(), message: z.string() })),
  business_name: z.string(),
  payment_status: z.enum(['processing', 'cancelled', 'succeeded']),
  transaction_id: z.nullable(z.string()),
  aggregated_merchant_id: z.optional(z.nullable(z.string())),
  restrict_payer_mobile: z.optional(z.nullable(z.string())),
  success_url: z.url(),
  wave_launch_url: z.url(),
  when_completed: z.nullable(Time),
  when_created: Time,
  when_expires: Time,
})
const WaveTransaction = z.strictObject({
  timestamp: Time,
  transaction_id: z.string().startsWith('T_'),
  transaction_type: z.string(),
  amount: Amount,
  fee: Amount,
  balance: z.optional(Amount),
  currency: z.literal('XOF'),
  is_reversal: z.optional(z.boolean()),
  counterparty_name: z.string(),
  counterparty_mobile: z.string(),
  client_reference: z.optional(z.nullable(z.string())),
  payment_reason: z.optional(z.nullable(z.string())),
  checkout_api_session_id: z.optional(z.nullable(z.string())),
  government_tax_amount: z.optional(z.nullable(Amount)),
  government_tax_paid_by_wave: z.optional(z.nullable(z.boolean())),
})

const WavePayout = z.strictObject({
  id: z.string().startsWith('pt-'),
  currency: z.literal('XOF'),
  receive_amount: Amount,
  fee: Amount,
  mobile: z.string(),
  name: z.nullable(z.string()),
  status: z.enum(['processing', 'succeeded', 'failed', 'reversed']),
  timestamp: Time,
  client_reference: z.nullable(z.string()),
  payout_error: z.nullable(z.strictObject({ error_code: z.string(), error_message: z.optional(z.string()) })),
})

export const documentedWave = {
  payout: WavePayout,
  payouts: z.strictObject({ result: z.array(WavePayout) }),
  recipient: z.strictObject({
    within_limits: z.boolean(),
    name_match: z.enum(['MATCH', 'NO_MATCH', 'NAME_NOT_KNOWN']),
    national_id_match: z.nullable(z.enum(['MATCH', 'NO_MATCH', 'ID_NOT_KNOWN'])),
  }),
  balance: z.strictObject({ amount: Amount, currency: z.literal('XOF') }),
  session: WaveSession,
  search: z.strictObject({ result: z.array(WaveSession) }),
  transactions: z.strictObject({
    page_info: z.strictObject({
      start_cursor: z.nullable(z.string()),
      end_cursor: z.nullable(z.string()),
      has_next_page: z.boolean(),
    }),
    date: z.iso.date(),
    items: z.array(WaveTransaction),
  }),
  event: z.strictObject({
    id: z.string().startsWith('EV_'),
    type: z.enum(['checkout.session.completed', 'checkout.session.payment_failed']),
    data: WaveSession,
  }),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.optional(z.array(z.strictObject({ loc: z.array(z.string()), msg: z.string() }))),
  }),
}

/** The paths of a schema's fields: `session.amount`, `transactions.items[].fee`. */
export function listFields(schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => [
      `${path}.${key}`,
      ...listFields(field as z.ZodType, `${path}.${key}`),
    ])
  if (schema instanceof z.ZodArray) return listFields(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return listFields(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listFields(option as z.ZodType, path))
  return []
}
