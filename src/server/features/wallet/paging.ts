import type { Db, Tx } from '#server/database/connect.ts'

/** Where a page of a person's whole statement lies. */
export type Span = {
  /** Of all purses together. */
  total: number
  /** The numbers of the entries, where one purse has them all: from `first` to `last`, both in. */
  run: { account_id: string; first: bigint; last: bigint } | undefined
}

/**
 * Entries of a purse are numbered, and each purse knows how many it has: the last page is found as fast as the first, and
 * nothing is counted. Entries of several purses lie mixed, and are passed over one by one.
 */
export async function findSpan(
  db: Db | Tx,
  user_id: string,
  { page, size }: { page: number; size: number },
): Promise<Span> {
  const purses = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'entry_count'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('entry_count', '>', 0n)
    .execute()
  const total = purses.reduce((sum, { entry_count }) => sum + Number(entry_count), 0)
  const [purse] = purses
  if (purse === undefined || purses.length > 1) return { total, run: undefined }
  const last = purse.entry_count - BigInt((page - 1) * size)
  return { total, run: { account_id: purse.id, first: last - BigInt(size) + 1n, last } }
}
