import { sql } from 'kysely'
import { currencyList, exchangeRateList } from '#contract/currencies/desk.ts'
import type { Language } from '#contract/places/places.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const latest = sql`select r.against, r.rate, r.day from exchange_rates r where r.currency = c.code
  order by r.day desc, r.against limit 1`

const currencySource = ({ language }: { language: Language }): ListSource<typeof currencyList> => ({
  from: sql`currency_settings c left join lateral (${latest}) l on true`,
  id: sql<string>`c.code`,
  columns: {
    code: sql`c.code`,
    name: language === 'fr' ? sql`c.name_fr` : sql`c.name`,
    symbol: sql`c.symbol`,
    position: sql`c.position`,
    digits: sql`c.digits`,
    cash_step: { minor: sql`c.cash_step_minor`, currency: sql<string>`c.code` },
    latest_rate: sql`l.rate::text || ' ' || l.against`,
    latest_day: sql`l.day::text`,
    is_crypto: sql`false`,
  },
  filters: {},
  search: (text) => ({
    exact: sql<boolean>`c.code = upper(${text})`,
    matches: sql<boolean>`(c.code = upper(${text}) or ${hasWords([sql`c.name`, sql`c.name_fr`], text)})`,
  }),
  scope: 'everywhere',
})

const exchangeRateSource = (): ListSource<typeof exchangeRateList> => ({
  from: sql`exchange_rates r`,
  id: sql<string>`r.id`,
  columns: {
    day: sql`r.day::text`,
    currency: sql`r.currency`,
    against: sql`r.against`,
    rate: sql`r.rate`,
    source: sql`r.source`,
  },
  filters: {
    currency: (code) => sql<boolean>`r.currency = ${code}`,
    against: (code) => sql<boolean>`r.against = ${code}`,
  },
  search: (text) => ({ matches: hasWords([sql`r.source`], text) }),
  scope: 'everywhere',
})

export const currenciesDesk = [served(currencyList, currencySource), served(exchangeRateList, exchangeRateSource)]
