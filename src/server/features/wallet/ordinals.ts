import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { NumberedPurse, Run } from './cuts.ts'
import type { TransferKind } from './ledger.ts'

/*
 * The entries of a purse counted by kind. Blocks of its numbers are counted once (`ledger_kind_marks`), by whoever first
 * looks; with them the nth entry of a kind is found in one of them, however many there are.
 */

/** As in `note_ledger_kinds`. */
const perBlock = 128n

/**
 * What is looked for in a purse: its entries with the ordinals from `first` to the one before `end`, counted from 1 over the whole
 * purse among those of the kind. Without a kind an ordinal is the entry's number.
 */
export type Line = Run & { kind: TransferKind | undefined }

/** The part of a purse within a run, of one kind where that is told. */
export async function findLine(db: Db, run: Run, kind: TransferKind | undefined): Promise<Line> {
  if (kind === undefined) return { ...run, kind }
  await noteKinds(db, run)
  const first = (await countUpTo(db, run.purse.id, kind, run.first - 1n)) + 1n
  const end = (await countUpTo(db, run.purse.id, kind, run.end - 1n)) + 1n
  return { purse: run.purse, kind, first, end }
}

async function noteKinds(db: Db, { purse: { id, entry_count } }: Run): Promise<void> {
  const whole = entry_count / perBlock
  if (whole === 0n) return
  const { rows } = await sql<{ noted: bigint }>`
    select coalesce(max(block) + 1, 0)::bigint as noted from ledger_kind_marks where account_id = ${id} and kind = '*'`.execute(
    db,
  )
  if (rows[0]!.noted < whole) await sql`select note_ledger_kinds(${id})`.execute(db)
}

async function countUpTo(db: Db, account_id: string, kind: TransferKind, position: bigint): Promise<bigint> {
  const block = position / perBlock
  const { rows } = await sql<{ count: bigint }>`
    select coalesce((
      select through from ledger_kind_marks where account_id = ${account_id} and kind = ${kind} and block < ${block}::bigint
      order by block desc limit 1), 0)
      + (select count(*) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
        where e.account_id = ${account_id} and e.position > ${block * perBlock}::bigint and e.position <= ${position}::bigint
          and t.kind = ${kind}) as count`.execute(db)
  return rows[0]!.count
}

/** The ordinal after the last one whose entry was written before the one of an id. */
export async function findEndBefore(db: Db, { purse, kind, first, end }: Line, id: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('position')
    .where('account_id', '=', purse.id)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const position = row?.position ?? 0n
  const found = (kind === undefined ? position : await countUpTo(db, purse.id, kind, position)) + 1n
  return found < first ? first : found > end ? end : found
}

/** The numbers of at most `size` entries of a line, the last ones before an ordinal. */
export async function findPositions(db: Db, line: Line, end: bigint, size: number): Promise<bigint[]> {
  const { purse, kind } = line
  const first = end - BigInt(size) > line.first ? end - BigInt(size) : line.first
  const wanted = Number(end - first)
  if (wanted <= 0) return []
  if (kind === undefined) return numbersFrom(first, end - 1n)
  const { numbers, skipped } = await findBlocks(db, purse, kind, { first, end })
  // A list of numbers rather than of spans, which the planner takes for so long that it would read the whole purse.
  const { rows } = await sql<{ position: bigint }>`
    select e.position from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.account_id = ${purse.id} and e.position = any(${numbers.map(String)}::bigint[]) and t.kind = ${kind}
    order by e.position offset ${first - 1n - skipped} limit ${wanted}`.execute(db)
  return rows.map(({ position }) => position)
}

/** The numbers among which the ordinals of a kind from `first` to the one before `end` are, and how many of the kind come before those. */
async function findBlocks(
  db: Db,
  { id, entry_count }: NumberedPurse,
  kind: TransferKind,
  { first, end }: { first: bigint; end: bigint },
): Promise<{ numbers: bigint[]; skipped: bigint }> {
  const ofKind = sql`account_id = ${id} and kind = ${kind}`
  const { rows: told } = await sql<{ skipped: bigint; noted: bigint }>`
    select (select coalesce(max(through), 0)::bigint from ledger_kind_marks where ${ofKind} and through < ${first}) as skipped,
      (select coalesce(max(block) + 1, 0)::bigint from ledger_kind_marks where account_id = ${id} and kind = '*') as noted`.execute(
    db,
  )
  // Each block that is marked has one of the kind at least.
  const { rows: marks } = await sql<{ block: number; through: bigint }>`
    select block, through from ledger_kind_marks where ${ofKind} and through >= ${first}
    order by through limit ${Number(end - first)}`.execute(db)
  const last = marks.findIndex(({ through }) => through >= end - 1n)
  const numbers = (last === -1 ? marks : marks.slice(0, last + 1)).flatMap(({ block }) =>
    numbersFrom(BigInt(block) * perBlock + 1n, (BigInt(block) + 1n) * perBlock),
  )
  const { skipped, noted } = told[0]!
  return { skipped, numbers: last === -1 ? [...numbers, ...numbersFrom(noted * perBlock + 1n, entry_count)] : numbers }
}

const numbersFrom = (first: bigint, last: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(last - first + 1n)) }, (_, n) => first + BigInt(n))
