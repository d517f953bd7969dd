import * as z from 'zod/mini'
import { Identifier } from '../payments/exact-json.ts'
import { pages } from '../payments/paystack-refunds.ts'
import { ProviderError } from '../payments/provider.ts'
import { baseAddress, requireSecret } from '../payments/signature.ts'
import { fromHundredths, toHundredths } from '../payments/units.ts'
import { answerWithin_ms, ask, askTwice, parseJson, shortly, understood, type Answer } from '../payments/wire.ts'
import {
  requireReference,
  requireSameMoney,
  resultOfRefusal,
  type Bank,
  type ListedPayout,
  type PayoutFailure,
  type PayoutHandle,
  type PayoutProvider,
  type PayoutResult,
  type RegisteredAccount,
} from './provider.ts'

export interface PaystackPayoutConfig {
  secret_key: string
  base_url: string
  /** Timeout for one response; 10 s by default. */
  timeout_ms?: number
}

const Refusal = z.object({ status: z.literal(false), message: z.optional(z.string()), code: z.nullish(z.string()) })
const answerOf = <T extends z.ZodMiniType>(data: T) => z.object({ status: z.literal(true), data })

const Banks = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      name: z.string(),
      code: z.string(),
      currency: z.string(),
      active: z.boolean(),
      is_deleted: z.nullish(z.boolean()),
      supports_transfer: z.nullish(z.boolean()),
    }),
  ),
  meta: z.nullish(z.object({ next: z.nullish(z.string()) })),
})
const Resolved = answerOf(z.object({ account_number: z.string(), account_name: z.string() }))
const Recipient = answerOf(
  z.object({
    recipient_code: z.string().check(z.minLength(1)),
    active: z.boolean(),
    // Created and read recipients write it differently.
    is_deleted: z.nullish(z.boolean()),
    isDeleted: z.nullish(z.boolean()),
    name: z.nullish(z.string()),
    details: z.object({
      account_number: z.nullish(z.string()),
      account_name: z.nullish(z.string()),
      bank_name: z.nullish(z.string()),
    }),
  }),
)
const Transfer = z.object({
  id: Identifier,
  reference: z.nullish(z.string()),
  transfer_code: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  // The list and the webhooks have it, the answer to one transfer need not.
  fee_charged: z.nullish(z.number()),
  gateway_response: z.nullish(z.string()),
  createdAt: z.nullish(z.string()),
})
type Transfer = z.infer<typeof Transfer>
const Made = answerOf(Transfer)
const Balances = answerOf(z.array(z.object({ currency: z.string(), balance: z.number() })))
const WebhookBody = z.object({ data: z.object({ reference: z.string().check(z.maxLength(200)) }) })

const largestList = 20

/**
 * Pays bank accounts in Nigeria by Paystack's transfers (paystack.com/docs/transfers, and Paystack's OpenAPI description).
 * A reference is used for ever: another transfer with it is refused, whatever became of the first.
 */
export function createPaystackPayouts(config: PaystackPayoutConfig): PayoutProvider {
  const bearer = requireSecret('the Paystack secret key', config.secret_key)
  const base_url = baseAddress(config.base_url)
  const timeout_ms = config.timeout_ms ?? answerWithin_ms
  const call = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> =>
    ask('paystack', { method, url: base_url + path, bearer, timeout_ms, ...(body === undefined ? {} : { body }) })
  const get = (path: string): Promise<Answer> => askTwice(() => call('GET', path))
  const accepted = async (request: Promise<Answer>): Promise<Answer> => {
    const answer = await request
    if (answer.status >= 400) throw errorOf(answer)
    return answer
  }

  const find = async (payout: PayoutHandle): Promise<PayoutResult> => {
    const answer = await get(`/transfer/verify/${encodeURIComponent(payout.reference)}`)
    if (isNotFound(answer)) return { state: 'unknown' }
    if (answer.status >= 400) throw errorOf(answer)
    return readTransfer(payout, answer, 'found')
  }

  return {
    name: 'paystack',

    async listBanks() {
      const banks = new Map<string, Bank>()
      let next = ''
      for (let left = largestList; left > 0; left -= 1) {
        const answer = await accepted(get(`/bank?country=nigeria&use_cursor=true&perPage=100${next}`))
        const { data, meta } = understood('paystack', Banks, answer.body)
        for (const { name, code, currency, active, is_deleted, supports_transfer } of data)
          if (active && is_deleted !== true && supports_transfer !== false && currency === 'NGN')
            banks.set(code, { code, name: name.trim() })
        if (!meta?.next || data.length === 0)
          return [...banks.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        next = `&next=${encodeURIComponent(meta.next)}`
      }
      throw new ProviderError('unavailable', 'paystack', 'a list without end', { code: 'bad_answer' })
    },

    async registerAccount(account) {
      if (account.kind !== 'bank') throw new TypeError('Paystack pays bank accounts')
      const { account_number, bank_code } = account
      const query = `account_number=${encodeURIComponent(account_number)}&bank_code=${encodeURIComponent(bank_code)}`
      const resolved = await get(`/bank/resolve?${query}`)
      if (resolved.status >= 400) return refusedAccount(resolved)
      const { data } = understood('paystack', Resolved, resolved.body)
      if (data.account_number !== account_number) throw otherAnswer('another account')
      // The same account gives the same recipient, so a lost answer is safe to repeat.
      const made = await call('POST', '/transferrecipient', {
        type: 'nuban',
        name: data.account_name,
        account_number,
        bank_code,
        currency: 'NGN',
      })
      if (made.status >= 400) return refusedAccount(made)
      const { recipient_code, details } = understood('paystack', Recipient, made.body).data
      if (details.account_number && details.account_number !== account_number) throw otherAnswer('another account')
      return { kind: 'verified', recipient: recipient_code, holder_name: shortly(data.account_name) }
    },

    async findAccount(recipient) {
      const answer = await get(`/transferrecipient/${encodeURIComponent(recipient)}`)
      if (isNotFound(answer)) return { state: 'unknown' }
      if (answer.status >= 400) throw errorOf(answer)
      const { active, is_deleted, isDeleted, name, details } = understood('paystack', Recipient, answer.body).data
      return {
        state: active && is_deleted !== true && isDeleted !== true ? 'ready' : 'refused',
        holder_name: details.account_name ?? name ?? null,
        bank_name: details.bank_name ?? null,
        last_four: details.account_number?.slice(-4) ?? null,
        requirements: [],
      }
    },

    async send(payout) {
      const { reference, recipient, reason, currency } = payout
      requireReference('paystack', reference)
      const amount = toHundredths('paystack', payout.amount_minor, currency)
      const body = { source: 'balance', amount, currency, recipient, reference, reason: shortly(reason).slice(0, 100) }
      const answer = await call('POST', '/transfer', body)
      if (answer.status < 400) return readTransfer(payout, answer, 'made')
      const { failure, certainty } = readRefusal(answer)
      return resultOfRefusal(failure, certainty, { provider: 'paystack', find: () => find(payout) })
    },

    find,

    async findBalances() {
      const { data } = understood('paystack', Balances, (await accepted(get('/balance'))).body)
      return data.flatMap(({ currency, balance }) =>
        currency === 'NGN'
          ? [{ currency, available_minor: fromHundredths('paystack', balance, currency), pending_minor: 0n }]
          : [],
      )
    },

    async listPayouts(from, to) {
      const path = `/transfer?from=${from.toISOString()}&to=${to.toISOString()}`
      const listed = await pages((method, at) => accepted(call(method, at)), Transfer, path)
      return listed.filter((transfer) => isWithin(transfer, from, to)).map(listedOf)
    },

    readWebhook(event_type, raw) {
      if (!event_type.startsWith('transfer.')) return null
      const read = WebhookBody.safeParse(parseJson(raw.toString('utf8')))
      const reference = read.data?.data.reference
      return reference === undefined ? null : { provider: 'paystack', event_type, kind: 'payout', reference }
    },
  }
}

function readTransfer(payout: PayoutHandle, answer: Answer, step: 'made' | 'found'): PayoutResult {
  const { data } = understood('paystack', Made, answer.body)
  if (data.reference !== payout.reference && (step === 'found' || typeof data.reference === 'string'))
    throw otherAnswer('another transfer')
  return requireSameMoney('paystack', payout, resultOf(data))
}

/**
 * Paystack's states (paystack.com/docs/transfers/how-transfers-work): conclusive ones are success, failed, reversed,
 * abandoned, blocked and rejected. A state that we do not know is pending.
 */
function resultOf(transfer: Transfer): PayoutResult {
  const { transfer_code: provider_id, status, currency } = transfer
  const made = {
    provider_id,
    amount_minor: fromHundredths('paystack', transfer.amount, currency),
    currency,
    fee_minor: feeOf(transfer),
  }
  switch (stateOf(status)) {
    case 'paid':
      return { ...made, state: 'paid', returned_minor: 0n }
    case 'returned':
      return { ...made, state: 'returned', failure: failureOf(transfer, 'recipient') }
    case 'failed': {
      // Somebody of ours did not give the code, or our own server did not approve it.
      const cause = status === 'failed' ? 'provider' : 'setup'
      return { state: 'failed', provider_id, failure: failureOf(transfer, cause) }
    }
    case 'pending':
      return { ...made, state: 'pending', waits_for: waitingFor[status] ?? null }
  }
}

const waitingFor: Record<string, 'otp' | 'approval'> = { otp: 'otp', received: 'approval' }

const stateOf = (status: string): ListedPayout['state'] =>
  status === 'success'
    ? 'paid'
    : status === 'reversed'
      ? 'returned'
      : ['failed', 'abandoned', 'blocked', 'rejected'].includes(status)
        ? 'failed'
        : 'pending'

const failureOf = ({ status, gateway_response }: Transfer, cause: PayoutFailure['cause']): PayoutFailure => ({
  cause,
  code: status,
  message: shortly(gateway_response || status),
})

const feeOf = ({ fee_charged, currency }: Transfer): bigint | null =>
  typeof fee_charged === 'number' ? fromHundredths('paystack', fee_charged, currency) : null

function listedOf(transfer: Transfer): ListedPayout {
  const { reference, transfer_code, status, currency } = transfer
  const amount_minor = fromHundredths('paystack', transfer.amount, currency)
  const state = stateOf(status)
  return {
    reference: reference ?? null,
    provider_id: transfer_code,
    state,
    amount_minor,
    currency,
    returned_minor: state === 'returned' ? amount_minor : 0n,
    fee_minor: feeOf(transfer),
    fee_returned_minor: null,
  }
}

/** Paystack’s bounds include their last instant, and may be taken as days. */
function isWithin({ createdAt }: Transfer, from: Date, to: Date): boolean {
  const created = createdAt ? Date.parse(createdAt) : Number.NaN
  return Number.isNaN(created) || (created >= from.getTime() && created < to.getTime())
}

const messageOf = ({ body }: Answer): { message: string; code: string } | undefined => {
  const read = Refusal.safeParse(body)
  return read.success ? { message: shortly(read.data.message ?? ''), code: read.data.code ?? '' } : undefined
}

const isNotFound = (answer: Answer): boolean => {
  const reported = answer.status === 404 || answer.status === 400 ? messageOf(answer) : undefined
  return (
    reported !== undefined &&
    (reported.code.endsWith('not_found') || /(transfer|recipient).*(not found|is invalid)/i.test(reported.message))
  )
}

/** What of Paystack's messages (its list of errors) tells why; the first that fits. */
const causes: readonly [RegExp, PayoutFailure['cause']][] = [
  [/balance is not enough|insufficient[ _]balance/i, 'balance'],
  [/starter business|otp|invalid[ _]key|authoriz|privilege|deactivated|not (enabled|available)|ip address/i, 'setup'],
  [/recipient|account|bank/i, 'recipient'],
]

function readRefusal(answer: Answer): { failure: PayoutFailure; certainty: 'certain' | 'check' | 'contradiction' } {
  const reported = messageOf(answer)
  if (reported === undefined) throw notPaystack(answer)
  const words = `${reported.code} ${reported.message}`
  const failure = { code: reported.code || `http_${answer.status}`, message: reported.message }
  if (/duplicate_reference|unique reference|reference already exists/i.test(words))
    return { failure: { ...failure, cause: 'provider' }, certainty: 'contradiction' }
  if (answer.status === 401 || answer.status === 403)
    return { failure: { ...failure, cause: 'setup' }, certainty: 'certain' }
  const cause = causes.find(([pattern]) => pattern.test(words))?.[1]
  return { failure: { ...failure, cause: cause ?? 'provider' }, certainty: cause === undefined ? 'check' : 'certain' }
}

/** An account that Paystack cannot resolve; throws where it is our key that it refuses. */
function refusedAccount(answer: Answer): RegisteredAccount {
  const reported = messageOf(answer)
  if (reported === undefined || answer.status === 401 || answer.status === 403) throw errorOf(answer)
  return { kind: 'refused', reason: 'no_such_account', message: reported.message }
}

function errorOf(answer: Answer): ProviderError {
  const reported = messageOf(answer)
  if (reported === undefined) return notPaystack(answer)
  const code = reported.code || `http_${answer.status}`
  return new ProviderError('refused', 'paystack', `${answer.status} ${reported.message}`, { code })
}

/** An error page of a proxy says nothing about what Paystack did. */
const notPaystack = ({ status }: Answer): ProviderError =>
  new ProviderError('unavailable', 'paystack', `answered ${status} in another form`, { code: 'bad_answer' })

const otherAnswer = (what: string): ProviderError =>
  new ProviderError('unavailable', 'paystack', `answered for ${what}`, { code: 'bad_answer' })
