import { sql, type RawBuilder } from 'kysely'
import type { DeskQuery } from '#contract/lists/lists.ts'
import type { Language } from '#contract/places/places.ts'
import { itemsReport } from '#contract/reports/desk/items.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import type { Scope } from '#server/http/caller.ts'
import { allOf, selectOrders, textOf, withinDays } from './places.ts'

/** SQL: what was refunded of a line `l`, net; read only where something was. */
const refundedNet = sql`case when l.refunded_minor = 0 then 0 else coalesce((
  select sum(r.goods_minor - r.promotion_minor) from order_refund_lines r join order_refunds f on f.id = r.refund_id
  where r.line_id = l.id and f.status = 'done'), 0) end`

/** SQL: the price of the extras of one unit of a line `l`. */
const extrasOfUnit = sql`case when l.extras = '[]'::jsonb then 0 else coalesce((
  select sum((x ->> 'unit_minor')::bigint) from jsonb_array_elements(l.extras) x), 0) end`

interface Read {
  language: Language
  query: DeskQuery
  scope: Scope
}

/** SQL: lines of orders, and the extras of lines, as the report counts them, with their day and branch. */
function lines({ language, query, scope }: Read): RawBuilder<unknown> {
  const named = (alias: string, name: string) => sql.ref(`${alias}.${language === 'fr' ? `${name}_fr` : name}`)
  const kind = textOf(query, 'kind')
  const selected = allOf([
    selectOrders(query, scope),
    withinDays(query, 'placed', sql`o.created_at`, sql`b.timezone`),
    kind !== undefined && sql<boolean>`l.kind = ${kind}`,
  ])
  const of = sql`(o.created_at at time zone b.timezone)::date::text as day, b.name as branch, b.slug as branch_slug,
    b.country_id, o.currency, l.kind`
  const from = sql`orders o join branches b on b.id = o.branch_id join order_lines l on l.order_id = o.id`
  return sql`
    select ${of}, l.item_id, l.variation_id, null::text as extra_id, ${named('l', 'name')} as item,
      ${named('l', 'variation_name')} as variation, l.quantity, l.refunded_quantity as returned,
      l.subtotal_minor - l.quantity * ${extrasOfUnit} as gross, l.offer_minor + l.coupon_minor as discounts,
      l.goods_minor - l.promotion_minor - ${refundedNet} as net,
      l.total_minor - l.refunded_minor - (l.goods_minor - l.promotion_minor - ${refundedNet}) as taxes
    from ${from} where ${selected}
    union all
    select ${of}, l.item_id, null, x.id, ${language === 'fr' ? sql`x.name_fr` : sql`x.name`}, null, l.quantity,
      l.refunded_quantity, l.quantity * x.unit_minor, 0, 0, 0
    from ${from} cross join lateral jsonb_to_recordset(l.extras) as x (id text, name text, name_fr text, unit_minor bigint)
    where l.extras <> '[]'::jsonb and ${selected}`
}

const itemsSource = (read: Read): ListSource<typeof itemsReport> => {
  const isFrench = read.language === 'fr'
  const money = (column: string) => ({ minor: sql<bigint>`f.${sql.ref(column)}`, currency: sql<string>`f.currency` })
  return {
    isComputed: true,
    from: sql`(
      select s.*, md5(concat_ws('|', s.item_id, s.variation_id, s.extra_id, s.item, s.variation, s.kind, s.currency)) as id,
        round(s.gross::numeric * 100 / nullif(sum(s.gross) over (partition by s.currency), 0), 2)::float8 as share
      from (
        select item_id, variation_id, extra_id, item, variation, kind, currency, sum(quantity)::int as quantity,
          sum(returned)::int as returned, sum(gross)::bigint as gross, sum(discounts)::bigint as discounts,
          sum(net)::bigint as net, sum(taxes)::bigint as taxes
        from (${lines(read)}) l group by 1, 2, 3, 4, 5, 6, 7) s) f
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
      example: sql<boolean>`${textOf(read.query, 'example') === 'true'}::boolean`,
    },
    search: (text) => ({ matches: hasWords([sql`f.item`, sql`coalesce(f.variation, '')`], text) }),
    scope: { within: () => sql<boolean>`true` },
    report: {
      from: sql`(select *, quantity - returned as net_quantity from (${lines(read)}) l) f`,
      currency: sql<string>`f.currency`,
      day: sql<string>`f.day`,
      sums: {
        quantity: sql`f.quantity`,
        returned: sql`f.returned`,
        net_quantity: sql`f.net_quantity`,
        gross: sql`f.gross`,
        discounts: sql`f.discounts`,
        net: sql`f.net`,
        taxes: sql`f.taxes`,
      },
      groups: {
        day: { key: sql<string>`f.day` },
        branch: { key: sql<string>`f.branch`, filter: sql<string>`f.branch_slug` },
        country: { key: sql<string>`(select c.code from countries c where c.id = f.country_id)` },
        kind: { key: sql<string>`f.kind` },
      },
    },
  }
}

export const itemsDesk = [served(itemsReport, itemsSource)]
