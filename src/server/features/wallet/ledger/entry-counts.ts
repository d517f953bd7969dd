import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { CountedAccount, PositionRange } from './entry-positions.ts'
import type { TransferKind } from './ledger.ts'

/*
 * The entries of a account counted by kind. Blocks of its numbers are counted once (`ledger_kind_marks`), by the transfer
 * that fills them and in its own transaction (a trigger on the account's row, which that transfer holds); with them the
 * nth entry of a kind is found in one of them, however many there are. So whoever looks reads the marks, counts at most
 * the block that is not full yet, and waits for nobody. Where marks were missing all the same, what has none is counted
 * here: slowly, and right. `npm run ledger:check` proves both.
 */

/** As in `note_ledger_kinds`. */
const entriesPerBlock = 128n

/**
 * What is looked for in a account: its entries with the ordinals from `first` to the one before `end`, counted from 1 over the whole
 * account among those of the kind. Without a kind an ordinal is the entry's number.
 */
export type KindRange = PositionRange & {
  kind: TransferKind | undefined
  /** So many of the account's blocks are marked: all that were full when it was asked for. */
  marked: bigint
}

/** The part of a account within a run, of one kind where that is told. */
export async function findKindRange(db: Db, run: PositionRange, kind: TransferKind | undefined): Promise<KindRange> {
  if (kind === undefined) return { ...run, kind, marked: 0n }
  const { account } = run
  const of = { account, kind, marked: await countMarkedBlocks(db, account) }
  const [before, within] = [
    await countEntriesUpTo(db, of, run.first - 1n),
    await countEntriesUpTo(db, of, run.end - 1n),
  ]
  return { ...of, first: before + 1n, end: within + 1n }
}

async function countMarkedBlocks(db: Db, { id, entry_count }: CountedAccount): Promise<bigint> {
  const { rows } = await sql<{ marked: bigint }>`
    select coalesce(max(block) + 1, 0)::bigint as marked from ledger_kind_marks where account_id = ${id} and kind = '*'`.execute(
    db,
  )
  // More may have been filled since the account was looked at: those are of no concern to whoever looks.
  const [whole, { marked }] = [entry_count / entriesPerBlock, rows[0]!]
  return marked < whole ? marked : whole
}

type MarkedAccount = Pick<KindRange, 'account' | 'marked'> & { kind: TransferKind }

/** How many entries of a kind a account has up to a number: what is marked before its block, and what is not, counted. */
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

/** The ordinal after the last one whose entry was written before the one of an id. */
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
  const found = (kind === undefined ? position : await countEntriesUpTo(db, { account, kind, marked }, position)) + 1n
  return found < first ? first : found > end ? end : found
}

/** The numbers of at most `size` entries of a line, the last ones before an ordinal. */
export async function findPositions(db: Db, line: KindRange, end: bigint, size: number): Promise<bigint[]> {
  const { account, kind, marked } = line
  const first = end - BigInt(size) > line.first ? end - BigInt(size) : line.first
  const wanted = Number(end - first)
  if (wanted <= 0) return []
  if (kind === undefined) return listNumbers(first, end - 1n)
  const { numbers, skipped } = await findCandidatePositions(db, { account, kind, marked }, { first, end })
  // A list of numbers rather than of spans, which the planner takes for so long that it would read the whole account.
  const { rows } = await sql<{ position: bigint }>`
    select e.position from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_id = ${account.id} and e.position = any(${numbers.map(String)}::bigint[]) and t.kind = ${kind}
    order by e.position offset ${first - 1n - skipped} limit ${wanted}`.execute(db)
  return rows.map(({ position }) => position)
}

/** The numbers among which the ordinals of a kind from `first` to the one before `end` are, and how many of the kind come before those. */
async function findCandidatePositions(
  db: Db,
  { account: { id, entry_count }, kind, marked }: MarkedAccount,
  { first, end }: { first: bigint; end: bigint },
): Promise<{ numbers: bigint[]; skipped: bigint }> {
  const ofKind = sql`account_id = ${id} and kind = ${kind} and block < ${marked}::bigint`
  const { rows: told } = await sql<{ skipped: bigint }>`
    select coalesce(max(through), 0)::bigint as skipped from ledger_kind_marks where ${ofKind} and through < ${first}`.execute(
    db,
  )
  // Each block that is marked has one of the kind at least.
  const { rows: marks } = await sql<{ block: number; through: bigint }>`
    select block, through from ledger_kind_marks where ${ofKind} and through >= ${first}
    order by through limit ${Number(end - first)}`.execute(db)
  const last = marks.findIndex(({ through }) => through >= end - 1n)
  const numbers = (last === -1 ? marks : marks.slice(0, last + 1)).flatMap(({ block }) =>
    listNumbers(BigInt(block) * entriesPerBlock + 1n, (BigInt(block) + 1n) * entriesPerBlock),
  )
  const { skipped } = told[0]!
  return {
    skipped,
    numbers: last === -1 ? [...numbers, ...listNumbers(marked * entriesPerBlock + 1n, entry_count)] : numbers,
  }
}

const listNumbers = (first: bigint, last: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(last - first + 1n)) }, (_, n) => first + BigInt(n))
