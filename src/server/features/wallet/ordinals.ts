import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { Run } from './cuts.ts'
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
  if (kind === undefined) return Array.from({ length: wanted }, (_, n) => first + BigInt(n))
  // Each block that is marked has one of the kind at least: so many of them hold what is wanted, with what no block has yet.
  const { rows } = await sql<{ position: bigint }>`
    with before as (
      select coalesce(max(through), 0) as through from ledger_kind_marks
      where account_id = ${purse.id} and kind = ${kind} and through < ${first}::bigint),
    blocks as (
      select block::bigint * ${perBlock}::bigint as after, (block + 1)::bigint * ${perBlock}::bigint as until from ledger_kind_marks
      where account_id = ${purse.id} and kind = ${kind} and through >= ${first}::bigint order by through limit ${wanted}),
    parts as (
      select after, until from blocks
      union all select coalesce(max(block) + 1, 0)::bigint * ${perBlock}::bigint, ${purse.entry_count}::bigint
      from ledger_kind_marks where account_id = ${purse.id} and kind = '*')
    select e.position from parts
    join lateral (
      select position, transfer_id from ledger_entries
      where account_id = ${purse.id} and position > parts.after and position <= parts.until) e on true
    join ledger_transfers t on t.id = e.transfer_id and t.kind = ${kind}
    order by e.position offset ${first}::bigint - 1 - (select through from before) limit ${wanted}`.execute(db)
  return rows.map(({ position }) => position)
}
