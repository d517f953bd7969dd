import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sameSecret } from '#server/providers/payments/signature.ts'
import type { SimulatedSms } from '#server/providers/sms/provider.ts'
import { signReport } from '#server/providers/sms/twilio.ts'
import { formOf, randomId, Refusal } from './stand-in.ts'

export interface SmsBehaviour {
  /** The provider answers 503 and does nothing. */
  unavailable: boolean
  /** Number of messages that are taken, but whose connection then breaks without an answer. */
  drop_answers: number
  /** The error of each message: the status of Africa's Talking or the code of Twilio; null for none. */
  refusal: string | null
  /** What is reported of each message; null for no report. */
  report: 'delivered' | 'failed' | null
}

export interface SmsSimulators {
  keys: {
    africastalking: { username: string; api_key: string; callback_token: string; base_url: string }
    twilio: { account_sid: string; auth_token: string; base_url: string }
  }
  behaviour: SmsBehaviour
  /** The last thousand messages, oldest first. */
  readonly inbox: readonly SimulatedSms[]
  /** Where Africa's Talking reports: `<origin>/api/v1/webhooks/africastalking/<token>`. Twilio is told with each message. */
  setWebhookBase(origin: string): void
  /** Resolves when every report was taken or has failed. */
  settled(): Promise<void>
  close(): Promise<void>
}

const remembered = 1_000
const ordinary = (): SmsBehaviour => ({ unavailable: false, drop_answers: 0, refusal: null, report: 'delivered' })

/** Codes of statuses of Africa's Talking. */
const statusCodes: Readonly<Record<string, number>> = {
  RiskHold: 401,
  InvalidSenderId: 402,
  InvalidPhoneNumber: 403,
  UnsupportedNumberType: 404,
  InsufficientBalance: 405,
  UserInBlacklist: 406,
  CouldNotRoute: 407,
  InternalServerError: 500,
  GatewayError: 501,
  RejectedByGateway: 502,
}

/** Starts stand-ins of Africa's Talking and Twilio on one loopback port. Their messages are lost when they stop. */
export async function startSmsSimulators(): Promise<SmsSimulators> {
  const behaviour = ordinary()
  const inbox: SimulatedSms[] = []
  const reports = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const secret = () => randomBytes(16).toString('hex')
  const africastalking = { username: 'sandbox', api_key: `atsk_${secret()}`, callback_token: secret() }
  const twilio = { account_sid: `AC${secret()}`, auth_token: secret() }
  let callback: string | undefined

  const take = (sms: Omit<SimulatedSms, 'taken_at'>): void => {
    inbox.push({ ...sms, taken_at: new Date().toISOString() })
    if (inbox.length > remembered) inbox.shift()
  }
  const report = (url: string | undefined | null, form: Record<string, string>): void => {
    if (!url) return
    const body = new URLSearchParams(form)
    const sending = fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'x-twilio-signature': signReport(twilio.auth_token, url, body) },
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(5_000)]),
    })
      .then((response) => response.body?.cancel())
      .catch(() => undefined)
      .finally(() => reports.delete(sending))
    reports.add(sending)
  }
  const standIn: StandIn = { behaviour, take, report, callback: () => callback }

  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)))
  })
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body)
    return reply.code(500).send({})
  })
  mountAfricasTalking(app, standIn, africastalking)
  mountTwilio(app, standIn, twilio)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    keys: {
      africastalking: { ...africastalking, base_url: `${origin}/africastalking` },
      twilio: { ...twilio, base_url: `${origin}/twilio` },
    },
    behaviour,
    inbox,
    setWebhookBase(base) {
      callback = `${base}/api/v1/webhooks/africastalking/${africastalking.callback_token}`
    },
    async settled() {
      while (reports.size > 0) await Promise.all(reports)
    },
    async close() {
      closing.abort()
      await app.close()
    },
  }
}

interface StandIn {
  behaviour: SmsBehaviour
  take(sms: Omit<SimulatedSms, 'taken_at'>): void
  report(url: string | undefined | null, form: Record<string, string>): void
  callback(): string | undefined
}

/** Breaks the connection of a message that was taken, where the test wants it. */
function dropAnswer({ behaviour }: StandIn, request: FastifyRequest): void {
  if (behaviour.drop_answers === 0) return
  behaviour.drop_answers -= 1
  request.raw.socket.destroy()
}

function mountAfricasTalking(
  app: FastifyInstance,
  standIn: StandIn,
  keys: { username: string; api_key: string },
): void {
  const { behaviour } = standIn
  app.post('/africastalking/version1/messaging', async (request, reply) => {
    if (behaviour.unavailable) throw new Refusal(503, {})
    const form = formOf(request)
    const given = request.headers['apikey']
    if (typeof given !== 'string' || !sameSecret(keys.api_key, given) || form.get('username') !== keys.username)
      return reply.code(401).type('text/plain').send('The supplied authentication is invalid')
    const [to = '', text = '', sender] = [form.get('to') ?? '', form.get('message') ?? '', form.get('from')]
    const describe = (Message: string, Recipients: object[]) => ({ SMSMessageData: { Message, Recipients } })
    if (to === '' || text === '')
      return reply.code(400).type('text/plain').send('Request is missing required form field')
    if (behaviour.refusal === 'InvalidSenderId') return reply.code(201).send(describe('InvalidSenderId', []))
    if (behaviour.refusal !== null) {
      const [status, statusCode] = [behaviour.refusal, statusCodes[behaviour.refusal] ?? 500]
      const recipient = { statusCode, number: to, cost: '0', status, messageId: 'None' }
      return reply.code(201).send(describe('Sent to 0/1 Total Cost: 0', [recipient]))
    }
    const provider_id = `ATXid_${createHash('md5').update(randomId(12)).digest('hex')}`
    standIn.take({ provider: 'africastalking', provider_id, to, sender, text })
    if (behaviour.report !== null)
      standIn.report(standIn.callback(), {
        id: provider_id,
        status: behaviour.report === 'delivered' ? 'Success' : 'Failed',
        phoneNumber: to,
        networkCode: '62130',
        retryCount: '0',
        ...(behaviour.report === 'failed' ? { failureReason: 'UserIsInactive' } : {}),
      })
    dropAnswer(standIn, request)
    const cost = `NGN ${(4 * countParts(text)).toFixed(4)}`
    const recipient = { statusCode: 101, number: to, cost, status: 'Success', messageId: provider_id }
    return reply.code(201).send(describe(`Sent to 1/1 Total Cost: ${cost}`, [recipient]))
  })
}

function mountTwilio(app: FastifyInstance, standIn: StandIn, keys: { account_sid: string; auth_token: string }): void {
  const { behaviour } = standIn
  const path = `/twilio/2010-04-01/Accounts/${keys.account_sid}/Messages`
  const sent = new Map<string, { to: string; from: string | null; body: string; service: string | null }>()
  const refuse = (status: number, code: number, message: string) =>
    new Refusal(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
  const authorize = (request: FastifyRequest): void => {
    if (behaviour.unavailable) throw refuse(503, 20_503, 'Service unavailable')
    const expected = `Basic ${Buffer.from(`${keys.account_sid}:${keys.auth_token}`).toString('base64')}`
    if (!sameSecret(expected, request.headers.authorization ?? '')) throw refuse(401, 20_003, 'Authenticate')
  }
  const describe = (sid: string, status: string) => {
    const { to, from, body, service } = sent.get(sid)!
    const isPriced = status !== 'queued'
    return {
      account_sid: keys.account_sid,
      api_version: '2010-04-01',
      body,
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from,
      messaging_service_sid: service,
      num_media: '0',
      num_segments: service === null ? String(countParts(body)) : '0',
      price: isPriced ? `-${(0.0079 * countParts(body)).toFixed(5)}` : null,
      price_unit: 'USD',
      sid,
      status,
      to,
      uri: `${path.slice('/twilio'.length)}/${sid}.json`,
    }
  }
  app.post(`${path}.json`, async (request, reply) => {
    authorize(request)
    const form = formOf(request)
    const [to, text, from] = [form.get('To') ?? '', form.get('Body') ?? '', form.get('From')]
    const service = form.get('MessagingServiceSid')
    if (!/^\+[1-9]\d{6,14}$/.test(to)) throw refuse(400, 21_211, `The 'To' number ${to} is not a valid phone number.`)
    if (text === '') throw refuse(400, 21_602, 'Message body is required.')
    if (from === null && service === null) throw refuse(400, 21_603, "A 'From' phone number is required.")
    if (behaviour.refusal !== null) throw refuse(400, Number(behaviour.refusal), 'The message was refused.')
    const sid = `SM${randomBytes(16).toString('hex')}`
    sent.set(sid, { to, from, body: text, service })
    standIn.take({ provider: 'twilio', provider_id: sid, to, sender: from ?? service, text })
    if (behaviour.report !== null)
      standIn.report(form.get('StatusCallback'), {
        AccountSid: keys.account_sid,
        ApiVersion: '2010-04-01',
        From: from ?? '',
        MessageSid: sid,
        MessageStatus: behaviour.report === 'delivered' ? 'delivered' : 'undelivered',
        SmsSid: sid,
        SmsStatus: behaviour.report === 'delivered' ? 'delivered' : 'undelivered',
        To: to,
        ...(behaviour.report === 'failed' ? { ErrorCode: '30003' } : {}),
      })
    dropAnswer(standIn, request)
    return reply.code(201).send(describe(sid, 'queued'))
  })
  app.get<{ Params: { sid: string } }>(`${path}/:sid.json`, async (request) => {
    authorize(request)
    const sid = request.params.sid
    if (!sent.has(sid)) throw refuse(404, 20_404, 'The requested resource was not found')
    return describe(sid, 'delivered')
  })
}

/** How many parts a text of the providers is billed as: 160 signs, or 70 with signs that GSM-7 lacks. */
function countParts(text: string): number {
  const isPlain = /^[\n\r -~£¥èéùìòÇØøÅåÄäÖöÜüÑñßÆæÉàΔΦΓΛΩΠΨΣΘΞ¤¡§¿]*$/.test(text)
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return text.length <= whole ? 1 : Math.ceil(text.length / part)
}
