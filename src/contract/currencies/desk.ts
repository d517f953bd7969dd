import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, missingOr } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amount, byId, integer, Version } from '#contract/lists/shared-fields.ts'
import { currencies, symbolSides } from '#contract/money.ts'

const permission = 'currencies.view'

/** The currencies of the countries that are served. There is one for each, so that none is added here. */
export const currencyList = deskList({
  name: 'currencies',
  menu: { group: 'settings', rank: 10 },
  permission,
  opens: { screen: 'currencies', permission },
  namedBy: ['code', 'name'],
  columns: {
    code: { kind: 'code', sortable: true },
    name: { kind: 'text' },
    symbol: { kind: 'text' },
    position: { kind: 'choice', words: 'symbol_sides' },
    digits: { kind: 'number' },
    cash_step: { kind: 'money' },
    latest_rate: { kind: 'text' },
    latest_day: { kind: 'day' },
    is_crypto: { kind: 'flag', extra: true },
  },
  filters: {},
  sort: 'code',
})

/** What a currency was worth in another on a day, newest first. */
export const exchangeRateList = deskList({
  name: 'exchange-rates',
  permission,
  opens: { screen: 'exchange-rates', permission },
  namedBy: ['currency', 'source'],
  columns: {
    day: { kind: 'day', sortable: true },
    currency: { kind: 'code' },
    against: { kind: 'code' },
    rate: { kind: 'number' },
    source: { kind: 'text' },
  },
  filters: { currency: { kind: 'choice', values: currencies }, against: { kind: 'choice', values: currencies } },
  sort: '-day',
})

const shown = {
  name: line(1, 60),
  name_fr: line(1, 60),
  position: z.enum(symbolSides, 'required'),
}

export const CurrencyRecord = z.object({
  ...recordFields,
  ...shown,
  version: z.number(),
  code: Currency,
  symbol: z.string(),
  digits: z.number(),
  cash_step: Money,
  /** A wallet holds money of ISO 4217 alone. */
  is_crypto: z.boolean(),
})
export type CurrencyRecord = z.infer<typeof CurrencyRecord>

const path = '/api/v1/admin/currencies/{id}'
const record = {
  tag: 'desk',
  status: 200,
  params: z.strictObject({ id: Currency }),
  answer: CurrencyRecord,
} as const

export const getCurrency = endpoint({
  ...record,
  name: 'getCurrency',
  method: 'GET',
  path,
  summary: 'Returns how amounts of a currency are written and rounded in cash',
  auth: permission,
})

/** Digits, signs and separators in a symbol would make another amount of it. */
const symbol = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(8, 'too_long'),
  z.refine((text) => /^[\p{L}\p{Sc}. \u00a0]*$/u.test(text), 'characters'),
)

export const updateCurrency = endpoint({
  ...record,
  name: 'updateCurrency',
  method: 'PATCH',
  path,
  summary: 'Changes how amounts of a currency are written; every server uses it within seconds',
  auth: 'currencies.update',
  body: z.strictObject({ ...shown, symbol, digits: integer(0, 2), cash_step: amount, version: Version }),
})

const rateFields = {
  against: z.enum(currencies, 'required'),
  rate: z.number(missingOr('number')).check(z.minimum(0.000_000_1, 'too_small'), z.maximum(1_000_000, 'too_large')),
  day: z.iso.date(missingOr('day')),
  /** Where the rate was published. */
  source: line(3, 300),
}

/** Answers the currency. */
export const createExchangeRate = endpoint({
  ...record,
  name: 'createExchangeRate',
  stored_as: 'addExchangeRate',
  method: 'POST',
  path: `${path}/rates`,
  summary: 'Enters what a currency was worth in another on a day, for totals in reports',
  auth: 'currencies.create',
  idempotent: true,
  body: z.strictObject(rateFields),
})

export const ExchangeRate = z.object({ ...recordFields, ...rateFields, currency: Currency })
export type ExchangeRate = z.infer<typeof ExchangeRate>

export const getExchangeRate = endpoint({
  name: 'getExchangeRate',
  method: 'GET',
  path: '/api/v1/admin/exchange-rates/{id}',
  summary: 'Returns an exchange rate with its day and source',
  tag: 'desk',
  auth: permission,
  status: 200,
  params: byId,
  answer: ExchangeRate,
})

export const deleteExchangeRate = endpoint({
  name: 'deleteExchangeRate',
  method: 'DELETE',
  path: '/api/v1/admin/exchange-rates/{id}',
  summary: 'Deletes an exchange rate, so that the right one can be entered',
  tag: 'desk',
  auth: 'currencies.delete',
  status: 204,
  params: byId,
})

export const currencyRecord = deskRecord({
  list: currencyList,
  get: getCurrency,
  facts: {
    code: { kind: 'code' },
    name: { kind: 'text' },
    name_fr: { kind: 'text' },
    symbol: { kind: 'text' },
    position: { kind: 'choice', words: 'symbol_sides' },
    digits: { kind: 'number' },
    cash_step: { kind: 'money' },
    is_crypto: { kind: 'flag' },
  },
  update: {
    endpoint: updateCurrency,
    fields: {
      name: { kind: 'text', language: 'en' },
      name_fr: { kind: 'text', language: 'fr' },
      symbol: { kind: 'text', hint: true },
      position: { kind: 'choice', values: symbolSides, words: 'symbol_sides' },
      digits: { kind: 'number', hint: true },
      cash_step: { kind: 'money', currency: 'code', hint: true },
    },
  },
  actions: {
    add_rate: {
      endpoint: createExchangeRate,
      fields: {
        against: { kind: 'choice', values: currencies },
        rate: { kind: 'number', hint: true },
        day: { kind: 'day' },
        source: { kind: 'text', hint: true },
      },
    },
  },
  tabs: { exchange_rates: { list: exchangeRateList, filter: 'currency' } },
})

export const exchangeRateRecord = deskRecord({
  list: exchangeRateList,
  get: getExchangeRate,
  parent: { list: currencyList, id: 'currency', tab: 'exchange_rates' },
  facts: {
    currency: { kind: 'code' },
    against: { kind: 'code' },
    rate: { kind: 'number' },
    day: { kind: 'day' },
    source: { kind: 'text' },
  },
  remove: { endpoint: deleteExchangeRate },
})
