import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { day_ms } from '#contract/time.ts'
import { Identifier } from '../payments/exact-json.ts'
import { ProviderError } from '../payments/provider.ts'
import { baseAddress, requireSecret } from '../payments/signature.ts'
import { wireAmount } from '../payments/units.ts'
import { signatureOf } from '../payments/wave.ts'
import { answerWithin_ms, ask, askTwice, shortly, understood, type Answer } from '../payments/wire.ts'
import {
  requireReference,
  requireSameMoney,
  resultOfRefusal,
  type ListedPayout,
  type PayoutFailure,
  type PayoutHandle,
  type PayoutProvider,
  type PayoutResult,
} from './provider.ts'

export interface WavePayoutConfig {
  /** Of the wallet that pays out; needs the Payout API, and the Balance API for the balance and the list. */
  api_key: string
  /** Signs our requests; only for a key that was created with request signing. */
  signing_secret?: string | undefined
  base_url: string
  now?: () => Date
  /** Timeout for one response; 10 s by default. */
  timeout_ms?: number
}

/** The errors of the Payout API are documented in the first form; some clients of it read the second. */
const Refusal = z.union([
  z.object({
    code: z.string(),
    message: z.optional(z.string()),
    details: z.nullish(z.array(z.object({ loc: z.optional(z.array(z.unknown())) }))),
  }),
  z.pipe(
    z.object({ error_code: z.string(), error_message: z.optional(z.string()) }),
    z.transform(({ error_code, error_message }) => ({ code: error_code, message: error_message, details: undefined })),
  ),
])

const Payout = z.object({
  id: Identifier,
  currency: z.string(),
  receive_amount: z.string(),
  fee: z.nullish(z.string()),
  status: z.string(),
  client_reference: z.nullish(z.string()),
  payout_error: z.nullish(z.object({ error_code: z.optional(z.string()), error_message: z.optional(z.string()) })),
})
type Payout = z.infer<typeof Payout>
const Found = z.object({ result: z.array(Payout) })
const Checked = z.object({ name_match: z.nullish(z.string()) })
const Balance = z.object({ amount: z.string(), currency: z.string() })
const Day = z.object({
  page_info: z.object({ end_cursor: z.nullish(Identifier), has_next_page: z.boolean() }),
  items: z.array(
    z.object({
      transaction_id: Identifier,
      transaction_type: z.nullish(z.string()),
      amount: z.string(),
      fee: z.nullish(z.string()),
      currency: z.string(),
      client_reference: z.nullish(z.string()),
    }),
  ),
})
type Movement = z.infer<typeof Day>['items'][number]

const longestReason = 40
const pagesAtMost = 10_000
/** The check of a number wants an amount, and says whether the account could receive it. */
const checkedAmount = '100'

/**
 * Pays Wave accounts in Senegal, in whole XOF (docs.wave.com/payout). The idempotency key is our reference, and so is
 * `client_reference`, by which a payout is found. Wave has no webhook for payouts, so they are looked up.
 */
export function createWavePayouts(config: WavePayoutConfig): PayoutProvider {
  const bearer = requireSecret('the Wave payout key', config.api_key)
  const base_url = baseAddress(config.base_url)
  const { signing_secret, now = () => new Date(), timeout_ms = answerWithin_ms } = config
  const headersOf = (body: string, idempotency_key: string | undefined): Record<string, string> => ({
    ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
    ...(signing_secret === undefined
      ? {}
      : {
          'wave-signature': signatureOf(body, requireSecret('the Wave payout signing secret', signing_secret), now()),
        }),
  })
  const get = (path: string): Promise<Answer> =>
    askTwice(() =>
      ask('wave', {
        method: 'GET',
        url: base_url + path,
        bearer,
        timeout_ms,
        sign: (body) => headersOf(body, undefined),
      }),
    )
  const post = (path: string, body: object, idempotency_key: string): Promise<Answer> =>
    ask('wave', {
      method: 'POST',
      url: base_url + path,
      bearer,
      timeout_ms,
      body,
      sign: (text) => headersOf(text, idempotency_key),
    })

  const search = async (reference: string): Promise<Payout | undefined> => {
    const answer = await get(`/v1/payouts/search?client_reference=${encodeURIComponent(reference)}`)
    if (answer.status >= 400) throw errorOf(answer, 'Payout')
    const { result } = understood('wave', Found, answer.body)
    const ours = result.filter(({ client_reference }) => client_reference === reference)
    const first = (status: string) => ours.find((payout) => payout.status === status)
    return first('succeeded') ?? first('processing') ?? first('reversed') ?? ours[0]
  }
  const find = async (payout: PayoutHandle): Promise<PayoutResult> => {
    const found = await search(payout.reference)
    return found === undefined ? { state: 'unknown' } : requireSameMoney('wave', payout, resultOf(found))
  }
  const readDay = async (day: string): Promise<Movement[]> => {
    const all: Movement[] = []
    let after = ''
    for (let left = pagesAtMost; left > 0; left -= 1) {
      const answer = await get(`/v1/transactions?date=${day}${after}`)
      if (answer.status >= 400) throw errorOf(answer, 'Balance')
      const { items, page_info } = understood('wave', Day, answer.body)
      all.push(...items)
      if (!page_info.has_next_page || !page_info.end_cursor) return all
      after = `&after=${encodeURIComponent(page_info.end_cursor)}`
    }
    throw new ProviderError('unavailable', 'wave', 'a list without end', { code: 'bad_answer' })
  }

  return {
    name: 'wave',

    async registerAccount(account) {
      if (account.kind !== 'mobile') throw new TypeError('Wave pays mobile numbers')
      const { mobile, holder_name } = account
      const body = { mobile, name: holder_name, amount: checkedAmount, currency: 'XOF' }
      const answer = await post('/v1/verify_recipient/', body, randomUUID())
      // Not every key may check numbers.
      if (answer.status === 403 || answer.status === 404) return { kind: 'unverified', recipient: mobile }
      if (answer.status >= 400) {
        const refusal = refusalOf(answer)
        if (refusal === undefined || answer.status === 401) throw errorOf(answer, 'Payout')
        return { kind: 'refused', reason: 'no_such_account', message: shortly(refusal.message ?? refusal.code) }
      }
      const { name_match } = understood('wave', Checked, answer.body)
      if (name_match === 'MATCH') return { kind: 'verified', recipient: mobile, holder_name }
      if (name_match === 'NO_MATCH') return { kind: 'refused', reason: 'other_holder', message: name_match }
      return { kind: 'unverified', recipient: mobile }
    },

    // Wave has no list of recipients: the number is all there is.
    findAccount: async (recipient) => ({
      state: 'ready',
      holder_name: null,
      bank_name: 'Wave',
      last_four: recipient.slice(-4),
      requirements: [],
    }),

    async send(payout) {
      const { reference, recipient, reason, currency } = payout
      requireReference('wave', reference)
      if (currency !== 'XOF')
        throw new ProviderError('refused', 'wave', 'Wave takes XOF alone', { code: 'unsupported_currency' })
      const receive_amount = String(wireAmount('wave', payout.amount_minor))
      // How long Wave remembers a key is not documented, so an old reference is looked for first.
      const before = await find(payout)
      if (before.state !== 'unknown') return before
      const body = {
        currency,
        receive_amount,
        mobile: recipient,
        client_reference: reference,
        payment_reason: shortly(reason).slice(0, longestReason),
      }
      const answer = await post('/v1/payout', body, reference)
      if (answer.status >= 400) {
        const { failure, certainty } = readRefusal(answer)
        return resultOfRefusal(failure, certainty, { provider: 'wave', find: () => find(payout) })
      }
      const made = understood('wave', Payout, answer.body)
      if (made.client_reference && made.client_reference !== reference)
        throw new ProviderError('unavailable', 'wave', 'answered for another payout', { code: 'bad_answer' })
      return requireSameMoney('wave', payout, resultOf(made))
    },

    find,

    async findBalances() {
      const answer = await get('/v1/balance')
      if (answer.status >= 400) throw errorOf(answer, 'Balance')
      const { amount, currency } = understood('wave', Balance, answer.body)
      return [{ currency, available_minor: wholeUnits(amount), pending_minor: 0n }]
    },

    // The list has movements, whose amounts include fees; each payout is read for what was sent and what became of it. A
    // reversal is a movement of the day on which it was made, and may name its payout by the transaction alone.
    async listPayouts(from, to) {
      const listed = new Map<string, ListedPayout>()
      const references = new Map<string, string>()
      for (let at = from.getTime(); at < to.getTime(); at += day_ms)
        for (const movement of await readDay(new Date(at).toISOString().slice(0, 10))) {
          const { transaction_id, transaction_type } = movement
          if (transaction_type !== 'api_payout' && transaction_type !== 'api_payout_reversal') continue
          const reference = movement.client_reference || references.get(transaction_id)
          if (reference !== undefined) references.set(transaction_id, reference)
          const isReversal = transaction_type === 'api_payout_reversal'
          const payout = reference === undefined ? undefined : await search(reference)
          if (payout === undefined)
            listed.set(`${transaction_id} ${transaction_type}`, foreignPayout(movement, isReversal))
          else
            listed.set(payout.id, { ...listedOf(payout), fee_returned_minor: isReversal ? backOf(movement.fee) : null })
        }
      return [...listed.values()]
    },

    readWebhook: () => null,
  }
}

/** Wave's states are processing, succeeded, failed and reversed; any other is pending. */
function resultOf(payout: Payout): PayoutResult {
  const { id: provider_id, currency, status, payout_error } = payout
  const made = {
    provider_id,
    amount_minor: wholeUnits(payout.receive_amount),
    currency,
    fee_minor: payout.fee ? wholeUnits(payout.fee) : null,
  }
  const code = payout_error?.error_code ?? status
  const message = shortly(payout_error?.error_message ?? code)
  switch (stateOf(status)) {
    case 'paid':
      return { ...made, state: 'paid', returned_minor: 0n }
    case 'returned':
      return { ...made, state: 'returned', failure: { cause: 'recipient', code, message } }
    case 'failed':
      return { state: 'failed', provider_id, failure: { cause: causeOf(code) ?? 'provider', code, message } }
    case 'pending':
      return { ...made, state: 'pending', waits_for: null }
  }
}

const stateOf = (status: string): ListedPayout['state'] =>
  status === 'succeeded' ? 'paid' : status === 'reversed' ? 'returned' : status === 'failed' ? 'failed' : 'pending'

function listedOf(payout: Payout): ListedPayout {
  const amount_minor = wholeUnits(payout.receive_amount)
  const state = stateOf(payout.status)
  return {
    reference: payout.client_reference ?? null,
    provider_id: payout.id,
    state,
    amount_minor,
    currency: payout.currency,
    returned_minor: state === 'returned' ? amount_minor : 0n,
    fee_minor: payout.fee ? wholeUnits(payout.fee) : null,
    fee_returned_minor: null,
  }
}

/** The part of the fee that a reversal gives back, which Wave writes with a minus. */
const backOf = (fee: string | null | undefined): bigint | null =>
  fee ? (fee.startsWith('-') ? wholeUnits(fee.slice(1)) : 0n) : null

/** A payout that was not sent by us, or its reversal: its movement less the fee. */
function foreignPayout({ transaction_id, amount, fee, currency }: Movement, isReversal: boolean): ListedPayout {
  const moved = wholeUnits(amount.replace(/^-/, ''))
  const fee_minor = wholeUnits((fee ?? '0').replace(/^-/, ''))
  const amount_minor = moved > fee_minor ? moved - fee_minor : moved
  const state = isReversal ? 'returned' : 'paid'
  const returned_minor = isReversal ? amount_minor : 0n
  const made = { reference: null, provider_id: transaction_id, state, amount_minor, currency } as const
  return { ...made, returned_minor, fee_minor, fee_returned_minor: null }
}

function wholeUnits(amount: string): bigint {
  const whole = /^(\d{1,15})(?:\.0+)?$/.exec(amount)?.[1]
  if (whole === undefined)
    throw new ProviderError('unavailable', 'wave', 'an amount that is no whole number', { code: 'bad_answer' })
  return BigInt(whole)
}

/** Wave's error codes, as documented; undefined for any other. */
function causeOf(code: string): PayoutFailure['cause'] | undefined {
  if (code === 'insufficient-funds') return 'balance'
  if (/^recipient-|^country-mismatch$|^currency-mismatch$/.test(code)) return 'recipient'
  if (/auth|api-key|aggregated-merchant|disabled|whitelist/.test(code)) return 'setup'
  return undefined
}

const refusalOf = ({ body }: Answer) => {
  const read = Refusal.safeParse(body)
  return read.success ? read.data : undefined
}

function readRefusal(answer: Answer): { failure: PayoutFailure; certainty: 'certain' | 'check' | 'contradiction' } {
  const refusal = refusalOf(answer)
  if (refusal === undefined) throw notWave(answer)
  const { code, details } = refusal
  const message = shortly(refusal.message ?? code)
  if (answer.status === 409) return { failure: { cause: 'provider', code, message }, certainty: 'contradiction' }
  const isSetup = answer.status === 401 || answer.status === 403
  const isNumber = details?.some(({ loc }) => loc?.includes('mobile') === true) === true
  const cause = isSetup ? 'setup' : isNumber ? 'recipient' : causeOf(code)
  return {
    failure: { cause: cause ?? 'provider', code, message },
    certainty: cause === undefined ? 'check' : 'certain',
  }
}

function errorOf(answer: Answer, api: 'Payout' | 'Balance'): ProviderError {
  if (answer.status === 403)
    return new ProviderError('refused', 'wave', `the payout key may not use the ${api} API`, { code: 'scope' })
  const refusal = refusalOf(answer)
  if (refusal === undefined) return notWave(answer)
  const { code, message } = refusal
  return new ProviderError('refused', 'wave', `${answer.status} ${shortly(message ?? code)}`, { code })
}

/** An error page of a proxy says nothing about what Wave did. */
const notWave = ({ status }: Answer): ProviderError =>
  new ProviderError('unavailable', 'wave', `answered ${status} in another form`, { code: 'bad_answer' })
