import { sql } from 'kysely'
import { preparedReplyList } from '#contract/orders/desk/prepared-replies.ts'
import type { Language } from '#contract/places/places.ts'
import { hasIdOrSlug } from '#server/database/ids.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

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
  filters: { branch: (text) => hasIdOrSlug('b', text) },
  search: (text) => ({
    matches: hasWords([sql`r.name`, sql`r.text`, sql`r.text_fr`, sql`b.name`], text),
  }),
  scope: { branch: sql<string>`b.id` },
})

export const preparedRepliesDesk = [served(preparedReplyList, preparedReplySource)]
