import * as z from 'zod/mini'
import { baseAddress, requireSecret, sameSecret } from '../payments/signature.ts'
import { isStopWord, readMicro, SmsError, type SmsCost, type SmsProvider, type SmsReport } from './provider.ts'
import { answerWithin_ms, callProvider } from './wire.ts'

export interface AfricasTalkingConfig {
  username: string
  api_key: string
  /** In the address of delivery reports, which Africa's Talking does not sign; without it none is taken. */
  callback_token?: string | undefined
  base_url: string
  /** True for a stand-in. */
  is_simulated?: boolean
  /** Timeout for one answer; 10 s by default. */
  timeout_ms?: number
}

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(
      z.object({
        statusCode: z.number(),
        status: z.string(),
        cost: z.optional(z.string()),
        messageId: z.optional(z.string()),
      }),
    ),
  }),
})

/** Processed, sent, queued. */
const accepted = new Set([100, 101, 102])
/** Errors inside the provider, which may pass: no balance, no route at the moment, an error of the gateway. */
const passing = new Set([405, 407, 500, 501])

const reportStates: Readonly<Record<string, SmsReport['state']>> = {
  Sent: 'sent',
  Submitted: 'sent',
  Buffered: 'sent',
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
  AbsentSubscriber: 'failed',
  Expired: 'failed',
}

/** Sends through Africa's Talking, whose username `sandbox` belongs to its simulator. */
export function createAfricasTalking(config: AfricasTalkingConfig): SmsProvider {
  const api_key = requireSecret("the Africa's Talking API key", config.api_key)
  const { username, callback_token, timeout_ms = answerWithin_ms } = config
  const url = `${baseAddress(config.base_url)}/version1/messaging`
  return {
    name: 'africastalking',
    last_four: api_key.slice(-4),
    modeOf: () => (username === 'sandbox' || config.is_simulated === true ? 'sandbox' : 'live'),

    async send({ to, text, sender }) {
      const form = { username, to, message: text, ...(sender === null ? {} : { from: sender }) }
      const { status, body } = await callProvider('africastalking', {
        method: 'POST',
        url,
        headers: { apiKey: api_key },
        form,
        timeout_ms,
      })
      if (status >= 400) throw new SmsError('refused', 'africastalking', `http_${status}`)
      const answer = Answer.safeParse(body)
      if (!answer.success) throw new SmsError('lost', 'africastalking', 'bad_answer')
      const [recipient] = answer.data.SMSMessageData.Recipients
      // Without recipients, the message says why: InvalidSenderId.
      if (recipient === undefined)
        throw new SmsError('refused', 'africastalking', shorten(answer.data.SMSMessageData.Message))
      if (!accepted.has(recipient.statusCode))
        throw new SmsError(
          passing.has(recipient.statusCode) ? 'unavailable' : 'refused',
          'africastalking',
          shorten(recipient.status),
        )
      const provider_id = recipient.messageId ?? ''
      if (provider_id === '' || provider_id === 'None') throw new SmsError('lost', 'africastalking', 'bad_answer')
      return { provider_id, cost: readCost(recipient.cost ?? '') }
    },

    readReport({ token, form }) {
      if (callback_token === undefined || !sameSecret(callback_token, token)) return undefined
      const provider_id = form.get('id') ?? ''
      const state = reportStates[form.get('status') ?? '']
      if (provider_id === '' || state === undefined) return undefined
      const reason = form.get('failureReason') ?? (state === 'failed' ? form.get('status') : null)
      return { provider_id, state, reason: reason === null ? null : shorten(reason) }
    },

    // A reply to a short code has a text; somebody who opted out of a name only a number.
    readReply({ token, form }) {
      if (callback_token === undefined || !sameSecret(callback_token, token)) return undefined
      const from = phoneIn(form.get('from')) ?? phoneIn(form.get('phoneNumber'))
      const text = form.get('text')
      return from === undefined ? undefined : { from, stops: text === null || isStopWord(text) }
    },

    takesReplies: (sender) => sender !== null && /^\d{3,8}$/.test(sender),
    stopped: new Set(['UserInBlacklist']),
  }
}

/** A number in E.164; undefined for anything else. */
const phoneIn = (text: string | null): string | undefined =>
  text !== null && /^\+[1-9]\d{6,14}$/.test(text) ? text : undefined

/** `KES 0.8000`; a message that costs nothing has `0`. */
function readCost(text: string): SmsCost | null {
  const [, currency, amount = ''] = /^([A-Z]{3}) ([\d.]+)$/.exec(text) ?? []
  const micro = readMicro(amount)
  return currency === undefined || micro === undefined ? null : { micro, currency }
}

const shorten = (text: string): string =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 100)
