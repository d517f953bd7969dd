import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import type { PayoutDesk } from '#simulators/desk.ts'
import { languageOf, sendMissing, sendOnboarding } from '#simulators/page.ts'
import { announce, formOf, isWebAddress, randomId, sendOn, type StandIn } from '#simulators/stand-in.ts'
import {
  createBalanceTransaction,
  invalidRequest,
  missing,
  nested,
  stripeError,
  unixSeconds,
} from '#simulators/stripe-objects.ts'
import { listOf } from '#simulators/stripe-refunds.ts'
import type { Notice } from '#simulators/webhooks.ts'
import {
  accountResponse,
  reversalResponse,
  transferResponse,
  type ConnectedAccount,
  type SentTransfer,
} from './stripe-responses.ts'

type Query = Record<string, string>
interface Link {
  account: string
  return_url: string
  refresh_url: string
  expires_at: number
  is_used: boolean
}
interface Kit {
  notice: (event_type: string, reference: string, object: object) => Notice
  /** Of the second webhook, which names the account. */
  connectNotice: (event_type: string, account: string, object: object) => Notice
  idempotently: (request: FastifyRequest, make: (form: URLSearchParams) => object) => object
}

/** Stripe's addresses for onboarding work for some minutes. */
const linkFor_s = 300
const startBalance = 50_000_000
const currencies = ['usd', 'cad']

/** Stripe Connect: accounts, the page on which their owners enter what Stripe needs, transfers and our balance. */
export function createConnect(
  standIn: StandIn,
  { notice, connectNotice, idempotently }: Kit,
): { desk: PayoutDesk; mount: (api: FastifyInstance) => void; mountPage: (app: FastifyInstance) => void } {
  const { behaviour, now } = standIn
  const accounts = new Map<string, ConnectedAccount>()
  const links = new Map<string, Link>()
  const transfers: SentTransfer[] = []

  const findBalance = (currency: string): number =>
    behaviour.empty_balance
      ? 0
      : transfers.reduce(
          (left, made) => (made.currency === currency ? left - made.amount + made.amount_reversed : left),
          startBalance,
        )
  const createAccount = (form: URLSearchParams): ConnectedAccount => {
    const country = form.get('country') ?? ''
    if (country !== 'US' && country !== 'CA')
      throw invalidRequest('country', 'Country is invalid', 'country_unsupported')
    const account: ConnectedAccount = {
      id: `acct_${randomId(16)}`,
      created: unixSeconds(now()),
      country,
      email: form.get('email'),
      metadata: nested(form, 'metadata'),
      holder_name: null,
    }
    accounts.set(account.id, account)
    return account
  }
  const moveBalance = (
    type: 'transfer' | 'transfer_refund',
    moved: { amount: number; currency: string; source: string },
  ): Stripe.BalanceTransaction =>
    createBalanceTransaction({ ...moved, fee: 0, type, reporting_category: type }, null, now())
  const createTransfer = (form: URLSearchParams): SentTransfer => {
    const amount = Number(form.get('amount'))
    const currency = form.get('currency') ?? ''
    const account = accounts.get(form.get('destination') ?? '')
    if (!Number.isInteger(amount) || amount <= 0) throw invalidRequest('amount', 'Invalid integer')
    if (!currencies.includes(currency)) throw invalidRequest('currency', `Invalid currency: ${currency}`)
    if (account === undefined) throw invalidRequest('destination', 'No such destination', 'resource_missing')
    if (account.holder_name === null || behaviour.payouts === 'failing')
      throw stripeError(400, {
        type: 'invalid_request_error',
        code: 'insufficient_capabilities_for_transfer',
        message: 'Your destination account needs to have the transfers capability enabled.',
      })
    if (amount > findBalance(currency))
      throw stripeError(400, {
        type: 'invalid_request_error',
        code: 'balance_insufficient',
        message: 'You have insufficient available funds in your Stripe account.',
      })
    const id = `tr_${randomId(24)}`
    const transfer: SentTransfer = {
      id,
      amount,
      amount_reversed: 0,
      balance_transaction: moveBalance('transfer', { amount: -amount, currency, source: id }),
      created: unixSeconds(now()),
      currency,
      description: form.get('description'),
      destination: account.id,
      metadata: nested(form, 'metadata'),
      transfer_group: form.get('transfer_group'),
      reversals: [],
    }
    transfers.push(transfer)
    return transfer
  }
  const announceTransfer = (event_type: string, transfer: SentTransfer): Promise<void> =>
    announce(standIn, [notice(event_type, transfer.metadata['reference'] ?? '', transferResponse(transfer))])

  const mount = (api: FastifyInstance): void => {
    api.post('/accounts', async (request) => idempotently(request, (form) => accountResponse(createAccount(form))))
    api.get<{ Params: { id: string } }>('/accounts/:id', async ({ params }) => {
      const account = accounts.get(params.id)
      if (account === undefined) throw missing('account', params.id)
      return accountResponse(account)
    })
    api.post('/account_links', async (request): Promise<Stripe.AccountLink> => {
      const form = formOf(request)
      const [account, return_url, refresh_url] = ['account', 'return_url', 'refresh_url'].map(
        (field) => form.get(field) ?? '',
      )
      if (!accounts.has(account!)) throw missing('account', account!)
      if (!isWebAddress(return_url)) throw invalidRequest('return_url', 'Not a valid URL', 'url_invalid')
      if (!isWebAddress(refresh_url)) throw invalidRequest('refresh_url', 'Not a valid URL', 'url_invalid')
      const created = unixSeconds(now())
      const id = randomId(24)
      const expires_at = created + linkFor_s
      links.set(id, { account: account!, return_url, refresh_url, expires_at, is_used: false })
      return { object: 'account_link', created, expires_at, url: `${standIn.origin()}/stripe/onboarding/${id}` }
    })
    api.post('/transfers', async (request) => {
      const made: SentTransfer[] = []
      const answer = idempotently(request, (form) => {
        const transfer = createTransfer(form)
        made.push(transfer)
        return transferResponse(transfer, true)
      })
      for (const transfer of made) void announceTransfer('transfer.created', transfer)
      return answer
    })
    api.get<{ Querystring: Query }>('/transfers', async ({ query }) => {
      const group = query['transfer_group']
      const matching = transfers.filter(({ transfer_group }) => group === undefined || transfer_group === group)
      const { data, ...list } = listOf('/v1/transfers', matching, query)
      return { ...list, data: data.map((transfer) => transferResponse(transfer, true)) }
    })
    api.get<{ Params: { id: string } }>('/transfers/:id', async ({ params }) => {
      const transfer = transfers.find(({ id }) => id === params.id)
      if (transfer === undefined) throw missing('transfer', params.id)
      return transferResponse(transfer, true)
    })
    // Of transfers alone; payments have none here.
    api.get<{ Querystring: Query }>('/balance_transactions', async ({ query }) => {
      const isExpanded = Object.values(query).includes('data.source')
      const moved = transfers.flatMap((transfer) => [
        { ...transfer.balance_transaction, ...(isExpanded ? { source: transferResponse(transfer) } : {}) },
        ...transfer.reversals.map((reversal) => ({
          ...reversal.balance_transaction,
          ...(isExpanded ? { source: reversalResponse(reversal, transfer) } : {}),
        })),
      ])
      const matching = moved.filter(({ type }) => type === (query['type'] ?? type))
      return listOf(
        '/v1/balance_transactions',
        matching.toSorted((a, b) => a.created - b.created),
        query,
      )
    })
    api.get('/balance', async (): Promise<Stripe.Balance> => {
      const available = currencies.map((currency) => ({ amount: findBalance(currency), currency }))
      const pending = currencies.map((currency) => ({ amount: 0, currency }))
      return { object: 'balance', available, pending, livemode: false }
    })
  }

  const mountPage = (app: FastifyInstance): void => {
    const findLink = (id: string): Link | undefined => links.get(id)
    const isOver = ({ is_used, expires_at }: Link): boolean => is_used || unixSeconds(now()) >= expires_at
    app.get<{ Params: { id: string } }>('/stripe/onboarding/:id', async ({ params, headers }, reply) => {
      const language = languageOf(null, headers['accept-language'])
      const link = findLink(params.id)
      if (link === undefined) return sendMissing(reply, 'stripe', language)
      if (isOver(link)) return sendOn(reply, link.refresh_url)
      return sendOnboarding(reply, language, [link.return_url, link.refresh_url])
    })
    app.post<{ Params: { id: string } }>('/stripe/onboarding/:id', async (request, reply) => {
      const link = findLink(request.params.id)
      if (link === undefined) return sendMissing(reply, 'stripe', languageOf(null, request.headers['accept-language']))
      if (isOver(link)) return sendOn(reply, link.refresh_url)
      link.is_used = true
      const form = formOf(request)
      const account = accounts.get(link.account)!
      if (form.get('outcome') === 'done') {
        account.holder_name = form.get('name')?.trim() || 'Test Business'
        await announce(standIn, [connectNotice('account.updated', account.id, accountResponse(account))])
      }
      return sendOn(reply, link.return_url)
    })
  }

  const desk: PayoutDesk = {
    async finish(reference, outcome, amount_minor) {
      const transfer = transfers.find(({ metadata }) => metadata['reference'] === reference)
      if (transfer === undefined) throw new Error(`no transfer ${reference}`)
      if (outcome !== 'returned') throw new Error('Stripe’s transfers are paid when they are created')
      const left = transfer.amount - transfer.amount_reversed
      const amount = Number(amount_minor ?? left)
      if (amount <= 0 || amount > left) throw new Error(`${amount} cannot come back of ${left}`)
      const id = `trr_${randomId(24)}`
      const balance_transaction = moveBalance('transfer_refund', { amount, currency: transfer.currency, source: id })
      transfer.reversals.push({ id, amount, created: unixSeconds(now()), balance_transaction })
      transfer.amount_reversed += amount
      await announceTransfer('transfer.reversed', transfer)
    },
    lines: () =>
      transfers.map(({ metadata, destination, currency, amount, amount_reversed }) => ({
        reference: metadata['reference'] ?? '',
        recipient: destination,
        currency: currency.toUpperCase(),
        amount_minor: BigInt(amount),
        returned_minor: BigInt(amount_reversed),
        state: amount_reversed === amount ? 'returned' : 'paid',
      })),
  }
  return { desk, mount, mountPage }
}
