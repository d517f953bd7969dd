import type Stripe from 'stripe'
import type { Charge, Intent, Session } from './stripe-objects.ts'

/** Stripe's objects as its API sends them: every required field, ids in place of objects that were not expanded. */

export function sessionResponse(session: Session, expand: string[] = []): Stripe.Checkout.Session {
  const { payment_intent_metadata: _, payment_intent, locale, ...own } = session
  const expanded = expand.filter((path) => path.startsWith('payment_intent'))
  const expandedIntent =
    payment_intent && expanded.length > 0 ? intentResponse(payment_intent, inner(expanded)) : payment_intent?.id
  return {
    ...own,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: session.amount_total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    locale: locale as Stripe.Checkout.Session['locale'],
    managed_payments: null,
    origin_context: null,
    payment_intent: expandedIntent ?? null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? session.url : null,
    wallet_options: null,
  }
}

export function intentResponse(intent: Intent, expand: string[] = []): Stripe.PaymentIntent {
  const expanded = expand.filter((path) => path === 'latest_charge' || path.startsWith('latest_charge.'))
  const charge = intent.latest_charge
  return {
    ...intent,
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: intent.status === 'canceled' ? intent.created : null,
    cancellation_reason: intent.status === 'canceled' ? 'abandoned' : null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.last_payment_error,
    latest_charge:
      charge === null || expanded.length === 0 ? (charge?.id ?? null) : chargeResponse(intent, charge, inner(expanded)),
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
  }
}

export function chargeResponse(intent: Intent, charge: Charge, expand: string[] = []): Stripe.Charge {
  const { currency, customer, metadata, payment_method, receipt_email } = intent
  const { amount, amount_refunded, balance_transaction } = charge
  return {
    ...charge,
    amount_captured: amount,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: expand.includes('balance_transaction') ? balance_transaction : balance_transaction.id,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    currency,
    customer,
    description: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method,
    payment_method_details: null,
    receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: amount === amount_refunded,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** `data.payment_intent` → `payment_intent`: the paths to expand one level down. */
export const inner = (paths: string[]): string[] =>
  paths.filter((path) => path.includes('.')).map((path) => path.slice(path.indexOf('.') + 1))

/** The evidence of a dispute that nobody has answered. */
export const noEvidence: Stripe.Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
