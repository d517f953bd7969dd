import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { hour_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { timelineNow } from '#server/database/timeline.ts'
import { bytesCodec } from '../index/codecs.ts'
import { restoreParkIndex } from '../index/park-index.ts'
import type { ParkIndex } from '../index/types.ts'
import { PlaceIndex } from '../places/place-index.ts'
import { AreaCounts, type StoredAreaCounts } from './area-counts.ts'
import type { Cursor } from './change-feed.ts'
import type { ReferenceRows } from './reference-data.ts'
import { SharedValues, type StoredSharedValues } from './shared-values.ts'

/**
 * The version of what a snapshot holds: its layout, cards, words and the statements that read them. Raise it with each change
 * of these, which `snapshot-version.test.ts` finds: a server starts from the snapshot of any release with the same version.
 */
export const snapshotVersion = 2

/** Snapshot data other than the index: the change cursor, the shared values and the counts by area. */
interface Head {
  version: number
  /** Identify the database and reference tables that it was made from. */
  database: string
  reference: string
  cursor: Omit<Cursor, 'batch'> & { batch: string }
  shared: StoredSharedValues
  areas: StoredAreaCounts
}
export interface Snapshot {
  parks: ParkIndex<Uint8Array>
  areas: AreaCounts
  places: PlaceIndex
  shared: SharedValues
  cursor: Cursor
}

/** Layout: "PKSF", the head's length and checksum, the head, the parks, the places, and where the places begin. */
const magic = 0x504b_5346
const prefixBytes = 16
const tailBytes = 8
const rounded = (bytes: number) => Math.ceil(bytes / 8) * 8
const name = 'parks.snapshot'
const leftOver_ms = hour_ms

/**
 * Keeps the indexes of parks and places in a folder for the next start. Files are written under a temporary name, then renamed. Damaged
 * snapshots, those of another version, database or reference data, and those older than the kept changes are ignored.
 */
export class SnapshotFile {
  readonly #folder: string
  /** Path of the temporary file. */
  readonly #aside: string

  constructor(folder: string) {
    this.#folder = folder
    this.#aside = join(folder, `${name}.${process.pid}`)
  }

  /** Returns undefined when there is no valid snapshot. */
  async read(db: Db, reference: ReferenceRows): Promise<Snapshot | undefined> {
    const file = await open(join(this.#folder, name), 'r').catch(() => undefined)
    if (file === undefined) return undefined
    try {
      return await this.#readFrom(file, db, reference)
    } finally {
      await file.close()
    }
  }

  async #readFrom(file: FileHandle, db: Db, reference: ReferenceRows): Promise<Snapshot | undefined> {
    const found = await readHead(file)
    if (found === undefined) return undefined
    const { head, end } = found
    if (head.version !== snapshotVersion || head.reference !== referenceOf(reference)) return undefined
    const cursor = { ...head.cursor, batch: BigInt(head.cursor.batch) }
    if (head.database !== (await databaseOf(db)) || !(await isFollowable(db, cursor))) return undefined
    const shared = SharedValues.fromStored(reference.fees, head.shared)
    const tail_at = (await file.stat()).size - tailBytes
    const tail = await readShared(file, tail_at, tail_at + tailBytes)
    const places_at = tail === undefined ? 0 : new Float64Array(tail.buffer)[0]!
    if (!(places_at > end && places_at < tail_at && places_at % 8 === 0)) return undefined
    // Memory of their own, since either may be replaced while the other stays.
    const [parks, places] = [await readIndex(file, end, places_at), await readIndex(file, places_at, tail_at)]
    if (shared === undefined || parks === undefined || places === undefined) return undefined
    return { parks, areas: new AreaCounts(head.areas), places: new PlaceIndex(places), shared, cursor }
  }

  /** Writes the current state. Returns false when later changes can't be followed yet; try again later. */
  async write(db: Db, { parks, areas, places, shared, cursor }: Snapshot, reference: ReferenceRows): Promise<boolean> {
    const indexes = { parks: parks.snapshot(), places: places.snapshot() }
    const stored = { shared: shared.toStored(), areas: areas.toStored() }
    if (!(await isFollowable(db, cursor))) {
      await leaveMark(db)
      return false
    }
    const head: Head = {
      version: snapshotVersion,
      database: await databaseOf(db),
      reference: referenceOf(reference),
      cursor: { ...cursor, batch: String(cursor.batch) },
      ...stored,
    }
    await mkdir(this.#folder, { recursive: true })
    await this.#tidy()
    const file = await open(this.#aside, 'w')
    try {
      const start = bytesOf(head)
      await file.writeFile(start)
      let places_at = start.length
      for (const piece of indexes.parks) {
        await file.writeFile(piece)
        places_at += piece.length
      }
      for (const piece of indexes.places) await file.writeFile(piece)
      await file.writeFile(new Uint8Array(Float64Array.of(places_at).buffer))
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
}

function bytesOf(head: Head): Uint8Array {
  const text = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.alloc(prefixBytes + rounded(text.length))
  text.copy(bytes, prefixBytes)
  new Uint32Array(bytes.buffer, bytes.byteOffset, 4).set([magic, text.length, crc32(text), 0])
  return bytes
}

async function readHead(file: FileHandle): Promise<{ head: Head; end: number } | undefined> {
  const prefix = await readShared(file, 0, prefixBytes)
  if (prefix === undefined) return undefined
  const [found, length, checksum] = new Uint32Array(prefix.buffer)
  const end = prefixBytes + rounded(length!)
  if (found !== magic || end > (await file.stat()).size) return undefined
  const bytes = await readShared(file, prefixBytes, end)
  if (bytes === undefined) return undefined
  const text = Buffer.from(bytes.slice(0, length!))
  return crc32(text) === checksum ? { head: JSON.parse(text.toString()) as Head, end } : undefined
}

async function readIndex(file: FileHandle, from: number, to: number): Promise<ParkIndex<Uint8Array> | undefined> {
  const bytes = await readShared(file, from, to)
  return bytes === undefined ? undefined : restoreParkIndex(bytes, bytesCodec)
}

/** Reads a part of a file into shared memory; undefined when the file ends before. */
async function readShared(file: FileHandle, from: number, to: number): Promise<Uint8Array | undefined> {
  if (from < 0) return undefined
  const bytes = new Uint8Array(new SharedArrayBuffer(to - from))
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(bytes.length - at, 2 ** 30), from + at)
    if (bytesRead === 0) return undefined
    at += bytesRead
  }
  return bytes
}

/** Returns an id of this database and schema that differs for restored backups. */
async function databaseOf(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', (pg_control_system()).system_identifier, oid, current_schema()) as identity
    from pg_database where datname = current_database()`.execute(db)
  return rows[0]!.identity
}

/**
 * Whether all changes since the cursor are still stored. Changes are deleted oldest first, so none is missing after one
 * that exists. A cursor from the future, of another timeline or epoch, means that the database was restored or taken over.
 */
async function isFollowable(db: Db, { timeline, epoch, batch }: Cursor): Promise<boolean> {
  const { rows } = await sql<{ is_followable: boolean }>`
    select ${timelineNow} = ${timeline} and epoch::text = ${epoch} and ${String(batch)}::bigint <= last_batch
      and exists (select from index_changes where batch <= ${String(batch)}::bigint) as is_followable
    from change_feeds`.execute(db)
  return rows[0]!.is_followable
}

/** Writes an empty change, as the reference point of the next snapshot. */
async function leaveMark(db: Db): Promise<void> {
  await sql`insert into index_changes (what) values ('park')`.execute(db)
}

const referenceOf = (reference: ReferenceRows): string =>
  createHash('sha256')
    .update(JSON.stringify(reference, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex')
