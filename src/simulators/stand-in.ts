import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseExactJson, toExactJson } from '#server/providers/payments/exact-json.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { Behaviour } from './control.ts'
import type { Notice, WebhookOffice } from './webhooks.ts'

/** Outcomes that a payer can choose on a hosted page. */
export const outcomes = ['success', 'failed', 'abandoned', 'pending'] as const
export type Outcome = (typeof outcomes)[number]

/** Shared by the simulated providers. `origin()` is the browser's address, available once the server listens. */
export interface StandIn {
  behaviour: Behaviour
  office: WebhookOffice
  origin: () => string
  now: () => Date
}

/** An error response in the provider's own shape. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    super(`HTTP ${status}`)
    this.status = status
    this.body = body
  }
}

/** The provider's response bodies for errors common to all its endpoints. */
export interface Words {
  unavailable: object
  unauthorized: object
  invalid: object
}

/** Adds to a scope: the key check, exact numbers, planned failures, and errors in the provider's shape. */
export function speakAs(
  scope: FastifyInstance,
  { behaviour }: StandIn,
  options: { keys: string[]; words: Words; closing: AbortSignal },
): void {
  scope.setReplySerializer(toExactJson)
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    parseExactJson(body),
  )
  scope.addHook('onRequest', async (request) => {
    if (behaviour.unavailable) throw new Refusal(500, options.words.unavailable)
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!options.keys.some((key) => sameText(key, given))) throw new Refusal(401, options.words.unauthorized)
  })
  scope.addHook('onSend', async (request, _reply, payload) => {
    const kind = request.method === 'GET' ? 'drop_reads' : 'drop_answers'
    if (behaviour[kind] > 0) {
      behaviour[kind] -= 1
      request.raw.socket.destroy()
    }
    if (behaviour.delay_ms > 0) await pause(behaviour.delay_ms, options.closing)
    return payload
  })
  scope.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body)
    const status = error instanceof SyntaxError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500)
    return reply.code(status).send(status < 500 ? options.words.invalid : options.words.unavailable)
  })
}

/** Sends an outcome's webhooks as configured; resolves when the payer may be redirected. */
export async function announce({ behaviour, office }: StandIn, notices: Notice[]): Promise<void> {
  if (behaviour.webhooks === 'never') return
  const copies = notices.flatMap((notice) => Array.from({ length: behaviour.webhook_copies }, () => notice))
  if (behaviour.webhooks === 'held') {
    for (const notice of copies) office.hold(notice)
    return
  }
  await Promise.all(copies.map(office.send))
}

/** Returns the outcome posted by the hosted page's form, or undefined. */
export function postedOutcome(request: FastifyRequest): Outcome | undefined {
  const posted = formOf(request).get('outcome')
  return outcomes.find((outcome) => outcome === posted)
}

export const formOf = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams()

/** Redirects the payer with 303, so that the browser uses GET. */
export const sendOn = (reply: FastifyReply, address: string) => reply.redirect(new URL(address).href, 303)

/** Whether an address is safe to redirect to: http or https. */
export function isWebAddress(address: unknown): address is string {
  return typeof address === 'string' && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Returns random, unguessable letters and digits. */
export const randomId = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('')

export const nameOf: Record<ProviderName, string> = { paystack: 'Paystack', wave: 'Wave', stripe: 'Stripe' }

function sameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function pause(delay_ms: number, closing: AbortSignal): Promise<void> {
  if (closing.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      closing.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, delay_ms)
    timer.unref()
    closing.addEventListener('abort', done)
  })
}
