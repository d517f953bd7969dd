import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { toExactJson } from '#server/providers/payments/exact-json.ts'
import type { PayoutDesk } from '#simulators/desk.ts'
import { randomId, Refusal, type StandIn } from '#simulators/stand-in.ts'

interface Payout {
  id: string
  currency: 'XOF'
  receive_amount: string
  fee: string
  mobile: string
  name: string | null
  client_reference: string | null
  payment_reason: string | null
  status: 'processing' | 'succeeded' | 'failed' | 'reversed'
  payout_error: { error_code: string; error_message: string } | null
  timestamp: string
  /** Of its movement on the wallet. */
  transaction_id: string
  reversed_at: string | null
  /** What its reversal gave back of the fee. */
  fee_back: string
  is_unnamed: boolean
}

type Body = Record<string, unknown> | null

const startBalance = 10_000_000

const error = (status: number, code: string, message: string): Refusal => new Refusal(status, { code, message })
const invalid = (field: string, msg: string): Refusal =>
  new Refusal(422, {
    code: 'request-validation-error',
    message: 'Request invalid',
    details: [{ loc: ['body', field], msg }],
  })

const stateOf = { processing: 'pending', succeeded: 'paid', failed: 'failed', reversed: 'returned' } as const
const blocked = { error_code: 'recipient-account-blocked', error_message: 'The recipient account is blocked.' }

/** Wave's payouts, which are paid while their request waits, the check of a number, and the balance. */
export function createPayouts({ behaviour, now }: StandIn): {
  desk: PayoutDesk
  mount: (api: FastifyInstance) => void
  listMovements: (date: string) => { timestamp: string; transaction_id: string }[]
} {
  const payouts: Payout[] = []
  const answers = new Map<string, { request: string; payout: Payout }>()
  const costOf = ({ status, receive_amount, fee, fee_back }: Payout): number =>
    status === 'failed' ? 0 : Number(fee) - Number(fee_back) + (status === 'reversed' ? 0 : Number(receive_amount))
  const findBalance = (): number =>
    behaviour.empty_balance ? 0 : payouts.reduce((left, payout) => left - costOf(payout), startBalance)

  const requireMobile = (mobile: unknown): string => {
    if (typeof mobile !== 'string' || !/^\+\d{8,15}$/.test(mobile)) throw invalid('mobile', 'must be in E.164 form')
    if (!/^\+2217\d{8}$/.test(mobile))
      throw error(400, 'country-mismatch', 'The recipient is in another country than your wallet.')
    return mobile
  }
  const createPayout = (body: Body): Payout => {
    const { currency, receive_amount, name, client_reference, payment_reason } = body ?? {}
    if (currency !== 'XOF') throw error(400, 'currency-mismatch', 'The currency is not that of your wallet.')
    if (typeof receive_amount !== 'string' || !/^[1-9]\d{0,11}$/.test(receive_amount))
      throw invalid('receive_amount', 'must be a string of whole units')
    if (typeof payment_reason === 'string' && payment_reason.length > 40)
      throw invalid('payment_reason', 'at most 40 characters')
    const mobile = requireMobile(body?.['mobile'])
    if (behaviour.refuse || behaviour.payouts === 'failing') throw error(422, blocked.error_code, blocked.error_message)
    // 1 %, on top of the amount.
    const fee = Math.ceil(Number(receive_amount) / 100)
    if (Number(receive_amount) + fee > findBalance())
      throw error(422, 'insufficient-funds', 'Your account does not have enough funds.')
    const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
    const payout: Payout = {
      id: `pt-${randomId(13)}`,
      currency,
      receive_amount,
      fee: String(fee),
      mobile,
      name: textOf(name),
      client_reference: textOf(client_reference),
      payment_reason: textOf(payment_reason),
      status: behaviour.payouts === 'held' ? 'processing' : 'succeeded',
      payout_error: null,
      timestamp: seconds(now()),
      transaction_id: `T_${randomId(10).toUpperCase()}`,
      reversed_at: null,
      fee_back: '0',
      is_unnamed: false,
    }
    payouts.push(payout)
    return payout
  }

  const mount = (api: FastifyInstance): void => {
    api.post<{ Body: Body }>('/payout', async ({ headers, body }) => {
      const key = headers['idempotency-key']
      if (typeof key !== 'string' || key === '') throw invalid('idempotency-key', 'header required')
      const request = createHash('sha256').update(toExactJson(body)).digest('hex')
      const before = answers.get(key)
      if (before !== undefined && before.request !== request)
        throw error(409, 'idempotency-mismatch', 'The key was used with another request.')
      if (before !== undefined) return payoutResponse(before.payout)
      const payout = createPayout(body)
      answers.set(key, { request, payout })
      return payoutResponse(payout)
    })
    api.get<{ Querystring: { client_reference?: string } }>('/payouts/search', async ({ query }) => {
      if (!query.client_reference) throw invalid('client_reference', 'field required')
      return {
        result: payouts
          .filter(({ client_reference }) => client_reference === query.client_reference)
          .map(payoutResponse),
      }
    })
    // The last digits of a number decide what Wave knows of it: 00 nothing, 99 another name.
    api.post<{ Body: Body }>('/verify_recipient/', async ({ body }) => {
      const mobile = requireMobile(body?.['mobile'])
      const name_match = mobile.endsWith('00') ? 'NAME_NOT_KNOWN' : mobile.endsWith('99') ? 'NO_MATCH' : 'MATCH'
      return { within_limits: true, name_match, national_id_match: null }
    })
    api.get('/balance', async () => {
      if (behaviour.without_balance_scope)
        throw error(403, 'no-matching-api-key', 'An api key was provided that has no access to this API.')
      return { amount: String(findBalance()), currency: 'XOF' }
    })
  }

  const desk: PayoutDesk = {
    async finish(reference, outcome) {
      const payout = payouts.find(({ client_reference }) => client_reference === reference)
      if (payout === undefined) throw new Error(`no payout ${reference}`)
      payout.status = ({ paid: 'succeeded', failed: 'failed', returned: 'reversed' } as const)[outcome]
      payout.payout_error = outcome === 'failed' ? blocked : null
      payout.reversed_at = outcome === 'returned' ? seconds(now()) : null
      payout.is_unnamed = outcome === 'returned' && behaviour.unnamed_returns
      payout.fee_back = outcome === 'returned' && !behaviour.keeps_payout_fee ? payout.fee : '0'
    },
    lines: () =>
      payouts.map(({ client_reference, mobile, currency, receive_amount, status }) => ({
        reference: client_reference ?? '',
        recipient: mobile,
        currency,
        amount_minor: BigInt(receive_amount),
        returned_minor: status === 'reversed' ? BigInt(receive_amount) : 0n,
        state: stateOf[status],
      })),
  }
  return {
    desk,
    mount,
    listMovements: (date) =>
      payouts
        .filter(({ status }) => status === 'succeeded' || status === 'reversed')
        .flatMap((payout) => [sentMovement(payout), ...(payout.reversed_at === null ? [] : [backMovement(payout)])])
        .filter(({ timestamp }) => timestamp.startsWith(date)),
  }
}

const seconds = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

function payoutResponse(payout: Payout) {
  const { id, currency, receive_amount, fee, mobile, name, client_reference, status, payout_error, timestamp } = payout
  return { id, currency, receive_amount, fee, mobile, name, client_reference, status, payout_error, timestamp }
}

const sentMovement = ({ transaction_id, receive_amount, fee, currency, ...payout }: Payout) => ({
  timestamp: payout.timestamp,
  transaction_id,
  transaction_type: 'api_payout',
  amount: `-${Number(receive_amount) + Number(fee)}`,
  fee,
  currency,
  counterparty_name: payout.name ?? 'Test Recipient',
  counterparty_mobile: payout.mobile,
  client_reference: payout.client_reference,
  payment_reason: payout.payment_reason,
})

const backMovement = (payout: Payout) => ({
  ...sentMovement(payout),
  timestamp: payout.reversed_at!,
  transaction_id: `${payout.transaction_id}R`,
  transaction_type: 'api_payout_reversal',
  amount: String(Number(payout.receive_amount) + Number(payout.fee_back)),
  fee: payout.fee_back === '0' ? '0' : `-${payout.fee_back}`,
  client_reference: payout.is_unnamed ? null : payout.client_reference,
  is_reversal: true,
})
