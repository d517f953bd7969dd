import { RemoteError } from '../remote-error.ts'

/* What is common to the services that send text messages. */

export const smsProviders = ['africastalking', 'twilio'] as const
export type SmsProviderName = (typeof smsProviders)[number]

/** A price in millionths of a unit of its currency, because a message costs fractions of a cent. */
export interface SmsCost {
  micro: bigint
  currency: string
}

export interface OutgoingSms {
  /** E.164, such as +2348031234567. */
  to: string
  text: string
  /** A name or number that the provider has registered; null where the provider chooses. */
  sender: string | null
  /** Where the provider reports what became of the message; null for nowhere. Africa's Talking has it in its dashboard. */
  status_url: string | null
}

export interface AcceptedSms {
  provider_id: string
  /** Null where the provider names the price later, or never. */
  cost: SmsCost | null
}

/** What became of a message. Reports may arrive in any order, and more than once. */
export interface SmsReport {
  provider_id: string
  state: 'sent' | 'delivered' | 'failed'
  /** Why it failed, in the provider's word; null where it says nothing. */
  reason: string | null
}

/** What somebody answers to one of our messages. */
export interface SmsReply {
  /** E.164. */
  from: string
  /** Whether it asks for no further message. */
  stops: boolean
}

/** Words that end messages, as carriers know them, and their French ones. */
const stopWords = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|arr[eê]t|arr[eê]ter|d[eé]sabonner)\W*$/i

/** Whether a reply asks for no further message. */
export const isStopWord = (text: string): boolean => stopWords.test(text)

/**
 * `refused`: the provider does not send the message, and trying again would not help. `unavailable`: it was not sent, and can
 * be tried again. `lost`: the request was sent and no answer came, so the message may or may not have been sent.
 */
export type SmsErrorKind = 'refused' | 'unavailable' | 'lost'

export class SmsError extends RemoteError {
  override readonly name = 'SmsError'
  readonly kind: SmsErrorKind
  readonly code: string

  constructor(kind: SmsErrorKind, provider: SmsProviderName, code: string, cause?: unknown) {
    super(`${provider}: ${code}`, { cause })
    this.kind = kind
    this.code = code
  }
}

export interface SmsProvider {
  name: SmsProviderName
  /** The end of its secret, which tells staff which one is in use. */
  last_four: string
  /** `sandbox` where nothing reaches a phone: a stand-in, the provider's test account, or its test sender. */
  modeOf(sender: string | null): 'live' | 'sandbox'
  /** Sends one message. Throws SmsError. */
  send(sms: OutgoingSms): Promise<AcceptedSms>
  /** The price of a message that was sent, where the provider names it only then; null while it does not. Throws SmsError. */
  findCost?(provider_id: string): Promise<SmsCost | null>
  /** Reads a report that was posted to `url`; undefined unless it is genuine. */
  readReport(report: PostedReport): SmsReport | undefined
  /** Reads a reply that was posted; undefined unless it is genuine. */
  readReply(reply: PostedReport): SmsReply | undefined
  /** Whether people can reply to a sender: not to a name. */
  takesReplies(sender: string | null): boolean
  /** Errors by which the provider says that somebody has ended our messages with it. */
  stopped: ReadonlySet<string>
}

export interface PostedReport {
  /** The whole address, as the provider knows it. */
  url: string
  /** The secret in the address, for a provider that signs nothing. */
  token: string
  form: URLSearchParams
  headers: Record<string, string | string[] | undefined>
}

/** A message that a stand-in has taken: it reaches no phone. */
export interface SimulatedSms {
  provider: SmsProviderName
  provider_id: string
  to: string
  sender: string | null
  text: string
  taken_at: string
}

/** Reads a decimal amount, such as 0.0079, in millionths; digits beyond are rounded up. Undefined for anything else. */
export function readMicro(text: string): bigint | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const micro = BigInt(whole) * 1_000_000n + BigInt(decimals.slice(0, 6).padEnd(6, '0'))
  return /[1-9]/.test(decimals.slice(6)) ? micro + 1n : micro
}
