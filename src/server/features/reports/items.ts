import { sql } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import type { Language } from '#contract/places/places.ts'
import { itemsReport } from '#contract/reports/desk/items.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { findDays } from './days/days.ts'
import { findItemDays, findSoldThings, itemKindDays } from './days/item-days.ts'
import { allOf, textOf } from './places.ts'

interface Read {
  language: Language
  query: DeskQuery
  scope: Scope
}

const itemsSource = (read: Read): ListSource<typeof itemsReport> => {
  const isFrench = read.language === 'fr'
  const day = sql<string>`f.day::text`
  const [item, variation] = ['name', 'variation_name'].map((name) => sql.ref(`f.${isFrench ? `${name}_fr` : name}`))
  const selected = { query: read.query, scope: read.scope, period: 'placed' }
  const [currency, example, kind, search] = ['currency', 'example', 'kind', 'search'].map((name) =>
    textOf(read.query, name),
  )
  const ofDays = (alias: string) =>
    allOf([
      currency !== undefined && sql<boolean>`${sql.ref(`${alias}.currency`)} = ${currency}`,
      example !== undefined && sql<boolean>`${sql.ref(`${alias}.is_example`)} = ${example === 'true'}`,
    ])
  const ofKind = allOf([kind !== undefined && sql<boolean>`f.kind = ${kind}`])
  const isNamed = (text: string) => hasWords([sql`${item}`, sql`coalesce(${variation}, '')`], text)
  const money = (column: string) => ({ minor: sql<bigint>`f.${sql.ref(column)}`, currency: sql<string>`f.currency` })
  return {
    isComputed: true,
    from: sql`(
      select s.*, md5(concat_ws('|', s.item_id, s.variation_id, s.extra_id, s.item, s.variation, s.kind, s.currency)) as id,
        round(s.gross::numeric * 100 / nullif(sum(s.gross) over (partition by s.currency), 0), 2)::float8 as share
      from (
        select item_id, variation_id, extra_id, ${item} as item, ${variation} as variation, kind, currency,
          sum(quantity)::int as quantity, sum(returned)::int as returned, sum(gross)::bigint as gross,
          sum(discounts)::bigint as discounts, sum(net)::bigint as net, sum(taxes)::bigint as taxes
        from (${findSoldThings(selected, ofDays('s'))}) f where ${ofKind} group by 1, 2, 3, 4, 5, 6, 7) s) f
      left join items i on i.id = f.item_id left join item_variations v on v.id = f.variation_id`,
    id: sql<string>`f.id`,
    columns: {
      item: sql`f.item`,
      variation: sql`f.variation`,
      is_extra: sql`f.extra_id is not null`,
      category: sql`(select ${sql.ref(isFrench ? 'c.name_fr' : 'c.name')} from item_categories c where c.id = i.category_id)`,
      kind: sql`f.kind`,
      sku: sql`case when f.extra_id is null then coalesce(v.sku, i.sku) end`,
      item_id: sql`f.item_id`,
      currency: sql`f.currency`,
      quantity: sql`f.quantity`,
      returned: sql`f.returned`,
      net_quantity: sql`f.quantity - f.returned`,
      gross: money('gross'),
      discounts: money('discounts'),
      net: money('net'),
      taxes: money('taxes'),
      average: { minor: sql<bigint>`round(f.gross::numeric / f.quantity)::bigint`, currency: sql<string>`f.currency` },
      share: sql`f.share`,
    },
    filters: {
      placed: 'within',
      branch: () => sql<boolean>`true`,
      country: () => sql<boolean>`true`,
      currency: () => sql<boolean>`true`,
      kind: () => sql<boolean>`true`,
      // Compared with what was asked for, which the lines are narrowed to already.
      example: sql<boolean>`${example === 'true'}::boolean`,
    },
    search: (text) => ({ matches: hasWords([sql`f.item`, sql`coalesce(f.variation, '')`], text) }),
    scope: { within: () => sql<boolean>`true` },
    report: {
      // Only a search reads the names.
      from: sql`(${search === undefined ? findDays(itemKindDays, selected) : findItemDays(selected)}) f
        join branches b on b.id = f.branch_id`,
      where: allOf([ofDays('f'), ofKind, search !== undefined && isNamed(search)]),
      rows: sql<number>`sum(f.lines)`,
      currency: sql<string>`f.currency`,
      day,
      sums: {
        quantity: sql`f.quantity`,
        returned: sql`f.returned`,
        net_quantity: sql`(f.quantity - f.returned)`,
        gross: sql`f.gross`,
        discounts: sql`f.discounts`,
        net: sql`f.net`,
        taxes: sql`f.taxes`,
      },
      groups: {
        day: { key: day },
        branch: { key: sql<string>`b.name`, filter: sql<string>`b.slug` },
        country: { key: sql<string>`(select c.code from countries c where c.id = b.country_id)` },
        kind: { key: sql<string>`f.kind` },
      },
    },
  }
}

export const itemsDesk = [served(itemsReport, itemsSource)]
