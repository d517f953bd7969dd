import { sql } from 'kysely'
import { taxList } from '#contract/branches/desk/taxes.ts'
import type { Language } from '#contract/places/places.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { taxState } from '../tax-records.ts'

/** The currency of amounts for each unit sold: that of the country. */
const currency = sql<string>`case c.code when 'NG' then 'NGN' when 'CA' then 'CAD' when 'SN' then 'XOF' else 'USD' end`

const taxSource = ({ language, now }: { language: Language; now: Date }): ListSource<typeof taxList> => ({
  from: sql`tax_rates t join countries c on c.id = t.country_id left join states s on s.id = t.state_id`,
  id: sql<string>`t.id`,
  columns: {
    code: sql`t.code`,
    name: language === 'fr' ? sql`t.name_fr` : sql`t.name`,
    class: sql`t.class`,
    country: sql`c.code`,
    state: language === 'fr' ? sql`s.name_fr` : sql`s.name`,
    city: sql`t.city`,
    type: sql`t.kind`,
    percent: sql`case when t.kind = 'percentage' then t.value / 1000.0 end::float8`,
    amount: { minor: sql`case when t.kind = 'fixed' then t.value end`, currency },
    valid_from: sql`t.valid_from::text`,
    valid_to: sql`(t.valid_to - 1)::text`,
    source: sql`t.source`,
    source_date: sql`t.source_date::text`,
    is_example: sql`t.is_example`,
  },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    class: (name) => sql<boolean>`t.class = ${name}`,
    example: sql<boolean>`t.is_example`,
  },
  state: taxState(now),
  search: (text) => ({
    exact: sql<boolean>`t.code = lower(${text})`,
    matches: sql<boolean>`(t.code = lower(${text}) or ${hasWords([sql`t.name`, sql`t.name_fr`, sql`s.name`], text)})`,
  }),
  scope: 'everywhere',
})

export const taxesDesk = [served(taxList, taxSource)]
