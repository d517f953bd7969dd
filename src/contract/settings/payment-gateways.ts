import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskScreen } from '#contract/lists/screens.ts'

const providerNames = ['paystack', 'wave', 'stripe'] as const

/** The gateways of all countries. */
export const paymentGatewayScreen = deskScreen({
  name: 'payment-gateway',
  permission: 'gateways.view',
  menu: { group: 'settings', rank: 25 },
})

/** A provider of payments in a country, and what is known of its keys and its last signs of life. */
export const PaymentGateway = z.object({
  country: z.enum(countryCodes),
  provider: z.enum(providerNames),
  /** The first choice, or what takes over where that one cannot start a payment. */
  place: z.enum(['first', 'fallback']),
  currency: Currency,
  /** By its key; `none` without one. A key for tests, or the local stand-in, is the sandbox. */
  mode: z.enum(['live', 'sandbox', 'none']),
  /** The public key, which browsers get. */
  public_key: z.nullable(z.string()),
  /** The last four characters of the secret key; null where none is set. */
  secret_ends: z.nullable(z.string()),
  has_webhook_secret: z.boolean(),
  /** What is entered at the provider. */
  webhook_address: z.string(),
  last_webhook_at: z.nullable(Instant),
  webhooks_waiting: z.number(),
  last_reconciled: z.nullable(z.iso.date()),
  discrepancies: z.number(),
  least: z.number(),
  most: z.number(),
})
export type PaymentGateway = z.infer<typeof PaymentGateway>

export const tryPaymentGateway = endpoint({
  name: 'tryPaymentGateway',
  method: 'POST',
  path: '/api/v1/admin/settings/payments/{provider}/try',
  summary:
    'Asks a provider about a payment that does not exist, which shows whether it can be reached and takes the key',
  tag: 'desk',
  auth: 'gateways.update',
  status: 200,
  params: z.strictObject({ provider: z.enum(providerNames) }),
  answer: z.object({ result: z.enum(['works', 'refused', 'unreachable', 'none']), took_ms: z.number() }),
})
