import { sql, type RawBuilder } from 'kysely'
import { customerName, isVisibleCustomer, onlyIf } from '#server/features/access/contacts.ts'
import { containsPart } from '#server/features/lists/codes.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

/** The condition that what belongs to an order `o` of a branch `b` and an account `u` has what was typed. */
export function matchesOrder(text: string, { access, now }: SeenBy): RawBuilder<boolean> {
  const phone = onlyIf(isVisibleCustomer('u', access, now), sql.ref<string | null>('u.phone'))
  return sql<boolean>`(${containsPart(sql`o.order_number`, text)} or u.email = lower(${text}) or ${hasPhone(phone, text)}
    or ${hasWords([sql`b.name`, customerName('u', access, now)], text)})`
}
