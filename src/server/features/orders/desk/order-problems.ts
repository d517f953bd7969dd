import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { problemList } from '#contract/orders/desk/order-problems.ts'
import type { Language } from '#contract/places/places.ts'
import { hasIdOrSlug, isId } from '#server/database/ids.ts'
import { customerName } from '#server/features/access/contacts.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource, SeenBy } from '#server/features/lists/source.ts'
import { matchesOrder } from './matches-order.ts'

/** Services of the branches in scope that customers say were not done as sold. */
const problemSource = ({ language, access, now }: SeenBy & { language: Language }): ListSource<typeof problemList> => ({
  from: sql`order_problems r join orders o on o.id = r.order_id join branches b on b.id = o.branch_id
    join order_lines l on l.id = r.line_id left join users u on u.id = o.user_id and u.erased_at is null
    left join order_refunds f on f.id = r.refund_id`,
  id: sql<string>`r.id`,
  columns: {
    order_number: sql`o.order_number`,
    status: sql`r.status`,
    item: sql.ref(language === 'fr' ? 'l.name_fr' : 'l.name'),
    branch: sql`b.name`,
    customer: customerName('u', access, now),
    answer_by: sql`r.answer_by`,
    refunded: { minor: sql`f.amount_minor`, currency: sql`o.currency` },
    reported_at: sql`r.reported_at`,
    timezone: sql`b.timezone`,
  },
  order: { reported_at: sql`r.reported_at`, answer_by: sql`r.answer_by` },
  filters: {
    branch: (text) => hasIdOrSlug('b', text),
    order: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.order_number = ${normalizeCode(text)})`,
    reported: sql<Date>`r.reported_at`,
  },
  state: sql<string>`r.status`,
  search: (text) => ({
    exact: sql<boolean>`o.order_number = ${normalizeCode(text)}`,
    matches: matchesOrder(text, { access, now }),
  }),
  scope: { branch: sql<string>`b.id` },
})

export const orderProblemsDesk = [served(problemList, problemSource)]
