import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { reviewList } from '#contract/reviews/desk/reviews.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** Reviews of all car parks. Authors are named as on the car park's page. */
const reviewSource = (): ListSource<typeof reviewList> => ({
  from: sql`reviews r join parks p on p.id = r.park_id join countries c on c.id = p.country_id
    join bookings b on b.id = r.booking_id join users u on u.id = r.user_id`,
  id: sql<string>`r.id`,
  columns: {
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    city: sql`p.city`,
    country: sql`c.code`,
    rating: sql`r.rating`,
    text: sql`r.body`,
    author: sql`trim(concat(u.first_name, ' ', upper(left(nullif(trim(u.last_name), ''), 1)) || '.'))`,
    language: sql`r.language`,
    booking_code: sql`b.booking_code`,
    reply: sql`r.reply`,
    hidden_reason: sql`r.hidden_reason`,
    created_at: sql`r.created_at`,
  },
  filters: {
    rating: (rating) => sql<boolean>`r.rating = ${rating}::int`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    replied: sql<boolean>`(r.reply is not null)`,
    created: sql<Date>`r.created_at`,
  },
  state: sql<string>`case when r.hidden_at is null then 'shown' else 'hidden' end`,
  search: (text) => ({
    exact: sql<boolean>`b.booking_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`r.body`, sql`p.name`], text)}
      or p.park_code = ${normalizeCode(text)} or b.booking_code = ${normalizeCode(text)})`,
  }),
  scope: 'everywhere',
})

export const reviewsDesk = [served(reviewList, reviewSource)]
