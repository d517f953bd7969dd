import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import { addFunds, getWallet, listTransactions } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { buildPaidBooking, bookingCallsOf } from '#test/kits/bookings-kit.ts'
import { callEveryGet } from '#test/kits/every-get.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { reconcile } from './reconciliation/reconcile.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world.close())

/** Adds money to the balance in a currency, through that country's provider. Returns the reference. */
async function topUp(driver: Driver, amount: number, currency: 'CAD' | 'XOF'): Promise<string> {
  const { status, body } = await world.call(addFunds, { token: driver.token, body: { amount, currency } })
  expect(status, JSON.stringify(body)).toBe(200)
  const { reference, payment_url, checkout_url } = body.data.payment_info
  await payAs(payment_url ?? checkout_url, 'success')
  await world.simulators.control.settled()
  expect((await world.verify(driver, reference)).body.status).toBe('success')
  return reference
}

/** A customer at home in Canada who has parked in Senegal too: each balance added to, spent from and paid back. */
async function newTraveller(): Promise<Driver> {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const references = [await topUp(driver, 37.11, 'CAD'), await topUp(driver, 5_013, 'XOF')]
  const parks = [
    await world.buildPark({ country_code: 'CA', increment_minor: 311n }),
    await world.buildPark({ country_code: 'SN', increment_minor: 700n, day_cap_minor: null }),
  ]
  const calls = bookingCallsOf(world, driver)
  for (const park of parks) {
    await buildPaidBooking(world, driver, park, 0, 8)
    const { id } = await buildPaidBooking(world, driver, park, 40, 4)
    expect((await calls.cancel(id)).status).toBe(200)
  }
  // Wave returns payments as a whole only.
  const returned = [
    { payment_reference: references[0], amount: 5.05 },
    { payment_reference: await topUp(driver, 605, 'XOF') },
  ]
  for (const body of returned) {
    const { status, problem } = await world.call(refundTopUp, { token: driver.token, body })
    expect(status, JSON.stringify(problem)).toBe(200)
  }
  await world.simulators.control.settled()
  return driver
}

interface Found {
  where: string
  amount: number
  currency: unknown
}

/** Keys of amounts in major units. */
const isAmount = (key: string) =>
  /^(amount|balance|balance_after|pending|owed|owed_taken_back|total|due|refunded|paid|price|subtotal|credited|returned|held|least|most|revenue|sales)$/.test(
    key,
  )

/** Every amount of an answer with the currency of its object, or of the nearest object around it that names one. */
function findAmounts(value: unknown, where = '', currency?: unknown): Found[] {
  if (Array.isArray(value)) return value.flatMap((part, n) => findAmounts(part, `${where}[${n}]`, currency))
  if (typeof value !== 'object' || value === null) return []
  const named = 'currency' in value ? value.currency : currency
  return Object.entries(value).flatMap(([key, part]) =>
    // Without a currency around it, a total is a count.
    typeof part === 'number' && isAmount(key) && (key !== 'total' || named !== undefined)
      ? [{ where: `${where}.${key}`, amount: part, currency: named }]
      : findAmounts(part, `${where}.${key}`, named),
  )
}

/** What a sum over both currencies would look like, in major and in minor units. */
function mix(dollars: ReadonlySet<number>, francs: ReadonlySet<number>): Set<string> {
  const found = new Set<string>()
  for (const a of dollars)
    for (const b of francs) {
      found.add((Math.abs(a) + Math.abs(b)).toFixed(2))
      found.add(String(Math.round(Math.abs(a) * 100) + Math.abs(b)))
      found.add(((Math.round(Math.abs(a) * 100) + Math.abs(b)) / 100).toFixed(2))
    }
  return found
}

test('keeps the amounts of a customer with two currencies apart, wherever they are shown', async () => {
  const driver = await newTraveller()
  const { body: wallet } = await world.call(getWallet, { token: driver.token })
  expect(wallet.data).toMatchObject({ currency: 'CAD', balances: [{ currency: 'CAD' }, { currency: 'XOF' }] })
  const { items } = (await world.call(listTransactions, { token: driver.token, query: { size: 100 } })).body
  // Each balance is the sum of its own entries.
  for (const { balance, currency } of wallet.data.balances) {
    const own = items.filter((item) => item.currency === currency)
    expect([...new Set(own.map(({ kind }) => kind))].toSorted()).toEqual(['booking', 'refund', 'top_up'])
    expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(balance, 5)
    expect(own[0]!.balance_after).toBe(balance)
  }

  const amounts: (Found & { url: string })[] = []
  const texts: { url: string; text: string }[] = []
  const { failed } = await callEveryGet(world, ['admin', 'the traveller'], {
    also: { 'the traveller': driver.token },
    share: 4,
    look: ({ url, who, status, text }) => {
      if (status !== 200) return
      if (text.startsWith('{') || text.startsWith('[')) {
        for (const amount of findAmounts(JSON.parse(text))) amounts.push({ ...amount, url: `${url} as ${who}` })
        texts.push({ url, text })
      } else if (/csv/.test(url)) texts.push({ url, text })
    },
  })
  expect(failed).toEqual([])
  expect(amounts.length).toBeGreaterThan(100)
  // No amount without a currency, and no part of a franc.
  expect(amounts.filter(({ currency, amount }) => amount !== 0 && typeof currency !== 'string')).toEqual([])
  expect(amounts.filter(({ currency, amount }) => currency === 'XOF' && !Number.isInteger(amount))).toEqual([])
  const own = (currency: string) =>
    new Set(items.filter((item) => item.currency === currency).flatMap((item) => [item.amount, item.balance_after]))
  const mixed = mix(own('CAD'), own('XOF'))
  for (const { url, text } of texts)
    for (const number of text.match(/(?<![\w.-])\d+\.\d{1,2}(?![\w.-])/g) ?? [])
      expect(mixed.has(Number(number).toFixed(2)), `${number} in ${url}`).toBe(false)
  // A file says the currency on each line with one of the customer's amounts.
  const files = texts.filter(({ url }) => /csv/.test(url))
  expect(files.length).toBeGreaterThan(5)
  for (const { url, text } of files)
    for (const line of text.split('\r\n')) {
      if (/(?<![\d.])37\.11(?!\d)/.test(line)) expect(line, url).toMatch(/CAD|CA\$|\$/)
      if (/(?<![\d.])5[,  ]?013(?!\d)/.test(line)) expect(line, url).toMatch(/XOF|CFA/)
    }
})

test('writes each amount with its own currency in emails', async () => {
  const driver = await newTraveller()
  const mails = await mailsTo(world, driver.email)
  const amounts = mails
    .flatMap(({ text }) => [...text.matchAll(/^(?:Paid|Amount|Refunded to your wallet): (.+)$/gm)])
    .map(([, amount]) => amount!)
  // Of a confirmation, a cancellation and a withdrawal in each currency.
  expect(amounts.length).toBeGreaterThanOrEqual(8)
  expect(amounts.filter((amount) => !/^(?:\$[\d,]+\.\d\d|XOF\s[\d,]+)$/.test(amount))).toEqual([])
  expect(amounts.filter((amount) => amount.startsWith('XOF')).length).toBe(amounts.length / 2)
  expect(amounts).toEqual(expect.arrayContaining(['$5.05', expect.stringMatching(/^XOF\s605$/)]))
})

test('agrees with each provider, and keeps the books balanced', async () => {
  await newTraveller()
  const from = new Date(`${world.clock.now.toISOString().slice(0, 10)}T00:00:00Z`)
  const until = new Date(from.getTime() + 86_400_000)
  for (const provider of ['stripe', 'wave'] as const)
    expect((await reconcile(world.deps, provider, from, until)).discrepancies, provider).toEqual([])
  await world.expectBalancedLedger()
})
