import type { FastifyInstance } from 'fastify'
import type { PayoutDesk } from '#simulators/desk.ts'
import { firstId, pageOf } from '#simulators/paystack-refunds.ts'
import { announce, randomId, Refusal, type StandIn } from '#simulators/stand-in.ts'
import type { Notice } from '#simulators/webhooks.ts'

interface Recipient {
  id: bigint
  recipient_code: string
  name: string
  account_number: string
  bank_code: string
  bank_name: string
  created_at: string
}

interface Transfer {
  id: bigint
  transfer_code: string
  reference: string
  recipient: Recipient
  /** In kobo. */
  amount: number
  fee: number
  reason: string
  status: 'pending' | 'otp' | 'success' | 'failed' | 'reversed'
  created_at: string
  transferred_at: string | null
}

type Query = Record<string, string>
type Body = Record<string, unknown> | null

/** Some of Paystack's banks, with their codes. */
const banks = [
  ['Access Bank', 'access-bank', '044', '044150149'],
  ['First Bank of Nigeria', 'first-bank-of-nigeria', '011', '011151003'],
  ['Guaranty Trust Bank', 'guaranty-trust-bank', '058', '058152036'],
  ['Kuda Bank', 'kuda-bank', '50211', ''],
  ['United Bank For Africa', 'united-bank-for-africa', '033', '033153513'],
  ['Zenith Bank', 'zenith-bank', '057', '057150013'],
] as const
const banksCreated_at = '2016-07-14T10:04:29.000Z'

/** Who holds an account: by the last digit of its number. */
const holders = ['ADA OKAFOR', 'AMINU BELLO', 'FUNKE ADEYEMI', 'CHIDI EZE', 'HALIMA SANI']

const startBalance = 500_000_000

const refuse = (status: number, message: string, code: string, nextStep: string): Refusal =>
  new Refusal(status, { status: false, message, meta: { nextStep }, type: 'validation_error', code })

/** NGN 10, 25 or 50, by the amount; in kobo. */
const feeOf = (amount: number): number => (amount <= 500_000 ? 1_000 : amount <= 5_000_000 ? 2_500 : 5_000)

const stateOf = { success: 'paid', reversed: 'returned', failed: 'failed', pending: 'pending', otp: 'pending' } as const

/** Paystack's banks, accounts, recipients, transfers and balance. Transfers are created pending and end by a webhook. */
export function createTransfers(
  standIn: StandIn,
  { notice }: { notice: (event: string, reference: string, data: object) => Notice },
): { desk: PayoutDesk; mount: (api: FastifyInstance) => void } {
  const { behaviour, now } = standIn
  const recipients: Recipient[] = []
  const transfers: Transfer[] = []
  const isGone = ({ status }: Transfer) => status === 'failed' || status === 'reversed'
  const findBalance = (): number =>
    behaviour.empty_balance
      ? 0
      : transfers.reduce((left, made) => (isGone(made) ? left : left - made.amount - made.fee), startBalance)

  const resolve = (account_number: string, bank_code: string) => {
    const bank = banks.find(([, , code]) => code === bank_code)
    if (bank === undefined || !/^\d{10}$/.test(account_number) || account_number === '0000000000')
      throw refuse(
        422,
        'Could not resolve account name. Check parameters or try again.',
        'invalid_bank_code',
        'Use the List Banks endpoint to get a list of banks and their respective codes',
      )
    return { bank_name: bank[0], account_name: holders[Number(account_number.at(-1)) % holders.length]! }
  }
  const createRecipient = (body: Body): Recipient => {
    const account_number = String(body?.['account_number'] ?? '')
    const bank_code = String(body?.['bank_code'] ?? '')
    const { bank_name } = resolve(account_number, bank_code)
    const before = recipients.find((made) => made.account_number === account_number && made.bank_code === bank_code)
    if (before !== undefined) return before
    const recipient: Recipient = {
      id: firstId + BigInt(recipients.length),
      recipient_code: `RCP_${randomId(15)}`,
      name: String(body?.['name'] ?? ''),
      account_number,
      bank_code,
      bank_name,
      created_at: now().toISOString(),
    }
    recipients.push(recipient)
    return recipient
  }
  const createTransfer = (body: Body): Transfer => {
    const { source, amount, recipient: code, reference, reason } = body ?? {}
    if (source !== 'balance') throw refuse(400, 'Invalid source', 'invalid_params', 'The source must be balance')
    if (typeof reference !== 'string' || !/^[a-z0-9_-]{16,50}$/.test(reference))
      throw refuse(
        400,
        'Your reference contains illegal special characters',
        'invalid_params',
        'Use lowercase letters, digits, hyphens and underscores alone',
      )
    if (transfers.some((made) => made.reference === reference))
      throw refuse(
        400,
        'Please provide a unique reference. Reference already exists on a transfer',
        'duplicate_reference',
        'Create a new reference for the new transfer',
      )
    const recipient = recipients.find(({ recipient_code }) => recipient_code === code)
    if (recipient === undefined)
      throw refuse(400, 'Recipient specified is invalid', 'invalid_recipient', 'Provide a valid recipient code')
    if (behaviour.refuse)
      throw refuse(
        400,
        'Sorry, we can’t make the transfer to this recipient at the moment',
        'recipient_blocked',
        'The account holder should reach out to their bank',
      )
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
      throw refuse(400, 'Invalid amount passed.', 'invalid_params', 'The amount must be a whole number of kobo')
    if (amount + feeOf(amount) > findBalance())
      throw refuse(
        400,
        'Your balance is not enough to fulfill this request',
        'insufficient_balance',
        'Top up your Paystack balance and try again',
      )
    const transfer: Transfer = {
      id: firstId + BigInt(transfers.length),
      transfer_code: `TRF_${randomId(15)}`,
      reference,
      recipient,
      amount,
      fee: feeOf(amount),
      reason: typeof reason === 'string' ? reason : '',
      status: behaviour.payouts === 'otp' ? 'otp' : 'pending',
      created_at: now().toISOString(),
      transferred_at: null,
    }
    transfers.push(transfer)
    return transfer
  }
  const finish = async (transfer: Transfer, outcome: 'paid' | 'failed' | 'returned'): Promise<void> => {
    transfer.status = ({ paid: 'success', failed: 'failed', returned: 'reversed' } as const)[outcome]
    if (outcome === 'paid') transfer.transferred_at = now().toISOString()
    await announce(standIn, [notice(`transfer.${transfer.status}`, transfer.reference, eventData(transfer))])
  }

  const mount = (api: FastifyInstance): void => {
    api.get<{ Querystring: Query }>('/bank', async ({ query }) => {
      const perPage = Math.min(Number(query['perPage'] ?? 50), behaviour.largest_page)
      const first = Number(query['next'] ?? 0)
      const next = first + perPage < banks.length ? String(first + perPage) : null
      return {
        status: true,
        message: 'Banks retrieved',
        data: banks.slice(first, first + perPage).map(bankResponse),
        ...(query['use_cursor'] === 'true' ? { meta: { next, previous: null, perPage } } : {}),
      }
    })
    api.get<{ Querystring: Query }>('/bank/resolve', async ({ query }) => {
      const account_number = query['account_number'] ?? ''
      const { account_name } = resolve(account_number, query['bank_code'] ?? '')
      return {
        status: true,
        message: 'Account number resolved',
        data: {
          account_number,
          account_name,
          bank_id: banks.findIndex(([, , code]) => code === query['bank_code']) + 1,
        },
      }
    })
    api.post<{ Body: Body }>('/transferrecipient', async ({ body }, reply) => {
      const data = createdRecipient(createRecipient(body))
      return reply.code(201).send({ status: true, message: 'Transfer recipient created successfully', data })
    })
    api.get<{ Params: { code: string } }>('/transferrecipient/:code', async ({ params }) => {
      const recipient = recipients.find(({ recipient_code }) => recipient_code === params.code)
      if (recipient === undefined)
        throw refuse(404, 'Transfer recipient not found', 'recipient_not_found', 'Pass the code of a recipient')
      return { status: true, message: 'Transfer recipient retrieved', data: fetchedRecipient(recipient) }
    })
    api.post<{ Body: Body }>('/transfer', async ({ body }) => {
      const transfer = createTransfer(body)
      const needsCode = transfer.status === 'otp'
      const message = needsCode ? 'Transfer requires OTP to continue' : 'Transfer has been queued'
      const answer = { status: true, message, data: createdTransfer(transfer) }
      if (!needsCode && behaviour.payouts !== 'held')
        void finish(transfer, behaviour.payouts === 'failing' ? 'failed' : 'paid')
      return answer
    })
    api.get<{ Params: { reference: string } }>('/transfer/verify/:reference', async ({ params }) => {
      const transfer = transfers.find(({ reference }) => reference === params.reference)
      if (transfer === undefined)
        throw refuse(404, 'Transfer not found', 'transfer_not_found', 'Pass the reference of a transfer')
      return { status: true, message: 'Transfer retrieved', data: verifiedTransfer(transfer) }
    })
    api.get<{ Querystring: Query }>('/transfer', async ({ query }) => ({
      status: true,
      message: 'Transfers retrieved',
      ...pageOf(transfers.map(listedTransfer), query, ({ createdAt }) => createdAt, behaviour.largest_page),
    }))
    api.get('/balance', async () => ({
      status: true,
      message: 'Balances retrieved',
      data: [{ currency: 'NGN', balance: findBalance() }],
    }))
  }

  const desk: PayoutDesk = {
    async finish(reference, outcome) {
      const transfer = transfers.find((made) => made.reference === reference)
      if (transfer === undefined) throw new Error(`no transfer ${reference}`)
      await finish(transfer, outcome)
    },
    lines: () =>
      transfers.map(({ reference, recipient, amount, status }) => ({
        reference,
        recipient: recipient.recipient_code,
        currency: 'NGN',
        amount_minor: BigInt(amount),
        returned_minor: stateOf[status] === 'returned' ? BigInt(amount) : 0n,
        state: stateOf[status],
      })),
  }
  return { desk, mount }
}

const integration = 100_032

const bankResponse = ([name, slug, code, longcode]: (typeof banks)[number], at: number) => ({
  id: at + 1,
  name,
  slug,
  code,
  longcode,
  gateway: null,
  pay_with_bank: false,
  supports_transfer: true,
  active: true,
  is_deleted: false,
  country: 'Nigeria',
  currency: 'NGN',
  type: 'nuban',
  createdAt: banksCreated_at,
  updatedAt: banksCreated_at,
})

const recipientFacts = ({ id, recipient_code, name, created_at }: Recipient) => ({
  active: true,
  createdAt: created_at,
  currency: 'NGN',
  description: '',
  domain: 'test',
  email: null,
  id,
  integration,
  metadata: null,
  name,
  recipient_code,
  type: 'nuban',
  updatedAt: created_at,
})
const detailsOf = ({ account_number, name, bank_code, bank_name }: Recipient) => ({
  account_number,
  account_name: name,
  bank_code,
  bank_name,
})

const createdRecipient = (recipient: Recipient) => ({
  ...recipientFacts(recipient),
  is_deleted: false,
  isDeleted: false,
  details: { authorization_code: null, ...detailsOf(recipient) },
})

const fetchedRecipient = (recipient: Recipient) => ({
  ...recipientFacts(recipient),
  isDeleted: false,
  recipient_account: recipient.account_number,
  institution_code: recipient.bank_code,
  details: detailsOf(recipient),
})

const facts = (transfer: Transfer) => ({
  amount: transfer.amount,
  createdAt: transfer.created_at,
  currency: 'NGN',
  domain: 'test',
  failures: null,
  id: transfer.id,
  reason: transfer.reason,
  reference: transfer.reference,
  source: 'balance',
  source_details: null,
  status: transfer.status,
  titan_code: null,
  transfer_code: transfer.transfer_code,
  transferred_at: transfer.transferred_at,
  updatedAt: transfer.created_at,
})

const createdTransfer = (transfer: Transfer) => ({
  ...facts(transfer),
  transfersessionid: [],
  transfertrials: [],
  integration,
  request: transfer.id,
  recipient: transfer.recipient.id,
})

const named = ({ recipient }: Transfer) => ({
  ...recipientFacts(recipient),
  is_deleted: false,
  details: { authorization_code: null, ...detailsOf(recipient) },
})
const session = { provider: null, id: null }
const response = ({ status }: Transfer): string | null => (status === 'failed' ? 'System Malfunction' : null)

const verifiedTransfer = (transfer: Transfer) => ({
  ...facts(transfer),
  integration,
  recipient: named(transfer),
  session,
  gateway_response: response(transfer),
})

const listedTransfer = (transfer: Transfer) => ({
  ...facts(transfer),
  integration,
  request: transfer.id,
  recipient: { ...named(transfer), isDeleted: false },
  session,
  fee_charged: transfer.fee,
  fees_breakdown: null,
})

const eventData = (transfer: Transfer) => ({
  ...facts(transfer),
  integration: { id: integration, is_live: false, business_name: 'Test Business' },
  recipient: named(transfer),
  session,
  fee_charged: transfer.fee,
  gateway_response: response(transfer),
})
