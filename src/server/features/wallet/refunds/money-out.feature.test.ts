import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransactionKind } from '#contract/money.ts'
import type { Currency } from '#contract/money.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import { exportTransactions, getStatement, listTopUps, listTransactions } from '#contract/wallet/wallet.ts'
import { payAs } from '#simulators/test-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { postTransfer, postTransfers } from '../ledger/ledger.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld()
})
afterAll(() => world.close())

async function move(
  driver: Driver,
  at: string,
  amount_minor: bigint,
  {
    kind = 'adjustment',
    label = 'test',
    currency = 'CAD',
  }: { kind?: TransactionKind; label?: string; currency?: Currency } = {},
) {
  await world.db.transaction().execute((tx) =>
    postTransfer(tx, {
      kind,
      reference: crypto.randomUUID(),
      description: label,
      currency,
      at: new Date(at),
      postings: [
        { account: { kind: 'customer', owner: driver.user_id }, amount_minor },
        { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
      ],
    }),
  )
}

/** October's last second and November's first in Toronto, a stay, and December's first second. */
async function someMonths(): Promise<Driver> {
  const driver = await world.buildDriver({ country_code: 'CA' })
  await move(driver, '2026-11-01T03:59:59Z', 1_000n)
  await move(driver, '2026-11-01T04:00:00Z', 5_000n, { kind: 'top_up', label: 'top_up:stripe' })
  await move(driver, '2026-11-10T15:00:00Z', -1_225n, { kind: 'booking', label: 'booking:ABCD2345' })
  await move(driver, '2026-11-10T16:00:00Z', 700n, { currency: 'XOF' })
  return driver
}

describe('transactions by day', () => {
  test('reads a date in the account’s time zone and an instant as it is', async () => {
    const driver = await someMonths()
    const amounts = async (query: object) => {
      const { status, body } = await world.call(listTransactions, { token: driver.token, query })
      expect(status).toBe(200)
      return body.items.map(({ amount }) => amount)
    }
    expect(await amounts({ from: '2026-11-01', to: '2026-11-01' })).toEqual([50])
    expect(await amounts({ to: '2026-10-31' })).toEqual([10])
    expect(await amounts({ from: '2026-11-10T15:00:00Z', to: '2026-11-10T16:00:00Z' })).toEqual([-12.25])
    expect(await amounts({ from: '2026-11-01', kind: 'booking' })).toEqual([-12.25])
  })

  test.each([
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-11-21T10:00:00' }, 'to'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  ])('%o is refused', async (query, field) => {
    const driver = await world.buildDriver()
    for (const endpoint of [listTransactions, exportTransactions]) {
      const { status, problem } = await world.call(endpoint, { token: driver.token, query })
      expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
    }
  })
})

describe('transactions as CSV', () => {
  test('has a byte order mark, headings in the reader’s language and numbers as numbers', async () => {
    const driver = await someMonths()
    const { status, headers, raw } = await world.call(exportTransactions, {
      token: driver.token,
      query: { from: '2026-11-01', kind: 'booking' },
      headers: { 'accept-language': 'fr' },
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="parkwell-transactions.csv"',
      'cache-control': 'private, no-store',
    })
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(raw.toString('utf8').slice(1).split('\r\n')).toEqual([
      'Date (UTC),Type,Description,Référence,Montant,Devise,Solde après',
      '2026-11-10T15:00:00.000Z,Stationnement,"Stationnement, réservation ABCD2345",ABCD2345,-12.25,CAD,47.75',
      '',
    ])
  })

  test('writes text that begins like a formula as text', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    await move(driver, '2026-11-10T15:00:00Z', 100n, { kind: 'order', label: 'order:=HYPERLINK' })
    await move(driver, '2026-11-10T15:00:00Z', 100n, { kind: 'order', label: 'order:-2.3' })
    const { raw } = await world.call(exportTransactions, { token: driver.token })
    const cells = raw
      .toString('utf8')
      .split('\r\n')
      .flatMap((line) => line.split(','))
    expect(cells.filter((text) => /^[=+@-]/.test(text) && Number.isNaN(Number(text)))).toEqual([])
    expect(cells).toEqual(expect.arrayContaining(["'=HYPERLINK", "'-2.3"]))
  })

  test('contains every transaction of the account and no other', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    await world.buildDriver({ country_code: 'CA', balance_minor: 77n })
    const count = 1_203
    const transfers = Array.from({ length: count }, (_, n) => ({
      kind: 'adjustment' as const,
      reference: `${driver.user_id}/${n}`,
      description: 'test',
      currency: 'CAD' as const,
      at: world.clock.now,
      postings: [
        { account: { kind: 'customer' as const, owner: driver.user_id }, amount_minor: 1n },
        { account: { kind: 'adjustment' as const, owner: '' }, amount_minor: -1n },
      ],
    }))
    await world.db.transaction().execute((tx) => postTransfers(tx, transfers))
    const { raw } = await world.call(exportTransactions, { token: driver.token })
    const lines = raw.toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    expect(lines[1]).toMatch(/,12\.03$/)
    expect(lines.at(-1)).toMatch(/,0\.01,CAD,0\.01$/)
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(count + 1)
  })
})

describe('a month’s statement', () => {
  test('has the ledger’s opening and closing balances and every entry of the currency', async () => {
    const driver = await someMonths()
    await move(driver, '2026-12-01T05:00:00Z', 9_999n)
    world.clock.now = new Date('2026-12-02T12:00:00Z')
    const { status, headers, raw } = await world.call(getStatement, {
      token: driver.token,
      params: { month: '2026-11' },
    })
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="parkwell-2026-11-CAD.pdf"',
    ])
    const { lines } = readPdf(raw)
    for (const text of ['$10.00', '+$50.00', '−$12.25', '$47.75']) expect(lines, text).toContain(text)
    expect(lines.join('')).toContain(driver.email)
    expect(lines.join('\n')).not.toContain('99.99')
    const other = await world.call(getStatement, {
      token: driver.token,
      params: { month: '2026-11' },
      query: { currency: 'XOF' },
      headers: { 'accept-language': 'fr' },
    })
    expect(readPdf(other.raw).lines.map((text) => text.replaceAll('\u00a0', ' '))).toContain('700 XOF')
  })

  test.each(['2026-13', '2026-1', 'november', '1999-11', '2027-06'])('is refused for %s', async (month) => {
    const driver = await world.buildDriver()
    const { status, problem } = await world.call(getStatement, { token: driver.token, params: { month } })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'month'])
  })

  test('requires a login', async () => {
    for (const endpoint of [exportTransactions, listTopUps]) expect((await world.call(endpoint)).status).toBe(401)
    expect((await world.call(getStatement, { params: { month: '2026-11' } })).status).toBe(401)
  })
})

test('lists top-ups, newest first, with the payment address while they can be paid', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  await world.buildDriver({ country_code: 'CA' }).then((other) => world.startTopUp(other, 5))
  const first = await world.startTopUp(driver, 20)
  world.clock.advance(1)
  const second = await world.startTopUp(driver, 30)
  await payAs(first.page, 'success')
  await world.verify(driver, first.reference)
  const { body } = await world.call(listTopUps, { token: driver.token })
  expect(body).toMatchObject({
    total: 2,
    items: [
      {
        reference: second.reference,
        provider: 'stripe',
        amount: 30,
        currency: 'CAD',
        status: 'pending',
        pay_url: second.page,
      },
      { reference: first.reference, amount: 20, status: 'success', pay_url: null },
    ],
  })
  const pending = await world.call(listTopUps, { token: driver.token, query: { status: 'pending' } })
  expect(pending.body.items.map(({ reference }) => reference)).toEqual([second.reference])
})

test('limits refundable amounts to the balance, and to the full amount without partial refunds', async () => {
  const back = async (driver: Driver) =>
    (await world.call(listTopUps, { token: driver.token, query: { status: 'success' } })).body.items.map(
      ({ refundable, refund_whole }) => [refundable, refund_whole],
    )
  const paid = async (driver: Driver, amount: number) => {
    const { page, reference } = await world.startTopUp(driver, amount)
    await payAs(page, 'success')
    await world.verify(driver, reference)
    await world.simulators.control.settled()
    return reference
  }
  const cards = await world.buildDriver({ country_code: 'CA' })
  const reference = await paid(cards, 50)
  expect(await back(cards)).toEqual([[50, false]])
  await move(cards, '2026-11-10T15:00:00Z', -1_225n)
  expect(await back(cards)).toEqual([[37.75, false]])
  const body = { payment_reference: reference, amount: 7.75 }
  expect((await world.call(refundTopUp, { token: cards.token, body })).status).toBe(200)
  expect(await back(cards)).toEqual([[30, false]])

  const phones = await world.buildDriver({ country_code: 'SN' })
  await paid(phones, 5_000)
  expect(await back(phones)).toEqual([[5_000, true]])
  await move(phones, '2026-11-10T15:00:00Z', -1n, { currency: 'XOF' })
  expect(await back(phones)).toEqual([[0, true]])
})
