import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Money } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amount, Version } from '#contract/lists/shared-fields.ts'
import { currencies } from '#contract/money.ts'

const permission = 'gateways.view'

export const smsProviderNames = ['africastalking', 'twilio'] as const
/** `none`: this server has no key of the provider. */
export const gatewayModes = ['live', 'sandbox', 'none'] as const

/** What text messages to the numbers of a country are sent with, and what they cost today. */
export const smsGatewayList = deskList({
  name: 'sms-gateway',
  menu: { group: 'settings', rank: 40, under: 'payment-gateway' },
  permission,
  opens: { screen: 'sms-gateway', permission },
  namedBy: ['country'],
  columns: {
    country: { kind: 'text', sortable: true },
    provider: { kind: 'choice', words: 'sms_providers' },
    sender: { kind: 'text' },
    mode: { kind: 'choice', words: 'gateway_modes' },
    daily_maximum: { kind: 'money' },
    cost_today: { kind: 'money' },
    sent_today: { kind: 'number' },
    failed_today: { kind: 'number' },
    last_response: { kind: 'text' },
    last_response_at: { kind: 'instant' },
  },
  filters: { provider: { kind: 'choice', values: smsProviderNames, words: 'sms_providers' } },
  states: ['active', 'inactive'],
  sort: 'country',
})

/** Text messages of the last 30 days, without what they say. */
export const smsMessageList = deskList({
  name: 'sms-messages',
  permission,
  columns: {
    created_at: { kind: 'instant', sortable: true },
    to_number: { kind: 'code' },
    kind: { kind: 'choice', words: 'sms_kinds' },
    state: { kind: 'choice', badge: true, words: 'sms_states' },
    reason: { kind: 'text' },
    provider: { kind: 'choice', words: 'sms_providers' },
    parts: { kind: 'number' },
    cost: { kind: 'text' },
  },
  filters: { country: { kind: 'text' }, created: { kind: 'days' } },
  states: ['waiting', 'sending', 'sent', 'delivered', 'failed', 'refused', 'expired', 'lost'],
  sort: '-created_at',
})

const SmsGatewayRecord = z.object({
  ...recordFields,
  version: z.number(),
  country: z.string(),
  provider: z.enum(smsProviderNames),
  sender: z.nullable(z.string()),
  mode: z.enum(gatewayModes),
  state: z.enum(smsGatewayList.states),
  is_active: z.boolean(),
  /** The last four characters of the key; null without one. */
  secret: z.nullable(z.string()),
  price: z.number(),
  /** The price with all its decimals, of which amounts show two. */
  part_price: z.string(),
  currency: Currency,
  daily_maximum: Money,
  cost_today: Money,
  sent_today: z.number(),
  failed_today: z.number(),
  last_response: z.nullable(z.string()),
  last_response_at: z.nullable(z.string()),
})
export type SmsGatewayRecord = z.infer<typeof SmsGatewayRecord>

const path = '/api/v1/admin/sms-gateway/{id}'
const record = {
  tag: 'desk',
  status: 200,
  params: z.strictObject({ id: z.string().check(z.regex(/^[A-Z]{2}$/, 'identifier')) }),
  answer: SmsGatewayRecord,
} as const

export const getSmsGateway = endpoint({
  ...record,
  name: 'getSmsGateway',
  method: 'GET',
  path,
  summary: 'Returns what text messages to a country are sent with, whether its key is set, and what they cost today',
  auth: permission,
})

/** A number, a short code, a name of up to 11 characters, or a messaging service of Twilio. */
const sender = z.string().check(z.trim(), z.regex(/^(\+?\d{3,15}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})?$/, 'sms_sender'))

export const updateSmsGateway = endpoint({
  ...record,
  name: 'updateSmsGateway',
  method: 'PATCH',
  path,
  summary: 'Changes the provider, the sender, the daily maximum or the status; the next message follows it',
  auth: 'gateways.update',
  body: z.strictObject({
    provider: z.enum(smsProviderNames, 'required'),
    sender: z.nullable(sender),
    is_active: z.boolean(),
    price: z.number().check(z.minimum(0.0001, 'too_small'), z.maximum(10_000, 'too_large')),
    currency: z.enum(currencies, 'required'),
    daily_maximum: amount,
    version: Version,
  }),
})

export const testSmsGateway = endpoint({
  ...record,
  name: 'testSmsGateway',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Sends a text message to the mobile number of the person who asks',
  auth: 'gateways.update',
  idempotent: true,
})

export const smsGatewayRecord = deskRecord({
  list: smsGatewayList,
  get: getSmsGateway,
  state: 'state',
  primary: ['test'],
  facts: {
    provider: { kind: 'choice', words: 'sms_providers' },
    sender: { kind: 'text' },
    mode: { kind: 'choice', words: 'gateway_modes' },
    secret: { kind: 'code' },
    part_price: { kind: 'text' },
    daily_maximum: { kind: 'money' },
    cost_today: { kind: 'money' },
    sent_today: { kind: 'number' },
    failed_today: { kind: 'number' },
    last_response: { kind: 'text' },
    last_response_at: { kind: 'instant' },
  },
  update: {
    endpoint: updateSmsGateway,
    fields: {
      provider: { kind: 'choice', values: smsProviderNames, words: 'sms_providers' },
      sender: { kind: 'text', hint: true },
      is_active: { kind: 'flag', hint: true },
      price: { kind: 'number', hint: true },
      currency: { kind: 'choice', values: currencies },
      daily_maximum: { kind: 'money', currency: 'currency', hint: true },
    },
  },
  actions: { test: { endpoint: testSmsGateway } },
  tabs: { sms_messages: { list: smsMessageList, filter: 'country' } },
  first: ['facts', 'sms_messages'],
})
