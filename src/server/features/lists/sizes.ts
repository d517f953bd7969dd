import { usualPageSize, type DeskPageSize } from '#contract/lists/list-facts.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/** How many rows a page of the list has for a person who asks for no size. */
export async function readListSize(db: Db, user_id: string, list: string): Promise<DeskPageSize> {
  const row = await db
    .selectFrom('list_sizes')
    .select('size')
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .executeTakeFirst()
  return (row?.size as DeskPageSize | undefined) ?? usualPageSize
}

/** Remembers the size that a person has chosen for a list. */
export async function saveListSize(tx: Tx, user_id: string, list: string, size: DeskPageSize): Promise<void> {
  await tx
    .insertInto('list_sizes')
    .values({ user_id, list, size })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ size }))
    .execute()
}
