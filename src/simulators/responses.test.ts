import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseExactJson } from '#server/providers/payments/exact-json.ts'
import { createWave } from '#server/providers/payments/wave.ts'
import { compareWithDeclared } from '#test/kits/documented/declared-types.ts'
import { documentedPaystack, documentedWave, listFields } from '#test/kits/documented/documented-responses.ts'
import { startSimulators, type Simulators } from './simulators.ts'
import { payAs, startReceiver, type Receiver } from './test-kit.ts'

/** Every answer and webhook of the stand-ins, field by field: none that a provider always sends may be missing. */

let simulators: Simulators
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({ port: 0, host: '127.0.0.1' })
  simulators.setWebhookBase(receiver.url)
})
beforeEach(() => {
  receiver.received.length = 0
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

type Json = Record<string, unknown>
const checked: Record<'stripe' | 'paystack' | 'wave', Set<string>> = {
  stripe: new Set(),
  paystack: new Set(),
  wave: new Set(),
}
const eventsReceived = () => receiver.received.map(({ raw }) => parseExactJson(raw.toString('utf8')) as Json)

async function call(provider: keyof typeof checked, method: string, path: string, body?: BodyInit): Promise<Json> {
  const { base_url, ...keys } = simulators.keys[provider]
  const key = 'api_key' in keys ? keys.api_key : keys.secret_key
  const headers = {
    authorization: `Bearer ${key}`,
    'idempotency-key': crypto.randomUUID(),
    'content-type': typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded',
  }
  const response = await fetch(base_url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  return text === '' ? {} : (parseExactJson(text) as Json)
}

describe('the Stripe stand-in answers as the types of the stripe package declare', () => {
  const files = {
    Session: 'Checkout/Sessions',
    PaymentIntent: 'PaymentIntents',
    Charge: 'Charges',
    Refund: 'Refunds',
    Dispute: 'Disputes',
    EventBase: 'Events',
    Customer: 'Customers',
    CustomerSession: 'CustomerSessions',
    Account: 'Accounts',
    AccountLink: 'AccountLinks',
    Transfer: 'Transfers',
    TransferReversal: 'TransferReversals',
    BalanceTransaction: 'BalanceTransactions',
    Balance: 'Balance',
  }
  const nameOf: Record<string, keyof typeof files> = {
    'checkout.session': 'Session',
    payment_intent: 'PaymentIntent',
    charge: 'Charge',
    refund: 'Refund',
    dispute: 'Dispute',
    account: 'Account',
    transfer: 'Transfer',
  }
  const folder = new URL('../../node_modules/stripe/esm/resources/', import.meta.url).pathname
  const check = (value: unknown, name: keyof typeof files) => {
    const { problems, fields } = compareWithDeclared(value, `${folder}${files[name]}.d.ts`, name)
    for (const field of fields) checked.stripe.add(field)
    expect(problems).toEqual([])
  }
  const stripe = (method: string, path: string, form?: Record<string, string>) =>
    call('stripe', method, `/v1${path}`, form && new URLSearchParams(form))
  const checkList = (list: Json, name: keyof typeof files) => {
    expect(list).toMatchObject({ object: 'list', url: expect.any(String), has_more: expect.any(Boolean) })
    const data = list['data'] as unknown[]
    expect(data.length).toBeGreaterThan(0)
    for (const item of data) check(item, name)
  }
  const startSession = (reference: string) =>
    stripe('POST', '/checkout/sessions', {
      mode: 'payment',
      client_reference_id: reference,
      customer_email: 'a@example.com',
      success_url: 'http://127.0.0.1:3999/',
      'line_items[0][price_data][unit_amount]': '2050',
      'line_items[0][price_data][currency]': 'cad',
      'line_items[0][price_data][product_data][name]': 'Top-up',
      'payment_intent_data[metadata][reference]': reference,
    })

  test.each(['success', 'failed', 'pending', 'abandoned'] as const)('in a payment that ends in %s', async (outcome) => {
    const session = await startSession(`R-${outcome}`)
    check(session, 'Session')
    await payAs(String(session['url']), outcome)
    const expand = 'expand[]=payment_intent.latest_charge.balance_transaction'
    check(await stripe('GET', `/checkout/sessions/${String(session['id'])}?${expand}`), 'Session')
    checkList(await stripe('GET', '/checkout/sessions?expand[]=data.payment_intent'), 'Session')
    for (const event of eventsReceived()) {
      check({ ...event, data: { object: {} } }, 'EventBase')
      const { object } = event['data'] as { object: { object: string } }
      check(object, nameOf[object.object]!)
    }
  })

  test('in lists, refunds and disputes', async () => {
    const session = await startSession('R-list')
    await payAs(String(session['url']), 'success')
    checkList(await stripe('GET', '/payment_intents?expand[]=data.latest_charge.balance_transaction'), 'PaymentIntent')
    const { stripe: desk } = simulators.control.desks
    await desk.refund('R-list', 100n)
    await desk.dispute?.('R-list')
    await desk.closeDispute?.('R-list', 'won')
    checkList(await stripe('GET', '/refunds?expand[]=data.payment_intent'), 'Refund')
    checkList(await stripe('GET', '/disputes?expand[]=data.payment_intent'), 'Dispute')
    for (const event of eventsReceived()) {
      const { object } = event['data'] as { object: { object: string } }
      check(object, nameOf[object.object]!)
    }
    simulators.control.set('stripe', { refunds: 'failing' })
    const { data } = await stripe('GET', '/payment_intents')
    const paid = (data as Json[]).find(({ status }) => status === 'succeeded')
    check(await stripe('POST', '/refunds', { payment_intent: String(paid?.['id']), amount: '100' }), 'Refund')
    await simulators.control.settled()
    checkList(await stripe('GET', '/refunds'), 'Refund')
    simulators.control.reset()
  })

  test('to the calls of payouts', async () => {
    const account = await stripe('POST', '/accounts', { country: 'CA', email: 'a@example.com' })
    check(account, 'Account')
    const id = String(account['id'])
    const link = { account: id, return_url: 'http://127.0.0.1:3999/', refresh_url: 'http://127.0.0.1:3999/again' }
    const created = await stripe('POST', '/account_links', link)
    check(created, 'AccountLink')
    await fetch(String(created['url']), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'done', name: 'Park & Co' }),
    })
    check(await stripe('GET', `/accounts/${id}`), 'Account')
    const form = { amount: '2050', currency: 'cad', destination: id, 'metadata[reference]': 'po_0000000000000001' }
    check(await stripe('POST', '/transfers', form), 'Transfer')
    await simulators.control.settled()
    await simulators.control.desks.stripe.payouts.finish('po_0000000000000001', 'returned')
    checkList(await stripe('GET', '/transfers'), 'Transfer')
    const reversals = await stripe('GET', '/balance_transactions?type=transfer_refund')
    checkList(reversals, 'BalanceTransaction')
    const expanded = await stripe('GET', '/balance_transactions?type=transfer_refund&expand[]=data.source')
    const { source } = (expanded['data'] as { source: { transfer: string } }[])[0]!
    check(source, 'TransferReversal')
    check(await stripe('GET', `/transfers/${source.transfer}`), 'Transfer')
    check(await stripe('GET', '/balance'), 'Balance')
    const events = eventsReceived()
    expect(events.map(({ type }) => type)).toEqual(['account.updated', 'transfer.created', 'transfer.reversed'])
    expect(events[0]).toMatchObject({ account: id })
    for (const event of events) {
      const { object } = event['data'] as { object: { object: string } }
      check(object, nameOf[object.object]!)
    }
  })

  test('to the calls of the payment form', async () => {
    const intent = await stripe('POST', '/payment_intents', {
      amount: '2050',
      currency: 'usd',
      'metadata[reference]': 'R-form',
    })
    check(intent, 'PaymentIntent')
    const customer = await stripe('POST', '/customers', { 'metadata[user]': 'u1' })
    check(customer, 'Customer')
    check(await stripe('POST', '/customer_sessions', { customer: String(customer['id']) }), 'CustomerSession')
    const path = `/payment_intents/${String(intent['id'])}`
    check(await stripe('GET', path), 'PaymentIntent')
    const search = await stripe('GET', `/payment_intents/search?query=metadata['reference']:'R-form'`)
    for (const found of search['data'] as unknown[]) check(found, 'PaymentIntent')
    await stripe('POST', `${path}/confirm`, { payment_method: 'pm_card_declined' })
    check(await stripe('POST', `${path}/confirm`, { payment_method: 'pm_card_visa' }), 'PaymentIntent')
  })
})

describe('the Paystack stand-in answers as documented', () => {
  const check = (name: keyof typeof documentedPaystack, value: unknown) => {
    const schema = documentedPaystack[name]
    for (const field of listFields(schema, name)) checked.paystack.add(field)
    expect(schema.safeParse(value).error?.issues ?? []).toEqual([])
  }
  const paystack = (method: string, path: string, body?: object) =>
    call('paystack', method, path, body && JSON.stringify(body))
  const start = async (reference: string) => {
    const started = await paystack('POST', '/transaction/initialize', {
      email: 'a@example.com',
      amount: 500_000,
      reference,
      callback_url: 'http://127.0.0.1:3999/',
    })
    check('initialize', started)
    return String((started['data'] as Json)['authorization_url'])
  }

  test.each(['success', 'failed', 'pending', 'abandoned'] as const)('in a payment that ends in %s', async (outcome) => {
    await payAs(await start(`R-${outcome}`), outcome)
    check('verify', await paystack('GET', `/transaction/verify/R-${outcome}`))
    check('transactions', await paystack('GET', '/transaction?perPage=5&page=1'))
    for (const event of eventsReceived()) check('charge.success', event)
  })

  test('in refunds and disputes', async () => {
    await payAs(await start('R-back'), 'success')
    receiver.received.length = 0
    check('refund', await paystack('POST', '/refund', { transaction: 'R-back', amount: 1_000 }))
    await simulators.control.settled()
    check('refunds', await paystack('GET', '/refund?perPage=5&page=1'))
    const { id } = (await paystack('GET', '/transaction/verify/R-back'))['data'] as { id: number }
    check('transaction', await paystack('GET', `/transaction/${id}`))
    const desk = simulators.control.desks.paystack
    await desk.dispute?.('R-back')
    check('disputes', await paystack('GET', '/dispute?perPage=5&page=1'))
    await desk.closeDispute?.('R-back', 'lost')
    check('disputes', await paystack('GET', '/dispute?perPage=5&page=1'))
    const events = eventsReceived()
    expect(new Set(events.map(({ event }) => String(event).split('.')[0]))).toEqual(new Set(['refund', 'charge']))
    for (const event of events)
      check(String(event['event']).startsWith('refund') ? 'refund.*' : 'charge.dispute.*', event)
  })

  test('when it refuses', async () => {
    check('error', await paystack('GET', '/transaction/verify/none'))
    check('error', await paystack('POST', '/refund', { transaction: 'none' }))
    check('error', await paystack('POST', '/transaction/initialize', { amount: -1 }))
    check('error', await paystack('GET', '/transfer/verify/none'))
    check('error', await paystack('POST', '/transfer', { source: 'balance', reference: 'Wrong Form' }))
    check('error', await paystack('GET', '/bank/resolve?account_number=1&bank_code=1'))
  })

  test('in transfers', async () => {
    const bank = { account_number: '0123456789', bank_code: '058' }
    check('banks', await paystack('GET', '/bank?country=nigeria&use_cursor=true&perPage=3'))
    check('resolve', await paystack('GET', '/bank/resolve?account_number=0123456789&bank_code=058'))
    const recipient = await paystack('POST', '/transferrecipient', { type: 'nuban', name: 'A B', ...bank })
    check('recipient.created', recipient)
    const code = String((recipient['data'] as Json)['recipient_code'])
    check('recipient.fetched', await paystack('GET', `/transferrecipient/${code}`))
    for (const payouts of ['at_once', 'failing', 'held', 'otp'] as const) {
      simulators.control.set('paystack', { payouts })
      const reference = `po_000000000_${payouts}`
      const request = { source: 'balance', amount: 500_000, recipient: code, reference, reason: 'May' }
      check('transfer.created', await paystack('POST', '/transfer', request))
      await simulators.control.settled()
      check('transfer.verified', await paystack('GET', `/transfer/verify/${reference}`))
    }
    simulators.control.reset()
    await simulators.control.desks.paystack.payouts.finish('po_000000000_at_once', 'returned')
    check('transfers', await paystack('GET', '/transfer?perPage=5&page=1'))
    check('balance', await paystack('GET', '/balance'))
    const events = eventsReceived()
    expect(events.map(({ event }) => event)).toEqual(['transfer.success', 'transfer.failed', 'transfer.reversed'])
    for (const event of events) check('transfer.*', event)
  })
})

describe('the Wave stand-in answers as documented', () => {
  const check = (name: keyof typeof documentedWave, value: unknown) => {
    const schema = documentedWave[name]
    for (const field of listFields(schema, name)) checked.wave.add(field)
    expect(schema.safeParse(value).error?.issues ?? []).toEqual([])
  }
  const wave = (method: string, path: string, body?: object) =>
    call('wave', method, `/v1${path}`, body && JSON.stringify(body))
  const start = (client_reference: string) =>
    wave('POST', '/checkout/sessions', {
      amount: '1500',
      currency: 'XOF',
      client_reference,
      success_url: 'http://127.0.0.1:3999/',
      error_url: 'http://127.0.0.1:3999/',
    })

  test.each(['success', 'failed', 'pending', 'abandoned'] as const)('in a payment that ends in %s', async (outcome) => {
    const session = await start(`R-${outcome}`)
    check('session', session)
    await payAs(String(session['wave_launch_url']), outcome)
    check('session', await wave('GET', `/checkout/sessions/${String(session['id'])}`))
    check('search', await wave('GET', `/checkout/sessions/search?client_reference=R-${outcome}`))
    for (const event of eventsReceived()) check('event', event)
  })

  test('in its daily list, with a refund', async () => {
    simulators.control.set('wave', { government_tax: 'paid_by_us' })
    await payAs(String((await start('R-list'))['wave_launch_url']), 'success')
    await simulators.control.desks.wave.refund('R-list')
    simulators.control.reset()
    check('transactions', await wave('GET', '/transactions'))
    const { payments, reversals } = await createWave(simulators.keys.wave).listPayments(
      new Date(Date.now() - 86_400_000),
      new Date(Date.now() + 86_400_000),
    )
    expect([payments.length, reversals.length]).not.toContain(0)
  })

  test('when it refuses', async () => {
    check('error', await wave('GET', '/checkout/sessions/cos-none'))
    check('error', await wave('POST', '/checkout/sessions', { amount: '1' }))
    check('error', await wave('POST', '/payout', { currency: 'XOF' }))
  })

  test('in payouts', async () => {
    const mobile = '+221771234567'
    check('recipient', await wave('POST', '/verify_recipient/', { mobile, name: 'A B', amount: '1', currency: 'XOF' }))
    const request = { currency: 'XOF', receive_amount: '5000', mobile, client_reference: 'po_0000000000000001' }
    check('payout', await wave('POST', '/payout', request))
    await simulators.control.desks.wave.payouts.finish('po_0000000000000001', 'failed')
    check('payouts', await wave('GET', '/payouts/search?client_reference=po_0000000000000001'))
    await simulators.control.desks.wave.payouts.finish('po_0000000000000001', 'returned')
    check('transactions', await wave('GET', '/transactions'))
    check('balance', await wave('GET', '/balance'))
  })
})

test('the fields compared are those on record', async () => {
  const record = Object.entries(checked)
    .map(([provider, fields]) => `# ${provider} (${fields.size})\n${[...fields].sort().join('\n')}\n`)
    .join('\n')
  await expect(record).toMatchFileSnapshot('checked-fields.txt')
})
