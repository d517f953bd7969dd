import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { Language } from '#contract/places/places.ts'
import { itemReviewList } from '#contract/reviews/desk/item-reviews.ts'
import { hasIdOrSlug } from '#server/database/ids.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** Reviews of all branches and items. Authors are named as on their pages. */
const itemReviewSource = ({ language }: { language: Language }): ListSource<typeof itemReviewList> => {
  const item = sql.ref(language === 'fr' ? 'i.name_fr' : 'i.name')
  return {
    from: sql`item_reviews r join orders o on o.id = r.order_id join branches b on b.id = r.branch_id
      join users u on u.id = r.user_id left join items i on i.id = r.item_id`,
    id: sql<string>`r.id`,
    columns: {
      about: sql`coalesce(${item}, b.name)`,
      branch: sql`b.name`,
      rating: sql`r.rating`,
      text: sql`r.body`,
      author: sql`trim(concat(u.first_name, ' ', upper(left(nullif(trim(u.last_name), ''), 1)) || '.'))`,
      language: sql`r.language`,
      order_number: sql`o.order_number`,
      hidden_reason: sql`r.hidden_reason`,
      created_at: sql`r.created_at`,
    },
    filters: {
      rating: (rating) => sql<boolean>`r.rating = ${rating}::int`,
      branch: (text) => hasIdOrSlug('b', text),
      of_item: sql<boolean>`(r.item_id is not null)`,
      created: sql<Date>`r.created_at`,
    },
    state: sql<string>`case when r.hidden_at is null then 'shown' else 'hidden' end`,
    search: (text) => ({
      exact: sql<boolean>`o.order_number = ${normalizeCode(text)}`,
      matches: sql<boolean>`(${hasWords([sql`r.body`, sql`b.name`, item], text)} or o.order_number = ${normalizeCode(text)})`,
    }),
    scope: 'everywhere',
  }
}

export const itemReviewsDesk = [served(itemReviewList, itemReviewSource)]
