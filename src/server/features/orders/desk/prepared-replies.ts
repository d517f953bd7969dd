import { sql } from 'kysely'
import { preparedReplyList } from '#contract/orders/desk/prepared-replies.ts'
import type { Language } from '#contract/places/places.ts'
import { containsPattern } from '#server/database/like.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'

/** What the branches in scope often answer customers. */
const preparedReplySource = ({ language }: { language: Language }): ListSource<typeof preparedReplyList> => ({
  from: sql`prepared_replies r join branches b on b.id = r.branch_id`,
  id: sql<string>`r.id`,
  columns: {
    name: sql`r.name`,
    branch: sql`b.name`,
    text: sql`left(${sql.ref(language === 'fr' ? 'r.text_fr' : 'r.text')}, 200)`,
  },
  order: { name: sql`lower(r.name)` },
  filters: { branch: (text) => sql<boolean>`(b.id::text = ${text} or b.slug = lower(${text}))` },
  search: (text) => ({
    matches: sql<boolean>`(r.name ilike ${containsPattern(text)} or r.text ilike ${containsPattern(text)}
      or r.text_fr ilike ${containsPattern(text)} or b.name ilike ${containsPattern(text)})`,
  }),
  scope: { branch: sql<string>`b.id` },
})

export const preparedRepliesDesk = [served(preparedReplyList, preparedReplySource)]
