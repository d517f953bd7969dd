/** The desk's currencies and their exchange rates. */
export const currencyLists = {
  currencies: {
    title: 'Currencies',
    description:
      'How amounts are written and rounded in cash, and exchange rates for totals of the dashboard. Each country has one.',
    search: 'Code or name',
    empty: 'No currencies.',
    columns: {
      code: 'Code',
      name: 'Name',
      symbol: 'Symbol',
      position: 'Position',
      digits: 'Digits',
      cash_step: 'Cash rounding step',
      latest_rate: 'Exchange rate',
      latest_day: 'Rate of',
      is_crypto: 'Is cryptocurrency',
    },
  },
  exchange_rates: {
    title: 'Exchange rates',
    description:
      'What a currency was worth in another, by day and source. The dashboard converts totals with them. Prices and payments are never converted.',
    search: 'Source',
    empty: 'No exchange rates.',
    columns: { day: 'Day', currency: 'Currency', against: 'In', rate: 'Rate', source: 'Source' },
    filters: { currency: 'Currency', against: 'In' },
  },
} as const

export const currencyRecords = {
  currencies: {
    fields: {
      name: 'Name (English)',
      name_fr: 'Name (French)',
      against: 'Other currency',
      rate: 'Exchange rate',
      day: 'Day',
      source: 'Source',
    },
    hints: {
      symbol: 'For readers of its own country. Others see the code.',
      digits: 'Decimals of whole amounts, from 0 to 2. Amounts with a fraction always show both.',
      cash_step: 'The smallest amount that is paid in cash.',
      rate: 'What one unit is worth in the other currency.',
      source: 'Where the rate was published, such as a central bank’s web page.',
    },
    actions: { add_rate: 'Enter an exchange rate' },
    done: {
      update: 'Saved. Pages show it within a few seconds.',
      add_rate: 'The exchange rate is entered.',
    },
  },
  exchange_rates: {
    effects: { remove: 'The dashboard will use the rate of an earlier day. No price or payment changes.' },
    done: { remove: 'The exchange rate is deleted.' },
  },
} as const

export const currencyWords = {
  symbol_sides: { language: 'As usual in the reader’s language', left: 'Left', right: 'Right' },
} as const
