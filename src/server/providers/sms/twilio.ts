import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { baseAddress, listSecrets, requireSecret, sameSecret, singleHeader } from '../payments/signature.ts'
import {
  isStopWord,
  readMicro,
  SmsError,
  type PostedReport,
  type SmsCost,
  type SmsProvider,
  type SmsReport,
} from './provider.ts'
import { answerWithin_ms, callProvider, type SmsAnswer } from './wire.ts'

export interface TwilioConfig {
  account_sid: string
  auth_token: string
  /** The one before, whose signatures are accepted too. */
  previous_token?: string | undefined
  base_url: string
  /** True for a stand-in. */
  is_simulated?: boolean
  /** Timeout for one answer; 10 s by default. */
  timeout_ms?: number
}

const Message = z.object({
  sid: z.string().check(z.regex(/^[A-Za-z0-9]{10,60}$/)),
  status: z.string(),
  price: z.nullish(z.string()),
  price_unit: z.nullish(z.string()),
  error_code: z.nullish(z.number()),
})
type Message = z.infer<typeof Message>

const Refusal = z.object({ code: z.number() })

/** The sender of Twilio's test credentials, which send nothing. */
const testSender = '+15005550006'
/** A sender that is a pool of numbers. */
const isService = (sender: string): boolean => /^MG[0-9a-f]{32}$/i.test(sender)

const reportStates: Readonly<Record<string, SmsReport['state']>> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Sends through Twilio's Programmable Messaging. */
export function createTwilio(config: TwilioConfig): SmsProvider {
  const { account_sid, timeout_ms = answerWithin_ms } = config
  const auth_token = requireSecret('the Twilio auth token', config.auth_token)
  const secrets = listSecrets(auth_token, config.previous_token)
  const messages = `${baseAddress(config.base_url)}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages`
  const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
  const headers = { authorization }
  const isSigned = ({ url, form, headers: posted }: Pick<PostedReport, 'url' | 'form' | 'headers'>): boolean => {
    const given = singleHeader(posted, 'x-twilio-signature')
    return (
      given !== undefined &&
      form.get('AccountSid') === account_sid &&
      secrets.some((secret) => sameSecret(signReport(secret, url, form), given))
    )
  }
  return {
    name: 'twilio',
    last_four: auth_token.slice(-4),
    modeOf: (sender) => (config.is_simulated === true || sender === testSender ? 'sandbox' : 'live'),

    async send({ to, text, sender: chosen, status_url }) {
      const sender = chosen ?? (config.is_simulated === true ? testSender : null)
      if (sender === null) throw new SmsError('refused', 'twilio', 'no_sender')
      const answer = await callProvider('twilio', {
        method: 'POST',
        url: `${messages}.json`,
        headers,
        form: {
          To: to,
          Body: text,
          ...(isService(sender) ? { MessagingServiceSid: sender } : { From: sender }),
          ...(status_url === null ? {} : { StatusCallback: status_url }),
        },
        timeout_ms,
      })
      const message = readMessage(answer)
      if (reportStates[message.status] === 'failed')
        throw new SmsError('refused', 'twilio', String(message.error_code ?? message.status))
      return { provider_id: message.sid, cost: readCost(message) }
    },

    async findCost(provider_id) {
      const url = `${messages}/${encodeURIComponent(provider_id)}.json`
      return readCost(readMessage(await callProvider('twilio', { method: 'GET', url, headers, timeout_ms })))
    },

    readReport({ url, form, headers }) {
      if (!isSigned({ url, form, headers })) return undefined
      const provider_id = form.get('MessageSid') ?? ''
      const state = reportStates[form.get('MessageStatus') ?? '']
      if (provider_id === '' || state === undefined) return undefined
      const code = form.get('ErrorCode') ?? ''
      return { provider_id, state, reason: /^\d{1,6}$/.test(code) ? code : null }
    },

    readReply({ url, form, headers }) {
      const from = form.get('From') ?? ''
      if (!isSigned({ url, form, headers }) || !/^\+[1-9]\d{6,14}$/.test(from)) return undefined
      return { from, stops: form.get('OptOutType') === 'STOP' || isStopWord(form.get('Body') ?? '') }
    },

    takesReplies: (sender) => sender === null || /^\+?\d{3,15}$/.test(sender) || isService(sender),
    stopped: new Set(['21610']),
  }
}

/** HMAC-SHA1 over the address and the sorted names and values, in base64. */
export function signReport(auth_token: string, url: string, form: URLSearchParams): string {
  const pairs = [...form].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
  return createHmac('sha1', auth_token)
    .update(url + pairs.map((pair) => pair.join('')).join(''))
    .digest('base64')
}

function readMessage({ status, body }: SmsAnswer): Message {
  if (status >= 400) {
    const refusal = Refusal.safeParse(body)
    throw new SmsError('refused', 'twilio', refusal.success ? String(refusal.data.code) : `http_${status}`)
  }
  const message = Message.safeParse(body)
  if (!message.success) throw new SmsError('lost', 'twilio', 'bad_answer')
  return message.data
}

/** Twilio writes what it charges as a negative number, once it knows. */
function readCost({ price, price_unit }: Message): SmsCost | null {
  const micro = readMicro((price ?? '').replace(/^-/, ''))
  return micro === undefined || !price_unit ? null : { micro, currency: price_unit.toUpperCase() }
}
