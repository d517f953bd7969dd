import { settings } from '#contract/settings/settings.ts'

/* The events of which people are notified, the channels of each, and which of these the desk may switch off. */

/** On the site (customers’ notifications, the bell of staff), by email, on devices and by text message. */
export const eventChannels = ['site', 'email', 'push', 'sms'] as const
export type EventChannel = (typeof eventChannels)[number]

export const eventAudiences = ['customer', 'staff', 'operator', 'visitor'] as const
export type EventAudience = (typeof eventAudiences)[number]

/** Why a channel cannot be switched off: it is about money, gives access to an account, or answers what somebody asked. */
export const lockReasons = ['money', 'access', 'answer'] as const
export type LockReason = (typeof lockReasons)[number]

/** Whether the desk may switch a channel of an event off, or why not. */
type Rule = 'optional' | LockReason

interface EventRule {
  readonly audience: EventAudience
  readonly channels: { readonly [C in EventChannel]?: Rule }
}

const ofOrders = { site: 'optional', email: 'optional', push: 'optional' } as const
const ofMoney = { site: 'money', email: 'money', push: 'money' } as const

/** Every event, in the order in which the desk lists them. */
export const events = {
  codes: { audience: 'customer', channels: { email: 'access', sms: 'access' } },
  account_changed: { audience: 'customer', channels: { email: 'access' } },
  documents_expire: { audience: 'customer', channels: { email: 'optional' } },
  booking_confirmed: { audience: 'customer', channels: { email: 'money', sms: 'optional' } },
  booking_changed: { audience: 'customer', channels: { email: 'money', sms: 'optional' } },
  booking_cancelled: { audience: 'customer', channels: { email: 'money', sms: 'optional' } },
  parking_ends: { audience: 'customer', channels: { push: 'optional', sms: 'optional' } },
  booking_money: { audience: 'customer', channels: { email: 'money' } },
  park_reported: { audience: 'customer', channels: { email: 'answer' } },
  placed: { audience: 'customer', channels: ofOrders },
  accepted: { audience: 'customer', channels: { ...ofOrders, sms: 'optional' } },
  delayed: { audience: 'customer', channels: { ...ofOrders, sms: 'optional' } },
  ready: { audience: 'customer', channels: { ...ofOrders, sms: 'optional' } },
  out_for_delivery: { audience: 'customer', channels: { ...ofOrders, sms: 'optional' } },
  delivered: { audience: 'customer', channels: ofOrders },
  order_to_confirm: { audience: 'customer', channels: { ...ofMoney, sms: 'optional' } },
  order_ended: { audience: 'customer', channels: { ...ofMoney, sms: 'optional' } },
  order_money: { audience: 'customer', channels: ofMoney },
  messages: { audience: 'customer', channels: { email: 'optional' } },
  news: { audience: 'customer', channels: { push: 'optional' } },
  document_requests: { audience: 'customer', channels: { email: 'answer' } },
  wallet: { audience: 'customer', channels: { email: 'money' } },
  forms: { audience: 'visitor', channels: { email: 'answer' } },
  claims: { audience: 'operator', channels: { email: 'answer' } },
  payouts: { audience: 'operator', channels: { email: 'money' } },
  park_confirmations: { audience: 'operator', channels: { email: 'answer' } },
  invitations: { audience: 'staff', channels: { email: 'access' } },
  refunds_to_decide: { audience: 'staff', channels: { site: 'money', email: 'optional' } },
  problems: { audience: 'staff', channels: { site: 'money', email: 'optional' } },
  customer_messages: { audience: 'staff', channels: { email: 'optional' } },
  deliveries: { audience: 'staff', channels: { push: 'optional' } },
  low_stock: { audience: 'staff', channels: { site: 'optional', email: 'optional' } },
  document_work: { audience: 'staff', channels: { site: 'optional' } },
  mentions: { audience: 'staff', channels: { site: 'optional' } },
  reports: { audience: 'staff', channels: { email: 'answer' } },
  tests: { audience: 'staff', channels: { email: 'answer', sms: 'answer' } },
} as const satisfies Readonly<Record<string, EventRule>>
export type EventName = keyof typeof events
export const eventNames = Object.keys(events) as EventName[]

/** What `settings().notification` calls a channel of an event. */
export const switchOf = (event: EventName, channel: EventChannel): string => `${event}.${channel}`

/** The rule of a channel; undefined where the event does not use it. */
export const findRule = (event: EventName, channel: EventChannel): Rule | undefined =>
  (events[event] as EventRule).channels[channel]

/** Whether a name of a setting is that of a channel that can be switched. */
export function isSwitch(name: string): boolean {
  const [event = '', channel = ''] = name.split('.')
  return Object.hasOwn(events, event) && findRule(event as EventName, channel as EventChannel) === 'optional'
}

/**
 * Whether a channel notifies people of an event, apart from their own choices: unless the desk has switched it off, which
 * is ignored where it may not.
 */
export function isSent(event: EventName, channel: EventChannel): boolean {
  const rule = findRule(event, channel)
  return rule !== undefined && (rule !== 'optional' || settings().notification?.[switchOf(event, channel)] !== false)
}
