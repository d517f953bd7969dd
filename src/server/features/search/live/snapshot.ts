import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { bytesCodec } from '#server/features/search/index/codecs.ts'
import { restoreParkIndex } from '#server/features/search/index/park-index.ts'
import type { ParkIndex } from '#server/features/search/index/types.ts'
import type { Cursor } from './change-feed.ts'
import type { ReferenceRows } from './reference-data.ts'
import { SharedValues, type StoredSharedValues } from './shared-values.ts'

/** Snapshot data other than the index: the change cursor and the shared values. */
type Head = {
  /** Identifies the code, database and reference tables that it was made from. */
  code: string
  database: string
  reference: string
  cursor: { xmin: string; seen: string[] }
  shared: StoredSharedValues
}
export type Snapshot = { parks: ParkIndex<Uint8Array>; shared: SharedValues; cursor: Cursor }

/** Layout: "PKSF", the head's length and checksum, the head, then the index's bytes. */
const magic = 0x504b_5346
const prefixBytes = 16
const rounded = (bytes: number) => Math.ceil(bytes / 8) * 8
const name = 'parks.snapshot'
const leftOver_ms = 3_600_000

/**
 * Keeps the park index in a folder for the next start. Files are written under a temporary name, then renamed. Damaged
 * snapshots, those of other code, database or reference data, and those older than the kept changes are ignored.
 */
export class SnapshotFile {
  readonly #folder: string
  /** Path of the temporary file. */
  readonly #aside: string
  #code: Promise<string> | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#aside = join(folder, `${name}.${process.pid}`)
  }

  /** Returns undefined when there is no valid snapshot. */
  async read(db: Db, reference: ReferenceRows): Promise<Snapshot | undefined> {
    const bytes = await readShared(join(this.#folder, name))
    const found = bytes === undefined ? undefined : headOf(bytes)
    if (bytes === undefined || found === undefined) return undefined
    const { head, end } = found
    if (head.code !== (await this.#codeNow()) || head.reference !== referenceOf(reference)) return undefined
    const cursor = { xmin: BigInt(head.cursor.xmin), seen: head.cursor.seen.map(BigInt) }
    if (head.database !== (await databaseOf(db)) || !(await isFollowable(db, cursor))) return undefined
    const shared = SharedValues.fromStored(reference.fees, head.shared)
    const parks = restoreParkIndex(bytes.subarray(end), bytesCodec)
    return shared === undefined || parks === undefined ? undefined : { parks, shared, cursor }
  }

  /** Writes the current state. Returns false when later changes can't be followed yet; try again later. */
  async write(db: Db, { parks, shared, cursor }: Snapshot, reference: ReferenceRows): Promise<boolean> {
    const pieces = parks.snapshot()
    const kept = shared.toStored()
    if (!(await isFollowable(db, cursor))) {
      await leaveMark(db)
      return false
    }
    const head: Head = {
      code: await this.#codeNow(),
      database: await databaseOf(db),
      reference: referenceOf(reference),
      cursor: { xmin: String(cursor.xmin), seen: cursor.seen.map(String) },
      shared: kept,
    }
    await mkdir(this.#folder, { recursive: true })
    await this.#tidy()
    const file = await open(this.#aside, 'w')
    try {
      await file.writeFile(bytesOf(head))
      for (const piece of pieces) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(this.#aside, join(this.#folder, name))
    return true
  }

  /** Deletes temporary files left by processes that ended while writing. */
  async #tidy(): Promise<void> {
    const files = (await readdir(this.#folder)).filter((file) => file.startsWith(`${name}.`))
    for (const path of files.map((file) => join(this.#folder, file))) {
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && Date.now() - found.mtimeMs > leftOver_ms) await rm(path, { force: true })
    }
  }

  #codeNow(): Promise<string> {
    return (this.#code ??= hashOfCode())
  }
}

function bytesOf(head: Head): Uint8Array {
  const text = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.alloc(prefixBytes + rounded(text.length))
  text.copy(bytes, prefixBytes)
  new Uint32Array(bytes.buffer, bytes.byteOffset, 4).set([magic, text.length, crc32(text), 0])
  return bytes
}

function headOf(bytes: Uint8Array): { head: Head; end: number } | undefined {
  if (bytes.length < prefixBytes) return undefined
  const [found, length, checksum] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4)
  if (found !== magic || prefixBytes + length! > bytes.length) return undefined
  const text = Buffer.from(bytes.slice(prefixBytes, prefixBytes + length!))
  if (crc32(text) !== checksum) return undefined
  return { head: JSON.parse(text.toString()) as Head, end: prefixBytes + rounded(length!) }
}

/** Reads a file into shared memory; undefined when it doesn't exist. */
async function readShared(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(new SharedArrayBuffer(size))
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 2 ** 30), at)
      if (bytesRead === 0) return undefined
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** Returns an id of this database that differs for copies and restored backups. */
async function databaseOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', (pg_control_system()).system_identifier, (pg_control_checkpoint()).timeline_id, oid) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]!.identity
}

/**
 * Whether all changes since the cursor are still stored. Changes are deleted oldest first, so none is missing after one
 * that exists. A cursor from the future means that the database was restored.
 */
async function isFollowable(db: Db, { xmin }: Cursor): Promise<boolean> {
  const { rows } = await sql<{ is_followable: boolean }>`
    select ${String(xmin)}::bigint <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      and exists (select from park_changes where xid < ${String(xmin)}::bigint) as is_followable`.execute(db)
  return rows[0]!.is_followable
}

/** Writes an empty change, as the reference point of the next snapshot. */
async function leaveMark(db: Db): Promise<void> {
  await sql`insert into park_changes (what) values ('park') on conflict do nothing`.execute(db)
}

const referenceOf = (reference: ReferenceRows): string =>
  createHash('sha256')
    .update(JSON.stringify(reference, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex')

/** Code that produces cards and words: snapshots of another version are not used. */
const codeFolders = [
  'contract',
  'server/database/migrations',
  'server/features/search',
  'server/features/parks',
  'server/features/pricing',
  'server/features/availability',
  'server/features/places',
]
const source = fileURLToPath(new URL('../../../../', import.meta.url))

async function hashOfCode(): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node)
  for (const folder of codeFolders) {
    const names = await readdir(join(source, folder), { recursive: true })
    const files = names.filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')).toSorted()
    const texts = await Promise.all(files.map((file) => readFile(join(source, folder, file))))
    for (const [index, text] of texts.entries()) hash.update(`${folder}/${files[index]}\0`).update(text)
  }
  return hash.digest('hex')
}
