import { sql } from 'kysely'
import { posOrderList } from '#contract/orders/desk/pos.ts'
import type { Language } from '#contract/places/places.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { hasAmount } from '#server/features/lists/amounts.ts'
import { containsPart, isExactCode, plateKey } from '#server/features/lists/codes.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** SQL: the register at which the order `o` was sold, as the table `g`. */
const register = (condition = sql`true`) => sql`select g.name from shift_entries e join shifts s on s.id = e.shift_id
  join registers g on g.id = s.register_id where e.order_id = o.id and e.kind = 'sale' and ${condition} limit 1`

/** What the counters of the branches in scope sold. */
const posOrderSource = ({ language, access }: SeenBy & { language: Language }): ListSource<typeof posOrderList> => ({
  from: sql`(select * from orders where source = 'pos') o join branches b on b.id = o.branch_id
    left join users u on u.id = o.placed_by and u.erased_at is null`,
  counted: sql`(select * from orders where source = 'pos') o join branches b on b.id = o.branch_id`,
  id: sql<string>`o.id`,
  columns: {
    order_number: sql`o.order_number`,
    token: sql`o.token`,
    status: sql`o.status`,
    items: sql`(select string_agg(l.quantity || ' × ' || ${sql.ref(language === 'fr' ? 'l.name_fr' : 'l.name')}, ', ' order by l.position)
      from order_lines l where l.order_id = o.id)`,
    branch: sql`b.name`,
    register: sql`(${register()})`,
    operator: colleagueName('u', access),
    total: { minor: sql`o.total_minor`, currency: sql`o.currency` },
    payment_method: sql`o.payment_method`,
    refunded: { minor: sql`nullif(o.refunded_minor, 0)`, currency: sql`o.currency` },
    plate: sql`o.plate`,
    is_example: sql`o.is_example`,
    created_at: sql`o.created_at`,
    timezone: sql`b.timezone`,
  },
  order: { order_number: sql`o.order_number`, created_at: sql`o.created_at` },
  filters: {
    branch: (text) => hasIdOrSlug('b', text),
    register: (text) =>
      sql<boolean>`exists (${register(sql`(${isId(sql`g.id`, text)} or g.name ilike ${containsPattern(text)})`)})`,
    method: (method) => sql<boolean>`o.payment_method = ${method}`,
    created: sql<Date>`o.created_at`,
    example: sql<boolean>`o.is_example`,
  },
  state: sql<string>`o.status`,
  search: (text) => ({
    ...isExactCode(sql`o.order_number`, text),
    matches: sql<boolean>`(${containsPart(sql`o.order_number`, text)} or ${containsPart(plateKey(sql`o.plate`), text)}
      or ${hasAmount(sql`o.total_minor`, sql`o.currency`, text)} or ${hasWords([sql`b.name`], text)}
      or ${/^\d{1,3}$/.test(text) ? sql`o.token = ${Number(text)}` : sql`false`})`,
  }),
  scope: { branch: sql<string>`b.id` },
})

export const posOrdersDesk = [served(posOrderList, posOrderSource)]
