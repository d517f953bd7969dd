import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createExchangeRate,
  currencyList,
  deleteExchangeRate,
  exchangeRateList,
  getCurrency,
  updateCurrency,
} from '#contract/currencies/desk.ts'
import { formatMoney } from '#contract/money.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { currencyFormats } from './formats.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T12:00:00Z')
  token = (await world.buildDriver({ role: 'admin' })).token
})
afterAll(() => world.close())

const naira = {
  name: 'Nigerian naira',
  name_fr: 'Naira nigérian',
  symbol: '₦',
  position: 'language' as const,
  digits: 0,
  cash_step: 1,
}
const update = async (id: 'NGN' | 'XOF', changes: object) => {
  const { version } = (await world.call(getCurrency, { token, params: { id } })).body
  return world.call(updateCurrency, { token, params: { id }, body: { ...naira, ...changes, version } })
}
/** Amounts as this server writes them, with ordinary spaces. */
const written = (amount: number, currency: string, locale: string) =>
  formatMoney(amount, currency, locale).replaceAll(/[\u00a0\u202f]/g, ' ')

test('a symbol and its side change wherever amounts are written, and the defaults are the usual ones', async () => {
  expect(currencyFormats(world.db).changed).toBeUndefined()
  const changed = await update('NGN', { symbol: 'N.', position: 'right', digits: 2 })
  expect(changed.body).toMatchObject({ symbol: 'N.', position: 'right', digits: 2, version: 2, is_crypto: false })
  expect([written(1250, 'NGN', 'en-NG'), written(1250, 'NGN', 'fr-SN'), written(5, 'USD', 'en-US')]).toEqual([
    '1,250.00 N.',
    '1 250,00 NGN',
    '$5.00',
  ])
  await update('NGN', { position: 'left', symbol: 'N A' })
  expect([written(-1250, 'NGN', 'fr-NG'), written(1250.5, 'NGN', 'en-NG')]).toEqual(['−N A 1 250', 'N A 1,250.50'])
  await update('NGN', {})
  expect(currencyFormats(world.db).changed).toBeUndefined()
  expect(written(1250, 'NGN', 'en-NG')).toBe('₦1,250')
  const log = await world.db.selectFrom('audit_log').select(['after']).where('kind', '=', 'currency').execute()
  expect(log).toHaveLength(3)
})

test.each([
  ['symbol', 'NGN', { symbol: '5$' }],
  ['symbol', 'NGN', { symbol: '' }],
  ['symbol', 'NGN', { symbol: 'much too long' }],
  ['position', 'NGN', { position: 'above' }],
  ['digits', 'NGN', { digits: 3 }],
  ['digits', 'XOF', { digits: 2 }],
  ['cash_step', 'XOF', { cash_step: 0.5 }],
  ['cash_step', 'NGN', { cash_step: 0 }],
  ['is_crypto', 'NGN', { is_crypto: true }],
] as const)('refuses a wrong %s of %s', async (field, id, changes) => {
  const { status, problem } = await update(id, changes)
  expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
})

test('of two people who change a currency, the second is told', async () => {
  const { version } = (await world.call(getCurrency, { token, params: { id: 'CAD' } })).body
  const change = () =>
    world.call(updateCurrency, {
      token,
      params: { id: 'CAD' },
      body: { ...naira, name: 'Canadian dollar', symbol: '$', digits: 2, cash_step: 0.05, version },
    })
  expect((await change()).status).toBe(200)
  expect(outcomeOf(await change())).toBe('409 changed_meanwhile')
})

test('an exchange rate is entered once for a day, not of days to come, and names its source', async () => {
  const enter = (day: string, rate: number, against: 'NGN' | 'CAD' = 'NGN') =>
    world.call(createExchangeRate, {
      token,
      params: { id: 'CAD' },
      body: { against, rate, day, source: 'Bank of Canada' },
    })
  expect((await enter('2026-11-20', 1000)).status).toBe(200)
  expect((await enter('2026-11-22', 1250)).status).toBe(200)
  const refused = await Promise.all([
    enter('2026-11-22', 1300),
    enter('2026-11-24', 1300),
    enter('2026-11-21', 1, 'CAD'),
  ])
  expect(refused.map(({ status, problem }) => [status, problem.errors?.[0]?.field])).toEqual([
    [422, 'day'],
    [422, 'day'],
    [422, 'against'],
  ])
  const { body } = await world.call(exchangeRateList.endpoint, { token, query: { currency: 'CAD' } })
  expect(body.items).toMatchObject([
    { day: '2026-11-22', rate: 1250, source: 'Bank of Canada' },
    { day: '2026-11-20', rate: 1000, source: 'Bank of Canada' },
  ])
  await world.call(deleteExchangeRate, { token, params: { id: body.items[0]!.id } })
  const after = await world.call(exchangeRateList.endpoint, { token, query: { currency: 'CAD' } })
  expect(after.body.items.map(({ day }) => day)).toEqual(['2026-11-20'])
})

test('administrators see the currencies, and only admins change them', async () => {
  const { token: administrator } = await world.buildDriver({ role: 'administrator' })
  const { token: staff } = await world.buildDriver({ role: 'staff' })
  const { body } = await world.call(currencyList.endpoint, { token: administrator })
  expect(body.items.map(({ code }) => code)).toEqual(['CAD', 'NGN', 'USD', 'XOF'])
  expect((await world.call(currencyList.endpoint, { token: staff })).status).toBe(403)
  const change = { params: { id: 'NGN' as const }, body: { ...naira, version: 1 } }
  expect((await world.call(updateCurrency, { token: administrator, ...change })).status).toBe(403)
})
