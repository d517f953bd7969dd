import { sql } from 'kysely'
import type { TransactionKind } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import type { CountedAccount, PositionRange } from './entry-positions.ts'

/*
 * Counts an account's entries by transfer kind. A trigger on the account row counts each full block of 128 positions
 * once, in the transaction that fills it (`ledger_kind_marks`), so the nth entry of a kind is found by reading one block.
 * Readers count at most the last, unfinished block and take no locks. Missing marks cost time, not correctness.
 */

/** Must equal the block size in the trigger `note_ledger_kinds`. */
const entriesPerBlock = 128n

/**
 * Entries of one kind from rank `first` (inclusive) to `end` (exclusive). A rank counts the account's entries of that
 * kind from 1. Without a kind, ranks are positions.
 */
export type KindRange = PositionRange & {
  kind: TransactionKind | undefined
  /** How many leading blocks have marks. */
  marked: bigint
}

/** The ranks that a position range covers, of one kind or of all. */
export async function findKindRange(
  db: Db,
  range: PositionRange,
  kind: TransactionKind | undefined,
): Promise<KindRange> {
  if (kind === undefined) return { ...range, kind, marked: 0n }
  const { account } = range
  const subject = { account, kind, marked: await countMarkedBlocks(db, account) }
  const [before, within] = [
    await countEntriesUpTo(db, subject, range.first - 1n),
    await countEntriesUpTo(db, subject, range.end - 1n),
  ]
  return { ...subject, first: before + 1n, end: within + 1n }
}

async function countMarkedBlocks(db: Db, { id, entry_count }: CountedAccount): Promise<bigint> {
  const { rows } = await sql<{ marked: bigint }>`
    select coalesce(max(block) + 1, 0)::bigint as marked from ledger_kind_marks where account_id = ${id} and kind = '*'`.execute(
    db,
  )
  // Blocks filled after the account row was read are outside the range.
  const [whole, { marked }] = [entry_count / entriesPerBlock, rows[0]!]
  return marked < whole ? marked : whole
}

type MarkedAccount = Pick<KindRange, 'account' | 'marked'> & { kind: TransactionKind }

/** How many entries of a kind have a position up to `position`: the marks before its block plus a count of the rest. */
async function countEntriesUpTo(
  db: Db,
  { account: { id }, kind, marked }: MarkedAccount,
  position: bigint,
): Promise<bigint> {
  const whole = position / entriesPerBlock
  const blocks = marked < whole ? marked : whole
  const { rows } = await sql<{ count: bigint }>`
    select coalesce((
      select through from ledger_kind_marks where account_id = ${id} and kind = ${kind} and block < ${blocks}::bigint
      order by block desc limit 1), 0)
      + (select count(*) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where e.account_id = ${id} and e.position > ${blocks * entriesPerBlock}::bigint and e.position <= ${position}::bigint
          and t.kind = ${kind}) as count`.execute(db)
  return rows[0]!.count
}

/** The exclusive end of the ranks whose entries have an id below `id`, within the range. */
export async function findRangeEndBefore(
  db: Db,
  { account, kind, marked, first, end }: KindRange,
  id: bigint,
): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('position')
    .where('account_id', '=', account.id)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const position = row?.position ?? 0n
  const endRank = (kind === undefined ? position : await countEntriesUpTo(db, { account, kind, marked }, position)) + 1n
  return endRank < first ? first : endRank > end ? end : endRank
}

/** The positions of the last `size` (or fewer) entries of a range before rank `end`, oldest first. */
export async function findPositions(db: Db, range: KindRange, end: bigint, size: number): Promise<bigint[]> {
  const { account, kind, marked } = range
  const first = end - BigInt(size) > range.first ? end - BigInt(size) : range.first
  const count = Number(end - first)
  if (count <= 0) return []
  if (kind === undefined) return listNumbers(first, end - 1n)
  const { positions, skipped } = await findCandidatePositions(db, { account, kind, marked }, { first, end })
  // Single positions, not spans: the planner overestimates spans and would scan the whole account.
  const { rows } = await sql<{ position: bigint }>`
    select e.position from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_id = ${account.id} and e.position = any(${positions.map(String)}::bigint[]) and t.kind = ${kind}
    order by e.position offset ${first - 1n - skipped} limit ${count}`.execute(db)
  return rows.map(({ position }) => position)
}

/** Positions that contain the kind's ranks from `first` to `end` (exclusive), and how many of the kind precede them. */
async function findCandidatePositions(
  db: Db,
  { account: { id, entry_count }, kind, marked }: MarkedAccount,
  { first, end }: { first: bigint; end: bigint },
): Promise<{ positions: bigint[]; skipped: bigint }> {
  const ofKind = sql`account_id = ${id} and kind = ${kind} and block < ${marked}::bigint`
  const { rows: before } = await sql<{ skipped: bigint }>`
    select coalesce(max(through), 0)::bigint as skipped from ledger_kind_marks where ${ofKind} and through < ${first}`.execute(
    db,
  )
  // A marked block contains at least one entry of the kind.
  const { rows: marks } = await sql<{ block: number; through: bigint }>`
    select block, through from ledger_kind_marks where ${ofKind} and through >= ${first}
    order by through limit ${Number(end - first)}`.execute(db)
  const last = marks.findIndex(({ through }) => through >= end - 1n)
  const markedPositions = (last === -1 ? marks : marks.slice(0, last + 1)).flatMap(({ block }) =>
    listNumbers(BigInt(block) * entriesPerBlock + 1n, (BigInt(block) + 1n) * entriesPerBlock),
  )
  const { skipped } = before[0]!
  return {
    skipped,
    positions:
      last === -1 ? [...markedPositions, ...listNumbers(marked * entriesPerBlock + 1n, entry_count)] : markedPositions,
  }
}

const listNumbers = (first: bigint, last: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(last - first + 1n)) }, (_, n) => first + BigInt(n))
